//! Finding sets: one question, many methods.
//!
//! Every method keeps a board that changes by two updates ([`Update`]): cards are dealt, and a set
//! is taken. The questions about that board are separate traits, so that a method implements only
//! those that it can answer: [`Solver`] finds a set or proves that there is none, [`Enumerate`]
//! visits every set once, [`Count`] counts the sets. The table [`METHODS`] says what each method
//! can do and builds it.

mod algorithm;
mod auto;
mod bits;
mod brute;
mod completion;
mod cover;
mod dynamic;
mod limit;
mod list;
mod method;
mod methods;
mod middle;
mod pairs;
mod spectrum;
mod thirds;

use std::ops::{ControlFlow, Deref};

use crate::board::{Board, BoardError};
use crate::{Card, Set};

pub use algorithm::{Algorithm, Layout, OnBoard};
pub use auto::{Auto, choose};
pub(crate) use auto::{fewest_differing, fewest_differing_linked, first_in_order};
pub use cover::{CoverTasks, MOST_LOGGED_PROPERTIES, Step, find_with_steps, instructions};
pub use limit::{Cannot, Clock, Failure, Limit, NoAnswer, Reason, Stop, Watch};
pub(crate) use list::flat_list;
pub use list::{Listing, list, list_each};
pub use method::{Build, Decks, Family, Method, Options, Question};
pub use methods::{METHODS, method};

/// A callback that receives the ascending positions of the cards of each set, and may break off.
pub type Visit<'a> = &'a mut dyn FnMut(&[usize]) -> ControlFlow<()>;

/// A board under the two updates of a game.
///
/// Implementations can be sent to another thread.
pub trait Update: Send {
    /// The current board.
    fn board(&self) -> &Board;

    /// Update 1: adds cards after those on the board.
    ///
    /// # Errors
    ///
    /// Like [`Board::add`]; the board is then unchanged.
    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError>;

    /// Update 2: removes cards, usually a set.
    ///
    /// # Errors
    ///
    /// Like [`Board::remove`]; the board is then unchanged.
    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError>;

    /// The method's report about its work.
    fn report(&self) -> Report {
        Report::default()
    }
}

/// A method that finds a set.
pub trait Solver: Update {
    /// One set of the current board, or `None` after a proof that it holds none.
    ///
    /// Which set is found depends on the method, the board and its history of updates, but never on
    /// the number of threads; if methods race, also on the winner. A search that was stopped can be
    /// repeated.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the search did not finish.
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop>;

    /// One set that holds exactly one of these cards of the board, or `None` after a proof that there is
    /// none: the next set of a [chain](crate::game::Variant::Chain).
    ///
    /// By default it is the one that [hints](crate::hint) show, for every method.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the search did not finish.
    fn find_linked(&mut self, last: &[Card], limit: &Limit) -> Result<Option<Found>, Stop> {
        Ok(fewest_differing_linked(self.board(), last, &[], limit)?.map(Found::new))
    }
}

/// A method that visits every set of the board.
pub trait Enumerate: Update {
    /// Calls `visit` once for every set, with the ascending positions of its cards in the layout,
    /// until it breaks off. The order of the sets depends on the method; [`list`] sorts them.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work before all sets were visited.
    fn for_each(&mut self, limit: &Limit, visit: Visit) -> Result<(), Stop>;

    /// The same in layout order and without storing the sets, if the method can do that. It may
    /// take longer; [`list_each`] uses it if the sets would not fit into memory.
    fn for_each_in_order(&mut self, limit: &Limit, visit: Visit) -> Option<Result<(), Stop>> {
        let _ = (limit, visit);
        None
    }
}

/// A method that counts the sets of the board, if possible without listing them.
pub trait Count: Update {
    /// The number of sets on the board.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop>;
}

/// A method that answers every question.
pub trait Full: Solver + Enumerate + Count {}

impl<M: Solver + Enumerate + Count> Full for M {}

/// The report of a method about its work since it was built. For most methods it is empty.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// The stored partial sets, if the method stores any.
    pub memory: Option<PartialSets>,
    /// The effort of the search, if the method measures it. For a method that delegates: the effort
    /// of the method that gave the last answer.
    pub effort: Option<Effort>,
    /// The method that gave the last answer, if this one delegates.
    pub winner: Option<&'static str>,
    /// The failures of solvers without which this method continues, if it delegates.
    pub failures: Vec<Failure>,
}

/// The partial sets that a method stores, and their memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartialSets {
    /// Their number; each has at least two cards and lacks at least one.
    pub count: u64,
    /// Their memory in bytes.
    pub bytes: usize,
}

/// The effort of a search, in a unit of the method: only values of the same method in the same unit
/// are comparable. With several threads it is not deterministic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of units; it may be 0 for easy boards.
    pub count: u64,
    /// The unit, in the plural: "candidates" are choices of v cards, "nodes" are nodes of a search
    /// tree, "decisions" and "conflicts" are those of a propagating solver.
    pub unit: &'static str,
}

impl From<PartialSets> for Report {
    fn from(memory: PartialSets) -> Self {
        Self { memory: Some(memory), ..Self::default() }
    }
}

impl From<Effort> for Report {
    fn from(effort: Effort) -> Self {
        Self { effort: Some(effort), ..Self::default() }
    }
}

/// A set of a board, as the ascending positions of its cards in the layout, counted from 0.
///
/// The positions refer to the board at the time when the set was found; they are invalid after an
/// update of the board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Found(Box<[usize]>);

impl Found {
    /// The set of the cards at these positions, in any order. [`set`](Self::set) checks that they
    /// are a set.
    pub fn new(positions: impl Into<Box<[usize]>>) -> Self {
        let mut positions = positions.into();
        positions.sort_unstable();
        Self(positions)
    }

    /// The set with its cards, checked by the definition.
    ///
    /// # Panics
    ///
    /// If the board has no such positions or their cards are not a set. On the board that the set
    /// was found on, that is a bug in the method.
    pub fn set(&self, board: &Board) -> Set {
        Set::at(board.deck(), board.cards(), self.iter().copied())
            .expect("what a method finds is a set")
    }
}

impl Deref for Found {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn positions_ascend_and_give_the_set() {
        let deck = Deck::CLASSIC;
        let board = Board::new(deck, deck.cards()).unwrap();
        let found = Found::new([27, 0, 54]);
        assert_eq!(*found, [0, 27, 54]);
        assert_eq!(found.set(&board).cards(), board.at(&[0, 27, 54]));
    }

    #[test]
    #[should_panic(expected = "what a method finds is a set")]
    fn cards_that_are_no_set_are_never_shown() {
        let board = Board::new(Deck::CLASSIC, Deck::CLASSIC.cards()).unwrap();
        let _ = Found::new([0, 1, 3]).set(&board);
    }
}
