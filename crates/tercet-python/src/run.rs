//! Work of the engine inside a call from Python.

use std::any::Any;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use tercet_app::run::pool::{Pool, in_order};
use tercet_app::{Code, Error, Job, Seconds, Session};

use crate::error::raised;

/// How long a call waits for its work before it checks for signals.
const PAUSE: Duration = Duration::from_millis(20);
/// How long a call works in its own thread: starting another one takes 40 µs.
pub(crate) const MOMENT: Duration = Duration::from_millis(1);
/// For boards of more cards, even preparing a search takes longer than a moment.
pub(crate) const MANY: usize = 1 << 12;
/// How many objects of Python are read or made before other threads get their turn: some 0.1 ms.
const TURN: usize = 1 << 10;

/// Works in a separate thread. The caller waits without the interpreter, and checks for signals now
/// and then: Ctrl-C cancels the work, which takes some 20 ms, and at most 60.
///
/// # Errors
///
/// Those of the work, and `KeyboardInterrupt` or another exception that a signal handler raises.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Session) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let job = Session::new().work(work).map_err(raised)?;
    while !py.detach(|| job.wait_for(PAUSE)) {
        if let Err(interrupt) = py.check_signals() {
            py.detach(|| leave(job));
            return Err(interrupt);
        }
    }
    py.detach(|| job.wait()).map_err(raised)
}

/// Works in the calling thread, without the interpreter. If a moment is not enough, the work is done
/// again, or continued, as in [`run`]. Work on more than [`MANY`] cards is given to a thread at once.
///
/// # Errors
///
/// As [`run`].
pub(crate) fn run_soon<T: Send + 'static>(
    py: Python<'_>,
    cards: usize,
    mut work: impl FnMut(&Session) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    if cards <= MANY {
        let session = Session::new().at_most(Seconds(MOMENT)).with_threads(NonZeroUsize::MIN);
        match py.detach(|| unless_it_panics(|| work(&session))) {
            Err(error) if error.code == Code::Deadline => {}
            done => return done.map_err(raised),
        }
    }
    run(py, work)
}

/// Lets signals and other threads have their turn after every thousandth object of a long loop.
///
/// # Errors
///
/// The exception of a signal handler.
pub(crate) fn take_turns(py: Python<'_>, objects: usize) -> PyResult<()> {
    if objects % TURN == TURN - 1 {
        py.detach(|| {});
        py.check_signals()?;
    }
    Ok(())
}

/// Works on pieces in several threads, and passes the results on in order, up to the first error.
///
/// # Errors
///
/// That of the first piece that has one, and [`in_order`]'s.
pub(crate) fn share<P: Send, R: Send>(
    session: &Session,
    threads: NonZeroUsize,
    mut pieces: impl Iterator<Item = P> + Send,
    work: impl Fn(P) -> Result<R, Error> + Sync,
    mut add: impl FnMut(R),
) -> Result<(), Error> {
    /// How many results of each thread may wait for an earlier one.
    const AHEAD: usize = 32;
    let (least, _) = pieces.size_hint();
    let threads = NonZeroUsize::new(least).map_or(NonZeroUsize::MIN, |most| most.min(threads));
    let is_full = |ahead| ahead >= AHEAD.saturating_mul(threads.get());
    let pool = Pool { threads, session, is_full: &is_full };
    let (work, mut ended) = (&work, Ok(()));
    in_order(&pool, &mut || pieces.next(), &|| work, &mut |result| match result {
        Ok(result) => {
            add(result);
            ControlFlow::Continue(())
        }
        Err(error) => {
            ended = Err(error);
            ControlFlow::Break(())
        }
    })?;
    ended
}

/// Cancels work. If it does not end soon, as in the preparations of a method, a thread waits for
/// it.
pub(crate) fn leave<T: Send + 'static>(job: Job<T>) {
    job.cancel();
    if !job.wait_for(2 * PAUSE) {
        // If no thread can be started, the job is dropped here, which waits.
        let _ = thread::Builder::new().spawn(move || drop(job));
    }
}

/// Works in the calling thread, for a moment at most. A panic becomes a `RuntimeError`: the one of
/// pyo3 is not an `Exception`, so it would pass all handlers.
pub(crate) fn caught<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    unless_it_panics(|| Ok(work())).map_err(raised)?
}

fn unless_it_panics<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let panicked = |panic: Box<dyn Any + Send>| Err(Error::panicked(&*panic));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(panicked)
}
