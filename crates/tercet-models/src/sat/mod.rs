//! `sat`: one Boolean variable for each card.
//!
//! The formula has a literal "is chosen" for every card of the board, and for every property the
//! choices "all different" and "all equal to x", one for each value x. Its clauses say:
//!
//! 1. in every property exactly one of the choices holds;
//! 2. "all different" holds in at least one property;
//! 3. where it holds, no two chosen cards show the same value,
//! 4. and every value is shown by a chosen card;
//! 5. a chosen card that shows x has "all different" or "all equal to x".
//!
//! *No clause says that v cards are chosen, and none is needed.* By 2 there is a property in which
//! the chosen cards are all different. By 3 at most one of them, and by 4 at least one, shows each
//! of its v values; so there are v. In every other property either 3 makes them differ pairwise, or
//! by 1 there is one x, and by 5 all of them show it. So the chosen cards are a set. Conversely,
//! the cards of a set satisfy the formula with the choices that they show. For v ≥ 2 there is only
//! one way to do so: v cards are never both all different and all the same. For v = 1 either choice
//! is true of the only card, which does no harm, since sets are distinguished by their cards. So v
//! = 1 and v = 2 need no special case.
//!
//! There are `O(n·p)` clauses, besides the `O(v·p)` clauses of the choices; solving them takes time
//! that is exponential in v.
//!
//! The formula lives as long as the board. A dealt card adds its clauses to 3 and 5. A removed card
//! is forbidden by a unit clause, which lets the solver drop everything about it; if it comes back,
//! it gets a new variable. Only 4 names all cards, so its clauses are written again after a deal,
//! under a literal that is assumed until the next deal and is then false for good. After a proof
//! that there is no set, a further clause under that literal requires one of the new cards. What
//! the solver has learnt from 1, 2, 3 and 5 stays. When most of its variables belong to removed
//! cards, the formula is rebuilt, so it does not grow in a long game.
//!
//! All sets are found one after another: each is forbidden by clauses under a literal that is
//! assumed for this enumeration, one for every v−1 of its cards, since v−1 cards determine the
//! last. (Forbidding all v together takes a fifth longer for the 1080 sets of (3,4).) The solver
//! first tries to choose cards and to make properties differ; with its default of trying false
//! first, it takes nearly twice as long. It is `BatSat`, and checks the limit at its decisions. The
//! sets that it claims are checked by the definition.
//!
//! With the feature `cadical` there is a second method, `sat-cadical`, with the same formula in
//! `CaDiCaL`, which needs a C++ compiler to build. On 300 cards of (16,5) the literal that a
//! session assumes costs it a fifth of its time.

pub(crate) mod formula;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use batsat::{Callbacks, Lit, ProgressStatus, SolverInterface, lbool};
use formula::{Clauses, Formula, bytes};
use tercet::Board;
use tercet::solver::{Effort, Full, Layout, Limit, Options, Stop};

use crate::model::{Claims, Formulation, Model};

#[cfg(feature = "cadical")]
use cadical_engine::CaDiCaL;

/// The method for a board, with `BatSat`. It uses the [memory](Options::memory).
pub fn batsat(board: &Board, options: &Options) -> impl Full + use<> {
    Model::of(board, Sat::<BatSat>::new(options.memory))
}

/// The method for a board, with `CaDiCaL`. It uses the [memory](Options::memory).
#[cfg(feature = "cadical")]
pub fn cadical(board: &Board, options: &Options) -> impl Full + use<> {
    Model::of(board, Sat::<CaDiCaL>::new(options.memory))
}

/// Formulates the board as a formula that follows its updates, for any engine.
struct Sat<E> {
    memory: usize,
    /// `None` before the first question, and when most of it would concern removed cards.
    formula: Option<Formula<E>>,
    /// The conflicts of previous formulas.
    conflicts: u64,
}

impl<E> Sat<E> {
    fn new(memory: usize) -> Self {
        Self { memory, formula: None, conflicts: 0 }
    }
}

impl<E: Engine + Send> Formulation for Sat<E> {
    fn search(&mut self, layout: &Layout, limit: &Limit, claims: Claims) -> Result<(), Stop> {
        if let Some(stale) = self.formula.take_if(|formula| formula.is_stale()) {
            self.conflicts += stale.engine.conflicts().unwrap_or(0);
        }
        let formula = self.formula.get_or_insert_with(|| Formula::new(layout.deck(), self.memory));
        formula.write(layout.cards(), layout.settled(), limit)?;

        let mut forbidden = None;
        let mut visit_all = || {
            while let Some(positions) = formula.solve(forbidden.as_slice(), limit)? {
                if (claims.claim)(E::NAME, &positions)?.is_break() {
                    break;
                }
                let under = *forbidden.get_or_insert_with(|| formula.literal());
                formula.forbid(&positions, under);
                // The solver may find one set after another without ever checking the limit.
                limit.check()?;
            }
            Ok(())
        };
        let end = visit_all();
        if let Some(under) = forbidden {
            formula.retire(under);
        }
        end
    }

