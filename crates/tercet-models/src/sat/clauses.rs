//! Clauses, what each of them and each variable means, and what takes them down.

use rustsat::types::Lit;
use tercet::Card;

/// What it means that a variable is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// The chosen cards are all different in this property.
    Different(usize),
    /// In this property all of them show this value.
    Same(usize, usize),
    /// This card is chosen.
    Chosen(Card),
    /// One of the literals until here holds, in a chain of which at most one may.
    Carried,
    /// Some clauses count.
    Switch,
}

impl Meaning {
    /// Whether a search does well to try first whether it is true.
    pub(crate) fn is_wanted(self) -> bool {
        matches!(self, Self::Different(_) | Self::Chosen(_))
    }
}

/// Why a clause is there: the parts of the formula, in the order of the essay.
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
    /// What the session knows: which cards are new, which were taken, which sets were seen.
    Session,
}

/// What takes the formula down.
pub(crate) trait Clauses: Default {
    /// A new variable.
    fn variable(&mut self, meaning: Meaning) -> Lit;

    /// Says that one of the literals holds.
    fn clause(&mut self, part: Part, literals: &[Lit]);
}
