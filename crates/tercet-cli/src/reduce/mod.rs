//! `tercet reduce`: other problems as boards, boards as other problems.

mod cover;
mod generate;
mod graph;
mod hypergraph;
mod matching;

use anyhow::{Error, Result, anyhow};
use tercet::reduction::ParseError;

use crate::Outcome;
use crate::cli::{Reduce, Reduction};
use crate::output::Printer;

pub(crate) fn run(arguments: &Reduce, printer: &mut Printer) -> Result<Outcome> {
    match &arguments.to {
        Reduction::Matching(arguments) => matching::run(arguments, printer),
        Reduction::Graph(arguments) => graph::run(arguments, printer),
        Reduction::Cover(arguments) => cover::run(arguments, printer),
        Reduction::Hypergraph(arguments) => hypergraph::run(arguments, printer),
        Reduction::Generate(arguments) => generate::run(arguments, printer),
    }
}

/// The refusal of a file of this name.
fn at(name: &str, error: &ParseError) -> Error {
    anyhow!("{name}:{}:{}: {}", error.place.line, error.place.column, error.problem)
}
