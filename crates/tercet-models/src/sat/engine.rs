//! The solvers for the formula, and how they are stopped.

use std::cell::OnceCell;

use batsat::{Callbacks, SolverInterface, lbool};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Lit, TernaryVal};
use tercet::solver::{Limit, Stop};

use super::formula::{Clauses, Meaning, Part};

/// An incremental solver that obeys a limit.
pub(crate) trait Engine: Clauses {
    /// The solver's name, for error messages.
    const NAME: &'static str;

    /// Whether all clauses can hold together with these assumptions.
    ///
    /// # Errors
    ///
    /// The reason to stop, or `None` if the solver gives up without being asked to.
    fn solve(&mut self, assumptions: &[Lit], limit: &Limit) -> Result<bool, Option<Stop>>;

    /// The conflicts of all searches, if it reports them. (The bindings of `CaDiCaL` do not.)
    fn conflicts(&self) -> Option<u64> {
        None
    }

    /// Whether a literal holds in the last solution.
    fn holds(&self, literal: Lit) -> Result<bool, Stop>;
}

/// `BatSat`, a descendant of `MiniSat` in Rust.
pub(crate) type BatSat = rustsat_batsat::Solver<Alarm>;

impl Clauses for BatSat {
    fn variable(&mut self, meaning: Meaning) -> Lit {
        // Without a preference, the solver tries a variable's previous value first.
        let first = if meaning.is_wanted() { lbool::TRUE } else { lbool::UNDEF };
        let variable = self.batsat_mut().new_var(first, true);
        Lit::positive(variable.idx())
    }

    fn clause(&mut self, _: Part, literals: &[Lit]) {
        self.add_clause_ref(literals).expect("BatSat takes every clause");
    }
}

impl Engine for BatSat {
    const NAME: &'static str = "BatSat";

    fn solve(&mut self, assumptions: &[Lit], limit: &Limit) -> Result<bool, Option<Stop>> {
        *self.batsat_mut().cb_mut() = Alarm { limit: limit.clone(), ..Alarm::default() };
        match self.solve_assumps(assumptions).map_err(|error| Some(fails::<Self>(&error)))? {
            SolverResult::Sat => Ok(true),
            SolverResult::Unsat => Ok(false),
            SolverResult::Interrupted => Err(self.batsat_ref().cb().reason.get().cloned()),
        }
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.batsat_ref().num_conflicts())
    }

    fn holds(&self, literal: Lit) -> Result<bool, Stop> {
        let value = self.lit_val(literal).map_err(|error| fails::<Self>(&error))?;
        Ok(value == TernaryVal::True)
    }
}

fn fails<E: Engine>(error: &dyn std::fmt::Display) -> Stop {
    Stop::failed(E::NAME, format!("fails: {error}"))
}

/// Stops a solver at a limit.
#[derive(Default)]
pub(crate) struct Alarm {
    limit: Limit,
    reason: OnceCell<Stop>,
}

impl Callbacks for Alarm {
    /// Called at every decision, which takes a microsecond on small boards and a hundredth of a
    /// second on huge ones: often enough that the clock must be read rarely on the former, and each
    /// time on the latter.
    ///
    /// The answer stays true, because a solver asks twice.
    fn stop(&self) -> bool {
        if let (None, Err(stop)) = (self.reason.get(), self.limit.check()) {
            self.reason.set(stop).expect("it was empty");
        }
        self.reason.get().is_some()
    }
}

#[cfg(feature = "cadical")]
pub(super) use cadical_engine::CaDiCaL;

#[cfg(feature = "cadical")]
mod cadical_engine {
    use super::{Alarm, Callbacks, Clauses, Engine, Limit, Lit, Meaning, OnceCell, Part, Stop};

    /// `CaDiCaL`, in C++. It first tries that a variable is true, which suits the formula.
    #[derive(Default)]
    pub(in crate::sat) struct CaDiCaL {
        solver: cadical::Solver<Alarm>,
        variables: u32,
    }

    impl Clauses for CaDiCaL {
        fn variable(&mut self, _: Meaning) -> Lit {
            self.variables += 1;
            Lit::positive(self.variables - 1)
        }

        fn clause(&mut self, _: Part, literals: &[Lit]) {
            self.solver.add_clause(literals.iter().map(|literal| literal.to_ipasir()));
        }
    }

    impl Engine for CaDiCaL {
        const NAME: &'static str = "CaDiCaL";

        fn solve(&mut self, assumptions: &[Lit], limit: &Limit) -> Result<bool, Option<Stop>> {
            let alarm = Alarm { limit: limit.clone(), reason: OnceCell::new() };
            self.solver.set_callbacks(Some(alarm));
            let answer =
                self.solver.solve_with(assumptions.iter().map(|literal| literal.to_ipasir()));
            let alarm = self.solver.get_callbacks();
            answer.ok_or_else(|| alarm.and_then(|alarm| alarm.reason.get().cloned()))
        }

        fn holds(&self, literal: Lit) -> Result<bool, Stop> {
            Ok(self.solver.value(literal.to_ipasir()) == Some(true))
        }
    }

    impl cadical::Callbacks for Alarm {
        fn terminate(&mut self) -> bool {
            self.stop()
        }
    }
}
