//! `tercet reduce graph`: the board whose sets are the edges of a graph.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use tercet_app::ReduceGraph;

use super::{Form, ask_of};
use crate::command::{Command, MADE};
use crate::outcome::Outcome;
use crate::output::{Printer, board_file, counted};

const GRAPH: &str = "\
The file starts with a line 'graph N' for N vertices, at most 64. Each further line is an edge: two \
vertices, numbered from 0 to N-1. '#' starts a comment.

The deck has three values and one property per vertex. The first N cards of the board are the \
vertices, the others the edges, in their order. Each edge and its two vertices are a set, and there \
are no other sets. Disjoint sets are a matching of the graph.";

/// Convert a graph to a board whose sets are the edges.
#[derive(Debug, Args)]
#[command(after_long_help = GRAPH)]
pub(crate) struct Graph {
    /// The file of the graph; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

impl Command for Graph {
    const EXAMPLES: &[&str] = &["tercet reduce graph graph.txt | tercet pack"];
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let answer = ask_of(&self.file, None, |graph| ReduceGraph { graph })?;
        match self.format {
            Form::Json => printer.answer::<ReduceGraph>(&answer)?,
            Form::Text => {
                let (vertices, deck) = (answer.vertices, answer.deck);
                let sizes = [(answer.edges.len(), "edge"), (answer.size, "card")];
                let [edges, cards] = sizes.map(|(count, noun)| counted(count as u128, noun));
                let noun = if vertices == 1 { "vertex" } else { "vertices" };
                let comment = format!("{edges}, {vertices} {noun}: {cards} of {deck}");
                board_file(deck, &comment, &answer.cards, printer)?;
            }
        }
        Ok(Outcome::Yes)
    }
}
