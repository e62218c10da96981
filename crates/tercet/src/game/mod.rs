//! The game: how cards come to the board, and which sets leave it.
//!
//! A [`Dealer`] deals a deck in a random order. [`Rules`] say when, and which set is taken; a
//! [`Game`] plays by them with any solver, event by event.

pub mod dealer;
pub mod pick;
pub mod play;
mod random;
pub mod rules;

pub use dealer::Dealer;
pub use play::{End, Event, Game, GameError};
pub use rules::{Pick, Refill, Rules, RulesError};
