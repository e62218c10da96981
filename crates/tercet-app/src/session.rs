//! What surrounds a question while it is worked on: how to cancel it, and who hears how far it is.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tercet::solver::Limit;

use crate::Seconds;

/// What surrounds a question while it is worked on.
///
/// A session can be cancelled from another thread by a [`Canceller`], or by a callback that is
/// asked now and then. The work then stops within 20 ms and says [`Code::Interrupted`].
///
/// [`Code::Interrupted`]: crate::Code::Interrupted
#[derive(Clone, Default)]
pub struct Session {
    cancelled: Arc<AtomicBool>,
    /// The flags of the sessions that this one is part of.
    outer: Vec<Arc<AtomicBool>>,
    progress: Option<Arc<Listener>>,
}

type Listener = dyn Fn(&Progress) + Send + Sync;

/// Cancels a session from anywhere.
#[derive(Clone, Debug)]
pub struct Canceller(Arc<AtomicBool>);

/// How far the work is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is counted, or under way: `games`, `classifying hands of 7 cards`.
    pub what: String,
    /// How much is done.
    pub done: u64,
    /// Of how much, if that is known.
    pub of: Option<u64>,
}

impl Session {
    /// A session that nobody has cancelled and nobody listens to.
    pub fn new() -> Self {
        Self::default()
    }

    /// The session with a listener, which is called from the thread that works. It should return at
    /// once.
    #[must_use]
    pub fn with_progress(self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self { progress: Some(Arc::new(listener)), ..self }
    }

    /// The session, which is cancelled by this flag, too.
    #[must_use]
    pub fn with_flag(mut self, flag: Arc<AtomicBool>) -> Self {
        self.outer.push(flag);
        self
    }

    /// A session that is cancelled with this one, and can be cancelled alone.
    #[must_use]
    pub fn part(&self) -> Self {
        let outer = self.outer.iter().chain([&self.cancelled]).cloned().collect();
        Self { cancelled: Arc::default(), outer, progress: self.progress.clone() }
    }

    /// What cancels this session, its clones and its parts.
    pub fn canceller(&self) -> Canceller {
        Canceller(Arc::clone(&self.cancelled))
    }

    /// Whether the session was cancelled, in whatever way.
    pub fn is_cancelled(&self) -> bool {
        self.limit(None).check().is_err()
    }

    /// The limit of work that starts now.
    pub fn limit(&self, timeout: Option<Seconds>) -> Limit {
        let limit = timeout.map_or_else(Limit::none, |Seconds(time)| Limit::timeout(time));
        let flags = self.outer.iter().chain([&self.cancelled]);
        flags.fold(limit, |limit, flag| limit.or_flag(Arc::clone(flag)))
    }

    /// Tells the listener how far the work is; the progress is made only if there is one.
    pub fn report(&self, progress: impl FnOnce() -> Progress) {
        if let Some(listener) = &self.progress {
            listener(&progress());
        }
    }

    /// A watch that starts now.
    pub fn stopwatch(&self) -> Stopwatch {
        Stopwatch { begin: Instant::now() }
    }

    /// Tells the listener what is under way.
    pub fn start(&self, what: impl FnOnce() -> String) {
        self.report(|| Progress { what: what(), done: 0, of: None });
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("cancelled", &self.cancelled).finish_non_exhaustive()
    }
}

impl Canceller {
    /// Cancels the session. What is asked in it later stops at once.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has cancelled the session.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Measures how long something takes.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    begin: Instant,
}

impl Stopwatch {
    /// The time since the watch was started.
    pub fn elapsed(&self) -> Seconds {
        self.begin.elapsed().into()
    }
}
