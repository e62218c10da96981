//! One question about many boards: a stream of boards in, a line for each board out, in order, on
//! all cores.
//!
//! Each board is worked on by one thread, so an answer does not depend on the number of threads.
//! The answer to an invalid board is an error, and the other boards are still answered. The memory
//! is that of the boards at work and of the results that wait for them, however long the stream is.

use std::io::{BufReader, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Map, Value};
use tercet::file::{BoardText, BoardTexts, NamedBoard};

use crate::board::{boards_of, chosen};
use crate::prelude::*;
use crate::run::{Data, Each, Journal, Pace, Part, Run, Sealed, Units};
use crate::{Deal, Dealt, Entry, Head};

/// The most boards that a thread takes at once.
const MOST_TAKEN: usize = 1 << 10;

/// The most boards that are at work, or wait for earlier ones.
const MOST_AHEAD: usize = 1 << 14;

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
    pub board: Option<&'a NamedBoard>,
    /// The answer or the error.
    pub answer: &'a Result<A, Error>,
}

/// Appends the line of a board; called on the thread that answered.
pub type Write<'a, A> = dyn Fn(&OfBoard<A>, &mut Vec<u8>) + Sync + 'a;

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
    /// The texts of the boards, if they are those of a stream.
    #[serde(default, skip_serializing_if = "Data::is_empty")]
    texts: Data,
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
        self.texts = self.texts.followed_by(other.texts);
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

/// Boards as units: their number, or `u64::MAX` for a stream, whose number is unknown.
#[derive(Debug)]
pub struct Boards(u64);

impl Units for Boards {
    type Yield = Tally;
    const COUNTED: &'static str = "boards";

    fn number(&self) -> u64 {
        self.0
    }

    fn has_data(&self) -> bool {
        true
    }

    fn add(sum: &mut Tally, next: &Tally) {
        sum.add(next);
    }

    fn fault(&self, boards: Range<u64>, tally: &Tally) -> Option<String> {
        let are_all = tally.boards() == boards.end - boards.start;
        (!are_all).then(|| "the answers are not those of the boards".into())
    }
}

impl Journal<Boards> {
    /// The name of the question in a file.
    const ASK: &'static str = "boards";

    /// No board of a stream is answered. The request says what is asked, and of which boards.
    pub fn of_boards(request: Map<String, Value>) -> Self {
        Self::of(Self::ASK, request, Part::WHOLE, Boards(u64::MAX))
    }

    /// The boards of a stream that are answered by this file.
    ///
    /// # Errors
    ///
    /// As [`Sealed::read`] and [`Sealed::open`].
    pub fn read_boards(path: &Path) -> Result<Self, Error> {
        let sealed = Sealed::read(path)?;
        if sealed.ask() != Self::ASK {
            return Err(error!(NotAPart, "this is a part of the question {}", sealed.ask()));
        }
        Ok(sealed.journal(Self::ASK, |_| Ok(((), Boards(u64::MAX).into())))?.1)
    }

    /// Answers boards that `take` takes from a source, on this many threads. `begin` makes for each thread the
    /// function that answers one: it appends the board's lines, and returns its text and how it ended. A thread takes as many
    /// boards as it can answer in some milliseconds: one if they are hard, hundreds if they are easy. So answers
    /// are handed out soon, and sharing the work costs little. `of` estimates from the number of answered boards how
    /// many there are.
    ///
    /// If the session is cancelled, exactly the first boards were handed out, so the work can be resumed after them.
    fn answer<I: Send, W>(
        &mut self,
        (session, threads): (&Session, NonZeroUsize),
        take: &mut (dyn FnMut(usize) -> Result<Vec<I>, Error> + Send),
        begin: &(dyn Fn() -> W + Sync),
        of: &dyn Fn(u64) -> Option<u64>,
        each: Each<'_, Boards>,
    ) -> Result<Run, Error>
    where
        W: FnMut(&I, &mut Vec<u8>) -> (Data, Result<Status, Error>),
    {
        let mut next = self.done_units();
        let mut take = |most: usize| {
            let boards = match take(most) {
                // A source that waits fails then.
                _ if session.is_cancelled() => Vec::new(),
                taken => taken?,
            };
            let units = next..next + boards.len() as u64;
            next = units.end;
            Ok((!boards.is_empty()).then_some((units, boards)))
        };
        let begin = || {
            let mut answer = begin();
            move |units: &mut Range<u64>, boards: Vec<I>, lines: &mut Vec<u8>| {
                let mut tally = Tally::default();
                for board in &boards {
                    let kept = lines.len();
                    let (text, ended) = answer(board, lines);
                    let may_be_cut = !matches!(ended, Ok(Status::Yes | Status::No));
                    if may_be_cut && session.is_cancelled() {
                        lines.truncate(kept);
                        break;
                    }
                    tally.count(ended);
                    tally.texts = tally.texts.followed_by(text);
                }
                units.end = units.start + tally.boards();
                Ok(tally)
            }
        };
        let pace = Pace::new(LASTS, MOST_TAKEN, MOST_AHEAD, usize::MAX);
        self.share((session, threads), &pace, &mut take, &begin, of, each)
    }
}

