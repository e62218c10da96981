//! `tercet caps`: hands without a set.

mod canonical;
mod complete;
mod extend;
mod max;
mod show;
mod sizes;
mod verify;

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use tercet::Deck;
use tercet_app::{Code, Reason};

use crate::arguments::{Look, Source};
use crate::command::Entry;
use crate::outcome::say;
use crate::output::Printer;

/// The commands about caps.
pub(super) const COMMANDS: Entry = Entry::group(
    "caps",
    |command| command.about("Verify, extend and count set-free hands (caps)"),
    &["tercet caps max -p 5"],
    &[
        Entry::of::<verify::Verify>("verify"),
        Entry::of::<complete::Complete>("complete"),
        Entry::of::<extend::Extend>("extend"),
        Entry::of::<max::Max>("max"),
        Entry::of::<canonical::Canonical>("canonical"),
        Entry::of::<show::Show>("show"),
        Entry::of::<sizes::Sizes>("sizes"),
    ],
);

const STATUS: &str = "Exit status: 0 yes, 1 no, 2 invalid input or failure, 3 stopped by a limit.";

/// A question about a hand.
#[derive(Debug, Args)]
#[command(after_long_help = crate::arguments::CARDS, allow_negative_numbers = true)]
pub(crate) struct Hand {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// A set-free hand by its name: a cap, where sets are lines.
fn noun(deck: Deck) -> &'static str {
    if deck.values() == 3 { "cap" } else { "set-free hand" }
}

/// Says that a limit ended the work before an answer.
fn say_stopped(reason: &Reason) {
    let rest = match reason.code {
        Code::OutOfReach => ": take a smaller deck with -p",
        _ => " before an answer",
    };
    say(&format!("stopped: {}{rest}", reason.message));
}

/// Prints cards, one a row.
fn print_rows(cards: &[String], printer: &mut Printer) -> Result<()> {
    printer.csv(["card"])?;
    cards.iter().try_for_each(|card| printer.csv([card]))
}
