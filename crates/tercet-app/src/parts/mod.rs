//! Questions that are cut into numbered units, so that any number of machines can share them.
//!
//! A [`Parted`] question is prepared as [`Units`], which say how many there are, what some of them yield, and
//! how yields are added. Everything else is here, once for all of them: a [`Part`] (I/K), the units that are done
//! ([`Partial`]), their file, resuming from it ([`Saving`]), and the sum of parts ([`Partial::merge`]).
//!
//! Units are done in *blocks*. A block has 2^k units, and its first number is a multiple of 2^k, so of two
//! blocks that share a unit, one contains the other. Two halves of a block become that block. So a part of
//! U units is at most 2·log₂ U blocks; parts that overlap, or come twice, are added by leaving out each
//! block that lies in another one; and whatever order the blocks come in, the same units are the same
//! blocks. When no unit is missing, all become one, which is the same as after a single run.
//!
//! A yield may have *data*, bytes in the order of the units (the steps of a proof), which can be gigabytes.
//! They are in a file beside, to which they are appended before the blocks are saved.

// Without files and proofs there is only one part, the whole.
#[cfg(feature = "native")]
mod file;
#[cfg(feature = "native")]
mod find;
#[cfg(feature = "native")]
mod merge;
#[cfg(feature = "native")]
mod pack;
mod part;
mod partial;
#[cfg(feature = "native")]
mod race;

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::ordered::{Pool, in_order};
use crate::prelude::*;

#[cfg(feature = "native")]
pub use self::{
    file::{Saving, Sealed, data_file},
    find::{Searched, Tasked, Tasks, write_proof},
    merge::*,
    pack::Larger,
};
pub use self::{
    part::{Part, PartError},
    partial::{Partial, Source},
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
    fn answer(&self, partial: &Partial<Self>, run: Run) -> Result<Self::Answer, Error>;
}

/// What the units of a question yield.
pub type Yield<Q> = <<Q as Parted>::Work as Units>::Yield;

