//! Work of the engine inside a call from Python.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tercet_app::{Error, Job, Session};

use crate::error::raised;

/// How long a call waits for its work before it checks for signals.
const PAUSE: Duration = Duration::from_millis(20);

/// Works in a separate thread. The caller waits without the interpreter, and checks for signals now
/// and then: Ctrl-C cancels the work, which takes some 20 ms, and at most 60.
///
/// # Errors
///
/// Those of the work, and `KeyboardInterrupt` or whatever else a signal handler raises.
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

/// Works in the calling thread if that takes a moment at most, else as [`run`]: starting a thread
/// takes longer.
///
/// # Errors
///
/// As [`run`].
pub(crate) fn run_unless<T: Send + 'static>(
    py: Python<'_>,
    is_quick: bool,
    work: impl FnOnce(&Session) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    if is_quick { caught(|| work(&Session::new()).map_err(raised)) } else { run(py, work) }
}

/// Cancels work. If it does not end soon, as in the preparations of a method, a thread waits for
/// it.
pub(crate) fn leave<T: Send + 'static>(job: Job<T>) {
    job.canceller().cancel();
    if !job.wait_for(2 * PAUSE) {
        // If no thread can be started, the job is dropped here, which waits.
        let _ = thread::Builder::new().spawn(move || drop(job));
    }
}

/// Works in the calling thread, for a moment at most. A panic becomes a `RuntimeError`: the one of
/// pyo3 is not an `Exception`, so it would pass all handlers.
pub(crate) fn caught<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(bug(&*panic)))
}

fn bug(panic: &(dyn Any + Send)) -> PyErr {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!("a bug: {}", words.unwrap_or("a panic without a message")))
}
