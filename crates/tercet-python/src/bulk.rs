//! Many boards in one call: arrays of card numbers in, arrays out.
//!
//! The arrays are buffers, so the module does not need numpy. A call copies the numbers out of one
//! array, works without the interpreter, and copies the results into the other. So other Python
//! threads continue, and cannot change the numbers during the call. `boards.py` cuts large arrays
//! into pieces.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use tercet::bulk::{Boards, BulkError, NONE, SmallBoards};
use tercet::solver::{Limit, Options, Stop};
use tercet_app::{Code, Error, Session};

use crate::arguments::{self, Whole};
use crate::deck::Deck;
use crate::error::{out_of_range, stopped};
use crate::run::run;

/// Boards of one deck, with card numbers of one type.
trait Kind: Send + Sync + Sized + 'static {
    type Number: Element + Default + Send + Sync;
    fn new(deck: tercet::Deck, cards: usize) -> Result<Self, Stop>;
    fn count(
        &self,
        cards: &[Self::Number],
        counts: &mut [u32],
        limit: &Limit,
    ) -> Result<(), BulkError>;
    fn find(
        &self,
        cards: &[Self::Number],
        found: &mut [u32],
        limit: &Limit,
    ) -> Result<(), BulkError>;
    fn deal(
        &self,
        seed: u64,
        boards: Range<u64>,
        cards: &mut [Self::Number],
        limit: &Limit,
    ) -> Result<(), Stop>;
}

/// Implements the kind by the methods of the same names.
macro_rules! kind {
    ($boards:ident, $number:ty, $new:expr) => {
        impl Kind for $boards {
            type Number = $number;

            fn new(deck: tercet::Deck, cards: usize) -> Result<Self, Stop> {
                let new: fn(tercet::Deck, usize) -> Result<Self, Stop> = $new;
                new(deck, cards)
            }

            fn count(
                &self,
                cards: &[$number],
                counts: &mut [u32],
                limit: &Limit,
            ) -> Result<(), BulkError> {
                Self::count(self, cards, counts, limit)
            }

            fn find(
                &self,
                cards: &[$number],
                found: &mut [u32],
                limit: &Limit,
            ) -> Result<(), BulkError> {
                Self::find(self, cards, found, limit)
            }

            fn deal(
                &self,
                seed: u64,
                boards: Range<u64>,
                cards: &mut [$number],
                limit: &Limit,
            ) -> Result<(), Stop> {
                Self::deal(self, seed, boards, cards, limit)
            }
        }
    };
}

kind!(SmallBoards, u8, SmallBoards::new);
kind!(Boards, u64, |deck, cards| Boards::new(deck, cards, &Options::default()));

/// The results for each board.
#[derive(Clone, Copy)]
enum What {
    /// The number of its sets.
    Count,
    /// The positions of the first set.
    Find,
}

impl What {
    fn per_board(self, deck: tercet::Deck) -> usize {
        match self {
            Self::Count => 1,
            Self::Find => deck.values(),
        }
    }

    fn ask<B: Kind>(
        self,
        boards: &B,
        cards: &[B::Number],
        results: &mut [u32],
        limit: &Limit,
    ) -> Result<(), BulkError> {
        match self {
            Self::Count => boards.count(cards, results, limit),
            Self::Find => boards.find(cards, results, limit),
        }
    }
}

/// Writes the number of sets of each board (uint32). The numbers are bytes for three values and up to
/// five properties, else of 64 bits. Errors count rows from `first`.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn count_boards(
    py: Python<'_>,
    deck: &Bound<'_, Deck>,
    cards: &Bound<'_, PyAny>,
    k: Whole,
    counts: PyBuffer<u32>,
    threads: Whole,
    first: Whole,
) -> PyResult<()> {
    let call = Call::new(deck, k, counts.item_count(), What::Count, threads, first)?;
    counts.copy_from_slice(py, &call.ask_any(py, cards)?)
}

/// Writes the positions of the first set of each board (int64), v numbers a board: -1 without a set.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn find_boards(
    py: Python<'_>,
    deck: &Bound<'_, Deck>,
    cards: &Bound<'_, PyAny>,
    k: Whole,
    positions: PyBuffer<i64>,
    threads: Whole,
    first: Whole,
) -> PyResult<()> {
    let call = Call::new(deck, k, positions.item_count(), What::Find, threads, first)?;
    let found = call.ask_any(py, cards)?.into_iter();
    let found: Vec<i64> =
        found.map(|position| if position == NONE { -1 } else { position.into() }).collect();
    positions.copy_from_slice(py, &found)
}

/// Writes the cards of random boards, starting with the board of a given number. Each board has its
/// own stream of random numbers, so the number of boards per call makes no difference.
#[pyfunction]
pub(crate) fn deal_boards(
    py: Python<'_>,
    deck: &Bound<'_, Deck>,
    k: Whole,
    seed: Whole,
    first: Whole,
    cards: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let deck = deck.get().0;
    if SmallBoards::suits(deck) {
        deal::<SmallBoards>(py, deck, k.size(), seed.0, first.0, &PyBuffer::get(cards)?)
    } else {
        deal::<Boards>(py, deck, k.size(), seed.0, first.0, &PyBuffer::get(cards)?)
    }
}

