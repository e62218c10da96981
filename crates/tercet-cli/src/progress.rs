//! A line on standard error that shows that work goes on: only on a terminal, only for work of
//! more than half a second.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_millis(500);
const REFRESH: Duration = Duration::from_millis(100);

/// The line; dropping it wipes it out.
pub(crate) struct Progress {
    shown: Option<Shown>,
}

struct Shown {
    what: Arc<Mutex<String>>,
    done: Sender<()>,
    worker: JoinHandle<()>,
}

impl Progress {
    /// Starts to show `what` and the time since now.
    pub(crate) fn start(what: String) -> Self {
        if !io::stderr().is_terminal() {
            return Self { shown: None };
        }
        let (done, is_done) = mpsc::channel();
        let what = Arc::new(Mutex::new(what));
        let now = Arc::clone(&what);
        let begin = Instant::now();
        let worker = thread::spawn(move || {
            let mut shown = false;
            let mut wait = PATIENCE;
            while is_done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let time = begin.elapsed().as_secs_f64();
                let what = now.lock().unwrap_or_else(PoisonError::into_inner).clone();
                shown |=
                    write!(io::stderr(), "\r{what} … {time:.1} s (Ctrl-C stops)\x1b[K").is_ok();
                wait = REFRESH;
            }
            if shown {
                // Cosmetics: the answer does not depend on it.
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        });
        Self { shown: Some(Shown { what, done, worker }) }
    }

    /// Shows something else from now on, which is worked out only if anyone can see it.
    pub(crate) fn say(&self, what: impl FnOnce() -> String) {
        if let Some(shown) = &self.shown {
            *shown.what.lock().unwrap_or_else(PoisonError::into_inner) = what();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Shown { done, worker, .. }) = self.shown.take() {
            drop(done);
            // A panic of the worker has been reported where it happened.
            let _ = worker.join();
        }
    }
}
