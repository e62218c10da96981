//! `tercet reduce graph`: the board whose sets are the edges of a graph.

use anyhow::{Context, Result};
use serde::Serialize;
use tercet::notation::Notation;
use tercet::reduction;

use super::at;
use crate::cli::{Form, Graph};
use crate::output::{DeckJson, Printer, board_file, counted, texts};
use crate::{Outcome, input};

pub(crate) fn run(arguments: &Graph, printer: &mut Printer) -> Result<Outcome> {
    let (name, text) = input::file(&arguments.file)?;
    let graph = reduction::Graph::parse(text).map_err(|error| at(&name, &error))?;
    let board = graph.board().with_context(|| name)?;
    let (deck, vertices, edges) = (board.deck(), graph.vertices(), graph.edges());
    let cards = texts(deck, Notation::for_deck(deck), board.cards());
    match arguments.format {
        Form::Json => printer.json(&GraphJson {
            schema: "tercet.reduce-graph/1",
            vertices,
            edges,
            deck: deck.into(),
            cards,
        })?,
        Form::Text => {
            let sizes = [(edges.len(), "edge"), (board.len(), "card")];
            let [edges, cards_of] = sizes.map(|(count, noun)| counted(count as u128, noun));
            let vertices = if vertices == 1 { "vertex" } else { "vertices" };
            let what = format!("{edges}, {} {vertices}: {cards_of} of {deck}", graph.vertices());
            board_file(deck, &what, &cards, printer)?;
        }
    }
    Ok(Outcome::Yes)
}

#[derive(Serialize)]
struct GraphJson<'a> {
    schema: &'static str,
    vertices: usize,
    edges: &'a [[usize; 2]],
    deck: DeckJson,
    /// First those of the vertices, then those of the edges.
    cards: Vec<String>,
}
