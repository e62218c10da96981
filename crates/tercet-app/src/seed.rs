//! Seeds of what is left to chance.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use crate::{Code, Error, Whole};

/// The seed that was asked for, or a fresh one, short enough to be typed again.
///
/// A fresh one comes from the keys that the platform gives to hash maps; on one without randomness,
/// as `wasm32-unknown-unknown`, it is always the same.
///
/// # Errors
///
/// [`Code::OutOfRange`] for a seed of more than 64 bits.
pub(crate) fn seed(asked: Option<&Whole>) -> Result<u64, Error> {
    let Some(asked) = asked else { return Ok(RandomState::new().hash_one(0) >> 32) };
    asked.get().ok_or_else(|| {
        Error::new(Code::OutOfRange, format!("the seed {asked} has more than 64 bits"))
            .of_field("seed")
            .with("most", Whole::from(u64::MAX))
    })
}
