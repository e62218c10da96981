//! Why a question has no answer: its work cannot begin, or was stopped.

use std::fmt;

use thiserror::Error;

use super::Stop;
use crate::deck::{OutOfRange, Unsupported};
use crate::set::Set;

/// Work that cannot begin.
#[derive(Clone, PartialEq, Eq, Hash, Error)]
pub enum Cannot {
    /// It is not possible for this deck.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A number is out of its range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// It needs a set-free hand, and the hand holds this set.
    #[error("the hand holds the set {0}")]
    HoldsSet(Box<Set>),
}

/// A question without an answer.
///
/// ```
/// use tercet::{Board, Method, NoAnswer};
///
/// let board: Board = "deck 4 2\n 00 11 22 33".parse()?;
/// let refused = board.search().by(Method::HALVES).find().unwrap_err();
/// assert!(matches!(&refused, NoAnswer::Cannot(why) if why.to_string().starts_with("halves needs v = 3")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Error)]
pub enum NoAnswer<F = ()> {
    /// The work cannot begin.
    #[error(transparent)]
    Cannot(Box<Cannot>),
    /// The work was stopped, with what was found by then.
    #[error("{}", .0.reason)]
    Stopped(Stop<F>),
}

impl<F> NoAnswer<F> {
    /// Why the work cannot begin, if it cannot.
    pub fn cannot(&self) -> Option<&Cannot> {
        match self {
            Self::Cannot(why) => Some(why),
            Self::Stopped(_) => None,
        }
    }

    /// The stop, if the work began.
    pub fn stop(self) -> Option<Stop<F>> {
        match self {
            Self::Cannot(_) => None,
            Self::Stopped(stop) => Some(stop),
        }
    }

    /// The same with something that was found by then.
    pub fn with<G>(self, found: G) -> NoAnswer<G> {
        match self {
            Self::Cannot(why) => NoAnswer::Cannot(why),
            Self::Stopped(stop) => NoAnswer::Stopped(stop.with(found)),
        }
    }
}

impl<F> From<Stop<F>> for NoAnswer<F> {
    fn from(stop: Stop<F>) -> Self {
        Self::Stopped(stop)
    }
}

impl<F, E: Into<Cannot>> From<E> for NoAnswer<F> {
    fn from(why: E) -> Self {
        Self::Cannot(Box::new(why.into()))
    }
}

crate::text::debug_as_sentence!(Cannot);

impl<F> fmt::Debug for NoAnswer<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NoAnswer({self})")
    }
}
