//! One question about many boards: a stream of boards in, a line for each board out, in order, on
//! all cores.
//!
//! Each board is worked on by one thread, so an answer does not depend on the number of threads.
//! The answer to an invalid board is an error, and the other boards are still answered. The memory
//! is that of the boards at work and of the results that wait for them, however long the stream is.

use std::io::{BufReader, Read};
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};

use serde::Serialize;
use tercet::file::{BoardText, BoardTexts};

pub use crate::ordered::Batch;

use crate::ordered::{self, Source};
use crate::{
    AboutBoard, Answered, BoardSpec, Code, Deal, Dealt, Error, Progress, Question, Session, Status,
    lines,
};

/// A board of a stream with its answer.
#[derive(Debug)]
pub struct OfBoard<'a, A> {
    /// Its number in the stream, counted from 1.
    pub number: u64,
    /// Its name, if it has one.
    pub name: Option<&'a str>,
    /// The board, if its text could be read.
    pub board: Option<&'a tercet::Board>,
    /// The answer or the error.
    pub answer: &'a Result<A, Error>,
}

/// Appends the line of a board; called on the thread that answered.
pub type Write<'a, A> = dyn Fn(&OfBoard<A>, &mut Vec<u8>) + Sync + 'a;

/// Answers the question about a board with its number and name.
pub type Ask<'a, Q, A> = dyn Fn(u64, Option<&str>, &Q, &Session) -> Result<A, Error> + Sync + 'a;

/// How the boards of a stream were answered.
#[derive(Clone, PartialEq, Debug, Default)]
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
    /// Asks a question about each board. `write` appends the line of a board; it is called on the
    /// thread that answered. `hand` gets the lines in order, on the caller's thread, until it
    /// breaks off.
    ///
    /// If the session is cancelled, exactly the first boards were handed out. To answer the rest
    /// later, skip as many more boards as the tally counts.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the stream cannot be read, after all boards before were handed out;
    /// [`Code::OutOfRange`] if it has fewer boards than are to be skipped. The error of a board is
    /// its answer.
    pub fn ask<Q: AboutBoard>(
        self,
        question: &Q,
        session: &Session,
        write: &Write<Q::Answer>,
        hand: &mut dyn FnMut(&Batch) -> ControlFlow<()>,
    ) -> Result<Tally, Error> {
        self.ask_by(
            question,
            session,
            &|_, _, question, session| question.ask(session),
            write,
            hand,
        )
    }

    /// As [`ask`](Self::ask), with a function that gets the number and the name of the board, and
    /// the question about it.
    ///
    /// # Errors
    ///
    /// As [`ask`](Self::ask).
    pub fn ask_by<Q: AboutBoard>(
        self,
        question: &Q,
        session: &Session,
        ask: &Ask<Q, Q::Answer>,
        write: &Write<Q::Answer>,
        hand: &mut dyn FnMut(&Batch) -> ControlFlow<()>,
    ) -> Result<Tally, Error> {
        let (threads, bytes) = (self.threads, self.bytes);
        // The boards report no progress of their own: there may be millions.
        let quiet = session.clone().without_progress();
        let begin = |_: &Session| {
            let mut question = question.clone();
            if let Some(threads) = question.threads() {
                *threads = Some(NonZeroUsize::MIN);
            }
            let quiet = quiet.clone();
            move |text: &BoardText, lines: &mut Vec<u8>| {
                answer_one(text, &mut question, &quiet, ask, write, lines)
            }
        };
        let mut done = 0;
        ordered::each(self, threads, session, &begin, &mut |batch| {
            let handed = hand(batch);
            done += batch.tally.boards();
            session.report(|| {
                let share = bytes.map(|bytes| bytes as f64 / batch.read.max(1) as f64);
                let of = share.map(|share| ((done as f64 * share) as u64).max(done));
                Progress { what: "boards".into(), done, of }
            });
            handed
        })
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

impl<R: Read + Send> Source for Many<R> {
    type Item = BoardText;

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
                error.downcast::<Error>().unwrap_or_else(|error| {
                    Error::new(Code::File, format!("cannot read it ({error})"))
                })
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

    fn taken(&self) -> u64 {
        self.boards.bytes()
    }
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

/// The numbers of the boards that are still to be dealt.
struct Numbers(Range<u64>);

impl Deals {
    /// Checks that enough seeds exist, and that such a board can be dealt.
    ///
    /// # Errors
    ///
    /// [`Code::OutOfRange`], and the errors of [`Deal`].
    pub fn check(&self) -> Result<(), Error> {
        if self.seed.checked_add(self.boards).is_none() {
            let message = format!(
                "{} boards from the seed {} on: seeds are below 2^64",
                self.boards, self.seed
            );
            return Err(Error::new(Code::OutOfRange, message).of_field("seed"));
        }
        let first = Deal { seed: Some(self.seed.into()), ..self.deal.clone() };
        first.ask(&Session::new()).map(drop)
    }

    /// Deals the boards. `write` gets the number of a board, counted from 1, and appends its lines;
    /// `hand` gets the lines in order, on the caller's thread, until it breaks off.
    ///
    /// # Errors
    ///
    /// None of its own: the errors of deals are in the tally.
    pub fn each(
        &self,
        session: &Session,
        write: &(dyn Fn(u64, &Dealt, &mut Vec<u8>) + Sync),
        hand: &mut dyn FnMut(&Batch) -> ControlFlow<()>,
    ) -> Result<Tally, Error> {
        let quiet = session.clone().without_progress();
        let begin = |_: &Session| {
            let (mut deal, quiet) = (self.deal.clone(), quiet.clone());
            move |number: &u64, lines: &mut Vec<u8>| {
                deal.seed = Some((self.seed + (number - 1)).into());
                let dealt = deal.ask(&quiet)?;
                write(*number, &dealt, lines);
                Ok(dealt.status())
            }
        };
        let mut done = 0;
        let numbers = Numbers(1..self.boards + 1);
        ordered::each(numbers, self.threads, session, &begin, &mut |batch| {
            done += batch.tally.boards();
            let (what, of) = ("boards".into(), Some(self.boards));
            session.report(|| Progress { what, done, of });
            hand(batch)
        })
    }
}

impl Source for Numbers {
    type Item = u64;

    fn take(&mut self, most: usize, _: &Session) -> Result<Vec<u64>, Error> {
        Ok(self.0.by_ref().take(most).collect())
    }

    fn taken(&self) -> u64 {
        self.0.start
    }
}

/// Appends the line of a board as JSON, as `tercet ask` writes it, with the number of the board as
/// its `id`.
pub fn write_json<Q: Question>(
    OfBoard { number, answer, .. }: &OfBoard<Q::Answer>,
    line: &mut Vec<u8>,
) {
    match answer {
        Ok(answer) => write_object(*number, Q::SCHEMA, answer, line),
        Err(error) => write_object(*number, lines::ERROR, error, line),
    }
}

/// Appends an object with an `id` and a `schema` before its other fields.
pub fn write_object(id: u64, schema: &str, object: &impl Serialize, line: &mut Vec<u8>) {
    line.extend_from_slice(format!("{{\"id\":{id},\"schema\":\"{schema}\"").as_bytes());
    let fields = line.len();
    serde_json::to_writer(&mut *line, object).expect("an answer is JSON, and memory takes it");
    line[fields] = b',';
    line.push(b'\n');
}
