//! `tercet caps verify`: whether a hand is set-free.

use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use tercet::caps::first_set;

use super::{limit, noun, stopped};
use crate::cli::{CapsHand, Format};
use crate::find::print_cards;
use crate::interrupt::Interrupt;
use crate::output::{DeckJson, Printer, counted, duration, notation, notation_in_text, texts};
use crate::progress::Progress;
use crate::{Outcome, input};

pub(crate) fn run(arguments: &CapsHand, printer: &mut Printer) -> Result<Outcome> {
    let board = &input::board(&arguments.source)?.board;
    let deck = board.deck();
    let (notation, shown) =
        (notation(arguments.look, deck)?, notation_in_text(arguments.look, deck)?);
    let interrupt = Interrupt::listen()?;
    let progress = Progress::start(format!("verifying {} cards", board.len()));
    let begin = Instant::now();
    let found = match first_set(board, &limit(arguments.timeout, &interrupt)) {
        Ok(found) => found,
        Err(stop) => return Ok(stopped(&stop)),
    };
    let time = begin.elapsed();
    drop(progress);
    interrupt.end_work();
    match arguments.look.format {
        Format::Text => {
            let (cards, noun) = (counted(board.len() as u128, "card"), noun(deck));
            if let Some(found) = &found {
                print_cards(board, shown, found.positions(), printer)?;
                let time = duration(time);
                printer.line(format_args!(
                    "{cards} of {deck}: no {noun}, this is a set (in {time})"
                ))?;
            } else {
                let time = duration(time);
                printer.line(format_args!("{cards} of {deck}: a {noun} (in {time})"))?;
            }
        }
        Format::Json => printer.json(&VerifyJson {
            schema: "tercet.caps-verify/1",
            deck: deck.into(),
            cards: board.len(),
            free: found.is_none(),
            set: found.as_ref().map(|found| texts(deck, notation, found.set(board).cards())),
            seconds: time.as_secs_f64(),
        })?,
        Format::Csv => {
            printer.csv((1..=deck.values()).map(|i| format!("card_{i}")))?;
            if let Some(found) = &found {
                printer.csv(texts(deck, notation, found.set(board).cards()))?;
            }
        }
    }
    Ok(if found.is_none() { Outcome::Yes } else { Outcome::No })
}

#[derive(Serialize)]
struct VerifyJson {
    schema: &'static str,
    deck: DeckJson,
    cards: usize,
    free: bool,
    set: Option<Vec<String>>,
    seconds: f64,
}
