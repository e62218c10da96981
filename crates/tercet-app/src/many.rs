//! One question about many boards: a stream of boards in, a line for each board out, in order, on
//! all cores.
//!
//! Each board is worked on by one thread, so an answer does not depend on the number of threads.
//! The answer to an invalid board is an error, and the other boards are still answered. The memory
//! is that of the boards at work and of the results that wait for them, however long the stream is.

use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tercet::file::{BoardText, BoardTexts};

use crate::prelude::*;
use crate::run::Pace;
use crate::run::pool::{Pool, in_order};
use crate::{Deal, Dealt, Head};

/// The most boards that a thread takes at once.
const MOST_TAKEN: usize = 1 << 10;

/// The most boards that are at work, or wait for earlier ones.
const MOST_AHEAD: usize = 1 << 14;

/// The most bytes of lines that wait for earlier ones.
const MOST_HELD: usize = 1 << 26;

/// The approximate time that a thread works on the boards that it takes.
const LASTS: Duration = Duration::from_millis(2);

/// A board of a stream with its answer.
#[derive(Debug)]
pub struct OfBoard<'a, A> {
    /// Its number in the stream, counted from 1.
    pub number: u64,
    /// Its name, if it has one.
    pub name: Option<&'a str>,
    /// The board, if its text could be read.
    pub board: Option<&'a Board>,
    /// The answer or the error.
    pub answer: &'a Result<A, Error>,
}

/// Appends the line of a board; called on the thread that answered.
pub type Write<'a, A> = dyn Fn(&OfBoard<A>, &mut Vec<u8>) + Sync + 'a;

/// Answers the question about a board with its number and name.
pub type Ask<'a, Q, A> = dyn Fn(u64, Option<&str>, &Q, &Session) -> Result<A, Error> + Sync + 'a;

/// How the boards of a stream were answered.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// How many were answered yes.
    pub yes: u64,
    /// How many were answered no.
    pub no: u64,
    /// How many a limit stopped before an answer.
    pub stopped: u64,
    /// How many were answered with an error.
    pub failed: u64,
    /// The first error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Error>,
}

impl Tally {
    /// The number of boards.
    pub const fn boards(&self) -> u64 {
        self.yes + self.no + self.stopped + self.failed
    }

    /// Counts one more board.
    pub fn count(&mut self, ended: Result<Status, Error>) {
        match ended {
            Ok(Status::Yes) => self.yes += 1,
            Ok(Status::No) => self.no += 1,
            Ok(Status::Stopped) => self.stopped += 1,
            Err(error) if error.code.is_stop() => self.stopped += 1,
            Err(error) => {
                self.failed += 1;
                self.first.get_or_insert(error);
            }
        }
    }

    /// Adds the tally of later boards.
    pub fn add(&mut self, other: &Self) {
        self.yes += other.yes;
        self.no += other.no;
        self.stopped += other.stopped;
        self.failed += other.failed;
        if self.first.is_none() {
            self.first.clone_from(&other.first);
        }
    }

    /// The status of all boards together: stopped if any board was, else yes if any was, else no.
    /// `None` if there are failures.
    pub const fn status(&self) -> Option<Status> {
        match self {
            Self { failed: 1.., .. } => None,
            Self { stopped: 1.., .. } => Some(Status::Stopped),
            Self { yes: 1.., .. } => Some(Status::Yes),
            _ => Some(Status::No),
        }
    }
}

/// The answers to consecutive boards.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Batch {
    /// The lines of all of them.
    pub lines: Vec<u8>,
    /// How they ended.
    pub tally: Tally,
    /// How much of the input was read for these boards and all before.
    pub read: u64,
    /// How many boards were taken for it.
    boards: usize,
    /// Whether the work was cancelled before the last of its boards.
    is_cut: bool,
}

/// Takes the answers to consecutive boards. It may wait for room, and breaks off if no more are
/// wanted.
pub type Batches<'a> = dyn FnMut(&Batch) -> ControlFlow<()> + 'a;

/// Takes the next items of a source: at least one unless there are no more, at most this many, and
/// none for which it would have to wait after the first. Returns also how much of the source was
/// taken by then, in its own units. Before an error of the source, all earlier items are given out.
type Take<'a, I> = dyn FnMut(usize, &Session) -> Result<(Vec<I>, u64), Error> + Send + 'a;