/// Answers a board, and appends its line.
type AnswerOne<'a> = dyn FnMut(&BoardText, &mut Vec<u8>) -> Result<Status, Error> + 'a;

/// A stream of boards, and how to work on it.
pub struct Many<'a> {
    /// The boards.
    pub boards: BoardTexts<BufReader<Box<dyn Read + Send + 'a>>>,
    /// The first board, if it was read from the stream already.
    pub first: Option<BoardText>,
    /// How many boards to skip.
    pub skip: u64,
    /// The number of threads; one for each processor by default.
    pub threads: Option<NonZeroUsize>,
    /// The bytes of the stream, if known, for the progress.
    pub bytes: Option<u64>,
}

impl Many<'_> {
    /// Asks a question about each board after those of the journal. `write` appends the line of a board, on the
    /// thread that answers; `each` gets the lines in order.
    ///
    /// If the session is cancelled, exactly the first boards were handed out, which the journal has.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the stream cannot be read, after all boards before were handed out;
    /// [`Code::OutOfRange`] if it has fewer boards than are to be skipped; [`Code::OtherRun`] if the boards of
    /// the journal are others. The error of a board is its answer.
    pub fn ask<Q: AboutBoard>(
        self,
        question: &Q,
        session: &Session,
        write: &Write<Q::Answer>,
        kept: (&mut Journal<Boards>, Each<'_, Boards>),
    ) -> Result<Run, Error> {
        let begin = |session: Session| -> Box<AnswerOne> {
            let mut question = question.clone();
            Box::new(move |text, lines| question.answer(text, &session, write, lines))
        };
        self.answer(session, &begin, kept)
    }

    /// Answers each board after those of the journal. `begin` makes for each thread the function that answers one.
    fn answer<'b>(
        mut self,
        session: &Session,
        begin: &(dyn Fn(Session) -> Box<AnswerOne<'b>> + Sync),
        (journal, each): (&mut Journal<Boards>, Each<'_, Boards>),
    ) -> Result<Run, Error> {
        let (session, threads) = (&session.part(), session.threads(self.threads));
        let (bytes, skipped) = (self.bytes, self.skip);
        // The boards of the stream that were read, and their bytes.
        let [last, read] = [AtomicU64::new(0), AtomicU64::new(0)];
        self.skip += journal.done_units();
        // The texts of the boards that are done, as they were and as they are.
        let mut done = (skipped, journal.sum().texts, Data::default());
        let begin = || {
            // The boards report no progress of their own: there may be millions.
            let quiet = session.clone().without_progress().with_threads(NonZeroUsize::MIN);
            let mut answer = begin(quiet);
            move |text: &BoardText, lines: &mut Vec<u8>| (data_of(text), answer(text, lines))
        };
        let of = |done: u64| {
            let [last, read] = [&last, &read].map(|count| count.load(Ordering::Relaxed));
            let boards = (read > 0).then_some(last as f64 * bytes? as f64 / read as f64)?;
            Some((boards as u64).saturating_sub(skipped).max(done))
        };
        let mut take = |most: usize| {
            let boards = self.take(most, &mut done, session)?;
            last.store(boards.last().map_or(0, BoardText::number), Ordering::Relaxed);
            read.store(self.boards.bytes(), Ordering::Relaxed);
            Ok(boards)
        };
        journal.answer((session, threads), &mut take, &begin, &of, each)
    }

    /// Takes the next boards: at most `most`, and none that is still to come after the first. Those that are
    /// done, after some that are skipped, must have the texts that they had.
    fn take(
        &mut self,
        most: usize,
        (skipped, were, are): &mut (u64, Data, Data),
        session: &Session,
    ) -> Result<Vec<BoardText>, Error> {
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
            if passed > *skipped {
                *are = are.followed_by(data_of(&text));
            }
            if passed == self.skip && are != were {
                return Err(error!(OtherRun, "boards were changed after they were answered"));
            }
            if passed.is_multiple_of(PIECE) && session.is_cancelled() {
                break;
            }
        }
        Ok(boards)
    }
}

