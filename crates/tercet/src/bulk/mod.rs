//! Many boards of one deck in one call.
//!
//! A table of random boards, as programs in numerical languages keep it, is an array: a row for
//! each board, and in each row k card numbers. The *number* of a card is its rank in the deck
//! ([`Deck::rank`]). Building a [`Board`] and a solver for each row would take longer
//! than the answer, so the types of this module read such arrays and write arrays:
//!
//! - [`SmallBoards`], for v = 3 and p ≤ 5, where a number fits a byte: some tens of nanoseconds for
//!   a board of 12 cards;
//! - [`Boards`], for every deck whose numbers fit 64 bits: each board is given to the method that
//!   suits it.
//!
//! Both are [`BoardArrays`]: they count the sets of each board, find the first set of each board in
//! layout order, and deal boards.
//!
//! ```
//! use tercet::Deck;
//! use tercet::bulk::{BoardArrays, SmallBoards};
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

mod small;
#[cfg(test)]
mod tests;

use std::ops::Range;

use thiserror::Error;

use crate::deal::Dealer;
use crate::deck::{Deck, OutOfRange, Unsupported};
use crate::solver::{Auto, Cannot, Count, Limit, Options, Stop, first_in_order};
use crate::{Board, Card};
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

/// Boards of k cards each of one deck, as arrays of card numbers. Threads can share them.
pub trait BoardArrays: Send + Sync {
    /// The type of a card number.
    type Number: Copy + Default + Send + Sync + 'static;

    /// Writes the number of sets of each board.
    ///
    /// `cards` holds the numbers of board after board, `counts` gets one number for each board.
    ///
    /// # Errors
    ///
    /// [`BulkError`] for the first row with a number that is not a card or occurs twice, or with
    /// 2^32 sets or more, or if the limit ended the work; the counts of earlier rows are then
    /// written.
    ///
    /// # Panics
    ///
    /// If the length of `cards` is not k times that of `counts`.
    fn count(
        &self,
        cards: &[Self::Number],
        counts: &mut [u32],
        limit: &Limit,
    ) -> Result<(), BulkError>;

    /// Writes the ascending positions of the first set of each board, or v times
    /// [`NONE`]: of all sets of the board the one with the least first position, of
    /// these the one with the least second, and so on.
    ///
    /// `cards` holds the numbers of board after board, `found` gets v positions for each board,
    /// counted from 0.
    ///
    /// # Errors
    ///
    /// [`BulkError`] for the first row with a number that is not a card or occurs twice, or if the
    /// limit ended the work; the sets of earlier rows are then written.
    ///
    /// # Panics
    ///
    /// If the length of `found` is not v times the number of boards.
    fn find(
        &self,
        cards: &[Self::Number],
        found: &mut [u32],
        limit: &Limit,
    ) -> Result<(), BulkError>;

    /// Deals boards: the numbers of the first k cards that a [`Dealer`] deals, board after board.
    ///
    /// Each board has its own stream of random numbers, numbered like the board, so a board depends
    /// on the seed and its number alone. Board 0 is that of [`deal::board`](crate::deal::board).
    /// Takes constant time for each card.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    ///
    /// # Panics
    ///
    /// If the length of `cards` is not k times the number of boards.
    fn deal(
        &self,
        seed: u64,
        boards: Range<u64>,
        cards: &mut [Self::Number],
        limit: &Limit,
    ) -> Result<(), Stop>;
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

/// The number of boards with these numbers.
fn number_of(boards: &Range<u64>) -> usize {
    usize::try_from(boards.end.saturating_sub(boards.start)).unwrap_or(usize::MAX)
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

// Boards of every deck whose card numbers fit 64 bits.
//
// Each board is given to the method that `auto` takes for it, with a
// `Board` and a solver of its own: some microseconds for a small board.
//
// Which set a method finds depends on its search. So that the answer is a fact about the board, the
// first set in layout order is written. The search says whether there is one, and up to which card
// the first set must begin.

/// Boards of k cards each, of a deck with at most 2^64 cards, as arrays of card numbers. To find the first
/// set of a board takes up to about five times as long as a proof that it has none.
#[derive(Clone, Debug)]
pub struct Boards {
    deck: Deck,
    /// k: the number of cards of a board.
    cards: usize,
    options: Options,
}

impl Boards {
    /// Prepares for boards of `cards` cards. The options are those of the search on each board.
    ///
    /// # Errors
    ///
    /// [`Cannot`] if the deck has more than 2^64 cards, or fewer than asked for, or if a
    /// position would not fit 32 bits.
    pub fn new(deck: Deck, cards: usize, options: &Options) -> Result<Self, Cannot> {
        if u64::try_from(deck.last_rank()).is_err() {
            let decks = "a deck of at most 2^64 cards";
            return Err(Unsupported::needs("an array of 64-bit numbers", decks, deck).into());
        }
        check_cards(deck, cards)?;
        Ok(Self { deck, cards, options: *options })
    }

    /// The board of a row.
    fn board(&self, cards: &[u64], row: usize, limit: &Limit) -> Result<Board, BulkError> {
        limit.check()?;
        let numbers = &cards[row * self.cards..][..self.cards];
        let last = self.deck.last_rank();
        if numbers.iter().all(|&number| u128::from(number) <= last) {
            let cards: Vec<Card> =
                numbers.iter().map(|&number| self.deck.nth(u128::from(number))).collect();
            if let Ok(board) = Board::new(self.deck, &cards) {
                return Ok(board);
            }
        }
        Err(fault(self.deck, row, numbers).expect("a number is foreign or occurs twice"))
    }
}

impl BoardArrays for Boards {
    type Number = u64;

    fn count(&self, cards: &[u64], counts: &mut [u32], limit: &Limit) -> Result<(), BulkError> {
        check_lengths(cards.len(), counts.len(), self.cards);
        for (row, count) in counts.iter_mut().enumerate() {
            let board = self.board(cards, row, limit)?;
            let sets = Auto::new(&board, &self.options).count(limit)?;
            *count = u32::try_from(sets).map_err(|_| BulkError::TooMany { row, sets })?;
        }
        Ok(())
    }

    fn find(&self, cards: &[u64], found: &mut [u32], limit: &Limit) -> Result<(), BulkError> {
        let values = self.deck.values();
        let boards = boards_of_positions(found.len(), values);
        check_lengths(cards.len(), boards, self.cards);
        for (row, set) in found.chunks_exact_mut(values).enumerate() {
            let board = self.board(cards, row, limit)?;
            match first_in_order(&board, &self.options, limit)? {
                None => set.fill(NONE),
                Some(first) => {
                    for (position, &found) in set.iter_mut().zip(first.iter()) {
                        *position = found as u32;
                    }
                }
            }
        }
        Ok(())
    }

    fn deal(
        &self,
        seed: u64,
        boards: Range<u64>,
        cards: &mut [u64],
        limit: &Limit,
    ) -> Result<(), Stop> {
        check_lengths(cards.len(), number_of(&boards), self.cards);
        let mut watch = limit.watch();
        for (board, cards) in boards.zip(cards.chunks_exact_mut(self.cards.max(1))) {
            watch.tick(10)?;
            for (number, card) in cards.iter_mut().zip(Dealer::of_stream(self.deck, seed, board)) {
                // Some 100 ns for each card.
                watch.tick(1)?;
                *number = self.deck.rank(card) as u64;
            }
        }
        Ok(())
    }
}
