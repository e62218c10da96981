//! Packing: the maximum number of pairwise disjoint sets of a board.
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
//! 5. Upper bounds may prove it maximal: n/v, the sum of the uncovered cards (`sums.rs`), weights
//!    of the cards (`weights.rs`).
//! 6. If a gap remains, a search decides for each number in it, from the top down, whether there is
//!    a packing of that many sets (`search.rs`). So the bound falls while the search goes on.
//!
//! [`greedy`] takes sets in layout order, as people do, for comparison. [`partitions`] counts the
//! ways to split all cards into sets.

mod few;
mod instance;
mod lines;
mod most;
mod partitions;
mod search;
mod sums;
mod walk;
mod weights;

use thiserror::Error;

use crate::board::Board;
use crate::set::{NotASet, Set};

pub use few::{MOST_FEW, most_disjoint};
pub use most::{Packed, greedy, most};
pub use partitions::partitions;

/// Pairwise disjoint sets of a board, each as the ascending positions of its cards, in layout
/// order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packing {
    sets: Vec<Box<[usize]>>,
}

/// Why some sets are not disjoint sets of the board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotAPacking {
    /// One of them is not a set.
    #[error(transparent)]
    NotASet(#[from] NotASet),
    /// A position is in two of them, or is not on the board.
    #[error("card {} is in two of the sets, or not on the board", .0 + 1)]
    Position(usize),
}

impl Packing {
    /// The packing that consists of these sets, each given as positions of the board, in any order.
    ///
    /// # Errors
    ///
    /// [`NotAPacking`] if one of them is not a set, two of them share a card, or a position is not
    /// on the board.
    pub fn new(board: &Board, mut sets: Vec<Box<[usize]>>) -> Result<Self, NotAPacking> {
        let mut free = vec![true; board.len()];
        for set in &mut sets {
            set.sort_unstable();
            for &position in &**set {
                match free.get_mut(position) {
                    Some(free) if *free => *free = false,
                    _ => return Err(NotAPacking::Position(position)),
                }
            }
            Set::new(board.deck(), &board.at(set))?;
        }
        sets.sort_unstable();
        Ok(Self { sets })
    }

    /// The packing that a search of this module found.
    ///
    /// # Panics
    ///
    /// If it is not a packing, which is a bug in the search.
    fn found(board: &Board, sets: Vec<Box<[usize]>>) -> Self {
        Self::new(board, sets).expect("what a search finds are disjoint sets of the board")
    }

    /// The sets, each as the ascending positions of its cards.
    pub fn sets(&self) -> &[Box<[usize]>] {
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
}
