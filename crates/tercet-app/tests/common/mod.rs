//! Cancels questions while they are worked on, and measures how long they go on then.
//!
//! The threads of the process are counted, so a program that uses this has one test, or its tests
//! would count each other's.

#![allow(dead_code, reason = "each test program uses a part of this")]

use std::thread;
use std::time::{Duration, Instant};

use tercet::deal::Dealer;
use tercet::{Board, Deck};
use tercet_app::{Answered, Code, Error, Question, Session, Status};

/// How long work goes on before it is cancelled.
pub(crate) const BEGUN: Duration = Duration::from_millis(100);

/// How long it may go on then.
pub(crate) const STOPS: Duration = Duration::from_millis(20);

/// How often a question that goes on for longer is cancelled again. On a busy machine other programs
/// have the processors for tens of milliseconds; the best of so many tries is not up to them.
const TRIES: usize = 20;

/// How long a thread that has ended may be counted by the system.
pub(crate) const SOON: Duration = Duration::from_secs(1);

/// The first cards that are dealt of a deck.
pub(crate) fn dealt(values: usize, properties: usize, cards: usize) -> Board {
    let deck = Deck::new(values, properties).unwrap();
    let cards: Vec<_> = Dealer::new(deck, 3).take(cards).collect();
    Board::new(deck, &cards).unwrap()
}

/// How a question is cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// By a `Canceller`, from another thread.
    Thread,
    /// By the callback of the session.
    Callback,
    /// By dropping its job.
    Drop,
}

impl Way {
    pub(crate) const ALL: [Self; 3] = [Self::Thread, Self::Callback, Self::Drop];
}

/// What came of cancelling a question.
pub(crate) enum Cancelled<A> {
    /// It was answered, or failed, before.
    TooLate,
    /// It went on for so long. What it said then, unless it was dropped.
    After(Duration, Option<Result<A, Error>>),
}

/// Cancels a question some time after it was asked.
pub(crate) fn cancel<Q>(question: &Q, way: Way, after: Duration) -> Cancelled<Q::Answer>
where
    Q: Question + Clone + Send + 'static,
    Q::Answer: Send,
{
    let (said, late) = if way == Way::Callback {
        let begin = Instant::now();
        let session = Session::new().with_callback(move || begin.elapsed() >= after);
        let said = question.ask(&session);
        (said, begin.elapsed().saturating_sub(after))
    } else {
        let session = Session::new();
        let job = session.spawn(question.clone()).unwrap();
        thread::sleep(after);
        if job.is_finished() {
            return Cancelled::TooLate;
        }
        let begin = Instant::now();
        if way == Way::Drop {
            drop(job);
            return Cancelled::After(begin.elapsed(), None);
        }
        session.canceller().cancel();
        let said = job.wait();
        (said, begin.elapsed())
    };
    let interrupted = match &said {
        Ok(answer) => answer.status() == Status::Stopped,
        Err(error) => error.code == Code::Interrupted,
    };
    if interrupted { Cancelled::After(late, Some(said)) } else { Cancelled::TooLate }
}

/// Cancels a question until it stops in time, and leaves no thread for longer than `threads_end`.
/// Returns false where it is answered, or fails, before it can be cancelled.
///
/// # Panics
///
/// If it never stops in time, or leaves a thread.
pub(crate) fn stops<Q>(
    what: &str,
    question: &Q,
    way: Way,
    after: Duration,
    threads_end: Duration,
) -> bool
where
    Q: Question + Clone + Send + 'static,
    Q::Answer: Send,
{
    let before = threads();
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        match cancel(question, way, after) {
            Cancelled::TooLate => return false,
            Cancelled::After(late, _) => best = best.min(late),
        }
        if best <= STOPS {
            break;
        }
    }
    println!("{what}, {way:?} after {after:?}: {best:?}");
    assert!(best <= STOPS, "{what} goes on for {best:?} ({way:?} after {after:?})");
    no_thread_is_left(what, before, threads_end);
    true
}

/// How many threads this process has, where the system tells.
pub(crate) fn threads() -> Option<usize> {
    Some(std::fs::read_dir("/proc/self/task").ok()?.count())
}

/// Waits until there are no more threads than before.
///
/// # Panics
///
/// If there are after this time.
pub(crate) fn no_thread_is_left(what: &str, before: Option<usize>, within: Duration) {
    let begin = Instant::now();
    while threads() > before {
        assert!(begin.elapsed() < within, "{what} leaves {:?} threads of {before:?}", threads());
        thread::sleep(Duration::from_millis(1));
    }
}
