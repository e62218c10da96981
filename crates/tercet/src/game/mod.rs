//! The game: how cards come to the board.

pub mod dealer;

pub use dealer::Dealer;
