//! The context of a question: how to cancel it, and where its progress goes.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use tercet::solver::{Clock, Limit};

use crate::{Error, Seconds, Whole};

/// The context in which a question is worked on.
///
/// A session can be cancelled from another thread, by [`cancel`](Self::cancel) or a flag. The work then stops
/// within 20 ms with [`Code::Interrupted`]. Returning hundreds of megabytes to the system takes longer,
/// some 70 ms per gigabyte.
///
/// [`Code::Interrupted`]: crate::Code::Interrupted
#[derive(Clone, Default)]
pub struct Session {
    cancelled: Arc<AtomicBool>,
    /// Other causes of cancellation: flags from outside, flags of the sessions that contain this
    /// one; with the clock that measures time.
    limit: Limit,
    clock: Clock,
    /// The time that was spent before the work.
    spent: Duration,
    /// The most time of each piece of work.
    most: Option<Seconds>,
    /// The most threads of each piece of work.
    threads: Option<NonZeroUsize>,
    progress: Option<Arc<Listener>>,
    seeds: Option<Arc<Seeds>>,
}

type Listener = dyn Fn(&Progress) + Send + Sync;
type Seeds = dyn Fn() -> u64 + Send + Sync;

/// How far the work is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Progress {
    /// What is counted, or under way: `games`, `classifying hands of 7 cards`.
    pub what: String,
    /// How much is done.
    pub done: u64,
    /// The total, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
}

impl Session {
    /// A session that is not cancelled and has no listener.
    pub fn new() -> Self {
        Self::default()
    }

    /// The session with a listener, which is called on the working thread. It should return at
    /// once.
    #[must_use]
    pub fn with_progress(self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self { progress: Some(Arc::new(listener)), ..self }
    }

    /// The session without its listener.
    #[must_use]
    pub fn without_progress(self) -> Self {
        Self { progress: None, ..self }
    }

    /// A session with this clock, for a system without a clock.
    pub fn by(clock: Clock) -> Self {
        Self { limit: Limit::by(clock.clone()), clock, ..Self::default() }
    }

    /// The session, which this flag also cancels.
    #[must_use]
    pub fn with_flag(self, flag: Arc<AtomicBool>) -> Self {
        Self { limit: self.limit.or_flag(flag), ..self }
    }

    /// The session with a maximum time for each piece of work: a shorter timeout of a request
    /// stays, a longer one is cut, and work without a timeout gets this one.
    #[must_use]
    pub fn at_most(self, time: Seconds) -> Self {
        let most = self.most.map_or(time, |most| most.min(time));
        Self { most: Some(most), ..self }
    }

    /// The session of a request on which this much more time was spent already, such as to read its
    /// board: it counts towards the time of each piece of work.
    #[must_use]
    pub fn after(self, spent: Duration) -> Self {
        Self { spent: self.spent + spent, ..self }
    }

    /// Prepares work within its time limit: what was made, and the session of the work, in which the time that
    /// this took counts.
    ///
    /// # Errors
    ///
    /// That of the preparation.
    #[cfg(feature = "native")]
    pub fn preparing<T, E>(
        &self,
        timeout: Option<Seconds>,
        prepare: impl FnOnce(&Self) -> Result<T, E>,
    ) -> Result<(T, Self), E> {
        let watch = self.stopwatch();
        let made = prepare(&timeout.into_iter().fold(self.clone(), Self::at_most))?;
        Ok((made, self.clone().after(watch.elapsed().0)))
    }

    /// The session with a maximum number of threads for each piece of work.
    #[must_use]
    pub fn with_threads(self, most: NonZeroUsize) -> Self {
        Self { threads: Some(most), ..self }
    }

    /// The number of threads of work that asks for this many, at most 1024; by default one for each
    /// processor. One on a system without threads.
    pub fn threads(&self, asked: Option<NonZeroUsize>) -> NonZeroUsize {
        /// A system gives out some 30,000, and ends a process that needs more.
        const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(1024).expect("it is not 0");
        let asked =
            asked.map(|asked| asked.min(MOST_THREADS)).into_iter().chain(self.threads).min();
        let asked = asked.or_else(|| thread::available_parallelism().ok());
        asked.filter(|_| !cfg!(target_family = "wasm")).unwrap_or(NonZeroUsize::MIN)
    }

    /// A session that is cancelled with this one, and can also be cancelled alone.
    #[must_use]
    pub fn part(&self) -> Self {
        let limit = self.cancellation();
        Self { cancelled: Arc::default(), limit, ..self.clone() }
    }

    /// The session with a source of seeds, for requests that name none. Without it they come from
    /// the system, if the feature `native` is on.
    #[must_use]
    pub fn with_seeds(self, seeds: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self { seeds: Some(Arc::new(seeds)), ..self }
    }

