//! What a solver claims is checked by the rule of the game before anyone sees it.

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
