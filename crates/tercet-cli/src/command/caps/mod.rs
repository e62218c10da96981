//! `tercet caps`: hands without a set.

mod hand;
mod known;
mod sizes;

use tercet::Deck;
use tercet_app::{Answered, Code, Question};

use super::entry::Entry;
use crate::prelude::*;

/// The commands about caps.
pub(super) const COMMANDS: Entry = Entry::group(
    "caps",
    |caps| {
        caps.about(
            "Verify, extend and count set-free hands (caps).\n\nExample: `tercet caps max -p 5`",
        )
    },
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

/// Prints an answer, or says why the work was stopped before one.
fn show<Q: Question>(
    look: Look,
    answer: &Q::Answer,
    columns: &[impl AsRef<str>],
    rows: impl IntoIterator<Item = impl serde::Serialize>,
    printer: &mut Printer,
    text: impl FnOnce(&mut Printer) -> Result<()>,
) -> Result<Outcome> {
    if let (Format::Text | Format::Csv, Some(reason)) = (look.format, answer.reason()) {
        let rest = match reason.code {
            Code::OutOfReach => ": take a smaller deck with -p",
            _ => " before an answer",
        };
        say!("stopped: {}{rest}", reason.message);
        return Ok(answer.status());
    }
    printer.show::<Q>(look.format, answer, columns, rows, text)
}
