//! The report of a method about its work.

use super::limit::Failure;

/// The report of a method about its work since it was built. For most methods it is empty.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// The stored partial sets, if the method stores any.
    pub memory: Option<PartialSets>,
    /// The effort of the search, if the method measures it. For a method that delegates: the effort
    /// of the method that gave the last answer.
    pub effort: Option<Effort>,
    /// The method that gave the last answer, if this one delegates.
    pub winner: Option<&'static str>,
    /// The failures of solvers without which this method continues, if it delegates.
    pub failures: Vec<Failure>,
}

/// The partial sets that a method stores, and their memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartialSets {
    /// Their number; each has at least two cards and lacks at least one.
    pub count: u64,
    /// Their memory in bytes.
    pub bytes: usize,
}

/// The effort of a search, in a unit of the method: only values of the same method in the same unit
/// are comparable. With several threads it is not deterministic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of units; it may be 0 for easy boards.
    pub count: u64,
    /// The unit, in the plural: "candidates" are choices of v cards, "nodes" are nodes of a search
    /// tree, "decisions" and "conflicts" are those of a propagating solver.
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
