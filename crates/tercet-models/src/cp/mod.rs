//! `cp`: a slot for each card of a set.
//!
//! The model of Rubin's post of August 12, 2023, for any deck. With the cards numbered, and `a[c,f]`
//! the value of property f in card c:
//!
//! - `x[s]` is the number of the card in slot s, no two of them the same,
//! - and ascending, so that no set is counted twice;
//! - `y[f,s] = a[x[s],f]` is what slot s shows of property f (element);
//! - for every f, `y[f,·]` are all different, or all the same.
//!
//! It runs on Pumpkin. Cards are numbered in ascending order, not as they lie, which gives the third
//! line another meaning: the cards of a set agree in some first properties and differ all in the
//! next, so "ascending numbers" and "ascending values in the first property in which they differ"
//! are the same order. [`Symmetry`] chooses what is written of it:
//!
//! - `None`: only that the cards are distinct. The solver finds each set in all v! orders; one of
//!   them is visited.
//! - `Relative`: ascending numbers, as in the post (constraint 13 of the thesis says the same).
//! - `Rigid`: besides, in the first property in which the slots differ, slot s shows value s
//!   (constraint 15). It follows from the others, but the solver sees it much earlier.
//!
//! Takes time that is exponential in v; a step of the search takes `O(n·v·p)`.
//!
//! What differs here from a plain statement, each for speed. The element constraints of a slot are
//! one propagator, and so are "all different or all the same"; Pumpkin's own are one property at a
//! time and a not-equal for every two slots. The slot with the fewest cards left is filled first,
//! and nothing is learnt from failures, which costs more than it saves on boards as small as these.
//! All sets come from one search: a last propagator takes each down and refuses it, as Rubin's
//! callback does, where solving again after each would walk through the same tree as often as there
//! are sets.
//!
//! The model is written anew for each question, since a solver that has proved something cannot be
//! asked again. What was proved is kept in the layout: after a deal only sets with a new card are
//! asked for. The limit is asked at every decision and inside long propagations. What Pumpkin claims
//! is checked by the rule of the game.

// Numbers of cards and values are small, and the solver's integers have 32 bits.
#![allow(clippy::cast_possible_wrap)]

mod minizinc;
mod program;
mod propagators;

use std::ops::ControlFlow;

use tercet::solver::{Effort, Full, Layout, Limit, Stop};
use tercet::{Board, Card};

use crate::model::{Claim, Formulation, Model};
use crate::options::Options;
use crate::symmetry::Symmetry;
use crate::verify::verified;
use program::Program;

pub use minizinc::{MiniZincError, minizinc, read_minizinc};

/// The solver's name, for error messages.
const PUMPKIN: &str = "Pumpkin";

/// The method at work on a board, with Pumpkin. Of the options it keeps to [`Options::symmetry`] and
/// [`memory`](tercet::solver::Options::memory).
pub fn pumpkin(board: &Board, options: &Options) -> impl Full + use<> {
    Model::new(board, Cp::new(options))
}

/// States the board as a constraint program, anew for each question.
struct Cp {
    symmetry: Symmetry,
    memory: usize,
    decisions: u64,
}

impl Cp {
    fn new(options: &Options) -> Self {
        Self { symmetry: options.symmetry, memory: options.search.memory, decisions: 0 }
    }
}

impl Formulation for Cp {
    fn search(
        &mut self,
        layout: &Layout,
        all: bool,
        limit: &Limit,
        claim: Claim<'_>,
    ) -> Result<(), Stop> {
        let (n, settled) = (layout.len(), layout.settled());
        if Program::bytes(layout.deck(), n, self.symmetry) > self.memory {
            return Err(Stop::Memory);
        }
        let mut watch = limit.watch();
        let mut numbered: Vec<(Card, usize)> = layout.cards().iter().copied().zip(0..).collect();
        watch.sort(&mut numbered)?;
        let (sorted, order): (Vec<Card>, Vec<usize>) = numbered.into_iter().unzip();
        watch.tick(n)?;
        let v = layout.deck().values();
        let new: Vec<usize> =
            (0..n).filter(|&number| settled < v || order[number] >= settled).collect();
        let program = Program::new(layout.deck(), &sorted, &new, self.symmetry, limit)?;
        program.search(&mut self.decisions, &mut |numbers| {
            let mut positions: Vec<usize> = numbers.iter().map(|&number| order[number]).collect();
            positions.sort_unstable();
            if all && !numbers.is_sorted() {
                // Where the symmetry is not broken the set comes in all orders; this one is passed
                // over.
                return verified(PUMPKIN, layout, &positions).map(|()| ControlFlow::Continue(()));
            }
            claim(PUMPKIN, &positions)
        })
    }

    fn effort(&self) -> Option<Effort> {
        Some(Effort { count: self.decisions, unit: "decisions" })
    }
}

#[cfg(test)]
mod tests;
