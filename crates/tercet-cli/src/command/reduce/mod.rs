//! `tercet reduce`: other problems as boards, boards as other problems.

mod cover;
mod graph;
mod matching;

use tercet::reduction::generate::Solution;

use super::Entry;
use crate::command::prelude::*;
use crate::remedy::at_place;

/// The commands that convert problems.
pub(super) const COMMANDS: Entry = Entry::group(
    "reduce",
    |command| command.about("Convert other problems to boards, and boards to other problems"),
    &["tercet reduce matching boards/matching.txt"],
    &[
        Entry::of::<matching::Matching>("matching"),
        Entry::of::<graph::Graph>("graph"),
        Entry::of::<cover::Cover>("cover"),
        Entry::of::<graph::Hypergraph>("hypergraph"),
        Entry::of::<matching::Generate>("generate"),
    ],
);

/// The formats of a reduction. (None of these fields uses comma-separated values.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// Text, in the format of the field
    Text,
    /// One JSON object
    Json,
}

pub(super) fn solutions() -> impl TypedValueParser<Value = Solution> {
    PossibleValuesParser::new(Solution::ALL.map(Solution::name)).map(|name| {
        let named = Solution::ALL.into_iter().find(|solution| solution.name() == name);
        named.expect("a possible value is the name of a solution")
    })
}

/// Asks a question about the text of a file. An error begins with the name of the file.
fn ask_of<Q: Question>(
    file: &Path,
    timeout: Option<Seconds>,
    question: impl FnOnce(String) -> Q,
) -> Result<Q::Answer> {
    let (name, text) = input::file(file, timeout)?;
    let text = match String::from_utf8(text) {
        Ok(text) => text,
        Err(error) => {
            let (line, column) = input::first_no_text(error.as_bytes());
            bail!("{name}:{line}:{column}: this is not text (not UTF-8)");
        }
    };
    ask(&question(text)).map_err(|error| at_place(error, &name))
}
