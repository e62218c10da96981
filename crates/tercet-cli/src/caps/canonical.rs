//! `tercet caps canonical`: the canonical form of a hand, its stabiliser and its orbit.

use anyhow::{Result, bail};
use serde::Serialize;
use tercet::symmetry::canonical;

use super::{limit, stopped};
use crate::cli::{CapsHand, Format};
use crate::interrupt::Interrupt;
use crate::output::{Count, DeckJson, Printer, board_file, counted, notation, texts};
use crate::progress::Progress;
use crate::{Outcome, input};

pub(crate) fn run(arguments: &CapsHand, printer: &mut Printer) -> Result<Outcome> {
    let board = &input::board(&arguments.source)?.board;
    let deck = board.deck();
    let notation = notation(arguments.look, deck)?;
    let interrupt = Interrupt::listen()?;
    let progress = Progress::start(format!("mapping {} cards", board.len()));
    let found = match canonical(board, &limit(arguments.timeout, &interrupt)) {
        Ok(Some(found)) => found,
        Ok(None) => {
            bail!(
                "canonical forms are for three values and up to 6 properties: give a hand of such a deck, not of {deck}"
            )
        }
        Err(stop) => return Ok(stopped(&stop)),
    };
    drop(progress);
    interrupt.end_work();
    let cards = texts(deck, notation, found.hand.cards());
    match arguments.look.format {
        Format::Text => {
            let n = counted(cards.len() as u128, "card");
            let (maps, hands) = (counted(found.stabiliser, "map"), counted(found.orbit, "hand"));
            let comment = format!(
                "the canonical form of {n} of {deck} under its affine maps\n\
                 stabiliser: {maps}; orbit: {hands}"
            );
            board_file(deck, &comment, &cards, printer)?;
        }
        Format::Json => printer.json(&CanonicalJson {
            schema: "tercet.caps-canonical/1",
            deck: deck.into(),
            cards,
            stabiliser: Count(found.stabiliser),
            orbit: Count(found.orbit),
        })?,
        Format::Csv => {
            printer.csv(["card"])?;
            cards.into_iter().try_for_each(|card| printer.csv([card]))?;
        }
    }
    Ok(Outcome::Yes)
}

#[derive(Serialize)]
struct CanonicalJson {
    schema: &'static str,
    deck: DeckJson,
    cards: Vec<String>,
    stabiliser: Count,
    orbit: Count,
}