/// Items that one thread works on, and where the source was after them.
struct Taken<I> {
    items: Vec<I>,
    read: u64,
}

/// Works on all items of a source, on this many threads. `begin` makes for each thread the function
/// that works on an item: it appends the item's lines, and returns how the item ended. A thread
/// takes as many items as it can work on in some milliseconds: one if they are hard, hundreds if
/// they are easy. So answers are handed out soon, and sharing the work costs little. For the
/// progress, `of` gets how many items are done and how much of the source was read for them, and
/// returns the number of all items, if known.
///
/// Returns the tally of all items that were handed out. If the session was cancelled, these are
/// exactly the first items, so the work can resume after them.
///
/// # Errors
///
/// Errors of the source, after all items before were handed out.
fn each<I, W>(
    take: &mut Take<'_, I>,
    threads: NonZeroUsize,
    session: &Session,
    begin: &(dyn Fn(&Session) -> W + Sync),
    of: &dyn Fn(u64, u64) -> Option<u64>,
    sink: &mut Batches<'_>,
) -> Result<Tally, Error>
where
    I: Send,
    W: FnMut(&I, &mut Vec<u8>) -> Result<Status, Error>,
{
    let session = &session.part();
    let pace = &Pace::new(LASTS, MOST_TAKEN);
    let (ahead, held) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (mut failure, mut tally) = (None, Tally::default());
    let mut next = || {
        let most = pace.most();
        let none = Ok((Vec::new(), 0));
        let taken = if session.is_cancelled() { none } else { take(most, session) };
        let (items, read) = taken.unwrap_or_else(|error| {
            failure = Some(error);
            (Vec::new(), 0)
        });
        ahead.fetch_add(items.len(), Ordering::Relaxed);
        (!items.is_empty()).then_some(Taken { items, read })
    };
    let begin = || {
        let (mut work, held) = (begin(session), &held);
        move |taken: Taken<I>| {
            let boards = taken.items.len();
            let mut batch = Batch { boards, read: taken.read, ..Batch::default() };
            let begin = Instant::now();
            for item in &taken.items {
                let kept = batch.lines.len();
                let ended = work(item, &mut batch.lines);
                let may_be_cut = !matches!(ended, Ok(Status::Yes | Status::No));
                if may_be_cut && session.is_cancelled() {
                    batch.lines.truncate(kept);
                    batch.is_cut = true;
                    break;
                }
                batch.tally.count(ended);
            }
            pace.measured(boards, begin.elapsed());
            held.fetch_add(batch.lines.len(), Ordering::Relaxed);
            batch
        }
    };
    let is_full = |_| {
        let [ahead, held] = [&ahead, &held].map(|count| count.load(Ordering::Relaxed));
        ahead >= MOST_AHEAD || held >= MOST_HELD
    };
    let pool = Pool { threads, session, is_full: &is_full };
    in_order(&pool, &mut next, &begin, &mut |batch: Batch| {
        ahead.fetch_sub(batch.boards, Ordering::Relaxed);
        held.fetch_sub(batch.lines.len(), Ordering::Relaxed);
        tally.add(&batch.tally);
        let done = tally.boards();
        session.report(|| Progress { what: "boards".into(), done, of: of(done, batch.read) });
        let taken = sink(&batch);
        if batch.is_cut { ControlFlow::Break(()) } else { taken }
    })?;
    // A waiting source fails if the work is cancelled; the answers handed out count.
    match failure {
        Some(failure) if !session.is_cancelled() => Err(failure),
        _ => Ok(tally),
    }
}

/// A stream of boards, and how to work on it.
#[derive(Debug)]
pub struct Many<R> {
    /// The boards.
    pub boards: BoardTexts<BufReader<R>>,
    /// The first board, if it was read from the stream already.
    pub first: Option<BoardText>,
    /// How many boards to skip.
    pub skip: u64,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The bytes of the stream, if known, for the progress.
    pub bytes: Option<u64>,
}

