//! Searching with a proof.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use tercet::solver::{Found, Limit, Stop, find_with_steps};
use tercet::{Board, Deck};
use thiserror::Error;

use crate::{MOST_PROPERTIES, Unprovable, Writer};

/// Why there is no answer with a proof.
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

/// Whether boards of a deck have proofs.
///
/// # Errors
///
/// Why not.
pub fn provable(deck: Deck) -> Result<(), Unprovable> {
    match deck.properties() {
        _ if deck.values() < 2 => Err(Unprovable::OneValue),
        properties if properties > MOST_PROPERTIES => Err(Unprovable::TooManyProperties),
        _ => Ok(()),
    }
}

/// Searches a board by the method `cover`, and writes the proof that it has no set. The proof is
/// complete only if `None` is returned; of a board with a set the output is of no use.
///
/// The proof does not depend on the number of threads. It is written as the search goes on; threads
/// that are ahead hold up to 32 MB each. Boards of decks with more than 128 items (v·p) may be searched on
/// lists for long, and what is written of that is held until the next part that fits tables.
///
/// # Errors
///
/// [`ProveError`] if there is no such proof, the limit ended the search, or the output failed.
pub fn prove(
    board: &Board,
    threads: NonZeroUsize,
    limit: &Limit,
    output: impl Write + Send,
) -> Result<Option<Found>, ProveError> {
    provable(board.deck())?;
    let mut writer = Writer::new(board, output)?;
    let mut failure = None;
    let found = find_with_steps(board, threads, limit, &mut |steps| match writer.steps(steps) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    if let Some(error) = failure {
        return Err(error.into());
    }
    let found = found?;
    if found.is_none() {
        writer.finish()?;
    }
    Ok(found)
}
