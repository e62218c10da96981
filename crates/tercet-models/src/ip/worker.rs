//! A thread for a solver that cannot be stopped at any time.
//!
//! microlp checks the clock once in a thousand pivots, and never while it reads a program; on large
//! boards either takes seconds. `HiGHS` checks often, but needs its time limit in advance. So the
//! solver runs in its own thread. The caller waits for its results, and at the limit continues
//! without it; at its next check the solver notices that the receiver is gone, and ends. If the
//! solver crashes, its thread ends without a message.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use tercet::solver::{Limit, Stop};

use super::program::Program;
use crate::model::panicked;

/// A solver: reports the sets of a program, each once, until there are no more or it is told to
/// stop.
#[derive(Clone, Copy)]
pub(super) struct Engine {
    /// Its name, for error messages.
    pub(super) name: &'static str,
    pub(super) search: Search,
}

/// Searches a program.
pub(super) type Search = fn(Program, &Client) -> Result<(), Stop>;

/// The connection of a solver to its caller: for reporting results, and for stopping.
pub(super) struct Client {
    found: SyncSender<Vec<usize>>,
    all: bool,
    /// The maximum memory in bytes.
    pub(super) memory: usize,
    /// Also reached when the receiver is gone.
    pub(super) limit: Limit,
    /// The nodes of all trees, for solvers that count them.
    pub(super) nodes: Arc<AtomicU64>,
}

impl Client {
    /// Reports a solution. If this breaks off, the solver must stop.
    pub(super) fn report(&self, positions: Vec<usize>) -> ControlFlow<()> {
        match self.found.send(positions) {
            Ok(()) if self.all => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// A callback that receives each solution: the positions of a set, or the numbers of disjoint sets.
pub(super) type Visit<'a> = dyn FnMut(&[usize]) -> Result<ControlFlow<()>, Stop> + 'a;

/// The time to wait for a solver between two checks of the limit.
const MOMENT: Duration = Duration::from_millis(5);

/// The maximum number of reported sets that were not visited yet.
const AHEAD: usize = 64;

/// Runs a solver with this name for one solution or all, and visits them, until there are no more,
/// the visitor breaks off or fails, or the limit is reached.
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

/// Tells a solver to stop when the receiver is gone, for any reason.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
