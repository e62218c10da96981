//! `tercet caps`: hands without a set.

mod canonical;
mod complete;
mod extend;
mod max;
mod show;
mod sizes;
mod verify;

use anyhow::Result;
use tercet::Deck;
use tercet_app::{Code, Reason};

use crate::cli::{Caps, CapsQuestion};
use crate::outcome::{Outcome, say};
use crate::output::Printer;

pub(crate) fn run(arguments: &Caps, printer: &mut Printer) -> Result<Outcome> {
    match &arguments.question {
        CapsQuestion::Verify(arguments) => verify::run(arguments, printer),
        CapsQuestion::Complete(arguments) => complete::run(arguments, printer),
        CapsQuestion::Extend(arguments) => extend::run(arguments, printer),
        CapsQuestion::Max(arguments) => max::run(arguments, printer),
        CapsQuestion::Canonical(arguments) => canonical::run(arguments, printer),
        CapsQuestion::Show(arguments) => show::run(arguments, printer),
        CapsQuestion::Sizes(arguments) => sizes::run(arguments, printer),
    }
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
