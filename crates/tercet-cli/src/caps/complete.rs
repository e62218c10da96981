//! `tercet caps complete`: whether a set-free hand is complete, and which cards are free.

use anyhow::Result;
use serde::Serialize;
use tercet::caps::{Addable, addable};

use super::{limit, noun, refuse};
use crate::cli::{CapsHand, Format};
use crate::interrupt::Interrupt;
use crate::output::{DeckJson, Printer, board_file, counted, notation, texts};
use crate::progress::Progress;
use crate::{Outcome, input, say};

pub(crate) fn run(arguments: &CapsHand, printer: &mut Printer) -> Result<Outcome> {
    let board = &input::board(&arguments.source)?.board;
    let deck = board.deck();
    let notation = notation(arguments.look, deck)?;
    let interrupt = Interrupt::listen()?;
    let progress = Progress::start(format!("trying the cards of {deck}"));
    let found = match addable(board, &limit(arguments.timeout, &interrupt)) {
        Ok(found) => found,
        Err(refusal) => return refuse(refusal),
    };
    drop(progress);
    interrupt.end_work();
    let (free, number) = match &found {
        Addable::Cards(cards) => (Some(texts(deck, notation, cards)), cards.len().to_string()),
        Addable::AtLeast(number) => (None, number.to_string()),
    };
    let complete = free.as_ref().is_some_and(Vec::is_empty);
    match arguments.look.format {
        Format::Text => {
            let (cards, noun) = (counted(board.len() as u128, "card"), noun(deck));
            match free {
                Some(free) if free.is_empty() => {
                    printer.line(format_args!("{cards} of {deck}: a complete {noun}"))?;
                }
                Some(free) => {
                    let comment = format!(
                        "{cards} of {deck}: a {noun} to which each of {number} can be added"
                    );
                    board_file(deck, &comment, &free, printer)?;
                }
                None => printer.line(format_args!(
                    "{cards} of {deck}: a {noun} to which each of at least {number} can be added"
                ))?,
            }
        }
        Format::Json => printer.json(&CompleteJson {
            schema: "tercet.caps-complete/1",
            deck: deck.into(),
            cards: board.len(),
            complete,
            free,
            at_least: matches!(found, Addable::AtLeast(_)).then_some(number),
        })?,
        Format::Csv => {
            printer.csv(["card"])?;
            match free {
                Some(free) => free.into_iter().try_for_each(|card| printer.csv([card]))?,
                None => say(&format!("{number} cards or more can be added, too many to list")),
            }
        }
    }
    Ok(if complete { Outcome::Yes } else { Outcome::No })
}

#[derive(Serialize)]
struct CompleteJson {
    schema: &'static str,
    deck: DeckJson,
    cards: usize,
    complete: bool,
    /// The cards that can be added, where they are listed.
    free: Option<Vec<String>>,
    /// How many there are at least, where they are not.
    at_least: Option<String>,
}
