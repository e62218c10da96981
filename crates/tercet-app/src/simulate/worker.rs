//! A simulation that is played where there are no threads.

use std::num::NonZeroUsize;

use tercet::solver::{Limit, Stop};

use super::Checkpoint;
use crate::Error;

/// Plays what is open, in this thread.
pub(super) fn play(
    checkpoint: &mut Checkpoint,
    _: NonZeroUsize,
    limit: &Limit,
    added: &mut dyn FnMut(&Checkpoint) -> Result<(), Error>,
) -> Result<Option<Stop>, Error> {
    for unit in checkpoint.open() {
        match checkpoint.simulation().play(unit, limit) {
            Ok(tally) => checkpoint.add(&tally),
            Err(stop) => return Ok(Some(stop)),
        }
        added(checkpoint)?;
    }
    Ok(None)
}
