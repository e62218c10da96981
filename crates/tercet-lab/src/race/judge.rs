//! Knowledge of a board that needs no contestant: whether cards are a set, and whether the judge, a
//! method of Tercet, finds one. Its time is on no contestant's clock.

use std::time::Duration;

use tercet::solver::{Auto, Found, Limit, Method, Options, Solver};
use tercet::{Board, Card, Set};

/// The method that is the judge.
pub(super) const JUDGE: &str = Method::AUTO.name;

/// The judge's time for a board or a game. Claims that it does not refute by then are believed.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The judge, looking at a board.
pub(super) fn judge(board: &Board) -> Auto {
    Auto::new(board, &Options::default())
}

/// A set of a board, if the judge finds one in time.
pub(super) fn set_of(board: &Board) -> Option<Found> {
    judge(board).find(&Limit::timeout(PATIENCE)).ok().flatten()
}

/// The set at these positions.
///
/// # Errors
///
/// Why they are not a set, in words that follow the name of a contestant.
pub(super) fn set(board: &Board, positions: &[usize]) -> Result<Set, String> {
    let cards: Option<Vec<Card>> =
        positions.iter().map(|&position| board.cards().get(position).copied()).collect();
    let cards = cards.ok_or_else(|| {
        format!("names the positions {positions:?} on a board of {} cards", board.len())
    })?;
    Set::new(board.deck(), &cards)
        .map_err(|_| format!("claims that {} is a set", board.deck().show_all(&cards)))
}
