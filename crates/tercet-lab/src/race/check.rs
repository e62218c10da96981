//! Whether what a contestant claims can be true.
//!
//! A set must be one, of cards of the board. That there is none, and a number, cannot be checked by
//! themselves: contestants check each other (see [`Race`](super::Race)). In a game each goes its own
//! way, so where one says that a board holds no set, a method of ours is asked, outside of the clock.

use std::collections::HashSet;

use super::game;
use super::judge::{set, wrong_kind};
use super::outcome::Outcome;
use super::protocol::{Ask, Claim};
use super::task::Task;

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
        (_, ask, other) => Err(wrong_kind(&other, ask)),
    }
}
