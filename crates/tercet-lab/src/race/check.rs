//! Whether what a contestant claims can be true.
//!
//! A set must be one, of cards of the board. That there is none, and a number, cannot be checked by
//! themselves: contestants check each other (see [`Race`](super::Race)). In a game each goes its own
//! way, so where one says that a board holds no set, a method of ours is asked, outside of the clock.

use std::collections::HashSet;
use std::time::Duration;

use tercet::solver::{Found, Limit, Solver};
use tercet::{Board, Card, Set};
use tercet_models::{Options, method};

use super::game;
use super::outcome::Outcome;
use super::protocol::{Ask, Claim};
use super::task::Task;

/// Who is asked whether somebody else was right.
pub(super) const JUDGE: &str = "auto";

pub(super) fn judge(board: &Board) -> Box<dyn Solver> {
    let method = method(JUDGE).expect("it is in the table");
    method.solver(board, &Options::default()).expect("it suits every deck")
}

/// A set of a board, if one is found in time.
pub(super) fn set_of(board: &Board) -> Option<Found> {
    judge(board).find(&Limit::timeout(PATIENCE)).ok().flatten()
}

/// So long a game is looked through; what is not refuted by then is believed.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// What came of a task, if the claim can be true; else what is wrong, in words that follow a name.
pub(super) fn outcome(task: &Task, claim: Claim) -> Result<Outcome, String> {
    let ask = match task {
        Task::Board { question, .. } => (*question).into(),
        Task::Game { .. } => Ask::Game,
    };
    match (task, ask, claim) {
        (_, _, Claim::Stopped) => Ok(Outcome::Stopped),
        (_, _, Claim::Failed { reason }) => Err(reason),
        (Task::Board { board, .. }, Ask::Find, Claim::Found { set: positions }) => {
            set(board, &positions)?;
            Ok(Outcome::Found { set: positions })
        }
        (Task::Board { .. }, Ask::Find, Claim::None) => Ok(Outcome::None),
        (Task::Board { board, .. }, Ask::List, Claim::Listed { sets }) => {
            let number = sets.len();
            let mut seen = HashSet::new();
            for mut positions in sets {
                set(board, &positions)?;
                positions.sort_unstable();
                if let Some(twice) = seen.replace(positions) {
                    return Err(format!("lists the set at the positions {twice:?} twice"));
                }
            }
            Ok(Outcome::Number { number: number.to_string() })
        }
        (_, Ask::Count, Claim::Counted { count }) => match count.parse::<u128>() {
            Ok(number) => Ok(Outcome::Number { number: number.to_string() }),
            Err(_) => Err(format!("counts '{count}', which is no number")),
        },
        (Task::Game { deck, seed, rules }, _, Claim::Played { answers }) => {
            game::replay(*deck, *seed, *rules, answers)
        }
        (_, ask, other) => Err(beside_the_point(&other, ask)),
    }
}

/// What is wrong with an answer to another question.
pub(super) fn beside_the_point(claim: &Claim, ask: Ask) -> String {
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
