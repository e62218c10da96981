//! `ip`: an integer program.
//!
//! Sudz and Odland formulate the question as an integer program, and Rubin ("The 'Set' card game",
//! 2023) compares two ways to list all sets with it. The variables are binary: `inc[i]`: card i is
//! chosen; `y[p]`: the chosen cards are all different in property p; `z[p][x]`: they all show value
//! x there. With `vsum[p][x]` for the number of chosen cards that show x in p, the rows are:
//!
//! 1. Σ inc = v;
//! 2. `vsum[p][x]` = `y[p]` + v·`z[p][x]` for every p and x;
//! 3. Σ over x of `z[p][x]` = 1 − `y[p]` for every p;
//! 4. Σ y ≥ 1.
//!
//! They are `p·(v+1) + 2` rows over `n + p·(v+1)` variables. Rows 1 and 4 follow from the others as
//! soon as cards differ; they are kept as in the sources. For v = 1 a card is both all different
//! and all the same, and `z[p][x]` = 1 − `y[p]` is free; sets are distinguished by their cards.
//! There is no objective.
//!
//! *The tree.* A node is a linear program: the integer program with any values between 0 and 1, and
//! with some variables fixed. If the cards of its solution are integral and are a set that agrees
//! with the fixed variables, that set is found, for any values of y and z. If it has no solution,
//! there is no set below. Otherwise the first fractional variable is fixed, first at 1 and then at
//! 0: variables of properties before variables of cards, since for integral y and z the rest is an
//! exact cover. In depth-first order each node is one run of the dual simplex method from the node
//! above. The time is exponential in v.
//!
//! *All sets.* A found set is forbidden by a row, Rubin's "no good" constraint. His row says that
//! not all of its v cards are chosen; for v > 2 it may say that at most v−2 are, since v−1 cards
//! determine the last. `ip` continues in the same tree, as Rubin does with a callback: the row is
//! added to the node in which the set appeared, and the nodes below inherit it; other nodes do not
//! contain that set, so they do not need the row. `ip-resolve` is his other way: a new tree for
//! each set, whose root has the rows of all previous sets. `ip-highs` (feature `highs`) does the
//! same with the tree of `HiGHS`; see its file.
//!
//! After a proof that there is no set, a row requires a new card. Nothing else is kept across
//! updates: creating a program takes less time than solving its first node.
//!
//! *Trust.* microlp uses floating point. A set is rounded and then checked by the definition, so a
//! wrong set is an error and never returned. That a node has no solution is the claim of microlp,
//! which it makes only after it has checked a certificate (a combination of rows that no point
//! satisfies) against the original rows, within a tolerance of 10⁻⁷; the coefficients are 1, −1 and
//! v, for which rounding errors are far smaller. This is not an exact proof, unlike that of the
//! other methods; if a proof matters, another method should confirm it.

#[cfg(feature = "highs")]
mod highs;
pub mod packing;
pub(crate) mod program;
#[cfg(test)]
mod tests;
mod tree;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use program::Program;
use tercet::Board;
use tercet::solver::{Effort, Full, Layout, Limit, Options, Stop};

use crate::model::{Claims, Formulation, Model, panicked};

/// The method for a board: branch and bound on microlp's linear programs, in which sets are
/// forbidden as they appear. It uses the [memory](Options::memory).
pub fn in_one_tree(board: &Board, options: &Options) -> impl Full + use<> {
    Model::of(board, Ip::new(tree::LAZILY, options))
}

/// The same, but with a new search from the root after each set.
pub fn resolving(board: &Board, options: &Options) -> impl Full + use<> {
    Model::of(board, Ip::new(tree::RESOLVING, options))
}

/// The program in `HiGHS`, which solves it again after each set.
#[cfg(feature = "highs")]
pub fn highs(board: &Board, options: &Options) -> impl Full + use<> {
    Model::of(board, Ip::new(highs::HIGHS, options))
}

/// Formulates the board as an integer program, anew for each question, for an engine.
struct Ip {
    engine: Engine,
    memory: usize,
    nodes: Arc<AtomicU64>,
}

