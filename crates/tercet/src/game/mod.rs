//! The game: how cards come to the board, and which sets leave it.

pub mod dealer;
pub mod rules;

pub use dealer::Dealer;
pub use rules::{Pick, Refill, Rules};
