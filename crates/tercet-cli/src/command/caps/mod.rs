//! `tercet caps`: hands without a set.

mod hand;
mod known;
mod sizes;

use tercet::Deck;
use tercet_app::{Code, Reason};

use crate::command::Entry;
use crate::command::prelude::*;

/// The commands about caps.
pub(super) const COMMANDS: Entry = Entry::group(
    "caps",
    |command| command.about("Verify, extend and count set-free hands (caps)"),
    &["tercet caps max -p 5"],
    &[
        Entry::of::<hand::Verify>("verify"),
        Entry::of::<hand::Complete>("complete"),
        Entry::of::<hand::Extend>("extend"),
        Entry::of::<known::Max>("max"),
        Entry::of::<hand::Canonical>("canonical"),
        Entry::of::<known::Show>("show"),
        Entry::of::<sizes::Sizes>("sizes"),
    ],
);

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
