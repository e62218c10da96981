//! The solver that runs the formula, and how it is stopped.

use std::cell::OnceCell;

use batsat::{Callbacks, SolverInterface, lbool};
use rustsat::solvers::SolveIncremental;
use rustsat::types::Lit;
use tercet::solver::{Limit, Stop};

/// An incremental solver of `rustsat` that obeys a limit.
pub(super) trait Engine: SolveIncremental + Default {
    /// Who is to blame.
    const NAME: &'static str;

    /// A new variable. The search tries first whether one that is `wanted` is true; it remembers
    /// what it had last of any other.
    fn variable(&mut self, wanted: bool) -> Lit;

    /// Sets the limit of the searches to come.
    fn obey(&mut self, limit: &Limit);

    /// Why the last search was interrupted.
    fn stopped(&self) -> Option<Stop>;
}

/// `BatSat`, a descendant of `MiniSat` in Rust.
pub(super) type BatSat = rustsat_batsat::Solver<Alarm>;

impl Engine for BatSat {
    const NAME: &'static str = "BatSat";

    fn variable(&mut self, wanted: bool) -> Lit {
        let first = if wanted { lbool::TRUE } else { lbool::UNDEF };
        let variable = self.batsat_mut().new_var(first, true);
        Lit::positive(variable.idx())
    }

    fn obey(&mut self, limit: &Limit) {
        *self.batsat_mut().cb_mut() = Alarm { limit: limit.clone(), ..Alarm::default() };
    }

    fn stopped(&self) -> Option<Stop> {
        self.batsat_ref().cb().reason.get().cloned()
    }
}

/// Stops `BatSat` at a limit.
#[derive(Default)]
pub(super) struct Alarm {
    limit: Limit,
    reason: OnceCell<Stop>,
}

impl Callbacks for Alarm {
    /// Asked at every decision, which takes a microsecond on small boards and a hundredth of a
    /// second on huge ones: so often that the clock costs little, so rarely that it must be read.
    fn stop(&self) -> bool {
        // Once it rang it rings on: the solver asks twice.
        if let (None, Err(stop)) = (self.reason.get(), self.limit.check()) {
            self.reason.set(stop).expect("it was empty");
        }
        self.reason.get().is_some()
    }
}
