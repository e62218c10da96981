//! Boards of every deck whose card numbers fit 64 bits.
//!
//! Each board is given to the method that [`auto`](crate::solver::choose) takes for it, with a
//! [`Board`] and a solver of its own: some microseconds for a small board.
//!
//! Which set a method finds depends on its search. So that the answer is a fact about the board,
//! what is written is the first set in layout order, and the search is used to tell whether there
//! is one, and up to which card the first set must begin.

use std::ops::Range;

use super::{BulkError, NONE, boards_of_positions, check_cards, check_lengths, fault};
use crate::board::Board;
use crate::card::Card;
use crate::deal::Dealer;
use crate::deck::{Deck, Unsupported};
use crate::solver::{Auto, Count, Limit, Options, Stop, first_in_order};

/// Boards of k cards each, of a deck with at most 2^64 cards, as arrays of card numbers.
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
    /// [`Stop`] if the deck has more than 2^64 cards, or fewer than asked for, or if a
    /// position would not fit 32 bits.
    pub fn new(deck: Deck, cards: usize, options: &Options) -> Result<Self, Stop> {
        if u64::try_from(deck.last_rank()).is_err() {
            let decks = "a deck of at most 2^64 cards";
            return Err(Unsupported::needs("an array of 64-bit numbers", decks, deck).into());
        }
        check_cards(deck, cards)?;
        Ok(Self { deck, cards, options: *options })
    }

    /// The deck.
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// k: the number of cards of each board.
    pub const fn cards(&self) -> usize {
        self.cards
    }

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
    pub fn count(&self, cards: &[u64], counts: &mut [u32], limit: &Limit) -> Result<(), BulkError> {
        check_lengths(cards.len(), counts.len(), self.cards);
        for (row, count) in counts.iter_mut().enumerate() {
            let board = self.board(cards, row, limit)?;
            let sets = Auto::new(&board, &self.options).count(limit)?;
            *count = u32::try_from(sets).map_err(|_| BulkError::TooMany { row, sets })?;
        }
        Ok(())
    }

    /// Writes the ascending positions of the first set of each board, or v times
    /// [`NONE`](super::NONE): of all sets of the board the one with the least first position, of
    /// these the one with the least second, and so on.
    ///
    /// `cards` holds the numbers of board after board, `found` gets v positions for each board,
    /// counted from 0. A board with a set takes up to about five times as long as a proof that it
    /// had none.
    ///
    /// # Errors
    ///
    /// [`BulkError`] for the first row with a number that is not a card or occurs twice, or if the
    /// limit ended the work; the sets of earlier rows are then written.
    ///
    /// # Panics
    ///
    /// If the length of `found` is not v times the number of boards.
    pub fn find(&self, cards: &[u64], found: &mut [u32], limit: &Limit) -> Result<(), BulkError> {
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
    pub fn deal(
        &self,
        seed: u64,
        boards: Range<u64>,
        cards: &mut [u64],
        limit: &Limit,
    ) -> Result<(), Stop> {
        let count = boards.end.saturating_sub(boards.start);
        check_lengths(cards.len(), usize::try_from(count).unwrap_or(usize::MAX), self.cards);
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
