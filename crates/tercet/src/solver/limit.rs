//! Limits: when to stop without an answer; and why a question has none: its work cannot begin, or was stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::deck::{OutOfRange, Unsupported};
use crate::set::Set;

/// A limit for a search: a deadline, an interruption, or none.
#[derive(Clone, Default)]
pub struct Limit {
    clock: Clock,
    /// The deadline, by the clock.
    deadline: Option<Duration>,
    interrupts: Vec<Interrupt>,
}

/// Asks whether the work shall end.
type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Limit({:?}, {} interrupts)", self.deadline, self.interrupts.len())
    }
}

/// Work that ended early: the reason, and what was found by then.
///
/// Where a part of an answer is of use, such as the first sets of a list, the error of the work has
/// that part; otherwise it has `()`.
#[derive(Clone, PartialEq, Eq, Hash, Error)]
#[error("{reason}")]
pub struct Stop<F = ()> {
    /// Why the work ended.
    pub reason: Reason,
    /// What was found by then.
    pub found: F,
}

impl<F> fmt::Debug for Stop<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop({self})")
    }
}

/// Why work ended early.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Error)]
pub enum Reason {
    /// The deadline has passed.
    #[error("the time limit was reached")]
    Deadline,
    /// A flag was set, or a callback returned `true`.
    #[error("interrupted")]
    Interrupted,
    /// The method would need more memory than [`Options::memory`](super::Options::memory).
    #[error("the memory limit was reached")]
    Memory,
    /// The number of sets exceeds the largest count, 2^128 − 1.
    #[error("there are 2^128 sets or more, which is past what can be counted")]
    TooMany,
    /// None of this many random boards is as it should be.
    #[error(
        "none of {0} random boards has this number of sets, and there are too many hands to \
         classify them"
    )]
    Effort(u64),
    /// A solver that the method relies on does not work. Asking again does not help.
    #[error("{0}")]
    Failed(Box<Failure>),
}

/// A fault of an external solver: it crashed, its answer was invalid, or it claimed a set that is
/// not one. The invalid answer is never returned.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Error)]
#[error("{solver} {what}")]
pub struct Failure {
    /// The name of the solver, or of the program as it was started.
    pub solver: String,
    /// What it did, as a phrase that follows its name.
    pub what: String,
}

impl Stop {
    /// The deadline has passed.
    pub const DEADLINE: Self = Self { reason: Reason::Deadline, found: () };
    /// The work was interrupted.
    pub const INTERRUPTED: Self = Self { reason: Reason::Interrupted, found: () };
    /// The memory is used up.
    pub const MEMORY: Self = Self { reason: Reason::Memory, found: () };
    /// There are 2^128 sets or more.
    pub const TOO_MANY: Self = Self { reason: Reason::TooMany, found: () };

    /// The stop of a method whose solver failed; see [`Failure`].
    pub fn failed(solver: impl Into<String>, what: impl Into<String>) -> Self {
        let failure = Failure { solver: solver.into(), what: what.into() };
        Reason::Failed(Box::new(failure)).into()
    }
}

impl<F> Stop<F> {
    /// The same stop with something that was found by then.
    pub fn with<G>(self, found: G) -> Stop<G> {
        Stop { reason: self.reason, found }
    }
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Self { reason, found: () }
    }
}

/// Work that cannot begin.
#[derive(Clone, PartialEq, Eq, Hash, Error)]
pub enum Cannot {
    /// It is not possible for this deck.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A number is out of its range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// It needs a set-free hand, and the hand holds this set.
    #[error("the hand holds the set {0}")]
    HoldsSet(Box<Set>),
}

/// A question without an answer.
///
/// ```
/// use tercet::{Board, Method, NoAnswer};
///
/// let board: Board = "deck 4 2\n 00 11 22 33".parse()?;
/// let refused = board.search().by(Method::HALVES).find().unwrap_err();
/// assert!(matches!(&refused, NoAnswer::Cannot(why) if why.to_string().starts_with("halves needs v = 3")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Error)]
pub enum NoAnswer<F = ()> {
    /// The work cannot begin.
    #[error(transparent)]
    Cannot(Box<Cannot>),
    /// The work was stopped, with what was found by then.
    #[error("{}", .0.reason)]
    Stopped(Stop<F>),
}

impl<F> NoAnswer<F> {
    /// Why the work cannot begin, if it cannot.
    pub fn cannot(&self) -> Option<&Cannot> {
        match self {
            Self::Cannot(why) => Some(why),
            Self::Stopped(_) => None,
        }
    }

    /// The stop, if the work began.
    pub fn stop(self) -> Option<Stop<F>> {
        match self {
            Self::Cannot(_) => None,
            Self::Stopped(stop) => Some(stop),
        }
    }

