//! `ip`: an integer program.
//!
//! Sudz and Odland state the question as an integer program, and Rubin ("The 'Set' card game",
//! 2023) compares the two ways to list all sets by one. The variables are binary: `inc[i]`, card i
//! is chosen; `y[p]`, the chosen cards are all different in property p; `z[p][x]`, they all show value
//! x there. With `vsum[p][x]` for the number of chosen cards that show x in p, the rows are:
//!
//! 1. Σ inc = v;
//! 2. `vsum[p][x]` = `y[p]` + v·`z[p][x]` for every p and x;
//! 3. Σ over x of `z[p][x]` = 1 − `y[p]` for every p;
//! 4. Σ y ≥ 1.
//!
//! They are `p·(v+1) + 2` rows over `n + p·(v+1)` variables, in which 1 and 4 follow from the
//! others wherever cards differ; the texts give them, and so do we. For v = 1 a card is both all
//! different and all the same, and `z[p][x]` = 1 − `y[p]` is free; one set is told from another by
//! its cards. Nothing is minimised.
//!
//! *The tree.* A node is a linear program, the integer program with any number between 0 and 1
//! allowed and with some variables fixed. Where the cards of its solution are whole, and are a set
//! that agrees with what is fixed, that set is found, whatever the y and z are. Where it has no
//! solution there is no set below. Else the first variable that is not whole is fixed, first at 1
//! and then at 0: what decides about properties before what decides about cards, since where the
//! y and z are whole the rest is an exact cover. Depth first, each node is a step of the dual
//! simplex method away from the one above. The time is exponential in v.
//!
//! *All sets.* A set that was found is forbidden by a row, Rubin's "no good" constraint. His says
//! that not all of its v cards are chosen; where v > 2 it may say that at most v−2 are, since v−1
//! cards fix the last. `ip` goes on in the same tree, as Rubin does by a callback: the row is added
//! to the node in which the set appeared, and the nodes below inherit it; others do not hold that
//! set anyway, so there the row would be idle. `ip-resolve` is his other way: a new tree for each
//! set, whose root has the rows of all before. So is `ip-highs` (feature `highs`), where the tree is
//! that of `HiGHS`; what differs then is told in its file.
//!
//! After a proof that there is no set, a row asks for a new card. Nothing else is kept across
//! updates: a program is written in less time than its first node is solved.
//!
//! *How far it can be trusted.* microlp calculates in floating point. A set is rounded and then
//! checked by the rule of the game, so a wrong one is an error and never shown. That a node has no
//! solution is microlp's word, which it gives only after it has checked a proof (a combination of
//! rows that no point satisfies) against the rows as written, within a tolerance of 10⁻⁷; our
//! coefficients are 1, −1 and v, where rounding is far from that. It is no exact proof as that of
//! the other methods is, and where a proof matters another method should confirm it.

#[cfg(feature = "highs")]
mod highs;
mod lp;
pub mod packing;
mod program;
mod tree;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tercet::Board;
use tercet::solver::{Effort, Full, Layout, Limit, Stop};

use crate::model::{Claim, Formulation, Model};
use crate::options::Options;
pub use lp::{LpSolution, LpSolutionError, lp, read_lp_solution};
use program::Program;
use worker::Engine;

/// The method at work on a board: our own branch and bound on microlp's linear programs, in which
/// sets are forbidden as they appear. Of the options it keeps to [`memory`](tercet::solver::Options::memory).
pub fn in_one_tree(board: &Board, options: &Options) -> impl Full + use<> {
    Model::new(board, Ip::new(tree::LAZILY, options))
}

/// The same, but after each set it solves again from the root on.
pub fn resolving(board: &Board, options: &Options) -> impl Full + use<> {
    Model::new(board, Ip::new(tree::AGAIN, options))
}

/// The program in `HiGHS`, which solves it again after each set.
#[cfg(feature = "highs")]
pub fn highs(board: &Board, options: &Options) -> impl Full + use<> {
    Model::new(board, Ip::new(highs::HIGHS, options))
}

/// States the board as an integer program, anew for each question, and lets an engine solve it.
struct Ip {
    engine: Engine,
    memory: usize,
    nodes: Arc<AtomicU64>,
}

impl Ip {
    fn new(engine: Engine, options: &Options) -> Self {
        Self { engine, memory: options.search.memory, nodes: Arc::default() }
    }
}

impl Formulation for Ip {
    fn search(
        &mut self,
        layout: &Layout,
        all: bool,
        limit: &Limit,
        claim: Claim<'_>,
    ) -> Result<(), Stop> {
        if Program::least_bytes(layout.board()) > self.memory {
            return Err(Stop::Memory);
        }
        let program = Program::new(layout.board(), layout.settled(), &mut limit.watch())?;
        let Engine { name, search } = self.engine;
        let search = move |client: &_| search(program, client);
        let visit = &mut |positions: &[usize]| claim(name, positions);
        worker::run(name, search, all, self.memory, &self.nodes, limit, visit)
    }

    fn effort(&self) -> Option<Effort> {
        // Every search has a root, so without any node nothing was asked yet, or `HiGHS`, which
        // does not tell.
        let count = self.nodes.load(Ordering::Relaxed);
        (count > 0).then_some(Effort { count, unit: "nodes" })
    }
}

#[cfg(test)]
mod tests;