fn deal<B: Kind>(
    py: Python<'_>,
    deck: tercet::Deck,
    k: usize,
    seed: u64,
    first: u64,
    cards: &PyBuffer<B::Number>,
) -> PyResult<()> {
    let boards = B::new(deck, k).map_err(stopped)?;
    let numbers = cards.item_count();
    if numbers == 0 {
        return Ok(());
    }
    if k == 0 || numbers % k != 0 {
        return Err(PyBufferError::new_err("rows of unequal lengths"));
    }
    let end = first.checked_add((numbers / k) as u64);
    let end = end.ok_or_else(|| out_of_range("boards are numbered below 2^64"))?;
    let dealt = run(py, move |session| {
        let mut dealt = vec![B::Number::default(); numbers];
        boards.deal(seed, first..end, &mut dealt, &session.limit(None))?;
        Ok(dealt)
    })?;
    cards.copy_from_slice(py, &dealt)
}

/// A question about boards.
#[derive(Clone, Copy)]
struct Call {
    deck: tercet::Deck,
    k: usize,
    boards: usize,
    what: What,
    threads: NonZeroUsize,
    /// The number of the first row, for errors.
    first: usize,
}

impl Call {
    fn new(
        deck: &Bound<'_, Deck>,
        k: Whole,
        results: usize,
        what: What,
        threads: Whole,
        first: Whole,
    ) -> PyResult<Self> {
        let deck = deck.get().0;
        let (boards, threads) = (results / what.per_board(deck), arguments::threads(threads)?);
        Ok(Self { deck, k: k.size(), boards, what, threads, first: first.size() })
    }

    fn ask_any(self, py: Python<'_>, cards: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        if SmallBoards::suits(self.deck) {
            self.ask::<SmallBoards>(py, &PyBuffer::get(cards)?)
        } else {
            self.ask::<Boards>(py, &PyBuffer::get(cards)?)
        }
    }

    fn ask<B: Kind>(self, py: Python<'_>, cards: &PyBuffer<B::Number>) -> PyResult<Vec<u32>> {
        let boards = B::new(self.deck, self.k).map_err(stopped)?;
        if Some(cards.item_count()) != self.boards.checked_mul(self.k) {
            return Err(PyBufferError::new_err("the arrays are of different numbers of boards"));
        }
        let numbers = cards.to_vec(py)?;
        run(py, move |session| {
            let mut results = vec![0; self.boards * self.what.per_board(self.deck)];
            self.share(&boards, &numbers, &mut results, session)
                .map_err(|error| of_bulk(shifted(error, self.first)))?;
            Ok(results)
        })
    }

    /// Shares equal parts among threads.
    fn share<B: Kind>(
        self,
        boards: &B,
        numbers: &[B::Number],
        results: &mut [u32],
        session: &Session,
    ) -> Result<(), BulkError> {
        let (k, each) = (self.k, self.what.per_board(self.deck));
        let rows = results.len() / each;
        let part = rows.div_ceil(self.threads.get()).max(1);
        let limit = &session.limit(None);
        if part >= rows || k == 0 {
            return self.what.ask(boards, numbers, results, limit);
        }
        let parts = numbers.chunks(part * k).zip(results.chunks_mut(part * each)).enumerate();
        let parts = &Mutex::new(parts);
        // Returns the first error, with its part.
        let work = move || {
            loop {
                let next = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((i, (numbers, results))) = next else { return Ok(()) };
                self.what
                    .ask(boards, numbers, results, limit)
                    .map_err(|error| (i, shifted(error, i * part)))?;
            }
        };
        thread::scope(|scope| {
            // If not all threads can be started, the others work on all parts.
            let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..rows.div_ceil(part)).map_while(start).collect();
            let join = |other: ScopedJoinHandle<'_, _>| {
                other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            let all = std::iter::once(work()).chain(others.into_iter().map(join));
            // The first error in the order of the rows is reported.
            let first = all.filter_map(Result::err).min_by_key(|&(i, _)| i);
            first.map_or(Ok(()), |(_, error)| Err(error))
        })
    }
}

/// The error of a part that begins with this row.
fn shifted(mut error: BulkError, first: usize) -> BulkError {
    match &mut error {
        BulkError::Foreign { row, .. }
        | BulkError::Duplicate { row, .. }
        | BulkError::TooMany { row, .. } => {
            *row += first;
        }
        BulkError::Stopped(_) => {}
    }
    error
}

fn of_bulk(error: BulkError) -> Error {
    let message = error.to_string();
    match error {
        BulkError::Foreign { row, column, .. } => {
            Error::new(Code::CardForeign, message).with("row", row).with("column", column)
        }
        BulkError::Duplicate { row, columns, .. } => {
            Error::new(Code::CardTwice, message).with("row", row).with("columns", columns)
        }
        BulkError::TooMany { row, .. } => Error::new(Code::TooMany, message).with("row", row),
        BulkError::Stopped(stop) => stop.into(),
    }
}
