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
mod clock;
mod completion;
mod cover;
mod decks;
mod dynamic;
mod fewest;
mod fields;
mod first;
mod found;
mod halves;
mod layout;
mod limit;
mod list;
mod method;
mod methods;
mod middle;
mod pairs;
mod report;
mod spectrum;
mod thirds;

use std::ops::ControlFlow;

use crate::board::{Board, BoardError};
use crate::card::Card;

pub use algorithm::{Algorithm, OnBoard};
pub use auto::{Auto, choose};
pub use clock::Clock;
pub use cover::{CoverTasks, MOST_LOGGED_PROPERTIES, Step, find_with_steps};
pub use decks::Decks;
pub(crate) use fewest::fewest_differing;
pub(crate) use first::first_in_order;
pub use found::Found;
pub use layout::Layout;
pub use limit::{Failure, Limit, Reason, Stop, Watch};
pub(crate) use list::flat_list;
pub use list::{Listing, list, list_each};
pub use method::{Build, Family, Method, Options, Question};
pub use methods::{METHODS, method};
pub use report::{Effort, PartialSets, Report};

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
