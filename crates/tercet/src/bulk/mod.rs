//! Many boards of one deck in one call.
//!
//! A table of random boards, as programs in numerical languages keep it, is an array: a row for
//! each board, and in each row k card numbers. The *number* of a card is its rank in the deck
//! ([`Deck::rank`]). Building a [`Board`](crate::Board) and a solver for each row would take longer
//! than the answer, so the types of this module read such arrays and write arrays:
//!
//! - [`SmallBoards`], for v = 3 and p ≤ 5, where a number fits a byte: some tens of nanoseconds for
//!   a board of 12 cards;
//! - [`Boards`], for every deck whose numbers fit 64 bits: each board is given to the method that
//!   suits it.
//!
//! Both count the sets of each board, find the first set of each board in layout order, and deal
//! boards; their methods have the same names, orders of arguments and results. `Boards` takes the
//! [`Options`](crate::solver::Options) of its methods besides.
//!
//! ```
//! use tercet::Deck;
//! use tercet::bulk::SmallBoards;
//! use tercet::solver::Limit;
//!
//! let twelve = SmallBoards::new(Deck::CLASSIC, 12)?;
//! let mut cards = vec![0_u8; 12 * 1000];
//! twelve.deal(1, 0..1000, &mut cards, &Limit::none())?;
//! let mut counts = vec![0_u32; 1000];
//! twelve.count(&cards, &mut counts, &Limit::none())?;
//! assert_eq!(counts.iter().sum::<u32>(), 2794);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod general;
mod small;
#[cfg(test)]
mod tests;

use thiserror::Error;

use crate::deck::{Deck, OutOfRange};
use crate::solver::Stop;

pub use general::Boards;
pub use small::SmallBoards;

/// What `find` writes in place of each position of a board without a set: read as a signed number,
/// it is −1.
pub const NONE: u32 = u32::MAX;

/// Why an array of boards got no answer. Rows and columns are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BulkError {
    /// The deck has no card with this number.
    #[error("{deck} has no card {number} (row {row}, column {column})")]
    Foreign {
        /// The deck.
        deck: Deck,
        /// The number.
        number: u64,
        /// The row of the board.
        row: usize,
        /// The first column of the row with such a number.
        column: usize,
    },
    /// A card occurs twice on a board.
    #[error("the card {number} occurs twice (row {row}, columns {} and {})", columns[0], columns[1])]
    Duplicate {
        /// The number of the card.
        number: u64,
        /// The row of the board.
        row: usize,
        /// The first column whose card occurred before, after the column where it did.
        columns: [usize; 2],
    },
    /// A board has more sets than a count can hold.
    #[error("the board of row {row} has {sets} sets, more than 32 bits can count")]
    TooMany {
        /// The row of the board.
        row: usize,
        /// The number of its sets.
        sets: u128,
    },
    /// The work did not end.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Checks the number of cards of a board.
fn check_cards(deck: Deck, asked: usize) -> Result<(), OutOfRange> {
    let most = deck.size_up_to_max().min(NONE.into());
    OutOfRange::check(asked as u128, 0..=most, || format!("no board of {asked} cards of {deck}"))
}

/// Checks the lengths of arrays: `cards` of `boards` rows with `each` columns.
fn check_lengths(cards: usize, boards: usize, each: usize) {
    assert_eq!(Some(cards), boards.checked_mul(each), "{boards} boards of {each} cards");
}

/// The number of boards whose positions fit an array of this length.
fn boards_of_positions(positions: usize, values: usize) -> usize {
    assert_eq!(positions % values, 0, "the positions of sets come in groups of {values}");
    positions / values
}

/// What is wrong with a row, if anything is: the first column that is not a card of the deck, or
/// has occurred before. Sorts only if there is reason to.
fn fault(deck: Deck, row: usize, cards: &[u64]) -> Option<BulkError> {
    let last = deck.last_rank();
    let foreign = cards.iter().position(|&number| u128::from(number) > last);
    let mut sorted: Vec<(u64, usize)> = cards.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    let equal = sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    // Equal cards ascend by their columns, so the second column of the first such pair is the
    // first that repeats any.
    let columns = equal.map(|pair| [pair[0].1, pair[1].1]).min_by_key(|columns| columns[1]);
    match (foreign, columns) {
        (Some(column), columns) if columns.is_none_or(|columns| column < columns[1]) => {
            Some(BulkError::Foreign { deck, number: cards[column], row, column })
        }
        (_, Some(columns)) => {
            Some(BulkError::Duplicate { number: cards[columns[0]], row, columns })
        }
        _ => None,
    }
}