impl<R: Read + Send> Many<R> {
    /// Asks a question about each board: `ask` gets the number and the name of the board, and the
    /// question about it. `write` appends the line of a board; both are called on the thread that
    /// answers. The sink gets the lines in order.
    ///
    /// If the session is cancelled, exactly the first boards were handed out. To answer the rest
    /// later, skip as many more boards as the tally counts.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the stream cannot be read, after all boards before were handed out;
    /// [`Code::OutOfRange`] if it has fewer boards than are to be skipped. The error of a board is
    /// its answer.
    pub fn ask_by<Q: AboutBoard>(
        mut self,
        question: &Q,
        session: &Session,
        ask: &Ask<Q, Q::Answer>,
        write: &Write<Q::Answer>,
        sink: &mut Batches<'_>,
    ) -> Result<Tally, Error> {
        let (threads, bytes) = (self.threads, self.bytes);
        let begin = |session: &Session| {
            let mut question = question.clone();
            // The boards report no progress of their own: there may be millions.
            let quiet = session.clone().without_progress().with_threads(NonZeroUsize::MIN);
            move |text: &BoardText, lines: &mut Vec<u8>| {
                answer_one(text, &mut question, &quiet, ask, write, lines)
            }
        };
        let of = |done: u64, read: u64| {
            let share = bytes? as f64 / read.max(1) as f64;
            Some(((done as f64 * share) as u64).max(done))
        };
        let mut take =
            |most: usize, session: &Session| Ok((self.take(most, session)?, self.boards.bytes()));
        each(&mut take, threads, session, &begin, &of, sink)
    }

    /// Takes the next boards: at most `most`, and none that is still to come after the first.
    fn take(&mut self, most: usize, session: &Session) -> Result<Vec<BoardText>, Error> {
        /// How many boards are skipped between two checks of the session.
        const PIECE: u64 = 1 << 10;
        let mut boards = Vec::with_capacity(most);
        let mut passed = 0;
        while boards.len() < most {
            if !boards.is_empty() && !self.boards.has_next() {
                break;
            }
            let Some(text) = self.first.take().map(Ok).or_else(|| self.boards.next()) else {
                if (1..self.skip).contains(&passed) {
                    let message =
                        format!("it has {passed} boards, and {} are to be skipped", self.skip);
                    return Err(Error::new(Code::OutOfRange, message));
                }
                break;
            };
            let text = text.map_err(|error| {
                error
                    .downcast::<Error>()
                    .unwrap_or_else(|error| error!(File, "cannot read it: {error}"))
            })?;
            if text.number() > self.skip {
                boards.push(text);
                continue;
            }
            passed = text.number();
            if passed.is_multiple_of(PIECE) && session.is_cancelled() {
                break;
            }
        }
        Ok(boards)
    }
}

/// Answers a board and writes its line.
fn answer_one<Q: AboutBoard>(
    text: &BoardText,
    question: &mut Q,
    session: &Session,
    ask: &Ask<Q, Q::Answer>,
    write: &Write<Q::Answer>,
    lines: &mut Vec<u8>,
) -> Result<Status, Error> {
    let number = text.number();
    let (name, answer) = match text.read() {
        Ok(board) => {
            let name = board.name.clone();
            *question.board() = board.into();
            let answer = ask(number, name.as_deref(), question, session);
            (name, answer)
        }
        Err(error) => {
            *question.board() = BoardSpec::default();
            (text.name(), Err(error.into()))
        }
    };
    let answer = answer.map_err(|error| match (&name, error.data.contains_key("board")) {
        (Some(name), false) => error.with("board", name),
        _ => error,
    });
    let board = question.board().given().map(|named| &named.board);
    write(&OfBoard { number, name: name.as_deref(), board, answer: &answer }, lines);
    answer.map(|answer| answer.status())
}

/// Boards that are dealt, each from its own seed.
#[derive(Clone, Debug)]
pub struct Deals {
    /// The deal; its seed is ignored.
    pub deal: Deal,
    /// The seed of the first board. Each further board has the next one.
    pub seed: u64,
    /// The number of boards.
    pub boards: u64,
    /// The number of threads.
    pub threads: NonZeroUsize,
}

impl Deals {
    /// Checks that enough seeds exist.
    ///
    /// # Errors
    ///
    /// [`Code::OutOfRange`].
    pub fn check(&self) -> Result<(), Error> {
        if self.seed.checked_add(self.boards).is_none() {
            let message = format!(
                "{} boards from the seed {} on: seeds are below 2^64",
                self.boards, self.seed
            );
            return Err(Error::new(Code::OutOfRange, message).of_field("seed"));
        }
        Ok(())
    }

