//! Long work as numbered units: parts for many machines, checkpoints, and files of answers that are resumed.
//!
//! A [`Parted`] question is prepared as [`Units`], which say how many there are, what some of them yield, and
//! how yields are added. What a unit yields depends on the question and its number alone. Everything else is
//! here, once for all of them: a [`Part`] (I/K), [one run](Journal::run) on several threads ([`pool`]), what is
//! done ([`Journal`]), its file ([`Saving`]), the sum of parts ([`Sum`]), and an estimate of the time.
//!
//! Threads take pieces, which are consecutive units, and the pool hands over their results in order. So what is done is always the
//! beginning of a range, and a journal is a list of ranges, each with the number of its units that are done and their
//! sum. A part is a journal with one range. Ranges of which the first is finished become one, so when no
//! unit is missing, the journal is that of a single run, byte for byte. Parts are added in any order.
//! A range may come again, as a copy of a part or as a sum beside its parts, which become one range. Of ranges
//! with the same first unit, that with more units done is taken; if both have as many, they must agree. Other
//! ranges that overlap would need sums that can be subtracted, and are refused.
//!
//! Units may have *data* beside their yield: the steps of a proof, or the answers to the boards of a file. They
//! can be gigabytes, so they go to a *side file*, which grows in the order of the units. They are written and
//! synced before the journal that counts them, so after a kill the side file has at least what the journal says,
//! and it is cut to that.
//!
//! The units of a stream have an unknown number, and are taken from it in their order: the boards of a file
//! ([`many`](crate::many)), whose journal shares them among threads as it does the open units of a
//! part.
//!
//! Some long work does not fit, and has its own file or none: photographs ([`pool`] without a journal, because each
//! takes a moment), and the measurements of `reproduce`, which are chosen by the names of
//! figures, and of which some are left out because of what others have shown.

#[cfg(feature = "native")]
mod estimate;
#[cfg(feature = "native")]
mod find;
mod journal;
#[cfg(feature = "native")]
mod merge;
#[cfg(feature = "native")]
mod pack;
mod part;
pub mod pool;
#[cfg(feature = "native")]
mod race;
#[cfg(feature = "native")]
mod saving;
mod sealed;

use std::fmt::Debug;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde::de::DeserializeOwned;

use self::pool::{Pool, in_order};
use crate::prelude::*;

pub(crate) use self::journal::Data;
pub use self::journal::Journal;
pub use self::part::Part;
pub use self::sealed::{Sealed, resume};
#[cfg(feature = "native")]
pub use self::{
    estimate::{Estimate, Estimated},
    merge::{MakePart, Merge, PartedRequest, Sum},
    saving::{Saving, side_file},
};

/// A question that is cut into units.
pub trait Parted: Question + Clone + Default + Send + Sync + 'static {
    /// The question, prepared for its units.
    type Work: Units;

    /// The question with the defaults on which yields depend, and without the fields on which they do
    /// not, such as the number of threads.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`].
    fn settled(&self, session: &Session) -> Result<Self, Error>;

    /// Prepares a settled question.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`], and if the question has no units.
    fn prepare(&self, limit: &Limit) -> Result<Self::Work, Error>;

    /// The answer as far as the units of a settled question are done.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`].
    fn answer(&self, journal: &Journal<Self::Work>, run: Run) -> Result<Self::Answer, Error>;
}

/// Units of work, which are numbered from 0. What a unit yields depends on its number alone.
pub trait Units: Send + Sync + 'static {
    /// What some units yield; by default, nothing.
    type Yield: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What is counted in a report of progress.
    const COUNTED: &'static str;

    /// How many units there are.
    fn number(&self) -> u64;

    /// How much of what is counted some units have; by default, the units are counted.
    fn count(&self, units: Range<u64>) -> u64 {
        units.end - units.start
    }

    /// Whether units have data, which a side file keeps.
    fn has_data(&self) -> bool {
        false
    }

    /// Works on a unit without data. Units on which it takes long to begin have only [`work`](Self::work).
    ///
    /// # Errors
    ///
    /// As [`Question::ask`].
    fn unit(&self, _: u64, _: &Limit) -> Result<Self::Yield, Error> {
        unreachable!("these units are worked on together")
    }

    /// Works on some units; appends their data. By default, they are worked on one by one.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`].
    fn work(
        &self,
        units: Range<u64>,
        limit: &Limit,
        _: &mut Vec<u8>,
    ) -> Result<Self::Yield, Error> {
        let mut sum = Self::Yield::default();
        for unit in units {
            Self::add(&mut sum, &self.unit(unit, limit)?);
            if Self::end(&sum).is_some() {
                break;
            }
        }
        Ok(sum)
    }

    /// Adds what the next units yield.
    fn add(sum: &mut Self::Yield, next: &Self::Yield);

    /// The unit that answers the question, so that those after it are not needed.
    fn end(_: &Self::Yield) -> Option<u64> {
        None
    }

    /// Whether the same units can have yielded both; by default, both are the same.
    fn agree(one: &Self::Yield, other: &Self::Yield) -> bool {
        one == other
    }

    /// Why some units cannot have yielded this, if they cannot.
    fn fault(&self, _: Range<u64>, _: &Self::Yield) -> Option<String> {
        None
    }
}

