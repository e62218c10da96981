//! Graphs as boards whose sets are the edges, and the hypergraph of a board.

use tercet::reduction::{Graph, Hypergraph};

use super::too_large;
use crate::prelude::*;

/// The board of a graph: its sets are the edges.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReduceGraph {
    /// The text of the graph: a line `graph N`, then an edge a line.
    pub graph: String,
}

/// The board of a graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GraphBoard {
    /// How many vertices the graph has.
    pub vertices: usize,
    /// Its edges, each as two vertices from 0.
    pub edges: Vec<[usize; 2]>,
    /// The deck of the board.
    pub deck: Deck,
    /// How many cards the board has.
    pub size: usize,
    /// Its cards: first those of the vertices, then those of the edges.
    pub cards: Vec<String>,
}

impl Answered for GraphBoard {}

impl Question for ReduceGraph {
    type Answer = GraphBoard;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        // The board is as short as the request, and so is the work.
        Ok(Cost::work(None))
    }

    fn ask(&self, _: &Session) -> Result<GraphBoard, Error> {
        let graph = Graph::parse(&self.graph)?;
        let board = graph.board().map_err(|error| too_large(&error, 3, graph.vertices()))?;
        let deck = board.deck();
        Ok(GraphBoard {
            vertices: graph.vertices(),
            edges: graph.edges().to_vec(),
            deck,
            size: board.len(),
            cards: write_cards(deck, Notation::for_deck(deck), board.cards()),
        })
    }
}

/// The hypergraph of a board: its perfect matchings are the sets whose cards differ in every
/// property.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReduceHypergraph {
    /// The board.
    pub board: BoardSpec,
}

/// The hypergraph of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardHypergraph {
    /// The board.
    #[serde(flatten)]
    pub given: GivenBoard,
    /// Its cards.
    pub cards: Vec<String>,
    /// How many vertices there are: v for each property.
    pub vertices: usize,
    /// For each card its vertices, from 0.
    pub hyperedges: Vec<Vec<usize>>,
}

impl Answered for BoardHypergraph {}

impl Question for ReduceHypergraph {
    type Answer = BoardHypergraph;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        Ok(Cost::of(None, self.board.is_small(cost::WRITTEN)?))
    }

    fn ask(&self, _: &Session) -> Result<BoardHypergraph, Error> {
        let named = self.board.board()?;
        let (board, deck) = (&named.board, named.board.deck());
        let hypergraph = Hypergraph::new(board);
        Ok(BoardHypergraph {
            given: GivenBoard::of(&named),
            cards: write_cards(deck, Notation::for_deck(deck), board.cards()),
            vertices: hypergraph.vertices(),
            hyperedges: hypergraph.hyperedges().to_vec(),
        })
    }
}
