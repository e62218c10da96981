//! `tercet reduce hypergraph`: the hypergraph of a board, in the form that hMETIS reads.

use anyhow::Result;
use clap::Args;
use tercet_app::ReduceHypergraph;

use super::Form;
use crate::arguments::Source;
use crate::command::{Command, MADE};
use crate::input;
use crate::outcome::Outcome;
use crate::output::{Printer, counted};
use crate::work::ask;

const HYPERGRAPH: &str = "\
The vertices are the values of the properties, and the hyperedges are the cards. The perfect matchings \
are the sets whose cards differ in every property.

The text format is that of hMETIS: a line with the number of hyperedges and the number of vertices, \
then the vertices of each hyperedge, counted from 1, and comments after '%'. With V values, value 0 \
of property 1 is vertex 1, and value 0 of property 2 is vertex V+1. In JSON everything is counted \
from 0.";

/// Convert a board to a hypergraph.
#[derive(Debug, Args)]
#[command(after_long_help = HYPERGRAPH, allow_negative_numbers = true)]
pub(crate) struct Hypergraph {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

impl Command for Hypergraph {
    const EXAMPLES: &[&str] = &["tercet reduce hypergraph 01 12 20"];
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let named = input::board(&self.source, None)?;
        let deck = named.board.deck();
        let answer = ask(&ReduceHypergraph { board: named.into() })?;
        match self.format {
            Form::Json => printer.answer::<ReduceHypergraph>(&answer)?,
            Form::Text => {
                printer
                    .line(format_args!("% {} of {deck}", counted(answer.size as u128, "card")))?;
                printer.line(format_args!("{} {}", answer.hyperedges.len(), answer.vertices))?;
                for hyperedge in &answer.hyperedges {
                    let from_one = hyperedge.iter().map(|vertex| (vertex + 1).to_string());
                    printer.line(from_one.collect::<Vec<_>>().join(" "))?;
                }
            }
        }
        Ok(Outcome::Yes)
    }
}
