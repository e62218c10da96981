//! Pieces of work on all cores, with their results in order.
//!
//! Threads take items from a source, work on them, and pass the lines that they wrote to the
//! caller's thread, which gets them in the order of the items. A thread takes as many items as it
//! can work on in some milliseconds: one if they are hard, hundreds if they are easy, and never
//! more than the source has without waiting. So results are handed out soon, and sharing the work
//! costs little.
//!
//! The memory is bounded. While one result is awaited, the other threads work ahead until
//! [`MOST_AHEAD`] items or [`MOST_HELD`] bytes wait; then they pause.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::many::Tally;
use crate::{Canceller, Error, Session, Status};

/// The most items that are at work, or wait for an earlier one.
const MOST_AHEAD: usize = 1 << 14;

/// The most bytes of lines that wait for earlier ones.
const MOST_HELD: usize = 1 << 26;

/// The most items that a thread takes at once.
const MOST_TAKEN: usize = 1 << 10;

/// The approximate time that a thread works on the items that it takes.
const LASTS: Duration = Duration::from_millis(2);

/// The source of the items.
pub(crate) trait Source: Send {
    /// A piece of work.
    type Item: Send;

    /// Takes the next items: at least one unless there are no more, at most `most`, and none for
    /// which it would have to wait after the first.
    ///
    /// # Errors
    ///
    /// Errors of the source. All items before were given out.
    fn take(&mut self, most: usize, session: &Session) -> Result<Vec<Self::Item>, Error>;

    /// How much of the source was taken, in its own units.
    fn taken(&self) -> u64;
}

/// The results of consecutive items.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Batch {
    /// The lines of all of them.
    pub lines: Vec<u8>,
    /// How they ended.
    pub tally: Tally,
    /// How much of the input was read for these items and all before.
    pub read: u64,
    /// The number of earlier batches.
    order: u64,
    /// How many items were taken for this batch.
    taken: usize,
    /// Whether the work was cancelled before the last of its items.
    is_cut: bool,
}

/// The source and the number of batches taken from it.
struct Queue<S> {
    source: S,
    batches: u64,
    failure: Option<Error>,
    is_over: bool,
}

/// The work ahead of the results that were handed out.
#[derive(Default)]
struct Ahead {
    items: usize,
    bytes: usize,
}

struct Shared<'a, S> {
    queue: Mutex<Queue<S>>,
    ahead: Mutex<Ahead>,
    room: Condvar,
    session: &'a Session,
    canceller: Canceller,
}

