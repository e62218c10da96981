//! Graphs as boards of three values: the sets are the edges.
//!
//! Let the deck have three values and a property for each vertex. Vertex i is the card `e_i`, which
//! is 1 in property i and 0 elsewhere; the edge between i and j is the card `2e_i + 2e_j`. (Cards
//! are vectors modulo 3, where a set is three distinct cards with the sum 0.)
//!
//! - **An edge is a set**: with its two vertices, `e_i + e_j + 2e_i + 2e_j = 0`.
//! - **There are no others.** In a property let three cards with the sum 0 have a vertex cards with
//!   a 1 and b edge cards with a 2. As 2 is −1, a and b are the same modulo 3; a is at most 1, and b
//!   at most the number of edges. Three vertices have b = 0 and somewhere a = 1: no. Two vertices i
//!   and j have b = 1 in the properties i and j: that edge. With one vertex and two edges b is 1 in
//!   one property and 0 elsewhere, but two edges have four ends: no. With three edges b is 0 or 3,
//!   and 3 in two properties, as there are six ends: three times the same edge, and there is one.
//!
//! Two sets share a card where the edges share a vertex, so disjoint sets are a matching of the
//! graph, and a maximal family of them a maximal matching. This is how the questions of Lampis and
//! Mitsou, *The Computational Complexity of the Game of Set* (2014), about many disjoint sets with
//! v = 3 meet those about edges of graphs (Independent Edge Dominating Set, Arc Kayles).
//!
//! A card has 64 properties of three values, so a graph has at most 64 vertices.

use std::collections::HashMap;

use thiserror::Error;

use super::TooLarge;
use crate::board::Board;
use crate::card::Card;
use crate::set::Set;

/// An undirected graph without loops and multiple edges.
///
/// ```
/// use tercet::reduction::Graph;
///
/// let path = Graph::new(3, [[0, 1], [1, 2]])?;
/// let board = path.board()?;
/// assert_eq!(board.deck().show_all(board.cards()), "100 010 001 220 022");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    vertices: usize,
    edges: Vec<[usize; 2]>,
}

/// Why some edges are no graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GraphError {
    /// Without vertices the board would have no properties.
    #[error("a graph has at least 1 vertex, not 0")]
    NoVertices,
    /// An edge ends in a vertex that is not there.
    #[error(
        "edge '{} {}': vertex {vertex} is out of range, the vertices are 0 to {}: correct it, or \
         give the graph more vertices",
        edge[0], edge[1], vertices - 1
    )]
    Vertex {
        /// Which edge, counted from 0.
        index: usize,
        /// The edge.
        edge: [usize; 2],
        /// The vertex.
        vertex: usize,
        /// How many vertices there are.
        vertices: usize,
    },
    /// An edge goes from a vertex to itself.
    #[error("edge '{} {}' ends where it begins: remove it", edge[0], edge[1])]
    Loop {
        /// Which edge, counted from 0.
        index: usize,
        /// The edge.
        edge: [usize; 2],
    },
    /// An edge occurs twice, in one direction or both.
    #[error("edge '{} {}' occurs twice: remove one of them", edge[0], edge[1])]
    Duplicate {
        /// Which edge, counted from 0.
        index: usize,
        /// The same edge before.
        first: usize,
        /// The edge.
        edge: [usize; 2],
    },
}

impl Graph {
    /// The graph with these edges; vertices are counted from 0.
    ///
    /// # Errors
    ///
    /// [`GraphError`] for the first thing that is wrong.
    pub fn new(
        vertices: usize,
        edges: impl IntoIterator<Item = [usize; 2]>,
    ) -> Result<Self, GraphError> {
        if vertices == 0 {
            return Err(GraphError::NoVertices);
        }
        let mut seen = HashMap::new();
        let mut checked = Vec::new();
        for (index, edge) in edges.into_iter().enumerate() {
            let [i, j] = edge;
            if let Some(vertex) = edge.into_iter().find(|&vertex| vertex >= vertices) {
                return Err(GraphError::Vertex { index, edge, vertex, vertices });
            }
            if i == j {
                return Err(GraphError::Loop { index, edge });
            }
            if let Some(first) = seen.insert([i.min(j), i.max(j)], index) {
                return Err(GraphError::Duplicate { index, first, edge });
            }
            checked.push(edge);
        }
        Ok(Self { vertices, edges: checked })
    }

    /// How many vertices there are.
    pub const fn vertices(&self) -> usize {
        self.vertices
    }

    /// The edges.
    pub fn edges(&self) -> &[[usize; 2]] {
        &self.edges
    }

    /// Whether the edges with these indices are a matching, by the definition: no two of them share
    /// a vertex.
    pub fn is_matching(&self, chosen: &[usize]) -> bool {
        let mut ends: Vec<usize> = Vec::new();
        for &index in chosen {
            let Some(edge) = self.edges.get(index) else { return false };
            ends.extend(edge);
        }
        ends.sort_unstable();
        ends.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// The board of the reduction: the cards of the vertices in ascending order, then those of the
    /// edges in theirs.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for more than 64 vertices.
    pub fn board(&self) -> Result<Board, TooLarge> {
        let deck = TooLarge::deck("this graph", 3, self.vertices)?;
        let with = |value: usize, places: &[usize]| -> Card {
            let mut values = vec![0; self.vertices];
            for &place in places {
                values[place] = value;
            }
            deck.card(&values).expect("a value a vertex, up to 2")
        };
        let vertices = (0..self.vertices).map(|vertex| with(1, &[vertex]));
        let cards: Vec<Card> =
            vertices.chain(self.edges.iter().map(|edge| with(2, edge))).collect();
        Ok(Board::new(deck, &cards).expect("vertices and edges are distinct"))
    }

    /// The index of the edge that a set of the [`board`](Self::board) stands for; `None` for a set
    /// of any other board.
    pub fn edge(&self, set: &Set) -> Option<usize> {
        let board = self.board().ok()?;
        let on_board = set.cards().iter().all(|&card| board.contains(card));
        let of_edge = |card: &Card| set.cards().binary_search(card).is_ok();
        let edge = board.cards()[self.vertices..].iter().position(of_edge);
        edge.filter(|_| on_board && set.cards().len() == 3)
    }
}
