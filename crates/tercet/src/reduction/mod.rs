//! Reductions: other problems as boards, boards as other problems, and the solutions translated
//! back.
//!
//! | from | to | property |
//! |---|---|---|
//! | [`MatchingInstance`] | board | the perfect matchings are the sets |
//! | [`Graph`] | board with v = 3 | the edges are the sets, matchings are disjoint sets |
//! | board | [`ExactCover`]s | the sets are the exact covers |
//! | board | [`Hypergraph`] | the sets that are all different in every property are the perfect
//! matchings |
//!
//! Each file contains a short proof. The first reduction shows that deciding whether a board holds
//! a set is NP-complete, because k-dimensional matching is for k ≥ 3. [`generate`] creates random
//! instances.

pub mod exact_cover;
pub mod generate;
pub mod graph;
pub mod hypergraph;
pub mod matching;
mod parse;

pub use exact_cover::{ExactCover, ExactCovers, exact_covers};
pub use graph::{Graph, GraphError};
pub use hypergraph::Hypergraph;
pub use matching::{MatchingError, MatchingInstance};
pub use parse::{ParseError, Problem};

use thiserror::Error;

use crate::deck::{Deck, DeckError};

/// A problem is too large for a board: the cards of its deck would not fit 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "{of} is too large for a board, with {values} values and {properties} properties: {reason}"
)]
pub struct TooLarge {
    /// The kind of problem.
    of: &'static str,
    /// The number of values of its deck.
    pub values: usize,
    /// The number of properties of its deck.
    pub properties: usize,
    /// Why the deck cannot be created; part of the message.
    pub reason: DeckError,
}

impl TooLarge {
    /// The deck that a problem needs.
    fn deck(of: &'static str, values: usize, properties: usize) -> Result<Deck, Self> {
        Deck::new(values, properties).map_err(|reason| Self { of, values, properties, reason })
    }
}

/// Numbers separated by spaces, as in a file.
fn spaced(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    numbers.join(" ")
}
