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
//! 5. Upper bounds may prove it maximal: n/v, the sum of the uncovered cards (`bounds.rs`), how many
//!    sets can differ in a property (`bounds.rs`).
//! 6. If a gap remains, a search decides for each number in it, from the top down, whether there is
//!    a packing of that many sets, with weights of the cards as its bounds (`refute.rs`). So the bound
//!    falls while the search goes on.
//!
//! [`greedy`] takes sets in layout order, as people do, for comparison. [`partitions`] counts the
//! ways to split all cards into sets, and [`estimated_partitions`] estimates their number. [`fewest`] finds
//! the fewest disjoint sets that meet all others, and [`nim`] finds the winner if two players take sets in turn.

mod bounds;
mod few;
mod fewest;
mod instance;
mod meets;
mod most;
mod nim;
mod partitions;
mod refute;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::board::{Board, BoardError, CardHash};
use crate::solver::{Found, NoAnswer};
use crate::{Card, Search, Set};

pub use few::{MOST_FEW, most_disjoint};
pub use fewest::fewest;
pub use most::{PackTasks, greedy, most};
pub use nim::{Nim, Strategy, nim};
pub use partitions::{LEAST_DESCENTS, estimated_partitions, partitions};
pub use refute::{Weights, refutation};

/// The most steps of a refutation and of a strategy that are kept.
pub const MOST_STEPS: usize = 1000;

/// The most sets that a search takes one after the other, since each level of the recursion takes
/// memory.
const MOST_DEPTH: usize = 1000;

/// Pairwise disjoint sets of a board, and a bound on their number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packing {
    sets: Vec<Set>,
    bound: usize,
}

/// Pairwise disjoint sets of a board that meet all of its sets; see [`fewest`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaximalPacking {
    /// The sets in layout order.
    pub sets: Vec<Set>,
    /// A number that no disjoint sets that meet all sets of the board are fewer than.
    pub bound: usize,
    /// A proof that fewer are not enough, which can be checked without a search. `None` if it would
    /// have more than [`MOST_STEPS`] steps, if another bound was needed, and for v ≤ 2.
    ///
    /// It has the refutations of the parts of the board that share no set, by their first cards, each
    /// for the number t of its sets in the packing less 1. At first, all sets of a part are
    /// *candidates*. A step is a list of unmet sets:
    ///
    /// - Of more than t sets, no candidate meets two; so t candidates do not meet them all.
    /// - No sets: the t candidates that meet the most unmet sets meet fewer than there are.
    /// - Of a single set, each candidate that meets it is taken, in layout order. The refutation for
    ///   t−1 more sets follows, among the candidates that are disjoint from it. Then it is no longer
    ///   a candidate.
    pub refutation: Option<Vec<Vec<Set>>>,
}

impl MaximalPacking {
    /// Whether there are proved to be no fewer.
    pub fn is_proved(&self) -> bool {
        self.sets.len() == self.bound
    }
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
    /// [`NoAnswer`] with the best packing that was found, if the search ended before its proof.
    pub fn pack(&self) -> Result<Packing, NoAnswer<Packing>> {
        Ok(most(&mut *self.solver()?, self.options().memory, &self.limit())?)
    }

    /// The fewest disjoint sets that meet all sets of the board; see [`fewest`].
    ///
    /// ```
    /// use tercet::Board;
    ///
    /// let board: Board = "0000 0001 0002 1000 2000 0101 0201 1111".parse()?;
    /// let packing = board.search().pack_fewest()?;
    /// assert_eq!((packing.sets.len(), packing.is_proved()), (1, true));
    /// assert_eq!(packing.sets[0].to_string(), "1RsO 1RsD 1RsS");
    /// assert_eq!(board.search().pack()?.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] if the search ended before its proof: with the fewest sets that were found, or `None`
    /// if none are known to meet all sets.
    pub fn pack_fewest(&self) -> Result<MaximalPacking, NoAnswer<Option<MaximalPacking>>> {
        Ok(fewest(&mut *self.solver()?, self.options().memory, &self.limit())?)
    }

    /// The winner if two players take sets of the board in turn, and the player who cannot take one
    /// loses; see [`nim`].
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] if the search ended before it was known.
    pub fn nim(&self) -> Result<Nim, NoAnswer> {
        Ok(nim(&mut *self.solver()?, self.options().memory, &self.limit())?)
    }

    /// The number of ways to split all cards of the board into sets; see [`partitions`].
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] if the search ended before they were counted.
    pub fn partitions(&self) -> Result<BigUint, NoAnswer> {
        Ok(partitions(&mut *self.solver()?, self.options().memory, &self.limit())?)
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
