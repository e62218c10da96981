//! What a solver claims is checked by the rule of the game before anyone sees it, and what it does
//! besides is a failure with its name.

use std::any::Any;

use tercet::solver::Stop;
use tercet::{Board, Set};

/// The set of the cards at these positions, which a solver claims them to be.
///
/// # Errors
///
/// [`Stop::Failed`], with the name of the solver, where they are none.
pub(crate) fn verified(solver: &str, board: &Board, positions: &[usize]) -> Result<Set, Stop> {
    let cards = board.at(positions);
    Set::new(board.deck(), &cards).map_err(|error| {
        let cards = board.deck().show_all(&cards);
        Stop::failed(solver, format!("claims that {cards} is a set: {}", error.0))
    })
}

/// The failure of a solver that panicked, with the first line of what it said.
pub(crate) fn panicked(solver: &str, panic: &(dyn Any + Send)) -> Stop {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
    let line = words.and_then(|words| words.lines().next()).unwrap_or("without a word");
    Stop::failed(solver, format!("panicked: {line}"))
}
