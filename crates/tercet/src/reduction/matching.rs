//! k-dimensional matching as a board, and the matching of a set.
//!
//! An instance has k dimensions of n elements each, and edges, each of which contains one element
//! of every dimension. A *perfect matching* is n edges that share no element, so that they contain
//! every element once. Deciding whether there is one is NP-complete for k ≥ 3 (Karp 1972).
//!
//! The reduction is that of Chaudhuri et al., *On the Complexity of the Game of Set* (2003),
//! section 2. Every edge becomes a card of the deck (n+1, k): dimensions are properties, elements
//! are values. One more card, the *extra card*, has the value n, which no edge has, in every
//! property.
//!
//! - **A perfect matching gives a set.** Its n edges and the extra card are n+1 cards, all
//!   different in every property.
//! - **A set gives a perfect matching.** In some property its n+1 cards are all different. There
//!   they show n+1 values, so one of them shows n: the extra card is in the set. No other card
//!   agrees with it in any property, so the cards are all different in all properties, and the n
//!   others are edges that share no element.
//!
//! So the sets of the board are the perfect matchings of the instance, one to one. The board has
//! one card more than the instance has edges and is built in linear time.

use std::collections::HashMap;

use super::{InstanceError, deck_of, is_exact_cover};
use crate::deck::{Deck, OutOfRange};
use crate::{Board, Card, Set};

/// An instance of k-dimensional matching.
///
/// ```
/// use tercet::reduction::MatchingInstance;
///
/// let edges = [[0, 0, 1], [1, 1, 0], [0, 1, 1]].map(Vec::from);
/// let instance = MatchingInstance::new(3, 2, edges)?;
/// let board = instance.board()?;
/// let set = board.find().expect("there is a matching");
/// assert_eq!(instance.matching(&set), Some(vec![0, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchingInstance {
    pub(super) dimensions: usize,
    pub(super) elements: usize,
    /// None is wrong, and none occurs twice.
    pub(super) edges: Vec<Box<[usize]>>,
}

impl MatchingInstance {
    /// The instance with these edges, each as one element for each dimension; dimensions, elements
    /// and edges are counted from 0. There may be no edges.
    ///
    /// # Errors
    ///
    /// [`InstanceError`] with the first problem.
    pub fn new(
        dimensions: usize,
        elements: usize,
        edges: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<Self, InstanceError> {
        if dimensions == 0 {
            return Err(InstanceError::Empty { of: "an instance", noun: "dimension" });
        }
        if elements == 0 {
            return Err(InstanceError::Empty { of: "an instance", noun: "element" });
        }
        let mut seen: HashMap<Box<[usize]>, usize> = HashMap::new();
        let mut checked = Vec::new();
        for (index, edge) in edges.into_iter().enumerate() {
            if edge.len() != dimensions {
                return Err(InstanceError::Width { index, edge, dimensions });
            }
            if let Some(place) = edge.iter().position(|&element| element >= elements) {
                let (noun, element, count) = ("element", edge[place], elements);
                return Err(InstanceError::Element { index, edge, place, noun, element, count });
            }
            if let Some(&first) = seen.get(&edge[..]) {
                return Err(InstanceError::Duplicate { index, first, edge, place: None });
            }
            let edge = edge.into_boxed_slice();
            seen.insert(edge.clone(), index);
            checked.push(edge);
        }
        Ok(Self { dimensions, elements, edges: checked })
    }

    /// k: the number of dimensions.
    pub const fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// n: the number of elements of each dimension, and of edges in a perfect matching.
    pub const fn elements(&self) -> usize {
        self.elements
    }

    /// The edges, each as one element for each dimension.
    pub fn edges(&self) -> &[Box<[usize]>] {
        &self.edges
    }

    /// The edges, taken from the instance.
    pub fn into_edges(self) -> Vec<Box<[usize]>> {
        self.edges
    }

    /// Whether the edges with these indices are a perfect matching, by the definition: n edges that
    /// share no element in any dimension.
    pub fn is_perfect_matching(&self, chosen: &[usize]) -> bool {
        if chosen.len() != self.elements || chosen.iter().any(|&edge| edge >= self.edges.len()) {
            return false;
        }
        (0..self.dimensions).all(|dimension| {
            let mut taken: Vec<usize> =
                chosen.iter().map(|&edge| self.edges[edge][dimension]).collect();
            taken.sort_unstable();
            taken.windows(2).all(|pair| pair[0] != pair[1])
        })
    }

    /// The board of the reduction: a card for each edge, in their order, followed by the extra
    /// card.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`] if the deck (n+1, k) is too large.
    pub fn board(&self) -> Result<Board, OutOfRange> {
        let deck = self.deck()?;
        let mut cards: Vec<Card> = self.edges.iter().map(|edge| card(deck, edge)).collect();
        cards.push(card(deck, &vec![self.elements; self.dimensions]));
        Ok(Board::new(deck, &cards).expect("the edges are distinct, and the extra card is none"))
    }

    /// The perfect matching of a set of the [`board`](Self::board), as ascending indices of edges;
    /// `None` for a set of any other board.
    pub fn matching(&self, set: &Set) -> Option<Vec<usize>> {
        let deck = self.deck().ok().filter(|&deck| deck == set.deck())?;
        let on_set = |&index: &usize| set.binary_search(&card(deck, &self.edges[index])).is_ok();
        let matching: Vec<usize> = (0..self.edges.len()).filter(on_set).collect();
        self.is_perfect_matching(&matching).then_some(matching)
    }

    fn deck(&self) -> Result<Deck, OutOfRange> {
        deck_of("this instance", self.elements.saturating_add(1), self.dimensions)
    }
}

/// The card of an edge.
fn card(deck: Deck, edge: &[usize]) -> Card {
    deck.card_of(edge).expect("an edge has k elements below n")
}

// The hypergraph of a board: vertices are the values of properties, hyperedges are cards.
//
// A board of n cards with p properties and v values becomes a hypergraph with p·v vertices, one
// for each value of each property, and n hyperedges: a card joins the p vertices of its values
// (Lampis and Mitsou 2014). A *perfect matching* is a family of hyperedges that covers every
// vertex exactly once; each hyperedge contains one vertex of every property, so a perfect matching
// has v hyperedges.
//
// - **A perfect matching is a set**: v cards that show every value of every property once are all
//   different in all properties.
// - **A set that is all different in every property is a perfect matching**, by the converse
//   argument. A set that agrees in some property is not, because its hyperedges share a vertex
//   there; so not all sets are perfect matchings.
//
// For v > 1 there is a board whose sets are exactly the perfect matchings: the hypergraph is an
// instance of p-dimensional matching (`Hypergraph::instance`), whose reduction adds an extra
// card with a new value. For all sets, group by group, see `exact_covers`.

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
