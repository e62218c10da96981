//! `tercet caps`: hands without a set.

mod canonical;
mod complete;
mod extend;
mod max;
mod show;
mod sizes;
mod verify;

use std::time::Duration;

use anyhow::{Result, anyhow};
use tercet::Deck;
use tercet::caps::CapError;
use tercet::solver::{Limit, Stop};

use crate::cli::{Caps, CapsQuestion};
use crate::interrupt::Interrupt;
use crate::output::Printer;
use crate::{Outcome, say};

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

/// How long a search for large hands takes if nobody says.
const SEARCH: Duration = Duration::from_secs(2);

fn limit(timeout: Option<Duration>, interrupt: &Interrupt) -> Limit {
    timeout.map_or_else(Limit::none, Limit::timeout).or_flag(interrupt.flag())
}

/// A set-free hand by its name: a cap, where sets are lines.
fn noun(deck: Deck) -> &'static str {
    if deck.values() == 3 { "cap" } else { "set-free hand" }
}

/// Says that a limit ended the work before an answer.
fn stopped(stop: &Stop) -> Outcome {
    say(&format!("stopped: {stop} before an answer"));
    Outcome::Stopped
}

/// Ends where a hand cannot be examined or extended: a limit is one, and so is the size of a deck.
fn refuse(refusal: CapError) -> Result<Outcome> {
    match refusal {
        CapError::Stopped(stop) => Ok(stopped(&stop)),
        CapError::TooLarge(_) => {
            say(&format!("stopped: {refusal}: take a smaller deck with -p"));
            Ok(Outcome::Stopped)
        }
        CapError::HoldsSet(..) => Err(anyhow!("{refusal}: take one of them away")),
    }
}