/// The text of a board with the deck of its stream.
fn data_of(text: &BoardText) -> Data {
    let deck = text.file_deck().map(|deck| deck.to_string()).unwrap_or_default();
    Data::of(text.text()).followed_by(Data::of(deck.as_bytes()))
}

/// As [`AboutBoard::answer`].
pub(crate) fn answer<Q: AboutBoard>(
    question: &mut Q,
    text: &BoardText,
    session: &Session,
    write: &Write<Q::Answer>,
    lines: &mut Vec<u8>,
) -> Result<Status, Error> {
    let number = text.number();
    let read = text.read().map_err(Error::from);
    let (name, answer) = match read.or_else(|_| chosen(boards_of(text)?, None)) {
        Ok(board) => {
            let name = board.name.clone();
            *question.board() = board.into();
            (name, question.ask(session))
        }
        Err(error) => {
            *question.board() = BoardSpec::default();
            (text.name(), Err(error))
        }
    };
    let answer = answer.map_err(|error| match (&name, error.data.contains_key("board")) {
        (Some(name), false) => error.with("board", name),
        _ => error,
    });
    let board = question.board().given();
    write(&OfBoard { number, name: name.as_deref(), board, answer: &answer }, lines);
    answer.map(|answer| answer.status())
}

/// Deals a board from each of these seeds; that of the deal is ignored. `write` gets the number of a board, counted
/// from 1, and appends its lines; `each` gets the lines in order. The errors of deals are in the tally.
///
/// # Errors
///
/// [`Code::Memory`] if the system cannot start a thread.
pub fn deal_each(
    deal: &Deal,
    seeds: Range<u64>,
    session: &Session,
    write: &(dyn Fn(u64, &Dealt, &mut Vec<u8>) + Sync),
    each: Each<'_, Boards>,
) -> Result<Tally, Error> {
    let (session, threads) = (&session.part(), session.threads(None));
    let first = seeds.start;
    let begin = || {
        let (mut deal, quiet) = (deal.clone(), session.clone().without_progress());
        move |seed: &u64, lines: &mut Vec<u8>| {
            deal.seed = Some((*seed).into());
            let dealt = deal.ask(&quiet).map(|dealt| {
                write(seed - first + 1, &dealt, lines);
                dealt.status()
            });
            (Data::default(), dealt)
        }
    };
    let boards = seeds.end - first;
    let mut journal = Journal::of(Deal::NAME, Map::new(), Part::WHOLE, Boards(boards));
    let mut left = seeds;
    let mut take = |most: usize| Ok(left.by_ref().take(most).collect());
    journal.answer((session, threads), &mut take, &begin, &|_| Some(boards), each)?;
    Ok(journal.sum())
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
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    /// Numbers from 0 to this end, with an error after the last if the source `fails`.
    fn numbers(end: usize, fails: bool) -> impl FnMut(usize) -> Result<Vec<usize>, Error> + Send {
        let mut left = 0..end;
        move |most| {
            let taken: Vec<usize> = left.by_ref().take(most).collect();
            if taken.is_empty() && fails {
                return Err(error!(File, "broken"));
            }
            Ok(taken)
        }
    }

    /// Answers numbers of a source.
    fn each<W>(
        take: &mut (dyn FnMut(usize) -> Result<Vec<usize>, Error> + Send),
        threads: NonZeroUsize,
        session: &Session,
        begin: &(dyn Fn(&Session) -> W + Sync),
        sink: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Tally, Error>
    where
        W: FnMut(&usize, &mut Vec<u8>) -> Result<Status, Error>,
    {
        let (mut journal, session) = (Journal::of_boards(Map::new()), &session.part());
        let begin = || {
            let mut answer = begin(session);
            move |number: &usize, lines: &mut Vec<u8>| (Data::default(), answer(number, lines))
        };
        let each = &mut |_: &Journal<Boards>, lines: &[u8]| match lines {
            [] => ControlFlow::Continue(()),
            _ => sink(lines),
        };
        journal.answer((session, threads), take, &begin, &|_| None, each)?;
        Ok(journal.sum())
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
                &mut |item: &[u8]| {
                    lines.extend_from_slice(item);
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
            &mut |item: &[u8]| {
                most = most.max(worked.load(Ordering::Relaxed) - done);
                done += item.len();
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
                &mut |item: &[u8]| {
                    lines.extend_from_slice(item);
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
                    &mut |_| ControlFlow::Continue(()),
                )
            }));
            assert!(worked.is_err());
        }
    }
}
