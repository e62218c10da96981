//! Reductions: other problems as boards, boards as other problems, and the solutions translated
//! back.
//!
//! | from | to | property |
//! |---|---|---|
//! | [`MatchingInstance`] | board | the perfect matchings are the sets |
//! | board | [`ExactCover`]s | the sets are the exact covers |
//!
//! Each file contains a short proof. The first reduction shows that deciding whether a board holds
//! a set is NP-complete, because k-dimensional matching is for k ≥ 3. [`generate`] creates random
//! instances.

pub mod exact_cover;
pub mod generate;
pub mod matching;

pub use exact_cover::{ExactCover, exact_covers, exact_covers_within};
pub use matching::MatchingInstance;

use thiserror::Error;

use crate::deck::{Deck, DeckError, OutOfRange};
use crate::text::{Place, shown};

/// Why some edges, or a text, are not an instance of matching.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InstanceError {
    /// There is no dimension.
    #[error("an instance has at least 1 dimension, not 0")]
    NoDimension,
    /// There is no element.
    #[error("an instance has at least 1 element in each dimension, not 0")]
    NoElement,
    /// An edge has too few elements, or too many.
    #[error(
        "edge '{}' must have one element of each dimension: give {dimensions}, not {}",
        spaced(edge),
        edge.len()
    )]
    Width {
        /// The edge.
        edge: Vec<usize>,
        /// k.
        dimensions: usize,
    },
    /// An edge contains an element that does not exist.
    #[error(
        "edge '{}': element {element} is out of range, the elements are 0 to {}: correct it, or give the \
         instance more elements",
        spaced(edge),
        count - 1
    )]
    Element {
        /// The edge.
        edge: Vec<usize>,
        /// The element.
        element: usize,
        /// The number of elements.
        count: usize,
    },
    /// An edge occurs twice.
    #[error(
        "edge '{}' occurs twice{}: remove one of them",
        spaced(edge),
        .place.map(|place| format!(", first at {place}")).unwrap_or_default()
    )]
    Duplicate {
        /// The edge.
        edge: Vec<usize>,
        /// Where it occurred first, in a text.
        place: Option<Place>,
    },
    /// The text is not UTF-8.
    #[error("this is not text (not UTF-8): give a file that begins with a line 'matching K N'")]
    NotText,
    /// The first line is not a heading.
    #[error("a file of this kind begins with a line 'matching K N', such as 'matching 3 4'")]
    NoHeading,
    /// A word is not a number.
    #[error("'{}' is not a number: an edge is numbers from 0, with spaces between them", shown(.0))]
    NotANumber(String),
}

/// The deck that an instance needs.
///
/// # Errors
///
/// [`OutOfRange`] if its cards would not fit 128 bits.
fn deck_of(values: usize, properties: usize) -> Result<Deck, OutOfRange> {
    Deck::new(values, properties).map_err(|error| {
        let (noun, asked, most) = match error {
            DeckError::TooManyProperties { properties, most, .. } => {
                ("properties", properties, most)
            }
            _ => ("values", values, Deck::MOST_VALUES),
        };
        let what = format!("this instance is too large for a board, with {asked} {noun}");
        OutOfRange { what, asked: asked as u128, least: 1, most: most as u128 }
    })
}

/// Numbers separated by spaces, as in a file.
fn spaced(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    numbers.join(" ")
}
