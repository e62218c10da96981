//! Whether the claim of a contestant can be true.
//!
//! A set must be one, of cards of the board. "No set" and a number cannot be checked by themselves:
//! contestants check each other (see [`Race`](super::Race)). In a game each contestant takes sets of
//! its own and comes to boards of its own, so a judge, a method of Tercet, checks each "no set" there. The
//! judge's time is on no contestant's clock.

use std::collections::HashSet;
use std::time::Duration;

use tercet::game::Rules;
use tercet::set::is_set;
use tercet::solver::{Auto, Found, Limit, Method, Options, Reason, Solver, Stop};
use tercet::{Board, Card, Deck, Set};

use super::game::by_asking;
use super::outcome::Outcome;
use super::protocol::{Answers, Ask, Claim, SetOf};
use super::task::Task;

/// The outcome of a task.
///
/// # Errors
///
/// Why the claim cannot be true, in words that follow the name of the contestant.
pub(super) fn outcome(task: &Task, claim: Claim) -> Result<Outcome, String> {
    let ask = match task {
        Task::Board { question, .. } => (*question).into(),
        Task::Game { .. } => Ask::Game,
    };
    match (task, ask, claim) {
        (_, _, Claim::Stopped) => Ok(Outcome::Stopped),
        (_, _, Claim::Failed { reason }) => Err(reason),
        (Task::Board { board, .. }, Ask::Find, Claim::Found { set }) => {
            set_at(board, &set)?;
            Ok(Outcome::Found { set })
        }
        (Task::Board { .. }, Ask::Find, Claim::None) => Ok(Outcome::None),
        (Task::Board { board, .. }, Ask::List, Claim::Listed { sets }) => {
            let count = sets.len() as u128;
            let mut seen = HashSet::new();
            for mut positions in sets {
                set_at(board, &positions)?;
                positions.sort_unstable();
                if let Some(twice) = seen.replace(positions) {
                    return Err(format!("lists the set at the positions {twice:?} twice"));
                }
            }
            Ok(Outcome::Counted { count })
        }
        (_, Ask::Count, Claim::Counted { count }) => Ok(Outcome::Counted { count }),
        (Task::Game { deck, seed, rules }, _, Claim::Played { answers }) => {
            replay(*deck, *seed, *rules, answers)
        }
        (_, ask, claim) => Err(claim.mismatch(ask)),
    }
}

/// The outcome of a game, replayed with the answers of the contestant.
fn replay(deck: Deck, seed: u64, rules: Rules, answers: Answers) -> Result<Outcome, String> {
    let sets = answers.iter().flatten().count() as u64;
    let mut answers = answers.into_iter();
    let mut game = by_asking(deck, seed, rules, |board: &Board, limit: &Limit| {
        let wrong = |what: String| Stop::failed(String::new(), what);
        match answers.next() {
            None => Err(wrong("ends a game too early".into())),
            Some(None) => match judge(board).find(limit)? {
                Some(found) => Err(wrong(format!(
                    "claims that a board of {} cards has no set, but it has {}",
                    board.len(),
                    found.set(board)
                ))),
                None => Ok(None),
            },
            Some(Some(values)) => Ok(Some(taken(board, &values).map_err(wrong)?)),
        }
    });
    let limit = Limit::timeout(PATIENCE);
    let end = loop {
        match game.step(&limit) {
            Ok(Some(_)) => {}
            end => break end,
        }
    };
    drop(game);
    match end {
        Ok(_) if answers.len() > 0 => Err("continues after the end of a game".into()),
        Ok(_) | Err(Stop::DEADLINE) => Ok(Outcome::Played { sets }),
        Err(Stop { reason: Reason::Failed(failure), .. }) => Err(failure.what),
        Err(stop) => Err(stop.to_string()),
    }
}

/// The set of the board that a contestant takes in a game.
fn taken(board: &Board, values: &SetOf) -> Result<Found, String> {
    let deck = board.deck();
    let cards = values.iter().map(|values| deck.card_of(values)).collect::<Result<Vec<Card>, _>>();
    let cards = cards.map_err(|error| format!("takes something that is not a card: {error}"))?;
    let place = |card| board.cards().iter().position(|on| on == card);
    match cards.iter().map(place).collect::<Option<Vec<usize>>>() {
        Some(positions) if is_set(deck, &cards) => Ok(Found::new(positions)),
        _ => Err(format!("takes {}, which is not a set of the board", deck.show_all(&cards))),
    }
}

/// The method that is the judge.
pub(super) const JUDGE: &str = Method::AUTO.name;

/// The judge's time for a board or a game. Claims that it does not refute by then are believed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The judge, looking at a board.
fn judge(board: &Board) -> Auto {
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
pub(super) fn set_at(board: &Board, positions: &[usize]) -> Result<Set, String> {
    let cards: Option<Vec<Card>> =
        positions.iter().map(|&position| board.cards().get(position).copied()).collect();
    let cards = cards.ok_or_else(|| {
        format!("names the positions {positions:?} on a board of {} cards", board.len())
    })?;
    Set::new(board.deck(), &cards)
        .map_err(|_| format!("claims that {} is a set", board.deck().show_all(&cards)))
}
