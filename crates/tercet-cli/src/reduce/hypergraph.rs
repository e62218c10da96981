//! `tercet reduce hypergraph`: the hypergraph of a board, in the form that hMETIS reads.

use anyhow::Result;
use serde::Serialize;
use tercet::notation::Notation;
use tercet::reduction;

use crate::cli::{Form, Hypergraph};
use crate::output::{DeckJson, Printer, counted, texts};
use crate::{Outcome, input};

pub(crate) fn run(arguments: &Hypergraph, printer: &mut Printer) -> Result<Outcome> {
    let named = input::board(&arguments.source)?;
    let (board, deck) = (&named.board, named.board.deck());
    let hypergraph = reduction::Hypergraph::new(board);
    let (vertices, hyperedges) = (hypergraph.vertices(), hypergraph.hyperedges());
    match arguments.format {
        Form::Json => printer.json(&HypergraphJson {
            schema: "tercet.reduce-hypergraph/1",
            deck: deck.into(),
            cards: texts(deck, Notation::for_deck(deck), board.cards()),
            vertices,
            hyperedges,
        })?,
        Form::Text => {
            printer.line(format_args!("% {} of {deck}", counted(board.len() as u128, "card")))?;
            printer.line(format_args!("{} {vertices}", hyperedges.len()))?;
            for hyperedge in hyperedges {
                let from_one = hyperedge.iter().map(|vertex| (vertex + 1).to_string());
                printer.line(from_one.collect::<Vec<_>>().join(" "))?;
            }
        }
    }
    Ok(Outcome::Yes)
}

#[derive(Serialize)]
struct HypergraphJson<'a> {
    schema: &'static str,
    deck: DeckJson,
    cards: Vec<String>,
    vertices: usize,
    hyperedges: &'a [Vec<usize>],
}
