//! The game: playing, recording, verifying and simulating it.
//!
//! The [`Dealer`](crate::deal::Dealer) deals a deck in a random order. [`Rules`] determine when
//! cards are dealt and which set is taken; a [`Game`] plays by them with any solver, event by
//! event. With the feature `records`, a `Recorder` writes a record of the game, and a `Verifier` checks
//! it. A [`Simulation`] plays many games and counts.

mod play;
#[cfg(feature = "records")]
mod record;
mod rules;
mod simulate;
#[cfg(feature = "records")]
mod verify;

pub use play::{End, Event, Game};
#[cfg(feature = "records")]
pub use record::Recorder;
pub use rules::{Changes, Pick, Refill, Rules, Unlinked, Variant};
pub use simulate::{Policy, Simulation, Tally, TallyError};
#[cfg(feature = "records")]
pub use verify::{RecordError, Verified, Verifier};
