//! Packing: as many pairwise disjoint sets of a board as there are.
//!
//! It is set packing, which is NP-hard for sets of three already (Karp's list, 1972). [`most`] lists
//! the sets by whichever method suits the board and then searches by branch and bound, from the
//! cheap to the dear:
//!
//! 1. With v = 1 every card is a set, with v = 2 any two cards are: nothing is to be searched.
//! 2. The sets that differ in one property only may cover all cards, as in a whole deck: then not
//!    even a list is needed.
//! 3. The parts of the board that share no set are packed each for itself. One of a few sets is a
//!    small graph of conflicts (`few.rs`).
//! 4. A walk finds a packing that is mostly a largest one (`walk.rs`).
//! 5. Bounds say so, if it is: n/v, the sum that the uncovered cards must have (`sums.rs`), weights of
//!    the cards (`weights.rs`).
//! 6. Where a gap is left, a search settles for each number in it, from the top down, whether there
//!    is a packing of so many sets (`search.rs`). So the bound falls as long as the search goes on.
//!
//! [`greedy`] takes sets in the order of the layout, as people do, for comparison. [`partitions`]
//! counts the ways to split all cards into sets.

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

/// Pairwise disjoint sets of a board, each as the ascending positions of its cards, in the order of
/// the layout.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packing {
    sets: Vec<Box<[usize]>>,
}

/// Why these are not disjoint sets of the board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotAPacking {
    /// One of them is no set.
    #[error(transparent)]
    NotASet(#[from] NotASet),
    /// A card is in two of them, or the board has no such place.
    #[error("card {} is in two of the sets, or not on the board", .0 + 1)]
    Position(usize),
}

impl Packing {
    /// The packing of these sets, each given as positions of the board, in any order.
    ///
    /// # Errors
    ///
    /// [`NotAPacking`] where one of them is no set, a card is in two of them, or the board does not have
    /// it.
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

    /// The packing that our own search found.
    ///
    /// # Panics
    ///
    /// Where it is none: the search is wrong, and nobody shall see its answer.
    fn found(board: &Board, sets: Vec<Box<[usize]>>) -> Self {
        Self::new(board, sets).expect("what a search finds are disjoint sets of the board")
    }

    /// The sets, each as the ascending positions of its cards.
    pub fn sets(&self) -> &[Box<[usize]>] {
        &self.sets
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }
}
