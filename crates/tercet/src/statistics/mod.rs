//! Statistics of games, deals and hands: estimates with their confidence intervals, and tests.

mod chi_squared;
mod estimates;

pub use chi_squared::{chi_squared, chi_squared_tail, events_tail};
pub use estimates::{Estimate, Moments, Trials, mean, odds, odds_over_games, proportion};
