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
//! last. The solver first tries to choose cards and to make properties differ; with its default of
//! trying false first, it takes nearly twice as long. It is `BatSat`, through `rustsat`, and checks
//! the limit at its decisions. The sets that it claims are checked by the definition.
//!
//! With the feature `cadical` there is a second method, `sat-cadical`, with the same formula in
//! `CaDiCaL`, which needs a C++ compiler to build.

pub(crate) mod engine;
pub(crate) mod formula;

use tercet::Board;
use tercet::solver::{Effort, Full, Layout, Limit, Options, Stop};

use crate::model::{Claims, Formulation, Model};
use engine::{BatSat, Engine};
use formula::Formula;

/// The method for a board, with `BatSat`. It uses the [memory](Options::memory).
pub fn batsat(board: &Board, options: &Options) -> impl Full + use<> {
    Model::of(board, Sat::<BatSat>::new(options.memory))
}

/// The method for a board, with `CaDiCaL`. It uses the [memory](Options::memory).
#[cfg(feature = "cadical")]
pub fn cadical(board: &Board, options: &Options) -> impl Full + use<> {
    Model::of(board, Sat::<engine::CaDiCaL>::new(options.memory))
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
        let memory = self.memory;
        if let Some(stale) = self.formula.take_if(|formula| formula.is_stale(memory)) {
            self.conflicts += stale.engine().conflicts().unwrap_or(0);
        }
        let formula = self.formula.get_or_insert_with(|| Formula::new(layout.deck()));
        formula.write(layout.cards(), layout.settled(), memory, limit)?;

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
                formula.check(memory)?;
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
        let now = self.formula.as_ref().map_or(Some(0), |formula| formula.engine().conflicts())?;
        Some(Effort { count: self.conflicts + now, unit: "conflicts" })
    }

    fn remove(&mut self, board: &Board) {
        if let Some(formula) = &mut self.formula {
            formula.remove(|card| !board.contains(card));
        }
    }
}

#[cfg(test)]
mod tests;