    /// The same with something that was found by then.
    pub fn with<G>(self, found: G) -> NoAnswer<G> {
        match self {
            Self::Cannot(why) => NoAnswer::Cannot(why),
            Self::Stopped(stop) => NoAnswer::Stopped(stop.with(found)),
        }
    }
}

impl<F> From<Stop<F>> for NoAnswer<F> {
    fn from(stop: Stop<F>) -> Self {
        Self::Stopped(stop)
    }
}

impl<F, E: Into<Cannot>> From<E> for NoAnswer<F> {
    fn from(why: E) -> Self {
        Self::Cannot(Box::new(why.into()))
    }
}

crate::text::debug_as_sentence!(Cannot);

impl<F> fmt::Debug for NoAnswer<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NoAnswer({self})")
    }
}

impl Limit {
    /// No limit: the search runs to its end.
    pub fn none() -> Self {
        Self::default()
    }

    /// No limit yet; time limits are measured by this clock instead of the system's.
    pub fn by(clock: Clock) -> Self {
        Self { clock, ..Self::default() }
    }

    /// Stops after this much time from now, by the system's clock.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub fn timeout(time: Duration) -> Self {
        Self::none().or_timeout(time)
    }

    /// Adds a time limit: stops after this much time from now, by the clock of this limit.
    ///
    /// # Panics
    ///
    /// If this is the system's clock, on a target that has none.
    #[must_use]
    pub fn or_timeout(self, time: Duration) -> Self {
        // A time beyond the clock's range is no limit.
        let ends = self.deadline.into_iter().chain(self.clock.now().checked_add(time));
        Self { deadline: ends.min(), ..self }
    }

    /// Adds another limit, whose deadline must be by the same clock.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        self.interrupts.extend(other.interrupts);
        Self { deadline: self.deadline.into_iter().chain(other.deadline).min(), ..self }
    }

    /// Adds a flag: stops when it is set.
    #[must_use]
    pub fn or_flag(self, flag: Arc<AtomicBool>) -> Self {
        self.or_callback(Arc::new(move || flag.load(Ordering::Relaxed)))
    }

    /// Adds a callback: stops when it returns `true`. It is called at each [check](Self::check), on
    /// the thread of that check, thousands of times a second.
    #[must_use]
    pub fn or_callback(mut self, is_over: Arc<dyn Fn() -> bool + Send + Sync>) -> Self {
        self.interrupts.push(is_over);
        self
    }

    /// The limit without its time; flags, callbacks and other causes stay.
    #[must_use]
    pub fn without_deadline(&self) -> Self {
        Self { deadline: None, ..self.clone() }
    }

    /// Whether to go on. Reads the clock, so ask rarely, or through a [`Watch`].
    ///
    /// # Errors
    ///
    /// The reason to stop.
    pub fn check(&self) -> Result<(), Stop> {
        if self.interrupts.iter().any(|is_over| is_over()) {
            return Err(Stop::INTERRUPTED);
        }
        if self.deadline.is_some_and(|deadline| self.clock.now() >= deadline) {
            return Err(Stop::DEADLINE);
        }
        Ok(())
    }

    /// A watch over this limit for an inner loop; see [`Watch::tick`].
    pub fn watch(&self) -> Watch<'_> {
        Watch { limit: self, work: 0 }
    }
}

/// Checks a limit now and then, so that an inner loop can call it at every step.
#[derive(Clone, Debug)]
pub struct Watch<'a> {
    limit: &'a Limit,
    work: u32,
}

impl Watch<'_> {
    /// The steps between two checks: under a fifth of a millisecond if a step takes at most 100 ns.
    /// A check takes 30 ns.
    const STEPS: u32 = 1 << 11;

    /// Counts `steps` more steps of some nanoseconds each, and checks the limit after enough of
    /// them.
    ///
    /// # Errors
    ///
    /// The reason to stop.
    #[inline]
    pub fn tick(&mut self, steps: usize) -> Result<(), Stop> {
        self.work = self.work.saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.work < Self::STEPS {
            return Ok(());
        }
        self.work = 0;
        self.limit.check()
    }

    /// Sorts as [`sort_unstable`](slice::sort_unstable), but asks the limit after each pass over a
    /// part of a long slice.
    ///
    /// # Errors
    ///
    /// The reason to stop; the items are in no particular order then.
    pub fn sort<T: Ord>(&mut self, items: &mut [T]) -> Result<(), Stop> {
        const SHORT: usize = 1 << 14;
        self.tick(items.len())?;
        if items.len() <= SHORT {
            items.sort_unstable();
            return Ok(());
        }
        let (lower, _, upper) = items.select_nth_unstable(items.len() / 2);
        self.sort(lower)?;
        self.sort(upper)
    }
}