    /// Deals the boards. `write` gets the number of a board, counted from 1, and appends its lines;
    /// the sink gets the lines in order.
    ///
    /// # Errors
    ///
    /// None of its own: the errors of deals are in the tally.
    pub fn each(
        &self,
        session: &Session,
        write: &(dyn Fn(u64, &Dealt, &mut Vec<u8>) + Sync),
        sink: &mut Batches<'_>,
    ) -> Result<Tally, Error> {
        let begin = |session: &Session| {
            let (mut deal, quiet) = (self.deal.clone(), session.clone().without_progress());
            move |number: &u64, lines: &mut Vec<u8>| {
                deal.seed = Some((self.seed + (number - 1)).into());
                let dealt = deal.ask(&quiet)?;
                write(*number, &dealt, lines);
                Ok(dealt.status())
            }
        };
        let mut numbers = 1..self.boards + 1;
        let mut take =
            |most: usize, _: &Session| Ok((numbers.by_ref().take(most).collect(), numbers.start));
        each(&mut take, self.threads, session, &begin, &|_, _| Some(self.boards), sink)
    }
}

/// Appends the line of a board as JSON, as `tercet ask` writes it, with the number of the board as
/// its `id`.
pub fn write_json<Q: Question>(
    OfBoard { number, answer, .. }: &OfBoard<Q::Answer>,
    line: &mut Vec<u8>,
) {
    let id = (*number).into();
    let head = Head { id: Some(&id), file: None };
    match answer {
        Ok(answer) => Q::write(answer, head, line),
        Err(error) => error.write(head, line),
    }
    line.push(b'\n');
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    /// Numbers from 0 to this end, with an error after the last if the source `fails`.
    fn numbers(
        end: usize,
        fails: bool,
    ) -> impl FnMut(usize, &Session) -> Result<(Vec<usize>, u64), Error> + Send {
        let mut left = 0..end;
        move |most, _| {
            let taken: Vec<usize> = left.by_ref().take(most).collect();
            if taken.is_empty() && fails {
                return Err(error!(File, "broken"));
            }
            Ok((taken, left.start as u64))
        }
    }

    fn unknown(_: u64, _: u64) -> Option<u64> {
        None
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
                &mut numbers(20_000, number.is_multiple_of(2)),
                threads(number),
                &Session::new(),
                &|_| write,
                &unknown,
                &mut |item| {
                    lines.extend_from_slice(&item.lines);
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
        let most_ahead = MOST_AHEAD + 4 * MOST_TAKEN;
        let all = 3 * most_ahead;
        let tally = each(
            &mut numbers(all, false),
            threads(4),
            &Session::new(),
            &begin,
            &unknown,
            &mut |item| {
                most = most.max(worked.load(Ordering::Relaxed) - done);
                done += item.lines.len();
                ControlFlow::Continue(())
            },
        );
        assert_eq!(tally.unwrap().yes, all as u64);
        assert!(most <= most_ahead, "{most}");
    }

    #[test]
    fn breaking_off_and_cancelling_end_the_work() {
        for number in [1, 3] {
            let mut batches = 0;
            let tally = each(
                &mut numbers(usize::MAX, false),
                threads(number),
                &Session::new(),
                &|_| write,
                &unknown,
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
                        return Err(error!(Interrupted, "interrupted"));
                    }
                    write(number, lines)
                }
            };
            let canceller = session.clone();
            let late = thread::spawn(move || {
                is_reached.recv().unwrap();
                canceller.cancel();
            });
            let tally = each(
                &mut numbers(usize::MAX, false),
                threads(number),
                &session,
                &begin,
                &unknown,
                &mut |item| {
                    lines.extend_from_slice(&item.lines);
                    ControlFlow::Continue(())
                },
            );
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
                each(
                    &mut numbers(usize::MAX, false),
                    threads(number),
                    &Session::new(),
                    &begin,
                    &unknown,
                    &mut |_| ControlFlow::Continue(()),
                )
            }));
            assert!(worked.is_err());
        }
    }
}
