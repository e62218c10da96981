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
pub mod matching;
pub mod obstruction;
mod parse;

pub use exact_cover::{ExactCover, exact_covers, exact_covers_within};
pub use graph::Graph;
pub use matching::{Hypergraph, MatchingInstance};
pub use obstruction::Obstruction;

use thiserror::Error;

use crate::deck::{Deck, DeckError, OutOfRange};
use crate::text::{Place, shown};

/// Why some edges, or a text, are not an instance of matching or a graph. Edges are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InstanceError {
    /// There is nothing to match: a dimension, an element or a vertex is needed.
    #[error("{of} has at least 1 {noun}{}, not 0", if *noun == "element" { " in each dimension" } else { "" })]
    Empty {
        /// `an instance` or `a graph`.
        of: &'static str,
        /// What is missing.
        noun: &'static str,
    },
    /// An edge has too few elements, or too many.
    #[error(
        "edge '{}' must have one element of each dimension: give {dimensions}, not {}",
        spaced(edge),
        edge.len()
    )]
    Width {
        /// The index of the edge.
        index: usize,
        /// The edge.
        edge: Vec<usize>,
        /// k.
        dimensions: usize,
    },
    /// An edge contains an element, or a vertex, that does not exist.
    #[error(
        "edge '{}': {noun} {element} is out of range, the {} are 0 to {}: correct it, or give the {}",
        spaced(edge),
        plural(noun),
        count - 1,
        if *noun == "vertex" { "graph more vertices" } else { "instance more elements" }
    )]
    Element {
        /// The index of the edge.
        index: usize,
        /// The edge.
        edge: Vec<usize>,
        /// The place of the element in the edge, counted from 0.
        place: usize,
        /// `element` or `vertex`.
        noun: &'static str,
        /// The element.
        element: usize,
        /// The number of elements.
        count: usize,
    },
    /// An edge goes from a vertex to itself.
    #[error("edge '{}' joins a vertex to itself: remove it", spaced(edge))]
    Loop {
        /// The index of the edge.
        index: usize,
        /// The edge.
        edge: [usize; 2],
    },
    /// An edge occurs twice, in a graph in one direction or both.
    #[error(
        "edge '{}' occurs twice{}: remove one of them",
        spaced(edge),
        .place.map(|place| format!(", first at {place}")).unwrap_or_default()
    )]
    Duplicate {
        /// The index of the edge.
        index: usize,
        /// The index of its first occurrence.
        first: usize,
        /// The edge.
        edge: Vec<usize>,
        /// Where it occurred first, in a text.
        place: Option<Place>,
    },
    /// The text is not UTF-8.
    #[error("this is not text (not UTF-8): give a file that begins with a line '{0}'")]
    NotText(&'static str),
    /// The first line is not a heading.
    #[error("a file of this kind begins with a line '{wanted}', such as '{example}'")]
    NoHeading {
        /// The form of the heading.
        wanted: &'static str,
        /// An example of a heading.
        example: &'static str,
    },
    /// A word is not a number.
    #[error("'{}' is not a number: an edge is numbers from 0, with spaces between them", shown(.0))]
    NotANumber(String),
    /// An edge of a graph does not have two ends.
    #[error("edge '{}' does not join two vertices: give two numbers", spaced(.0))]
    Ends(Vec<usize>),
}

fn plural(noun: &str) -> &'static str {
    if noun == "vertex" { "vertices" } else { "elements" }
}

/// The deck that a problem needs.
///
/// # Errors
///
/// [`OutOfRange`] if its cards would not fit 128 bits.
fn deck_of(of: &str, values: usize, properties: usize) -> Result<Deck, OutOfRange> {
    Deck::new(values, properties).map_err(|error| {
        let (noun, asked, most) = match error {
            DeckError::TooManyProperties { properties, most, .. } => {
                ("properties", properties, most)
            }
            _ => ("values", values, Deck::MOST_VALUES),
        };
        let what = format!("{of} is too large for a board, with {asked} {noun}");
        OutOfRange { what, asked: asked as u128, least: 1, most: most as u128 }
    })
}

/// Whether each of the numbers below `end` is in exactly one of the chosen families, which must
/// exist.
fn is_exact_cover(families: &[Vec<usize>], chosen: &[usize], end: usize) -> bool {
    let mut times = vec![0_usize; end];
    for &index in chosen {
        let Some(family) = families.get(index) else { return false };
        for &number in family {
            times[number] += 1;
        }
    }
    times.iter().all(|&times| times == 1)
}

/// Numbers separated by spaces, as in a file.
fn spaced(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    numbers.join(" ")
}
