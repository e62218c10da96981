//! Whether the claim of a contestant can be true.
//!
//! A set must be one, of cards of the board. "No set" and a number cannot be checked by themselves:
//! contestants check each other (see [`Race`](super::Race)). In a game each contestant takes sets of
//! its own and comes to boards of its own, so the judge checks each "no set" there.

use std::collections::HashSet;

use super::game;
use super::judge;
use super::outcome::Outcome;
use super::protocol::{Ask, Claim};
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
            judge::set(board, &set)?;
            Ok(Outcome::Found { set })
        }
        (Task::Board { .. }, Ask::Find, Claim::None) => Ok(Outcome::None),
        (Task::Board { board, .. }, Ask::List, Claim::Listed { sets }) => {
            let count = sets.len() as u128;
            let mut seen = HashSet::new();
            for mut positions in sets {
                judge::set(board, &positions)?;
                positions.sort_unstable();
                if let Some(twice) = seen.replace(positions) {
                    return Err(format!("lists the set at the positions {twice:?} twice"));
                }
            }
            Ok(Outcome::Counted { count })
        }
        (_, Ask::Count, Claim::Counted { count }) => Ok(Outcome::Counted { count }),
        (Task::Game { deck, seed, rules }, _, Claim::Played { answers }) => {
            game::replay(*deck, *seed, *rules, answers)
        }
        (_, ask, claim) => Err(claim.mismatch(ask)),
    }
}
