//! A thread for a solver that cannot be stopped at any time.
//!
//! microlp looks at the clock once in a thousand pivots, and never while it reads a program; on
//! large boards either takes seconds. `HiGHS` looks often, but must be told its time beforehand. So
//! the solver has a thread of its own. Who asks waits for what it finds, and at the limit goes on
//! without it; the solver notices at its next look that nobody listens any more, and ends. A crash
//! of the solver is a thread that ends without a word.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use tercet::solver::{Limit, Stop};

use super::program::Program;
use crate::verify::panicked;

/// A solver: reports the sets of a program, each once, until there is no other or it is told to
/// stop.
#[derive(Clone, Copy)]
pub(super) struct Engine {
    /// Its name, for error messages.
    pub(super) name: &'static str,
    pub(super) search: Search,
}

/// Searches a program.
pub(super) type Search = fn(Program, &Client) -> Result<(), Stop>;

/// Where a solver reports what it finds, and learns when to stop.
pub(super) struct Client {
    found: SyncSender<Vec<usize>>,
    all: bool,
    /// The most bytes to hold.
    pub(super) memory: usize,
    /// Reached when nobody listens any more.
    pub(super) limit: Limit,
    /// The nodes of all trees, for solvers that count them.
    pub(super) nodes: Arc<AtomicU64>,
}

impl Client {
    /// Reports a solution. The solver is to stop where this breaks off.
    pub(super) fn report(&self, positions: Vec<usize>) -> ControlFlow<()> {
        match self.found.send(positions) {
            Ok(()) if self.all => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// Is shown each solution: the positions of a set, or the numbers of disjoint sets.
pub(super) type Visit<'a> = dyn FnMut(&[usize]) -> Result<ControlFlow<()>, Stop> + 'a;

/// How long to wait for a solver before the limit is asked.
const MOMENT: Duration = Duration::from_millis(5);

/// How many sets a solver may be ahead of who visits them.
const AHEAD: usize = 64;

/// Lets a solver of this name find one solution or all, and visits them, until there is no other, the
/// visitor breaks off or fails, or the limit is reached.
pub(super) fn run(
    name: &'static str,
    search: impl FnOnce(&Client) -> Result<(), Stop> + Send + 'static,
    all: bool,
    memory: usize,
    nodes: &Arc<AtomicU64>,
    limit: &Limit,
    visit: &mut Visit<'_>,
) -> Result<(), Stop> {
    let stopped = StopOnDrop(Arc::default());
    let (found, sets) = sync_channel(AHEAD);
    let limit_of_work = Limit::none().or_flag(Arc::clone(&stopped.0));
    let client = Client { found, all, memory, limit: limit_of_work, nodes: Arc::clone(nodes) };
    let work = thread::Builder::new()
        .name(name.into())
        .spawn(move || search(&client))
        .map_err(|error| Stop::failed(name, format!("gets no thread: {error}")))?;
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

/// Tells a solver to stop when nobody listens any more, for whatever reason.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
