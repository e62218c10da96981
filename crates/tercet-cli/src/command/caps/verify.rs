//! `tercet caps verify`: whether a hand is set-free.

use anyhow::Result;
use clap::Args;
use tercet_app::CapsVerify;

use super::{Hand, noun, say_stopped};
use crate::arguments::Format;
use crate::command::Command;
use crate::input;
use crate::outcome::Outcome;
use crate::output::{Printer, counted, duration, notation, notation_in_text};
use crate::sets::print_cards;
use crate::work::ask;

/// Check whether a hand is set-free.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    hand: Hand,
}

impl Command for Verify {
    const EXAMPLES: &[&str] = &["tercet caps verify -i cap.txt"];
    const STATUS: &str = super::STATUS;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let named = input::board(&self.hand.source, self.hand.timeout)?;
        let deck = named.board.deck();
        let shown = notation_in_text(self.hand.look, deck)?;
        let answer = ask(&CapsVerify {
            board: named.clone().into(),
            notation: Some(notation(self.hand.look, deck)?),
            timeout: self.hand.timeout.map(Into::into),
        })?;
        match (self.hand.look.format, &answer.decision.reason) {
            (Format::Json, _) => printer.answer::<CapsVerify>(&answer)?,
            (_, Some(reason)) => say_stopped(reason),
            (Format::Text, None) => {
                let (cards, noun) = (counted(answer.size as u128, "card"), noun(deck));
                let time = duration(answer.seconds.0);
                let verdict = match answer.positions.first() {
                    Some(set) => {
                        print_cards(&named.board, shown, set, printer)?;
                        format!("not a {noun}, this is a set")
                    }
                    None => format!("a {noun}"),
                };
                printer.line(format_args!("{cards} of {deck}: {verdict} (in {time})"))?;
            }
            (Format::Csv, None) => {
                printer.csv((1..=deck.values()).map(|i| format!("card_{i}")))?;
                answer.sets.iter().try_for_each(|set| printer.csv(set))?;
            }
        }
        Ok(answer.decision.status())
    }
}
