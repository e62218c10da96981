//! Packing: the maximum number of pairwise disjoint sets of a board.
//!
//! ```
//! use tercet::{Board, Deck};
//!
//! let packing = Board::new(Deck::CLASSIC, Deck::CLASSIC.cards())?.search().pack()?;
//! assert_eq!((packing.len(), packing.is_proved()), (27, true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This is set packing, which is NP-hard even for sets of three (Karp's list, 1972). [`most`] lists
//! the sets with a given method and then searches by branch and bound, the cheapest steps first:
//!
//! 1. With v = 1 every card is a set, with v = 2 any two cards are: no search is needed.
//! 2. The sets that differ in one property only may cover all cards, as in a whole deck: then no
//!    list of sets is needed.
//! 3. The parts of the board that share no set are packed separately. A part with few sets is
//!    solved as a small conflict graph (`few.rs`).
//! 4. A local search finds a packing that usually is of maximum size (`walk.rs`).
//! 5. Upper bounds may prove it maximal: n/v, the sum of the uncovered cards, weights of the
//!    cards (`bounds.rs`).
//! 6. If a gap remains, a search decides for each number in it, from the top down, whether there is
//!    a packing of that many sets (`search.rs`). So the bound falls while the search goes on.
//!
//! [`greedy`] takes sets in layout order, as people do, for comparison. [`partitions`] counts the
//! ways to split all cards into sets.

mod bounds;
mod few;
mod instance;
mod most;
mod partitions;
mod search;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::board::{Board, BoardError, CardHash};
use crate::solver::{Found, Stop};
use crate::{Card, Search, Set};

pub use few::{MOST_FEW, most_disjoint};
pub use most::{greedy, most};
pub use partitions::partitions;

/// Pairwise disjoint sets of a board, and a bound on their number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packing {
    sets: Vec<Set>,
    bound: usize,
}

impl Search<'_> {
    /// The most disjoint sets of the board; see [`most`].
    ///
    /// ```
    /// use tercet::Board;
    ///
    /// let board: Board = "0000 0001 0002 1000 2000 1111".parse()?;
    /// let packing = board.search().pack()?;
    /// assert!(packing.is_proved());
    /// assert_eq!(packing.sets()[0].to_string(), "1RsO 1RsD 1RsS");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Stop`] with the best packing that was found, if the search ended before its proof.
    pub fn pack(&self) -> Result<Packing, Stop<Packing>> {
        match self.solver() {
            Ok(mut lister) => most(&mut *lister, self.options().memory, &self.limit()),
            Err(stop) => Err(stop.with(Packing::found(self.board(), &[]))),
        }
    }

    /// The number of ways to split all cards of the board into sets; see [`partitions`].
    ///
    /// # Errors
    ///
    /// [`Stop`] if the search ended before they were counted.
    pub fn partitions(&self) -> Result<BigUint, Stop> {
        partitions(&mut *self.solver()?, self.options().memory, &self.limit())
    }
}

impl Packing {
    /// The packing that consists of these sets, wherever they were found. Their positions become
    /// those on this board.
    ///
    /// # Errors
    ///
    /// [`BoardError`] with a card that is in two of them, does not lie on the board, or belongs to
    /// another deck.
    pub fn new(board: &Board, sets: impl IntoIterator<Item = Set>) -> Result<Self, BoardError> {
        let sets: Vec<Set> = sets.into_iter().collect();
        if let Some(other) = sets.iter().find(|set| set.deck() != board.deck()) {
            return Err(BoardError::Foreign(board.deck(), other[0]));
        }
        let cards: Vec<Card> = sets.iter().flatten().collect();
        board.clone().remove(&cards)?;
        let places: HashMap<Card, usize, CardHash> = board.iter().zip(0..).collect();
        let found = |set: &Set| Found::new(set.iter().map(|card| places[card]).collect::<Vec<_>>());
        Ok(Self::found(board, &sets.iter().map(found).collect::<Vec<_>>()))
    }

    /// The same packing with a lower bound on the number of sets.
    #[must_use]
    pub fn with_bound(self, bound: usize) -> Self {
        Self { bound: bound.min(self.bound), ..self }
    }

    /// The packing that a search of this module found.
    ///
    /// # Panics
    ///
    /// If it is not a packing of the board, which is a bug in the search.
    fn found(board: &Board, sets: &[Found]) -> Self {
        let mut free = vec![true; board.len()];
        let mut positions = sets.iter().flat_map(|set| set.iter());
        let are_disjoint = positions.all(|&position| std::mem::replace(&mut free[position], false));
        assert!(are_disjoint, "what a search finds are disjoint sets");
        let mut in_order: Vec<&Found> = sets.iter().collect();
        in_order.sort_unstable();
        let sets = in_order.into_iter().map(|set| set.set(board)).collect();
        Self { sets, bound: board.len() / board.deck().values() }
    }

    /// The sets in layout order.
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there are no sets.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// A number of disjoint sets that no packing of the board exceeds.
    pub const fn bound(&self) -> usize {
        self.bound
    }

    /// Whether the packing is proved to be of maximum size.
    pub fn is_proved(&self) -> bool {
        self.len() == self.bound
    }
}
