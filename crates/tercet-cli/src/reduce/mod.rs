//! `tercet reduce`: other problems as boards, boards as other problems.

mod cover;
mod generate;
mod graph;
mod hypergraph;
mod matching;

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use tercet_app::Question;

use crate::cli::{Reduce, Reduction};
use crate::input;
use crate::outcome::Outcome;
use crate::output::Printer;
use crate::remedy::at_place;
use crate::work::ask;

pub(crate) fn run(arguments: &Reduce, printer: &mut Printer) -> Result<Outcome> {
    match &arguments.to {
        Reduction::Matching(arguments) => matching::run(arguments, printer),
        Reduction::Graph(arguments) => graph::run(arguments, printer),
        Reduction::Cover(arguments) => cover::run(arguments, printer),
        Reduction::Hypergraph(arguments) => hypergraph::run(arguments, printer),
        Reduction::Generate(arguments) => generate::run(arguments, printer),
    }
}

/// Asks a question about the text of a file. An error begins with the name of the file.
fn ask_of<Q: Question>(
    file: &Path,
    timeout: Option<Duration>,
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
