//! Who races.

use tercet::Deck;
use tercet::solver::{Method, Options, Question};
use thiserror::Error;

use crate::table::{UnknownMethod, method};

/// Why some methods cannot race with each other.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoRace {
    /// There are none.
    #[error("no method is named")]
    Empty,
    /// There is no such method.
    #[error(transparent)]
    Unknown(#[from] UnknownMethod),
    /// The method is a race itself.
    #[error("{0} is a race itself: leave it out")]
    Nested(&'static str),
    /// The method is named twice.
    #[error("{0} is named twice: name it once")]
    Twice(&'static str),
}

/// The methods that race themselves.
pub const RACES: [&str; 2] = ["portfolio", "hybrid"];

/// The models, from the one that is most often the fastest on.
const MODELS: [&str; 4] = ["sat", "cp", "ip", "smt"];

/// Whether the methods that [`Options::members`] names can race; that there are none is no fault.
///
/// # Errors
///
/// [`NoRace`] where they cannot.
pub fn check(options: &Options) -> Result<(), NoRace> {
    named(options).map(drop)
}

/// Whether these methods can race.
pub(super) fn can_race(members: &[&'static Method]) -> Result<(), NoRace> {
    if members.is_empty() {
        return Err(NoRace::Empty);
    }
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

/// The methods that the options name, which may be none.
///
/// # Errors
///
/// [`NoRace`] where they cannot race.
pub(crate) fn named(options: &Options) -> Result<Vec<&'static Method>, NoRace> {
    let members = options.members.iter().map(|name| method(name));
    let members = members.collect::<Result<Vec<_>, _>>()?;
    if !members.is_empty() {
        can_race(&members)?;
    }
    Ok(members)
}

/// The choice among our own methods.
pub(super) fn auto() -> &'static Method {
    method("auto").expect("a method of the library")
}

/// The models that are there and find sets of a deck. What they lack is looked up as late as they
/// are asked for, since that may mean to start a program.
pub(crate) fn models(deck: Deck, options: &Options) -> impl Iterator<Item = &'static Method> {
    let there = MODELS.iter().filter_map(|name| method(name).ok());
    let able = there.filter(move |model| model.can(Question::Find, deck));
    able.filter(|model| (model.missing)(options).is_none())
}
