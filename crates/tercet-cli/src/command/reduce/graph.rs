//! Graphs and hypergraphs: `tercet reduce graph` and `tercet reduce hypergraph`.

use super::{ask_of, formats, show};
use crate::command::prelude::*;

/// Convert a graph to a board whose sets are the edges.
///
/// The file starts with a line 'graph N' for N vertices, at most 64. Each further line is an edge:
/// two vertices, numbered from 0 to N-1. '#' starts a comment.
///
/// The deck has three values and one property per vertex. The first N cards of the board are the
/// vertices, the others the edges, in their order. Each edge and its two vertices are a set, and
/// there are no other sets. Disjoint sets are a matching of the graph.
///
/// Example: `tercet reduce graph graph.txt | tercet pack`
#[derive(Debug, Args)]
pub(crate) struct Graph {
    /// The file of the graph; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = formats())]
    pub(crate) format: Format,
}

impl Command for Graph {
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let answer = ask_of(&self.file, None, |graph| ReduceGraph { graph })?;
        show::<ReduceGraph>(self.format, &answer, printer, |printer| {
            let (vertices, deck) = (answer.vertices, answer.deck);
            let noun = if vertices == 1 { "vertex" } else { "vertices" };
            let (edges, cards) =
                (counted(answer.edges.len(), "edge"), counted(answer.size, "card"));
            let comment = format!("{edges}, {vertices} {noun}: {cards} of {deck}");
            board_file(deck, &comment, &answer.cards, printer)
        })
    }
}

/// Convert a board to a hypergraph.
///
/// The vertices are the values of the properties, and the hyperedges are the cards. The perfect
/// matchings are the sets whose cards differ in every property.
///
/// The text format is that of hMETIS: a line with the number of hyperedges and the number of
/// vertices, then the vertices of each hyperedge, counted from 1, and comments after '%'. With V
/// values, value 0 of property 1 is vertex 1, and value 0 of property 2 is vertex V+1. In JSON
/// everything is counted from 0.
///
/// Example: `tercet reduce hypergraph 01 12 20`
#[derive(Debug, Args)]
pub(crate) struct Hypergraph {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = formats())]
    pub(crate) format: Format,
}

impl Command for Hypergraph {
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let named = input::board(&self.source, None)?;
        let deck = named.board.deck();
        let answer = ask(&ReduceHypergraph { board: named.into() })?;
        show::<ReduceHypergraph>(self.format, &answer, printer, |printer| {
            writeln!(printer, "% {} of {deck}", counted(answer.given.size, "card"))?;
            writeln!(printer, "{} {}", answer.hyperedges.len(), answer.vertices)?;
            answer.hyperedges.iter().try_for_each(|hyperedge| {
                let from_one = hyperedge.iter().map(|vertex| (vertex + 1).to_string());
                printer.line(from_one.collect::<Vec<_>>().join(" "))
            })
        })
    }
}
