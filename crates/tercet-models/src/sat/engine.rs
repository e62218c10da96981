//! The solver that runs the formula, and how it is stopped.

use std::cell::Cell;

use batsat::Callbacks;
use rustsat::solvers::SolveIncremental;
use tercet::solver::{Limit, Stop};

/// An incremental solver of `rustsat` that obeys a limit.
pub(super) trait Engine: SolveIncremental + Default {
    /// Sets the limit of the searches to come.
    fn obey(&mut self, limit: &Limit);

    /// Why the last search was interrupted.
    fn stopped(&self) -> Option<Stop>;
}

/// `BatSat`, a descendant of `MiniSat` in Rust.
pub(super) type BatSat = rustsat_batsat::Solver<Alarm>;

impl Engine for BatSat {
    fn obey(&mut self, limit: &Limit) {
        *self.batsat_mut().cb_mut() = Alarm { limit: limit.clone(), ..Alarm::default() };
    }

    fn stopped(&self) -> Option<Stop> {
        self.batsat_ref().cb().reason.get()
    }
}

/// Stops `BatSat` at a limit.
#[derive(Default)]
pub(super) struct Alarm {
    limit: Limit,
    questions: Cell<u32>,
    reason: Cell<Option<Stop>>,
}

impl Alarm {
    /// The solver asks at every decision, which takes a microsecond on small boards and a hundred
    /// on huge ones.
    const QUESTIONS_A_LOOK: u32 = 16;
}

impl Callbacks for Alarm {
    fn stop(&self) -> bool {
        let questions = self.questions.get();
        self.questions.set(questions.wrapping_add(1));
        // Once it rang it rings on: the solver asks twice.
        if self.reason.get().is_none() && questions % Self::QUESTIONS_A_LOOK == 0 {
            self.reason.set(self.limit.check().err());
        }
        self.reason.get().is_some()
    }
}
