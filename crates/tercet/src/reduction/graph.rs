//! Graphs as boards with three values: the sets are the edges.
//!
//! Let the deck have three values and a property for each vertex. Vertex i is the card `e_i`, which
//! is 1 in property i and 0 elsewhere; the edge between i and j is the card `2e_i + 2e_j`. (Cards
//! are vectors modulo 3, where a set is three distinct cards with the sum 0.)
//!
//! - **An edge is a set**: with its two vertices, `e_i + e_j + 2e_i + 2e_j = 0`.
//! - **There are no other sets.** Let three cards sum to 0, and let, in some property, a of them be
//!   vertex cards with a 1 and b be edge cards with a 2. As 2 is −1, a and b are equal modulo 3; a
//!   is at most 1, and b at most the number of edge cards. Three vertices: b = 0 everywhere but a =
//!   1 somewhere, a contradiction. Two vertices i and j: b = 1 in the properties i and j, so the
//!   third card is their edge. One vertex and two edges: b is 1 in one property and 0 elsewhere,
//!   but two edges have four ends, a contradiction. Three edges: b is 0 or 3 everywhere, and 3 in
//!   two properties, as there are six ends, so the three edges are the same edge, a contradiction.
//!
//! Two sets share a card exactly if the edges share a vertex. So disjoint sets are a matching of
//! the graph, and a maximal family of disjoint sets is a maximal matching. This connects the
//! questions of Lampis and Mitsou, *The Computational Complexity of the Game of Set* (2014), about
//! families of disjoint sets with v = 3 to problems about edges of graphs (Independent Edge
//! Dominating Set, Arc Kayles).
//!
//! A card has at most 64 properties of three values, so a graph has at most 64 vertices.

use std::collections::HashMap;

use super::{InstanceError, deck_of};
use crate::deck::OutOfRange;
use crate::{Board, Card, Set};

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

impl Graph {
    /// The graph with these edges; vertices are counted from 0.
    ///
    /// # Errors
    ///
    /// [`InstanceError`] with the first problem.
    pub fn new(
        vertices: usize,
        edges: impl IntoIterator<Item = [usize; 2]>,
    ) -> Result<Self, InstanceError> {
        if vertices == 0 {
            return Err(InstanceError::Empty { of: "a graph", noun: "vertex" });
        }
        let mut seen = HashMap::new();
        let mut checked = Vec::new();
        for (index, edge) in edges.into_iter().enumerate() {
            let [i, j] = edge;
            if let Some(place) = edge.iter().position(|&vertex| vertex >= vertices) {
                let (edge, element, noun) = (edge.into(), edge[place], "vertex");
                let count = vertices;
                return Err(InstanceError::Element { index, edge, place, noun, element, count });
            }
            if i == j {
                return Err(InstanceError::Loop { index, edge });
            }
            if let Some(first) = seen.insert([i.min(j), i.max(j)], index) {
                let edge = edge.into();
                return Err(InstanceError::Duplicate { index, first, edge, place: None });
            }
            checked.push(edge);
        }
        Ok(Self { vertices, edges: checked })
    }

    /// The number of vertices.
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

    /// The board of the reduction: the cards of the vertices in ascending order, followed by those
    /// of the edges in their order.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`] for more than 64 vertices.
    pub fn board(&self) -> Result<Board, OutOfRange> {
        let deck = deck_of("this graph", 3, self.vertices)?;
        let with = |value: usize, places: &[usize]| -> Card {
            let mut values = vec![0; self.vertices];
            for &place in places {
                values[place] = value;
            }
            deck.card_of(&values).expect("a value a vertex, up to 2")
        };
        let vertices = (0..self.vertices).map(|vertex| with(1, &[vertex]));
        let cards: Vec<Card> =
            vertices.chain(self.edges.iter().map(|edge| with(2, edge))).collect();
        Ok(Board::new(deck, &cards).expect("vertices and edges are distinct"))
    }

    /// The index of the edge that a set of the [`board`](Self::board) represents; `None` for a set
    /// of any other board.
    pub fn edge(&self, set: &Set) -> Option<usize> {
        let board = self.board().ok().filter(|board| board.deck() == set.deck())?;
        let on_board = set.iter().all(|&card| board.contains(card));
        let of_edge = |card: &Card| set.binary_search(card).is_ok();
        let edge = board.cards()[self.vertices..].iter().position(of_edge);
        edge.filter(|_| on_board)
    }
}
