//! Searching with a proof.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};

use tercet::solver::{CoverTasks, Found, Limit, Stop, find_with_steps};
use tercet::{Board, Deck};
use thiserror::Error;

use crate::write::push_numbers;
use crate::{MOST_PROPERTIES, Unprovable, Writer};

/// Why a search with a proof failed.
#[derive(Debug, Error)]
pub enum ProveError {
    /// Boards of this deck have no proofs.
    #[error(transparent)]
    Unprovable(#[from] Unprovable),
    /// The limit ended the search.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The proof could not be written.
    #[error("the proof cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// Checks that boards of a deck have proofs.
///
/// # Errors
///
/// [`Unprovable`] with the reason if they do not.
pub fn provable(deck: Deck) -> Result<(), Unprovable> {
    match deck.properties() {
        _ if deck.values() < 2 => Err(Unprovable::OneValue),
        properties if properties > MOST_PROPERTIES => Err(Unprovable::TooManyProperties),
        _ => Ok(()),
    }
}

/// Searches a board by the method `cover`, and writes the proof that it has no set. The proof is
/// complete only if `None` is returned; for a board with a set the output is useless.
///
/// A proof *for clauses* has no steps that weigh items, so that it can be expanded to LRAT. On boards
/// with an obstruction, which a few weights would prove, its search can take very long.
///
/// The proof does not depend on the number of threads. It is written during the search; a thread
/// that is ahead holds up to 16 MB, and all of them together as much again.
///
/// # Errors
///
/// [`ProveError`] if there is no such proof, the limit ended the search, or the output failed.
pub fn prove(
    board: &Board,
    threads: NonZeroUsize,
    is_for_clauses: bool,
    limit: &Limit,
    output: impl Write + Send,
) -> Result<Option<Found>, ProveError> {
    provable(board.deck())?;
    let mut writer = Writer::new(board, output)?;
    let found = written(
        |steps| find_with_steps(board, threads, limit, !is_for_clauses, steps),
        |numbers| writer.numbers(numbers),
    )?;
    if found.is_none() {
        writer.finish()?;
    }
    Ok(found)
}

/// Searches some tasks of a board. Returns the first that has a set, with the set, as
/// [`CoverTasks::find`] does. If no task has a set, the output is their part of the proof, which
/// [`Writer::part`] adds to a file: the parts of ranges that cover all tasks, in their order, are
/// the steps that [`prove`] writes.
///
/// Uses one thread, and holds no more than a few thousand numbers.
///
/// # Errors
///
/// As [`prove`].
pub fn prove_part(
    board: &Board,
    tasks: &CoverTasks,
    range: Range<u64>,
    limit: &Limit,
    mut output: impl Write + Send,
) -> Result<Option<(u64, Found)>, ProveError> {
    provable(board.deck())?;
    let mut bytes = Vec::new();
    written(
        |steps| tasks.find_with_steps(range, limit, steps),
        |numbers| {
            bytes.clear();
            push_numbers(&mut bytes, numbers);
            output.write_all(&bytes)
        },
    )
}

/// The answer of a search whose steps are written. An error of the output ends the search.
fn written<T>(
    search: impl FnOnce(&mut (dyn FnMut(&[u32]) -> ControlFlow<()> + Send)) -> Result<T, Stop>,
    mut write: impl FnMut(&[u32]) -> io::Result<()> + Send,
) -> Result<T, ProveError> {
    let mut failure = None;
    let found = search(&mut |numbers| match write(numbers) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    failure.map_or(Ok(()), Err)?;
    Ok(found?)
}
