//! Statistics of games, deals and hands: estimates with their confidence intervals, and tests.

mod chi_squared;
mod estimates;

pub use chi_squared::{chi_squared, chi_squared_tail, events_tail};
pub(crate) use estimates::odds_over_games;
pub use estimates::{Estimate, Trials, mean, odds, proportion};