    /// The requested seed, or a fresh one. Seeds from the system are below 2^32, short enough to be
    /// typed again.
    ///
    /// # Errors
    ///
    /// [`Code::OutOfRange`] for a seed of 2^64 or more, and [`Code::NoSeed`] if no fresh seed is
    /// available.
    ///
    /// [`Code::OutOfRange`]: crate::Code::OutOfRange
    /// [`Code::NoSeed`]: crate::Code::NoSeed
    pub fn seed(&self, asked: Option<&Whole>) -> Result<u64, Error> {
        if let Some(asked) = asked {
            return asked.get().ok_or_else(|| {
                error!(OutOfRange, "the seed {asked} has more than 64 bits")
                    .of_field("seed")
                    .with("most", Whole::from(u64::MAX))
            });
        }
        if let Some(seeds) = &self.seeds {
            return Ok(seeds());
        }
        #[cfg(feature = "native")]
        let seed = getrandom::u32().map(u64::from).map_err(|error| error.to_string());
        #[cfg(not(feature = "native"))]
        let seed = Err("there is no source of seeds");
        seed.map_err(|error| error!(NoSeed, "no random seed ({error})"))
    }

    /// Cancels this session, its clones and its parts. Later questions in it stop at once.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the session was cancelled, by a flag, a signal or a closed connection.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation().check().is_err()
    }

    /// The limit of work that starts now.
    pub fn limit(&self, timeout: Option<Seconds>) -> Limit {
        let times = timeout.into_iter().chain(self.most);
        let left = |time: Duration| time.saturating_sub(self.spent);
        times.fold(self.cancellation(), |limit, Seconds(time)| limit.or_timeout(left(time)))
    }

    /// The limit of everything that cancels the session, without a time.
    fn cancellation(&self) -> Limit {
        self.limit.clone().or_flag(Arc::clone(&self.cancelled))
    }

    /// A watch that starts now.
    pub fn stopwatch(&self) -> Stopwatch {
        Stopwatch { begin: self.clock.now(), clock: self.clock.clone() }
    }

    /// Reports progress to the listener; without a listener, `progress` is not called.
    pub fn report(&self, progress: impl FnOnce() -> Progress) {
        if let Some(listener) = &self.progress {
            listener(&progress());
        }
    }

    /// Reports to the listener that some work starts, and returns a watch that starts now.
    pub fn start(&self, what: impl FnOnce() -> String) -> Stopwatch {
        self.report(|| Progress { what: what(), done: 0, of: None });
        self.stopwatch()
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("cancelled", &self.cancelled).finish_non_exhaustive()
    }
}

/// Measures how long something takes.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    begin: Duration,
    clock: Clock,
}

impl Stopwatch {
    /// The time since the watch was started.
    pub fn elapsed(&self) -> Seconds {
        self.clock.now().saturating_sub(self.begin).into()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::Code;

    #[test]
    fn seeds_are_asked_for_or_fresh() {
        let session = Session::new().with_seeds(|| 7);
        assert_eq!(session.seed(None), Ok(7));
        assert_eq!(session.part().seed(None), Ok(7));
        assert_eq!(session.seed(Some(&u64::MAX.into())), Ok(u64::MAX));
        let refused = session.seed(Some(&(u128::from(u64::MAX) + 1).into())).unwrap_err();
        assert_eq!(refused.code, Code::OutOfRange);
    }
    #[test]
    fn no_work_takes_longer_than_its_session_allows() {
        let now = Arc::new(Mutex::new(Duration::ZERO));
        let shared = Arc::clone(&now);
        let clock = Clock::new(Arc::new(move || *shared.lock().unwrap()));
        let seconds = |seconds| Seconds(Duration::from_secs(seconds));
        let session = Session::by(clock).at_most(seconds(10));
        // How long a limit that starts now lasts, in seconds.
        let lasts = |session: &Session, timeout| {
            let limit = session.limit(timeout);
            let begin = *now.lock().unwrap();
            (1..100).find(|&time| {
                *now.lock().unwrap() = begin + Duration::from_secs(time);
                limit.check().is_err()
            })
        };
        assert_eq!(lasts(&session, None), Some(10));
        assert_eq!(lasts(&session, Some(seconds(99))), Some(10));
        assert_eq!(lasts(&session, Some(seconds(3))), Some(3));
        assert_eq!(lasts(&session.part(), None), Some(10));
        assert_eq!(lasts(&session.clone().at_most(seconds(20)), None), Some(10));
        assert_eq!(lasts(&session.clone().at_most(seconds(0)), None), Some(1));
        assert!(!session.at_most(seconds(0)).is_cancelled());
    }
}
