//! `tercet caps canonical`: the canonical form of a hand, its stabiliser and its orbit.

use anyhow::Result;
use clap::Args;
use tercet_app::{CapsCanonical, Whole};

use super::{Hand, print_rows, say_stopped};
use crate::arguments::Format;
use crate::command::Command;
use crate::input;
use crate::outcome::Outcome;
use crate::output::{Printer, board_file, counted, notation};
use crate::work::ask;

/// Compute the canonical form of a hand, and its symmetries.
#[derive(Debug, Args)]
pub(crate) struct Canonical {
    #[command(flatten)]
    hand: Hand,
}

impl Command for Canonical {
    const EXAMPLES: &[&str] = &["tercet caps canonical -i cap.txt"];
    const STATUS: &str = super::STATUS;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let named = input::board(&self.hand.source, self.hand.timeout)?;
        let deck = named.board.deck();
        let answer = ask(&CapsCanonical {
            board: named.into(),
            notation: Some(notation(self.hand.look, deck)?),
            timeout: self.hand.timeout.map(Into::into),
        })?;
        match (self.hand.look.format, &answer.ending.reason) {
            (Format::Json, _) => printer.answer::<CapsCanonical>(&answer)?,
            (_, Some(reason)) => say_stopped(reason),
            (Format::Text, None) => {
                let count = |number: &Option<Whole>, noun| {
                    counted(number.as_ref().and_then(Whole::get).unwrap_or(u128::MAX), noun)
                };
                let n = counted(answer.size as u128, "card");
                let noun = if deck.values() == 3 { "map" } else { "symmetry" };
                let maps = count(&answer.stabiliser, noun).replace("symmetrys", "symmetries");
                let hands = count(&answer.orbit, "hand");
                let group = if deck.values() == 3 { "affine maps" } else { "symmetries" };
                let mut comment = vec![
                    format!("the canonical form of {n} of {deck} under its {group}"),
                    format!("stabiliser: {maps}; orbit: {hands}"),
                ];
                comment.extend(answer.generators.iter().map(|it| format!("generator: {}", it.map)));
                board_file(deck, &comment.join("\n"), &answer.cards, printer)?;
            }
            (Format::Csv, None) => print_rows(&answer.cards, printer)?,
        }
        Ok(answer.ending.status())
    }
}
