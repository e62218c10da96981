//! Finding sets: one question, many methods.
//!
//! Every method keeps a board that changes by two updates ([`Update`]): cards are dealt, and a
//! set is taken. What it can say about that board are separate traits, so that no method has to
//! pretend: [`Solver`] finds a set or proves that there is none, [`Enumerate`] visits every set
//! once, [`Count`] counts them. The table [`METHODS`] says what each method can do and builds it.

pub mod auto;
pub mod brute;
pub mod brute_mod3;
pub mod completion;
pub mod cover;
pub mod dynamic;
mod fewest;
mod fields;
pub mod halves;
mod layout;
mod limit;
mod list;
mod method;
mod methods;
pub mod middle;
mod options;
pub mod pairs;
pub mod spectrum;
pub mod thirds;

use std::ops::ControlFlow;

use crate::board::{Board, BoardError};
use crate::card::Card;
use crate::set::Set;

pub use auto::choose;
pub(crate) use fewest::fewest_differing;
pub(crate) use layout::KeepsLayout;
pub use layout::Layout;
pub use limit::{Failure, Limit, Stop, Watch};
pub use list::{Listing, list, list_each};
pub use method::{Build, Family, Method, Question, Unable};
pub use methods::{METHODS, UnknownMethod, method};
pub use options::{Options, Symmetry, UnknownSymmetry};

/// A board under the two updates of a game.
pub trait Update {
    /// The board as it is now.
    fn board(&self) -> &Board;

    /// Update 1: cards are dealt, behind those that are there.
    ///
    /// # Errors
    ///
    /// As [`Board::add`]; nothing has changed then.
    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError>;

    /// Update 2: cards are taken, usually a set.
    ///
    /// # Errors
    ///
    /// As [`Board::remove`]; nothing has changed then.
    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError>;

    /// What the method holds besides the board, if it is one that remembers partial sets.
    fn held(&self) -> Option<Held> {
        None
    }

    /// What the method has searched since it was built, if it counts that. Where it lets others
    /// answer: what the one that gave the last answer has.
    fn effort(&self) -> Option<Effort> {
        None
    }

    /// The method that gave the last answer, if this one lets others answer.
    fn winner(&self) -> Option<&'static str> {
        None
    }

    /// What was wrong with the solvers that this method goes on without, if it lets others answer.
    fn failures(&self) -> Vec<Failure> {
        Vec::new()
    }
}

/// The partial sets that a method remembers, and what they cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// How many partial sets: from two cards up to one fewer than a set has.
    pub partial_sets: u64,
    /// The bytes of memory that were taken for them.
    pub bytes: usize,
}

/// How much a method has searched, in a unit of its own: only numbers of the same unit compare, and
/// only for the same method. On several threads it depends on chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many; easy boards may take none.
    pub count: u64,
    /// Of what, in the plural: "candidates" are v cards that were tried, "nodes" those of a tree of
    /// subproblems, "decisions" and "conflicts" those of a solver that propagates.
    pub unit: &'static str,
}

/// A method that finds a set.
pub trait Solver: Update {
    /// One set of the present board, or that it holds none, or why the search stopped.
    ///
    /// Which set is found depends on the method and the board with its history of updates, but
    /// never on the number of threads; where methods race, on the winner, too. A search that was
    /// stopped can be asked again.
    fn find(&mut self, limit: &Limit) -> Answer;
}

/// What became of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Here is a set.
    Found(Set),
    /// There is none, by exhaustive search.
    None,
    /// The search did not end.
    Stopped(Stop),
}

/// A method that visits every set of the board.
pub trait Enumerate: Update {
    /// Calls `visit` once for every set with the ascending positions of its cards in the layout,
    /// until it breaks off. The order of the sets is the method's own; [`list`] sorts them.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work before all sets were visited.
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop>;

    /// The same in layout order, without holding the sets, if the method can do that. It may take
    /// longer; [`list_each`] asks for it where the sets would not fit into memory.
    fn for_each_in_order(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Option<Result<(), Stop>> {
        let _ = (limit, visit);
        None
    }
}

/// A method that counts the sets of the board, without listing them where it can.
pub trait Count: Update {
    /// How many sets the board holds.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work.
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop>;
}

impl Answer {
    /// The answer for the cards at these positions, which a method found to be a set.
    ///
    /// # Panics
    ///
    /// Where they are none: the method is wrong, and nobody shall see its answer.
    fn found(board: &Board, positions: &[usize]) -> Self {
        let set = Set::new(board.deck(), &board.at(positions));
        Self::Found(set.expect("what a method finds is a set"))
    }
}

/// Counts by visiting every set: the [`Count`] of a method that knows no shorter way.
///
/// # Errors
///
/// [`Stop`] where the limit ended the visits.
pub fn count_each(solver: &mut impl Enumerate, limit: &Limit) -> Result<u128, Stop> {
    let mut count = 0;
    solver.for_each(limit, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    })?;
    Ok(count)
}

/// Finds the set that an enumeration visits first.
fn find_by_visit(solver: &mut impl Enumerate, limit: &Limit) -> Answer {
    let mut found = None;
    let end = solver.for_each(limit, &mut |positions| {
        found = Some(positions.to_vec());
        ControlFlow::Break(())
    });
    match (end, found) {
        (Err(stop), _) => Answer::Stopped(stop),
        (Ok(()), Some(positions)) => Answer::found(solver.board(), &positions),
        (Ok(()), None) => Answer::None,
    }
}

/// A method that needs to know nothing but its board.
trait New {
    fn new(board: &Board) -> Self;
}
