//! The methods that can race with each other.

use tercet::Method;
use thiserror::Error;

/// Why some methods cannot race with each other.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoRace {
    /// No methods are given.
    #[error("no methods are given")]
    Empty,
    /// The method is itself a race.
    #[error("{0} is a race itself: leave it out")]
    Nested(&'static str),
    /// The method is named twice.
    #[error("{0} is given twice: give it once")]
    Twice(&'static str),
}

/// The methods that are races themselves.
pub const RACES: [&str; 2] = ["portfolio", "hybrid"];

/// Checks that these methods can race with each other; an empty list passes.
///
/// # Errors
///
/// [`NoRace`] if one is a race itself or named twice.
pub fn check(members: &[Method]) -> Result<(), NoRace> {
    for (i, member) in members.iter().enumerate() {
        if RACES.contains(&member.name) {
            return Err(NoRace::Nested(member.name));
        }
        if members[..i].contains(member) {
            return Err(NoRace::Twice(member.name));
        }
    }
    Ok(())
}