/// The first unit that has found something, and what it has found.
#[cfg(feature = "native")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct First<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<(u64, T)>,
}

#[cfg(feature = "native")]
impl<T: Clone> First<T> {
    fn add(&mut self, next: &Self) {
        if self.found.is_none() {
            self.found.clone_from(&next.found);
        }
    }

    fn unit(&self) -> Option<u64> {
        self.found.as_ref().map(|(unit, _)| *unit)
    }
}

/// How units were done.
#[derive(Clone, Default, Debug)]
pub struct Run {
    /// Why not all of them were done.
    pub reason: Option<Reason>,
    /// How many threads shared them; absent for a sum of parts.
    pub threads: Option<usize>,
    /// How long it took; absent for a sum of parts.
    pub seconds: Option<Seconds>,
}

/// Called whenever some units are done, with their data. It breaks off if no more are wanted.
pub type Each<'a, U> = &'a mut dyn FnMut(&Journal<U>, &[u8]) -> ControlFlow<()>;

/// The time that a piece of work should take: short enough to save the work often, and to end it.
const PIECE: Duration = Duration::from_millis(100);

/// How many pieces of each thread may wait for an earlier one.
const AHEAD: usize = 32;

/// The most bytes of data that wait for earlier ones.
const MOST_HELD: usize = 1 << 26;

/// Takes the next units, at most this many, and what is needed to work on them; none if there are no more. Before
/// an error, all earlier units are given out.
pub(crate) type Take<'a, P> =
    dyn FnMut(usize) -> Result<Option<(Range<u64>, P)>, Error> + Send + 'a;

impl<U: Units> Journal<U> {
    /// Works on the open units of the part.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`]. A limit is no error: it is the reason of the run.
    pub fn run(
        &mut self,
        session: &Session,
        threads: Option<NonZeroUsize>,
        timeout: Option<Seconds>,
        each: Each<'_, U>,
    ) -> Result<Run, Error> {
        let units = usize::try_from(self.all_units()).unwrap_or(usize::MAX);
        let most = NonZeroUsize::new(units);
        let threads = session.threads(threads).min(most.unwrap_or(NonZeroUsize::MIN));
        let part = &session.part();
        let (limit, work) = (&part.limit(timeout), &Arc::clone(self.work()));
        let mut open = self.open().into_iter().peekable();
        let mut take = |most: usize| {
            let piece = open.peek_mut().map(|range| {
                let end = range.end.min(range.start.saturating_add(most as u64));
                (mem::replace(&mut range.start, end)..end, ())
            });
            open.next_if(Range::is_empty);
            Ok(piece)
        };
        let begin = || {
            |units: &mut Range<u64>, (), data: &mut Vec<u8>| work.work(units.clone(), limit, data)
        };
        let all = Some(work.count(self.range()));
        let pieces = AHEAD.saturating_mul(threads.get());
        let pace = Pace::new(PIECE, usize::MAX, usize::MAX, pieces);
        self.share((part, threads), &pace, &mut take, &begin, &|_| all, each)
    }

