//! Reductions: other problems as boards, boards as other problems, and the way back.
//!
//! | from | to | so that |
//! |---|---|---|
//! | [`MatchingInstance`] | board | it has a perfect matching where the board has a set |
//! | [`Graph`] | board of v = 3 | the sets are its edges, and disjoint sets are a matching |
//! | board | [`ExactCover`]s | their exact covers are the sets |
//! | board | [`Hypergraph`] | its perfect matchings are the sets that differ in every property |
//!
//! Each file gives the proof in a few sentences. The first reduction is why finding a set is
//! NP-complete: k-dimensional matching is, from k = 3 on. [`generate`] makes instances.

pub mod exact_cover;
pub mod generate;
pub mod graph;
pub mod hypergraph;
pub mod matching;
mod parse;

pub use exact_cover::{ExactCover, exact_covers};
pub use graph::{Graph, GraphError};
pub use hypergraph::Hypergraph;
pub use matching::{MatchingError, MatchingInstance};
pub use parse::{ParseError, Problem};

use thiserror::Error;

use crate::deck::{Deck, DeckError};

/// A problem is too large to be a board: the cards of its deck would not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "{of} is too large for a board, with {values} values and {properties} properties: {reason}"
)]
pub struct TooLarge {
    /// What was to become a board.
    of: &'static str,
    /// The values a property that its deck would have.
    pub values: usize,
    /// The properties that its deck would have.
    pub properties: usize,
    /// Why there is no such deck, which the message tells, too.
    pub reason: DeckError,
}

impl TooLarge {
    /// The deck that a problem needs.
    fn deck(of: &'static str, values: usize, properties: usize) -> Result<Deck, Self> {
        Deck::new(values, properties).map_err(|reason| Self { of, values, properties, reason })
    }
}

/// Numbers with spaces between them, as a file has them.
fn spaced(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    numbers.join(" ")
}
