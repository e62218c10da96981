//! The hypergraph of a board: vertices are the values of properties, hyperedges are cards.
//!
//! A board of n cards with p properties and v values becomes a hypergraph with p·v vertices, one
//! for each value of each property, and n hyperedges: a card joins the p vertices of its values
//! (Lampis and Mitsou 2014). A *perfect matching* is a family of hyperedges that covers every
//! vertex exactly once; each hyperedge contains one vertex of every property, so a perfect matching
//! has v hyperedges.
//!
//! - **A perfect matching is a set**: v cards that show every value of every property once are all
//!   different in all properties.
//! - **A set that is all different in every property is a perfect matching**, by the converse
//!   argument. A set that agrees in some property is not, because its hyperedges share a vertex
//!   there; so not all sets are perfect matchings.
//!
//! For v > 1 there is a board whose sets are exactly the perfect matchings: the hypergraph is an
//! instance of p-dimensional matching ([`Hypergraph::instance`]), whose reduction adds an extra
//! card with a new value. For all sets, group by group, see [`exact_covers`].
//!
//! [`exact_covers`]: super::exact_covers

use super::{MatchingInstance, is_exact_cover};
use crate::board::Board;
use crate::deck::Deck;

/// The hypergraph of a board.
///
/// ```
/// use tercet::reduction::Hypergraph;
///
/// let hypergraph = Hypergraph::new(&"01 12 20 00".parse()?);
/// assert_eq!(hypergraph.vertices(), 6);
/// assert_eq!(hypergraph.hyperedges()[1], [1, 5]);
/// assert!(hypergraph.is_perfect_matching(&[0, 1, 2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hypergraph {
    deck: Deck,
    hyperedges: Vec<Vec<usize>>,
}

impl Hypergraph {
    /// The hypergraph of a board, its hyperedges in layout order.
    pub fn new(board: &Board) -> Self {
        let deck = board.deck();
        let vertices = |&card| {
            let values = deck.values_of(card).enumerate();
            values.map(|(property, value)| property * deck.values() + value).collect()
        };
        Self { deck, hyperedges: board.cards().iter().map(vertices).collect() }
    }

    /// The number of vertices: p·v.
    pub const fn vertices(&self) -> usize {
        self.deck.properties() * self.deck.values()
    }

    /// The property and the value that a vertex represents: vertices are counted from 0, first the
    /// values of the first property, then those of the second, and so on.
    pub const fn meaning(&self, vertex: usize) -> (usize, usize) {
        (vertex / self.deck.values(), vertex % self.deck.values())
    }

    /// For each card, in layout order, its vertices in ascending order.
    pub fn hyperedges(&self) -> &[Vec<usize>] {
        &self.hyperedges
    }

    /// Whether the hyperedges with these indices are a perfect matching, by the definition: every
    /// vertex lies on exactly one of them.
    pub fn is_perfect_matching(&self, chosen: &[usize]) -> bool {
        is_exact_cover(&self.hyperedges, chosen, self.vertices())
    }

    /// The hypergraph as an instance of matching with p dimensions and v elements: edge i is
    /// hyperedge i.
    pub fn instance(&self) -> MatchingInstance {
        let values = |vertices: &Vec<usize>| {
            vertices.iter().map(|&vertex| self.meaning(vertex).1).collect::<Vec<_>>()
        };
        let (p, v) = (self.deck.properties(), self.deck.values());
        MatchingInstance::new(p, v, self.hyperedges.iter().map(values))
            .expect("the cards of a board are distinct, with p values below v")
    }
}
