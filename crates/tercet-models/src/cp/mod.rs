//! `cp`: a slot for each card of a set.
//!
//! The model of Rubin's post of August 12, 2023, for any deck. The cards are numbered, and `a[c,f]`
//! is the value of property f on card c:
//!
//! - `x[s]` is the number of the card in slot s; no two slots have the same number;
//! - the numbers ascend, so that no set is counted twice;
//! - `y[f,s] = a[x[s],f]` is the value of property f in slot s (element);
//! - for every f, `y[f,·]` are all different or all the same.
//!
//! The solver is Pumpkin. Cards are numbered in ascending order, not in layout order. This gives
//! the second condition another meaning: the cards of a set agree in some first properties and are
//! all different in the next, so ascending numbers mean ascending values in the first property in
//! which they differ. [`Symmetry`] chooses how this is formulated:
//!
//! - `None`: only that the cards are distinct. The solver finds each set in all v! orders, of which
//!   one is visited.
//! - `Relative`: ascending numbers, as in the post (constraint 13 of the thesis is equivalent).
//! - `Rigid`: also that in the first property in which the slots differ, slot s shows value s
//!   (constraint 15). This follows from the rest, but lets the solver propagate much earlier.
//!
//! The time is exponential in v; a step of the search takes `O(n·v·p)`.
//!
//! Differences from a direct model, all for speed: the element constraints of a slot are one
//! propagator, and so are "all different or all the same"; Pumpkin's own constraints handle one
//! property at a time, and one not-equal for every two slots. The slot with the fewest remaining
//! cards is filled first. Nothing is learnt from failures, because on such small boards that costs
//! more than it saves. (With learning, all 1080 sets of (3,4) take 0.28 s by Pumpkin's table
//! constraint, 0.46 s by its element constraints and 0.18 s by clauses; this model takes 0.05 s.)
//! All sets come from one search: a last propagator records each set and refuses it, like Rubin's
//! callback; solving again after each set would traverse the same tree once for each set.
//!
//! The model is created anew for each question, since the solver cannot be used again after a
//! proof. What was proved is kept in the layout: after a deal only sets with a new card are sought.
//! The limit is checked at every decision and inside long propagations. Sets that Pumpkin claims
//! are checked by the definition.

// Numbers of cards and values are small, and the solver's integers have 32 bits.
#![allow(clippy::cast_possible_wrap)]

mod program;
mod propagators;

use std::ops::ControlFlow;

use tercet::solver::{Effort, Full, Layout, Limit, Options, Stop};
use tercet::{Board, Card};

use crate::Symmetry;
use crate::model::{Claims, Formulation, Model, verified};
use program::Program;

/// The solver's name, for error messages.
const PUMPKIN: &str = "Pumpkin";

/// The method for a board, with Pumpkin. It uses the [memory](Options::memory).
pub fn pumpkin(board: &Board, symmetry: Symmetry, options: &Options) -> impl Full + use<> {
    Model::of(board, Cp::new(symmetry, options))
}

/// Formulates the board as a constraint program, anew for each question.
struct Cp {
    symmetry: Symmetry,
    memory: usize,
    decisions: u64,
}

impl Cp {
    fn new(symmetry: Symmetry, options: &Options) -> Self {
        Self { symmetry, memory: options.memory, decisions: 0 }
    }
}

impl Formulation for Cp {
    fn search(&mut self, layout: &Layout, limit: &Limit, claims: Claims) -> Result<(), Stop> {
        let (n, settled) = (layout.len(), layout.settled());
        if Program::bytes(layout.deck(), n, self.symmetry) > self.memory {
            return Err(Stop::MEMORY);
        }
        let order = numbering(layout, limit)?;
        let v = layout.deck().values();
        let new: Vec<usize> =
            (0..n).filter(|&number| settled < v || order[number] >= settled).collect();
        let cards = layout.at(&order);
        let program = Program::new(layout.deck(), &cards, &new, self.symmetry, limit)?;
        program.search(&mut self.decisions, &mut |numbers| {
            let mut positions: Vec<usize> = numbers.iter().map(|&number| order[number]).collect();
            positions.sort_unstable();
            if claims.all && !numbers.is_sorted() {
                // Without symmetry breaking the set comes in all orders; this one is skipped.
                return verified(PUMPKIN, layout, &positions).map(|()| ControlFlow::Continue(()));
            }
            (claims.claim)(PUMPKIN, &positions)
        })
    }

    fn effort(&self) -> Option<Effort> {
        Some(Effort { count: self.decisions, unit: "decisions" })
    }
}

/// The positions of the cards in ascending order of cards: the first is number 0.
pub(crate) fn numbering(board: &Board, limit: &Limit) -> Result<Vec<usize>, Stop> {
    let mut order: Vec<(Card, usize)> = board.cards().iter().copied().zip(0..).collect();
    limit.watch().sort(&mut order)?;
    Ok(order.into_iter().map(|(_, position)| position).collect())
}

#[cfg(test)]
mod tests;
