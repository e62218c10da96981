//! The game: playing, recording, verifying and simulating it.
//!
//! The [`Dealer`](crate::deal::Dealer) deals a deck in a random order. [`Rules`] determine when
//! cards are dealt and which set is taken; a [`Game`] plays by them with any solver, event by
//! event. A [`Recorder`] writes a record of the game, and a [`Verifier`] checks it. A
//! [`Simulation`] plays many games and counts.

#[cfg(any(test, target_family = "wasm"))]
mod crc32;
pub mod pick;
pub mod play;
pub mod record;
pub mod rules;
pub mod simulate;
pub mod verify;

pub use play::{End, Event, Game};
pub use record::Recorder;
pub use rules::{Pick, Refill, Rules, RulesError};
pub use simulate::{Simulation, Tally};
pub use verify::{Verified, Verifier, VerifyError};
