//! The game: how cards come to the board, which sets leave it, and what many games come to.

pub mod dealer;
pub mod rules;
pub mod simulate;

pub use dealer::Dealer;
pub use rules::{Pick, Refill, Rules};
pub use simulate::{Simulation, Tally};