impl Ip {
    fn new(engine: Engine, options: &Options) -> Self {
        Self { engine, memory: options.memory, nodes: Arc::default() }
    }
}

impl Formulation for Ip {
    fn search(&mut self, layout: &Layout, limit: &Limit, claims: Claims) -> Result<(), Stop> {
        if Program::least_bytes(layout) > self.memory {
            return Err(Stop::MEMORY);
        }
        let program = Program::new(layout, layout.settled(), &mut limit.watch())?;
        let Engine { name, search } = self.engine;
        let search = move |client: &_| search(program, client);
        let visit = &mut |positions: &[usize]| (claims.claim)(name, positions);
        run(name, search, claims.all, self.memory, &self.nodes, limit, visit)
    }

    fn effort(&self) -> Option<Effort> {
        // Every search has a root. Without any node there was no question yet, or the engine is
        // `HiGHS`, which does not report nodes.
        let count = self.nodes.load(Ordering::Relaxed);
        (count > 0).then_some(Effort { count, unit: "nodes" })
    }
}

// A thread for a solver that cannot be stopped at any time.
//
// microlp checks the clock once in a thousand pivots, and never while it reads a program; on large
// boards either takes seconds. `HiGHS` checks often, but needs its time limit in advance. So the
// solver runs in its own thread. The caller waits for its results, and at the limit continues
// without it; at its next check the solver notices that the receiver is gone, and ends. If the
// solver crashes, its thread ends without a message.

/// A solver: reports the sets of a program, each once, until there are no more or it is told to
/// stop.
#[derive(Clone, Copy)]
struct Engine {
    /// Its name, for error messages.
    name: &'static str,
    search: Search,
}

/// Searches a program.
type Search = fn(Program, &Client) -> Result<(), Stop>;

/// The connection of a solver to its caller: for reporting results, and for stopping.
struct Client {
    found: SyncSender<Vec<usize>>,
    all: bool,
    /// The maximum memory in bytes.
    memory: usize,
    /// Also reached when the receiver is gone.
    limit: Limit,
    /// The nodes of all trees, for solvers that count them.
    nodes: Arc<AtomicU64>,
}

impl Client {
    /// Reports a solution. If this breaks off, the solver must stop.
    fn report(&self, positions: Vec<usize>) -> ControlFlow<()> {
        match self.found.send(positions) {
            Ok(()) if self.all => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// A callback that receives each solution: the positions of a set, or the numbers of disjoint sets.
type Visit<'a> = dyn FnMut(&[usize]) -> Result<ControlFlow<()>, Stop> + 'a;

/// The time to wait for a solver between two checks of the limit.
const MOMENT: Duration = Duration::from_millis(5);

/// The maximum number of reported sets that were not visited yet.
const AHEAD: usize = 64;

/// Runs a solver with this name for one solution or all, and visits them, until there are no more,
/// the visitor breaks off or fails, or the limit is reached.
fn run(
    name: &'static str,
    search: impl FnOnce(&Client) -> Result<(), Stop> + Send + 'static,
    all: bool,
    memory: usize,
    nodes: &Arc<AtomicU64>,
    limit: &Limit,
    visit: &mut Visit<'_>,
) -> Result<(), Stop> {
    // When this is dropped, the receiver is gone, for any reason.
    let caller = Arc::new(());
    let called = Arc::downgrade(&caller);
    let (found, sets) = sync_channel(AHEAD);
    let limit_of_work = Limit::none().or_callback(Arc::new(move || called.strong_count() == 0));
    let client = Client { found, all, memory, limit: limit_of_work, nodes: Arc::clone(nodes) };
    let work = thread::Builder::new()
        .name(name.into())
        .spawn(move || search(&client))
        .map_err(|error| Stop::failed(name, format!("cannot start a thread: {error}")))?;
    loop {
        match sets.recv_timeout(MOMENT) {
            Ok(positions) => {
                if visit(&positions)?.is_break() {
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        limit.check()?;
    }
    work.join().unwrap_or_else(|panic| Err(panicked(name, &*panic)))
}
