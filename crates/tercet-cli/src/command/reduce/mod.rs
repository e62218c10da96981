//! `tercet reduce`: matchings as boards, boards as exact covers.

mod cover;
mod matching;

use clap::builder::TypedValueParser;
use tercet_app::{Question, Seconds};

use super::entry::Entry;
use crate::choice::described;
use crate::input;
use crate::prelude::*;
use crate::remedy::at_place;
use crate::work::ask;

/// The commands that convert problems.
pub(super) const COMMANDS: Entry = Entry::group(
    "reduce",
    |reduce| {
        reduce.about(
            "Convert matching problems to boards, and boards to exact cover problems.\n\n\
             Example: `tercet reduce matching boards/matching.txt`",
        )
    },
    &[
        Entry::of::<matching::Matching>("matching"),
        Entry::of::<cover::Cover>("cover"),
        Entry::of::<matching::Generate>("generate"),
    ],
);

/// The formats of a reduction. (None of these fields uses comma-separated values.)
fn formats() -> impl TypedValueParser<Value = Format> {
    described([
        (Format::Text, "Text in the format described below"),
        (Format::Json, "One JSON object"),
    ])
}

/// Prints an answer as text or as JSON.
fn show<Q: Question>(
    format: Format,
    answer: &Q::Answer,
    printer: &mut Printer,
    text: impl FnOnce(&mut Printer) -> Result<()>,
) -> Result<Outcome> {
    printer.show::<Q>(format, answer, &[""; 0], [(); 0], text)
}

/// Asks a question about the text of a file. An error begins with the name of the file.
fn ask_of<Q: Question>(
    file: &Path,
    timeout: Option<Seconds>,
    question: impl FnOnce(String) -> Q,
) -> Result<Q::Answer> {
    let (name, text) = input::text_of(file, timeout)?;
    ask(&question(text)).map_err(|error| at_place(error, &name))
}