/// The units of a question, which are numbered from 0. What a unit yields depends on the question and its
/// number alone.
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

    /// Works on some units; appends their data.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`].
    fn work(
        &self,
        units: Range<u64>,
        limit: &Limit,
        data: &mut Vec<u8>,
    ) -> Result<Self::Yield, Error>;

    /// Adds what the next units yield.
    fn add(sum: &mut Self::Yield, next: &Self::Yield);

    /// Whether the same units can have yielded both; by default, both are the same.
    fn agree(one: &Self::Yield, other: &Self::Yield) -> bool {
        one == other
    }

    /// Why some units cannot have yielded this, if they cannot.
    fn fault(&self, _: Range<u64>, _: &Self::Yield) -> Option<String> {
        None
    }

    /// The unit that answers the question, so that those after it are not needed. Those before it yield
    /// nothing.
    fn end(_: &Self::Yield) -> Option<u64> {
        None
    }

    /// How many bytes of data there are, and their CRC-32.
    fn data(_: &Self::Yield) -> (u64, u32) {
        (0, 0)
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
pub type Each<'a, Q> = &'a mut dyn FnMut(&Partial<Q>, &[u8]) -> ControlFlow<()>;

/// The time that a piece of work should take: short enough to save the work often, and to end it.
const PIECE: Duration = Duration::from_millis(100);

/// How many pieces of each thread may wait for an earlier one.
const AHEAD: usize = 32;

impl<Q: Parted> Partial<Q> {
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
        each: Each<'_, Q>,
    ) -> Result<Run, Error> {
        let watch = session.stopwatch();
        let units = usize::try_from(self.all_units()).unwrap_or(usize::MAX);
        let most = NonZeroUsize::new(units);
        let threads = session.threads(threads).min(most.unwrap_or(NonZeroUsize::MIN));
        let part = &session.part();
        let limit = &part.limit(timeout);
        let report = |partial: &Self| {
            let count = |units| partial.work.count(units);
            session.report(|| Progress {
                what: Q::Work::COUNTED.into(),
                done: partial.done().into_iter().map(count).sum(),
                of: Some(count(partial.range())),
            });
        };
        report(self);
        let mut stopped = each(self, &[]).is_break().then(|| Error::from(Stop::INTERRUPTED));
        let (largest, begun) = (&AtomicU64::new(1), self.done_units());
        let mut open = self.open().into_iter().peekable();
        let mut next = || {
            while open.next_if(Range::is_empty).is_some() {}
            let gap = open.peek_mut()?;
            let block = first_block(gap, largest.load(Ordering::Relaxed));
            gap.start = block.end;
            Some(block)
        };
        let pool = Pool {
            threads,
            session: part,
            is_full: &|pieces| pieces >= AHEAD.saturating_mul(threads.get()),
        };
        let work = &Arc::clone(&self.work);
        let begin = || {
            |units: Range<u64>| {
                let mut data = Vec::new();
                (units.clone(), work.work(units, limit, &mut data), data)
            }
        };
        if stopped.is_none() {
            in_order(&pool, &mut next, &begin, &mut |(units, yielded, data)| {
                stopped = yielded.map(|yielded| self.add(units, yielded)).err();
                if stopped.is_none() {
                    report(self);
                    let time = watch.elapsed().0.as_secs_f64() * threads.get() as f64;
                    let pace = (self.done_units() - begun) as f64 / time.max(1e-9);
                    largest.store((pace * PIECE.as_secs_f64()) as u64, Ordering::Relaxed);
                    let wanted = each(self, &data);
                    stopped = wanted.is_break().then(|| Stop::INTERRUPTED.into());
                }
                let is_over = stopped.is_some() || self.open().is_empty();
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
        }
        Ok(Run {
            reason: stopped.map(Reason::of).transpose()?,
            threads: Some(threads.get()),
            seconds: Some(watch.elapsed()),
        })
    }
}

/// How long a question is expected to take on one core.
#[derive(Clone, Debug)]
pub struct Expected {
    /// How many units there are, and how many were tried.
    pub units: [u64; 2],
    /// The expected time in seconds, and its 95 % confidence interval.
    pub seconds: [f64; 3],
}

impl<Q: Parted> Partial<Q> {
    /// Tries blocks of units, spread evenly over all, for this time: all take as many times as long as one as there
    /// are blocks. A block takes about as long as a piece of the work, because the way to its first unit
    /// takes time, too. A question that takes no longer than a block is tried as a whole.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`], and if not two blocks could be tried.
    pub fn expect(&self, session: &Session, time: Seconds) -> Result<Expected, Error> {
        let (range, limit) = (self.range(), session.limit(Some(time)));
        let units = range.end - range.start;
        // There are 2^level blocks.
        let share =
            |blocks: u64, level: u32| ((u128::from(units) * u128::from(blocks)) >> level) as u64;
        let attempt = |block: u64, level: u32| {
            let [start, end] = [block, block + 1].map(|block| range.start + share(block, level));
            let watch = session.stopwatch();
            let yielded = self.work.work(start..end, &limit, &mut Vec::new());
            yielded.map(|_| watch.elapsed().0.as_secs_f64())
        };
        let mut level = units.max(1).ilog2();
        let long = PIECE.min(time.0 / 50).as_secs_f64();
        while level > 0 && attempt((1 << level) / 2, level)? < long {
            level -= 1;
        }
        let (blocks, mut tried) = (1u64 << level, Vec::<f64>::new());
        for i in 0..blocks {
            // Van der Corput's sequence: the bits of the number, backwards.
            match attempt(i.reverse_bits().checked_shr(u64::BITS - level).unwrap_or(0), level) {
                Err(error) if error.code != Code::Deadline || tried.len() < 2 => return Err(error),
                Err(_) => break,
                Ok(seconds) => tried.push(seconds),
            }
        }
        let number = tried.len() as f64;
        let mean = tried.iter().sum::<f64>() / number;
        let squares: f64 = tried.iter().map(|time| (time - mean) * (time - mean)).sum();
        let error = 1.96 * (squares / (number - 1.0).max(1.0) / number).sqrt();
        // All units were tried: the sum is known.
        let error = if tried.len() as u64 == blocks { 0.0 } else { error };
        let seconds =
            [mean, (mean - error).max(0.0), mean + error].map(|time| time * blocks as f64);
        Ok(Expected { units: [units, share(tried.len() as u64, level)], seconds })
    }
}

/// The largest block of at most `most` units, or one, at the beginning of a range.
fn first_block(range: &Range<u64>, most: u64) -> Range<u64> {
    let most = most.max(1).min(range.end - range.start).ilog2();
    let aligned = if range.start == 0 { most } else { range.start.trailing_zeros().min(most) };
    range.start..range.start + (1 << aligned)
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
    let (watch, settled) = (session.stopwatch(), question.settled(session)?);
    let work = settled.prepare(&session.limit(timeout))?;
    let left = |Seconds(time): Seconds| Seconds(time.saturating_sub(watch.elapsed().0));
    ask_prepared(settled, work, session, threads, timeout.map(left))
}

/// Asks a settled question that is prepared.
///
/// # Errors
///
/// As [`Question::ask`].
pub(crate) fn ask_prepared<Q: Parted>(
    settled: Q,
    work: Q::Work,
    session: &Session,
    threads: Option<NonZeroUsize>,
    timeout: Option<Seconds>,
) -> Result<Q::Answer, Error> {
    let mut partial = Partial::of_work(settled, Part::WHOLE, work);
    let run = partial.run(session, threads, timeout, &mut |_, _| ControlFlow::Continue(()))?;
    partial.question().answer(&partial, run)
}

/// Why the answer of a part is not that of the whole, if it is not.
pub(crate) fn reason<Q: Parted>(partial: &Partial<Q>, run: Run) -> Option<Reason> {
    let part = partial.part();
    let message = || format!("{part} has not everything: merge the parts");
    let alone = || Reason { code: Code::Unfinished, message: message() };
    run.reason.or_else(|| (!part.is_whole()).then(alone))
}
