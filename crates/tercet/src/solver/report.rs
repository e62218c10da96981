//! What a method says about its own work.

use super::limit::Failure;

/// What a method says about its work since it was built. Most methods say nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// What the method holds besides the board, if it remembers partial sets.
    pub memory: Option<PartialSets>,
    /// What the method has searched, if it counts that. Where it lets others answer: what the method
    /// that gave the last answer has searched.
    pub effort: Option<Effort>,
    /// The method that gave the last answer, if this one lets others answer.
    pub winner: Option<&'static str>,
    /// What was wrong with the solvers that this method goes on without, if it lets others answer.
    pub failures: Vec<Failure>,
}

/// The partial sets that a method remembers, and what they cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartialSets {
    /// How many there are, of two cards up to one fewer than a set has.
    pub count: u64,
    /// The bytes of memory that they take.
    pub bytes: usize,
}

/// How much a method has searched, in a unit of its own: only numbers of the same unit compare, and
/// only for the same method. On several threads it depends on chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many units; easy boards may take none.
    pub count: u64,
    /// The unit, in the plural: "candidates" are v cards that were tried, "nodes" those of a tree of
    /// subproblems, "decisions" and "conflicts" those of a solver that propagates.
    pub unit: &'static str,
}

impl From<PartialSets> for Report {
    fn from(memory: PartialSets) -> Self {
        Self { memory: Some(memory), ..Self::default() }
    }
}

impl From<Effort> for Report {
    fn from(effort: Effort) -> Self {
        Self { effort: Some(effort), ..Self::default() }
    }
}
