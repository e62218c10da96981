//! What the checks of a board and of a game share: a method of our own, and what a set must be.

use std::time::Duration;

use tercet::solver::{Found, Limit, Solver};
use tercet::{Board, Card, Set};
use tercet_models::{Options, method};

use super::protocol::{Ask, Claim};

/// The method that checks the answers of contestants.
pub(super) const JUDGE: &str = "auto";

/// A solver of that method.
pub(super) fn judge(board: &Board) -> Box<dyn Solver> {
    let method = method(JUDGE).expect("it is in the table");
    method.solver(board, &Options::default()).expect("it suits every deck")
}

/// A set of a board, if one is found in time.
pub(super) fn set_of(board: &Board) -> Option<Found> {
    judge(board).find(&Limit::timeout(JUDGE_TIME)).ok().flatten()
}

/// The time limit for checking a game; what is not refuted by then is accepted.
pub(super) const JUDGE_TIME: Duration = Duration::from_secs(10);

/// What is wrong with an answer to another question.
pub(super) fn wrong_kind(claim: &Claim, ask: Ask) -> String {
    let said = match claim {
        Claim::Found { .. } => "found",
        Claim::None => "none",
        Claim::Listed { .. } => "listed",
        Claim::Counted { .. } => "counted",
        Claim::Played { .. } => "played",
        Claim::Stopped => "stopped",
        Claim::Failed { .. } => "failed",
    };
    let asked = match ask {
        Ask::Find => "find",
        Ask::List => "list",
        Ask::Count => "count",
        Ask::Game => "game",
    };
    format!("answers '{said}' to the question '{asked}'")
}

/// The set at these positions.
pub(super) fn set(board: &Board, positions: &[usize]) -> Result<Set, String> {
    let cards: Option<Vec<Card>> =
        positions.iter().map(|&position| board.cards().get(position).copied()).collect();
    let cards = cards.ok_or_else(|| {
        format!("names the positions {positions:?} on a board of {} cards", board.len())
    })?;
    Set::new(board.deck(), &cards)
        .map_err(|_| format!("claims that {} is a set", board.deck().show_all(&cards)))
}