/// A clock: that of the system, or one supplied by the caller where the system has none, as in a
/// web page.
#[derive(Clone, Default)]
pub struct Clock(Option<TimeSource>);

/// The time since some fixed moment.
type TimeSource = Arc<dyn Fn() -> Duration + Send + Sync>;

impl Clock {
    /// The system's clock, which a web page (`wasm32-unknown-unknown`) does not have.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub const fn system() -> Self {
        Self(None)
    }

    /// A clock that returns the time since some fixed moment. It must never go back, and may be
    /// read from any thread.
    pub fn new(now: Arc<dyn Fn() -> Duration + Send + Sync>) -> Self {
        Self(Some(now))
    }

    /// The time since the fixed moment.
    ///
    /// # Panics
    ///
    /// If this is the system's clock, on a target that has none.
    pub fn now(&self) -> Duration {
        self.0.as_ref().map_or_else(system_now, |now| now())
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn system_now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn system_now() -> Duration {
    panic!("this target has no clock: measure limits of time by one that is lent (Limit::by)")
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Clock(lent)" } else { "Clock(system)" })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::deal::dealer::{between, stream};

    #[test]
    fn limits_stop_for_their_reason() {
        assert_eq!(Limit::none().check(), Ok(()));
        assert_eq!(Limit::timeout(Duration::ZERO).check(), Err(Stop::DEADLINE));
        assert_eq!(Limit::timeout(Duration::MAX).check(), Ok(()));
        let flag = Arc::new(AtomicBool::new(false));
        let limit = Limit::timeout(Duration::from_secs(1000)).or_flag(Arc::clone(&flag));
        assert_eq!(limit.check(), Ok(()));
        let timed = limit.clone().or_timeout(Duration::ZERO);
        assert_eq!(timed.without_deadline().check(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(limit.check(), Err(Stop::INTERRUPTED));
        assert_eq!(timed.without_deadline().check(), Err(Stop::INTERRUPTED));
    }

    #[test]
    fn a_callback_interrupts() {
        let over = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&over);
        let limit = Limit::none().or_callback(Arc::new(move || asked.load(Ordering::Relaxed)));
        assert_eq!(limit.check(), Ok(()));
        over.store(true, Ordering::Relaxed);
        assert_eq!(limit.clone().check(), Err(Stop::INTERRUPTED));
    }

    #[test]
    fn time_is_measured_by_the_clock_that_is_lent() {
        let seconds = Arc::new(AtomicU64::new(7));
        let read = Arc::clone(&seconds);
        let clock = Clock::new(Arc::new(move || Duration::from_secs(read.load(Ordering::Relaxed))));
        let limit = Limit::by(clock).or_timeout(Duration::from_secs(3));
        for (now, said) in [(7, Ok(())), (9, Ok(())), (10, Err(Stop::DEADLINE))] {
            seconds.store(now, Ordering::Relaxed);
            assert_eq!(limit.check(), said);
        }
    }

    #[test]
    fn a_further_limit_takes_none_away() {
        const LONG: Duration = Duration::from_secs(1000);
        let flags = [(); 3].map(|()| Arc::new(AtomicBool::new(false)));
        let limit =
            flags.iter().fold(Limit::timeout(LONG), |limit, flag| limit.or_flag(Arc::clone(flag)));
        for flag in &flags {
            assert_eq!(limit.check(), Ok(()));
            flag.store(true, Ordering::Relaxed);
            assert_eq!(limit.check(), Err(Stop::INTERRUPTED));
            flag.store(false, Ordering::Relaxed);
        }
        for (first, second) in [(LONG, Duration::ZERO), (Duration::ZERO, LONG)] {
            let limit = Limit::timeout(first).or_timeout(second);
            assert_eq!(limit.check(), Err(Stop::DEADLINE));
        }
    }

    #[test]
    fn a_watch_sorts_and_stops() {
        let random = &mut stream(1, 1);
        for len in [0, 1, 1000, 100_000] {
            let mut items: Vec<u128> = (0..len).map(|_| between(random, 0, 1 << 20)).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            assert_eq!(Limit::none().watch().sort(&mut items), Ok(()));
            assert_eq!(items, expected);
        }
        let limit = Limit::timeout(Duration::ZERO);
        assert_eq!(limit.watch().sort(&mut vec![0; 100_000]), Err(Stop::DEADLINE));
    }

    #[test]
    fn a_watch_asks_after_enough_steps() {
        let limit = Limit::timeout(Duration::ZERO);
        let mut watch = limit.watch();
        assert_eq!(watch.tick(1), Ok(()));
        assert_eq!(watch.tick(usize::MAX), Err(Stop::DEADLINE));
        assert!((0..Watch::STEPS).any(|_| watch.tick(1).is_err()));
    }
}
