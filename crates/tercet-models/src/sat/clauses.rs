//! Clauses, the meaning of their parts and variables, and the interface to which they are written.

use rustsat::types::Lit;
use tercet::Card;

/// The meaning of a variable that is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// The chosen cards are all different in this property.
    Different(usize),
    /// In this property all of them show this value.
    Same(usize, usize),
    /// This card is chosen.
    Chosen(Card),
    /// At least one of the literals so far holds, in a chain of literals at most one of which may.
    Carried,
    /// A group of clauses is active.
    Switch,
}

impl Meaning {
    /// Whether a search should first try that it is true.
    pub(crate) fn is_wanted(self) -> bool {
        matches!(self, Self::Different(_) | Self::Chosen(_))
    }
}

/// The purpose of a clause: the parts of the formula, in the order of the essay.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Part {
    /// In every property exactly one of the choices holds.
    OneChoice,
    /// "All different" holds in at least one property.
    SomeDifferent,
    /// Where it holds, no two chosen cards show the same value,
    NoneTwice,
    /// and every value is shown.
    EachShown,
    /// A chosen card that shows x has "all different" or "all equal to x".
    FitsChoice,
    /// Knowledge of the session: new cards, removed cards, visited sets.
    Session,
}

/// A receiver of clauses: a solver, or a file.
pub(crate) trait Clauses: Default {
    /// A new variable.
    fn variable(&mut self, meaning: Meaning) -> Lit;

    /// Adds a clause: one of the literals holds.
    fn clause(&mut self, part: Part, literals: &[Lit]);
}
