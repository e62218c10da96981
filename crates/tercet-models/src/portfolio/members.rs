//! Which methods can race with each other.

use thiserror::Error;

use crate::method::Method;

/// Why some methods cannot race with each other.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoRace {
    /// There are none.
    #[error("no method is named")]
    Empty,
    /// The method is a race itself.
    #[error("{0} is a race itself: leave it out")]
    Nested(&'static str),
    /// The method is named twice.
    #[error("{0} is named twice: name it once")]
    Twice(&'static str),
}

/// The methods that race themselves.
pub const RACES: [&str; 2] = ["portfolio", "hybrid"];

/// Whether these methods can race, if there are any.
///
/// # Errors
///
/// [`NoRace`] if one is a race itself or named twice.
pub fn check(members: &[&'static Method]) -> Result<(), NoRace> {
    for (i, member) in members.iter().enumerate() {
        if RACES.contains(&member.name) {
            return Err(NoRace::Nested(member.name));
        }
        if members[..i].iter().any(|other| other.name == member.name) {
            return Err(NoRace::Twice(member.name));
        }
    }
    Ok(())
}