/// Cancels the other threads if this one panics.
struct Alarm(Canceller);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.cancel();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works on all items of a source, on this many threads. `begin` makes for each thread the function
/// that works on an item: it appends the item's lines, and returns how the item ended. `hand` gets
/// the results in order, on the caller's thread, until it breaks off.
///
/// Returns the tally of all items that were handed out. If the session was cancelled, these are
/// exactly the first items, so the work can resume after them.
///
/// # Errors
///
/// Errors of the source, after all items before were handed out.
pub(crate) fn each<S, W>(
    source: S,
    threads: NonZeroUsize,
    session: &Session,
    begin: &(dyn Fn(&Session) -> W + Sync),
    hand: &mut dyn FnMut(&Batch) -> ControlFlow<()>,
) -> Result<Tally, Error>
where
    S: Source,
    W: FnMut(&S::Item, &mut Vec<u8>) -> Result<Status, Error>,
{
    let session = &session.part();
    let queue = Queue { source, batches: 0, failure: None, is_over: false };
    let shared = Shared {
        queue: Mutex::new(queue),
        ahead: Mutex::default(),
        room: Condvar::new(),
        session,
        canceller: session.canceller(),
    };
    let mut tally = Tally::default();
    let mut hand = |batch: &Batch| {
        tally.add(&batch.tally);
        if hand(batch).is_break() || batch.is_cut {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    if threads == NonZeroUsize::MIN {
        shared.work(begin(session), &mut |batch| {
            shared.hold(&batch);
            let handed = hand(&batch);
            shared.release(&batch);
            handed
        });
    } else {
        thread::scope(|scope| {
            let (sender, batches) = mpsc::channel::<Batch>();
            let workers: Vec<_> = (0..threads.get())
                .map(|_| {
                    let (sender, shared) = (sender.clone(), &shared);
                    scope.spawn(move || {
                        let _alarm = Alarm(shared.canceller.clone());
                        shared.work(begin(session), &mut |batch| {
                            shared.hold(&batch);
                            // Without a receiver no more results are wanted.
                            sender.send(batch).map_or(ControlFlow::Break(()), ControlFlow::Continue)
                        });
                    })
                })
                .collect();
            drop(sender);
            shared.hand_out(batches, &mut hand);
            for worker in workers {
                if let Err(panic) = worker.join() {
                    resume_unwind(panic);
                }
            }
        });
    }
    let queue = shared.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    // A waiting source fails if the work is cancelled; the results handed out count.
    match queue.failure {
        Some(failure) if !session.is_cancelled() => Err(failure),
        _ => Ok(tally),
    }
}

impl<S: Source> Shared<'_, S> {
    /// Takes items and works on them until there are no more.
    fn work<W>(&self, mut work: W, send: &mut dyn FnMut(Batch) -> ControlFlow<()>)
    where
        W: FnMut(&S::Item, &mut Vec<u8>) -> Result<Status, Error>,
    {
        let mut most = 1;
        loop {
            self.wait_for_room();
            let Some((items, mut batch)) = self.take(most) else { return };
            let begin = Instant::now();
            for item in &items {
                let kept = batch.lines.len();
                let ended = work(item, &mut batch.lines);
                let may_be_cut = !matches!(ended, Ok(Status::Yes | Status::No));
                if may_be_cut && self.session.is_cancelled() {
                    batch.lines.truncate(kept);
                    batch.is_cut = true;
                    break;
                }
                batch.tally.count(ended);
            }
            let time = begin.elapsed();
            if time < LASTS / 2 && items.len() == most {
                most = (2 * most).min(MOST_TAKEN);
            } else if time > LASTS * 2 {
                most = (most / 2).max(1);
            }
            let is_cut = batch.is_cut;
            if send(batch).is_break() || is_cut {
                return;
            }
        }
    }

    /// The next items, with a batch for their results.
    fn take(&self, most: usize) -> Option<(Vec<S::Item>, Batch)> {
        let mut queue = lock(&self.queue);
        if queue.is_over || self.session.is_cancelled() {
            return None;
        }
        let items = queue.source.take(most, self.session).unwrap_or_else(|error| {
            queue.failure = Some(error);
            Vec::new()
        });
        if items.is_empty() {
            queue.is_over = true;
            return None;
        }
        let order = queue.batches;
        queue.batches += 1;
        let (read, taken) = (queue.source.taken(), items.len());
        lock(&self.ahead).items += taken;
        Some((items, Batch { read, order, taken, ..Batch::default() }))
    }

    /// Waits while too much work is ahead of the results that were handed out. The thread that
    /// works on the next result does not wait, so the wait ends.
    fn wait_for_room(&self) {
        const MOMENT: Duration = Duration::from_millis(20);
        let mut ahead = lock(&self.ahead);
        while (ahead.items >= MOST_AHEAD || ahead.bytes >= MOST_HELD)
            && !self.session.is_cancelled()
        {
            let waited = self.room.wait_timeout(ahead, MOMENT);
            ahead = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn hold(&self, batch: &Batch) {
        lock(&self.ahead).bytes += batch.lines.len();
    }

    /// Makes room after a batch was handed out.
    fn release(&self, batch: &Batch) {
        let mut ahead = lock(&self.ahead);
        ahead.items -= batch.taken;
        ahead.bytes -= batch.lines.len();
        drop(ahead);
        self.room.notify_all();
    }

    /// Hands out all batches in order, until `hand` breaks off.
    fn hand_out(
        &self,
        batches: mpsc::Receiver<Batch>,
        hand: &mut dyn FnMut(&Batch) -> ControlFlow<()>,
    ) {
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        for batch in batches {
            waiting.insert(batch.order, batch);
            while let Some(batch) = waiting.remove(&next) {
                next += 1;
                let handed = hand(&batch);
                self.release(&batch);
                if handed.is_break() {
                    self.canceller.cancel();
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::Code;

    /// Numbers from 0, with an error after the last if `fails`.
    struct Numbers {
        next: usize,
        end: usize,
        fails: bool,
    }

    impl Source for Numbers {
        type Item = usize;

        fn take(&mut self, most: usize, _: &Session) -> Result<Vec<usize>, Error> {
            let end = self.end.min(self.next + most);
            let taken: Vec<usize> = (self.next..end).collect();
            self.next = end;
            if taken.is_empty() && self.fails {
                return Err(Error::new(Code::File, "broken"));
            }
            Ok(taken)
        }

        fn taken(&self) -> u64 {
            self.next as u64
        }
    }

    fn numbers(end: usize) -> Numbers {
        Numbers { next: 0, end, fails: false }
    }

    fn threads(number: usize) -> NonZeroUsize {
        NonZeroUsize::new(number).unwrap()
    }

    /// The lines of all numbers below `end`.
    fn lines_below(end: usize) -> String {
        let lines: Vec<String> = (0..end).map(|number| number.to_string() + "\n").collect();
        lines.concat()
    }

    /// Writes the number; some numbers take long.
    #[expect(clippy::unnecessary_wraps, reason = "questions can fail")]
    fn write(number: &usize, lines: &mut Vec<u8>) -> Result<Status, Error> {
        if number.is_multiple_of(997) {
            thread::sleep(Duration::from_millis(5));
        }
        lines.extend_from_slice(format!("{number}\n").as_bytes());
        Ok(if number.is_multiple_of(3) { Status::Yes } else { Status::No })
    }

    #[test]
    fn the_order_is_that_of_the_source() {
        let expected = lines_below(20_000);
        for number in 1..=8_usize {
            let mut lines = Vec::new();
            let tally = each(
                Numbers { fails: number.is_multiple_of(2), ..numbers(20_000) },
                threads(number),
                &Session::new(),
                &|_| write,
                &mut |batch| {
                    lines.extend_from_slice(&batch.lines);
                    ControlFlow::Continue(())
                },
            );
            assert!(lines == expected.as_bytes(), "{number} threads");
            match tally {
                Ok(tally) => assert_eq!((tally.yes, tally.boards()), (6667, 20_000)),
                Err(error) => assert!(number.is_multiple_of(2) && error.message == "broken"),
            }
        }
    }

    #[test]
    fn what_is_ahead_is_bounded() {
        let worked = AtomicUsize::new(0);
        let mut most = 0;
        let mut done = 0;
        let begin = |_: &Session| {
            |number: &usize, lines: &mut Vec<u8>| {
                if *number == 0 {
                    thread::sleep(Duration::from_millis(200));
                }
                worked.fetch_add(1, Ordering::Relaxed);
                lines.push(0);
                Ok(Status::Yes)
            }
        };
        let all = 10 * MOST_AHEAD;
        let tally = each(numbers(all), threads(4), &Session::new(), &begin, &mut |batch| {
            most = most.max(worked.load(Ordering::Relaxed) - done);
            done += batch.lines.len();
            ControlFlow::Continue(())
        });
        assert_eq!(tally.unwrap().yes, all as u64);
        assert!(most <= MOST_AHEAD + 4 * MOST_TAKEN, "{most}");
    }

    #[test]
    fn breaking_off_and_cancelling_end_the_work() {
        for number in [1, 3] {
            let mut batches = 0;
            let tally = each(
                numbers(usize::MAX),
                threads(number),
                &Session::new(),
                &|_| write,
                &mut |_| {
                    batches += 1;
                    if batches == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!((batches, tally.is_ok()), (5, true));
            let session = Session::new();
            let mut lines = Vec::new();
            let (reaches, is_reached) = mpsc::channel();
            let begin = |session: &Session| {
                let (session, reaches) = (session.clone(), reaches.clone());
                move |number: &usize, lines: &mut Vec<u8>| {
                    if *number == 5000 {
                        reaches.send(()).unwrap();
                        while !session.is_cancelled() {
                            thread::sleep(Duration::from_millis(1));
                        }
                        lines.push(b'x');
                        return Err(Error::new(Code::Interrupted, "interrupted"));
                    }
                    write(number, lines)
                }
            };
            let canceller = session.canceller();
            let late = thread::spawn(move || {
                is_reached.recv().unwrap();
                canceller.cancel();
            });
            let tally =
                each(numbers(usize::MAX), threads(number), &session, &begin, &mut |batch| {
                    lines.extend_from_slice(&batch.lines);
                    ControlFlow::Continue(())
                });
            late.join().unwrap();
            // All before the one that was cut, and nothing after it.
            let expected = lines_below(5000);
            assert!(lines == expected.as_bytes(), "{}", lines.len());
            assert_eq!(tally.unwrap().boards(), 5000);
        }
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let begin = |_: &Session| {
            |number: &usize, lines: &mut Vec<u8>| {
                assert!(*number != 100, "number 100");
                write(number, lines)
            }
        };
        for number in [1, 4] {
            let worked = catch_unwind(AssertUnwindSafe(|| {
                each(numbers(usize::MAX), threads(number), &Session::new(), &begin, &mut |_| {
                    ControlFlow::Continue(())
                })
            }));
            assert!(worked.is_err());
        }
    }
}