    /// Works on the units that are taken. `begin` makes for each thread the function that works on them and appends
    /// their data. If it was cancelled before the last of them, it may say which ones are done. `of` estimates how much
    /// there is of what is counted, from how much is done.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`]. A limit is no error: it is the reason of the run.
    pub(crate) fn share<P: Send, W>(
        &mut self,
        (session, threads): (&Session, NonZeroUsize),
        pace: &Pace,
        take: &mut Take<'_, P>,
        begin: &(dyn Fn() -> W + Sync),
        of: &dyn Fn(u64) -> Option<u64>,
        each: Each<'_, U>,
    ) -> Result<Run, Error>
    where
        W: FnMut(&mut Range<u64>, P, &mut Vec<u8>) -> Result<U::Yield, Error>,
    {
        let watch = session.stopwatch();
        let report = |journal: &Self| {
            session.report(|| {
                let done = journal.counted();
                Progress { what: U::COUNTED.into(), done, of: of(done) }
            });
        };
        report(self);
        let mut stopped = each(self, &[]).is_break().then(|| Error::from(Stop::INTERRUPTED));
        let mut failure = None;
        let (ahead, held) = (&AtomicUsize::new(0), &AtomicUsize::new(0));
        let mut next = || {
            let taken = take(pace.most()).unwrap_or_else(|error| {
                failure = Some(error);
                None
            })?;
            ahead.fetch_add(length(&taken.0), Ordering::Relaxed);
            Some(taken)
        };
        let is_full = |pieces| {
            let [ahead, held] = [ahead, held].map(|count| count.load(Ordering::Relaxed));
            pieces >= pace.pieces || ahead >= pace.ahead || held >= MOST_HELD
        };
        let pool = Pool { threads, session, is_full: &is_full };
        let begin = || {
            let mut work = begin();
            move |(units, piece): (Range<u64>, P)| {
                let (begin, mut done, mut data) = (session.stopwatch(), units.clone(), Vec::new());
                let yielded = work(&mut done, piece, &mut data);
                pace.measured(length(&units), begin.elapsed().0);
                held.fetch_add(data.len(), Ordering::Relaxed);
                (units, yielded.map(|yielded| (done, yielded)), data)
            }
        };
        if stopped.is_none() && !self.is_complete() {
            in_order(&pool, &mut next, &begin, &mut |(units, worked, data)| {
                ahead.fetch_sub(length(&units), Ordering::Relaxed);
                held.fetch_sub(data.len(), Ordering::Relaxed);
                stopped = match worked {
                    Ok((done, yielded)) => {
                        let is_cut = done.end < units.end;
                        self.add(done, &yielded, &data);
                        report(self);
                        let is_wanted = each(self, &data).is_continue();
                        (is_cut || !is_wanted).then(|| Stop::INTERRUPTED.into())
                    }
                    Err(error) => Some(error),
                };
                let is_over = stopped.is_some() || self.is_complete();
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
        }
        Ok(Run {
            reason: stopped.or(failure).map(Reason::of).transpose()?,
            threads: Some(threads.get()),
            seconds: Some(watch.elapsed()),
        })
    }
}

/// How many units there are.
fn length(units: &Range<u64>) -> usize {
    (units.end - units.start) as usize
}

/// How many units a piece has, so that it takes some time: a unit if they are hard, thousands if they are easy.
pub(crate) struct Pace {
    lasts: Duration,
    most: AtomicUsize,
    top: usize,
    ahead: usize,
    pieces: usize,
}

impl Pace {
    /// Pieces of one unit at first, and of at most `top`. At most `ahead` units and `pieces` are at work, or wait for
    /// earlier ones.
    pub(crate) fn new(lasts: Duration, top: usize, ahead: usize, pieces: usize) -> Self {
        Self { lasts, most: AtomicUsize::new(1), top, ahead, pieces }
    }

    /// The most units of the next piece.
    fn most(&self) -> usize {
        self.most.load(Ordering::Relaxed)
    }

    /// Takes note of the time that a piece took.
    fn measured(&self, units: usize, time: Duration) {
        let most = if time < self.lasts / 2 && units == self.most() {
            units.saturating_mul(2).min(self.top)
        } else if time > self.lasts * 2 {
            (units / 2).max(1)
        } else {
            return;
        };
        self.most.store(most, Ordering::Relaxed);
    }
}

/// Prepares a question of which nothing is done.
///
/// # Errors
///
/// As [`Question::ask`]; [`Code::NoSeed`] if a part needs a seed and has none.
pub fn begin<Q: Parted>(
    question: &Q,
    part: Part,
    session: &Session,
) -> Result<(Q, Journal<Q::Work>), Error> {
    let settled = question.settled(session)?;
    let has_seed = |question| journal::fields(question).contains_key("seed");
    if !part.is_whole() && has_seed(&settled) && !has_seed(question) {
        let message = "all parts need the same seed, and none was given";
        return Err(Error::new(Code::NoSeed, message).of_field("seed"));
    }
    let work = settled.prepare(&session.limit(None))?;
    let journal = Journal::new(&settled, part, work);
    Ok((settled, journal))
}

/// Asks the whole question.
///
/// # Errors
///
/// As [`Question::ask`]; a limit that ends the preparation is one.
#[cfg(feature = "native")]
pub(crate) fn ask<Q: Parted>(
    question: &Q,
    session: &Session,
    threads: Option<NonZeroUsize>,
    timeout: Option<Seconds>,
) -> Result<Q::Answer, Error> {
    let begin = |session: &Session| begin(question, Part::WHOLE, session);
    let ((settled, mut journal), session) = session.preparing(timeout, begin)?;
    let run = journal.run(&session, threads, timeout, &mut |_, _| ControlFlow::Continue(()))?;
    settled.answer(&journal, run)
}

/// Why the answer of a part is not that of the whole, if it is not.
pub(crate) fn reason<U: Units>(journal: &Journal<U>, run: Run) -> Option<Reason> {
    let part = journal.part();
    let alone = || error!(Unfinished, "{part} has not everything: merge the parts").into();
    run.reason.or_else(|| (!part.is_whole()).then(alone))
}
