//! `tercet caps extend`: a set-free hand made complete.

use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use tercet::Deck;
use tercet_app::{CapsExtend as Request, CapsExtended, ExtendBy};

use super::{noun, print_rows, say_stopped};
use crate::arguments::{Format, Look, Source};
use crate::command::Command;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, board_file, counted, duration, notation};
use crate::work::ask;
use crate::{input, number};

/// Extend a set-free hand until it is complete.
///
/// With -v or -p and no cards, the search starts from the empty hand of that deck.
#[derive(Debug, Args)]
#[command(after_long_help = crate::arguments::CARDS, allow_negative_numbers = true)]
pub(crate) struct Extend {
    #[command(flatten)]
    pub(crate) source: Source,

    /// How to choose the cards to add
    #[arg(long, value_name = "HOW", default_value = "greedy")]
    pub(crate) by: By,

    /// The random seed [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m; 'best' uses all of it [default for 'best': 2s]
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum By {
    /// Add each card that fits, in ascending order
    Greedy,
    /// Add each card that fits, in random order
    Random,
    /// Search locally for a hand as large as possible within the time limit
    Best,
}

impl Command for Extend {
    const EXAMPLES: &[&str] = &["tercet caps extend -v 4 -p 2"];
    const STATUS: &str = super::STATUS;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let given = input::board_or_none(&self.source, self.timeout)?;
        let deck = given.board.deck();
        let answer = ask(&Request {
            board: given.into(),
            by: match self.by {
                By::Greedy => ExtendBy::Greedy,
                By::Random => ExtendBy::Random,
                By::Best => ExtendBy::Best,
            },
            seed: self.seed.map(Into::into),
            notation: Some(notation(self.look, deck)?),
            timeout: self.timeout.map(Into::into),
        })?;
        match (self.look.format, &answer.ending.reason) {
            (Format::Json, _) => printer.answer::<Request>(&answer)?,
            (_, Some(reason)) if answer.cards.is_empty() => say_stopped(reason),
            (Format::Text, _) => {
                board_file(deck, &comment(deck, &answer), &answer.cards, printer)?;
            }
            (Format::Csv, _) => print_rows(&answer.cards, printer)?,
        }
        if let (Some(reason), Format::Text | Format::Csv) =
            (&answer.ending.reason, self.look.format)
            && !answer.cards.is_empty()
        {
            printer.finish()?;
            say(&format!("stopped: {} before the time of the search ended", reason.message));
        }
        Ok(answer.ending.status())
    }
}

/// The hand in words, and how it was made.
fn comment(deck: Deck, answer: &CapsExtended) -> String {
    let CapsExtended { given, seed, tried, .. } = answer;
    let (n, noun) = (counted(answer.size as u128, "card"), noun(deck));
    let given = if *given > 0 { format!(" that extends {given}") } else { String::new() };
    let by = match answer.by {
        ExtendBy::Greedy => "greedy",
        ExtendBy::Random => "random",
        ExtendBy::Best => "best",
    };
    let seed = seed.as_ref().map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let searched = tried.as_ref().map_or_else(String::new, |tried| {
        let hands = counted(tried.get().unwrap_or(u128::MAX), "hand");
        format!("\nthe largest found in {} ({hands} tried)", duration(answer.seconds.0))
    });
    let kind = if tried.is_some() { "a" } else { "a complete" };
    format!("{n} of {deck}: {kind} {noun}{given}, --by {by}{seed}{searched}")
}
