//! `tercet caps complete`: whether a set-free hand is complete, and which cards can be added.

use anyhow::Result;
use clap::Args;
use tercet_app::CapsComplete;

use super::{Hand, noun, print_rows, say_stopped};
use crate::arguments::Format;
use crate::command::Command;
use crate::input;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, board_file, counted, notation};
use crate::work::ask;

/// Check whether a set-free hand is complete, and list the cards that can be added.
#[derive(Debug, Args)]
pub(crate) struct Complete {
    #[command(flatten)]
    hand: Hand,
}

impl Command for Complete {
    const EXAMPLES: &[&str] = &["tercet caps complete 00 01 10"];
    const STATUS: &str = super::STATUS;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let named = input::board(&self.hand.source, self.hand.timeout)?;
        let deck = named.board.deck();
        let answer = ask(&CapsComplete {
            board: named.into(),
            notation: Some(notation(self.hand.look, deck)?),
            timeout: self.hand.timeout.map(Into::into),
        })?;
        match (self.hand.look.format, &answer.decision.reason) {
            (Format::Json, _) => printer.answer::<CapsComplete>(&answer)?,
            (_, Some(reason)) => say_stopped(reason),
            (Format::Text, None) => {
                let (cards, noun) = (counted(answer.size as u128, "card"), noun(deck));
                match (&answer.lower_bound, answer.addable.len()) {
                    (Some(number), _) => printer.line(format_args!(
                        "{cards} of {deck}: a {noun}; each of at least {number} cards can be added"
                    ))?,
                    (None, 0) => {
                        printer.line(format_args!("{cards} of {deck}: a complete {noun}"))?
                    }
                    (None, number) => {
                        let comment = format!(
                            "{cards} of {deck}: a {noun}; each of {number} cards can be added"
                        );
                        board_file(deck, &comment, &answer.addable, printer)?;
                    }
                }
            }
            (Format::Csv, None) => {
                print_rows(&answer.addable, printer)?;
                if let Some(number) = &answer.lower_bound {
                    say(&format!("at least {number} cards can be added, too many to list"));
                }
            }
        }
        Ok(answer.decision.status())
    }
}