    fn effort(&self) -> Option<Effort> {
        let now = self.formula.as_ref().map_or(Some(0), |formula| formula.engine.conflicts())?;
        Some(Effort { count: self.conflicts + now, unit: "conflicts" })
    }

    fn remove(&mut self, board: &Board) {
        if let Some(formula) = &mut self.formula {
            formula.remove(|card| !board.contains(card));
        }
    }
}

// The solvers for the formula, and how they are stopped.

/// An incremental solver that obeys a limit.
pub(crate) trait Engine: Clauses {
    /// The solver's name, for error messages.
    const NAME: &'static str;

    /// Whether all clauses can hold together with these assumptions. `room` bytes are left for what
    /// is learnt.
    ///
    /// # Errors
    ///
    /// The reason to stop, or `None` if the solver gives up without being asked to.
    fn solve(&mut self, assumed: &[Lit], room: usize, limit: &Limit) -> Result<bool, Option<Stop>>;

    /// The conflicts of all searches, if it reports them. (The bindings of `CaDiCaL` do not.)
    fn conflicts(&self) -> Option<u64> {
        None
    }

    /// Whether a literal holds in the last solution.
    fn holds(&self, literal: Lit) -> bool;
}

/// `BatSat`, a descendant of `MiniSat` in Rust.
pub(crate) type BatSat = batsat::Solver<Alarm>;

impl Clauses for BatSat {
    fn variable(&mut self, is_wanted: bool, _: impl FnOnce() -> String) -> Lit {
        // Without a preference, the solver tries a variable's previous value first.
        let first = if is_wanted { lbool::TRUE } else { lbool::UNDEF };
        Lit::new(self.new_var(first, true), true)
    }

    fn clause(&mut self, _: &'static str, literals: &[Lit]) {
        // The next search finds out whether the clauses can still hold together.
        let _ = self.add_clause_reuse(&mut literals.to_vec());
    }
}

impl Engine for BatSat {
    const NAME: &'static str = "BatSat";

    fn solve(&mut self, assumed: &[Lit], room: usize, limit: &Limit) -> Result<bool, Option<Stop>> {
        *self.cb_mut() = Alarm { limit: limit.clone(), room, ..Alarm::default() };
        match self.solve_limited(assumed) {
            answer if answer == lbool::TRUE => Ok(true),
            answer if answer == lbool::FALSE => Ok(false),
            _ => Err(self.cb().reason.get().cloned()),
        }
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.num_conflicts())
    }

    fn holds(&self, literal: Lit) -> bool {
        self.value_lit(literal) == lbool::TRUE
    }
}

/// Stops a solver at a limit.
#[derive(Default)]
pub(crate) struct Alarm {
    limit: Limit,
    /// The most memory of the learnt clauses in bytes.
    room: usize,
    reason: OnceCell<Stop>,
}

impl Callbacks for Alarm {
    /// Called when half as much again was learnt as the last time, so two thirds of the room must be left.
    fn on_progress<F: FnOnce() -> ProgressStatus>(&mut self, status: F) {
        let ProgressStatus { n_learnt: learnt, n_learnt_lits: literals, .. } = status();
        if learnt as usize * bytes(literals as usize) > self.room / 3 * 2 {
            let _ = self.reason.set(Stop::MEMORY);
        }
    }

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
mod cadical_engine {
    use super::formula::{number, positive};
    use super::{Alarm, Callbacks, Clauses, Engine, Limit, Lit, Stop};

    /// `CaDiCaL`, in C++. It first tries that a variable is true, which suits the formula.
    #[derive(Default)]
    pub(in crate::sat) struct CaDiCaL {
        solver: cadical::Solver<Alarm>,
        variables: u32,
    }

    impl Clauses for CaDiCaL {
        fn variable(&mut self, _: bool, _: impl FnOnce() -> String) -> Lit {
            self.variables += 1;
            positive(self.variables - 1)
        }

        fn clause(&mut self, _: &'static str, literals: &[Lit]) {
            self.solver.add_clause(literals.iter().map(|&literal| number(literal)));
        }
    }

    impl Engine for CaDiCaL {
        const NAME: &'static str = "CaDiCaL";

        fn solve(
            &mut self,
            assumed: &[Lit],
            _: usize,
            limit: &Limit,
        ) -> Result<bool, Option<Stop>> {
            let alarm = Alarm { limit: limit.clone(), ..Alarm::default() };
            self.solver.set_callbacks(Some(alarm));
            let answer = self.solver.solve_with(assumed.iter().map(|&literal| number(literal)));
            let alarm = self.solver.get_callbacks();
            answer.ok_or_else(|| alarm.and_then(|alarm| alarm.reason.get().cloned()))
        }

        fn holds(&self, literal: Lit) -> bool {
            self.solver.value(number(literal)) == Some(true)
        }
    }

    impl cadical::Callbacks for Alarm {
        fn terminate(&mut self) -> bool {
            self.stop()
        }
    }
}
