//! Many boards in one call: arrays of card numbers in, arrays out.
//!
//! The arrays are buffers, so the module does not need numpy. A call copies the numbers out of one
//! array, works without the interpreter, and copies the results into the other. So other Python
//! threads continue, and cannot change the numbers during the call: a view into memory that another
//! thread may write would be unsound. A copy takes a nanosecond, and a board some thirty. `boards.py` cuts large arrays
//! into pieces.

use std::num::NonZeroUsize;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use tercet::bulk::{BoardArrays, Boards, BulkError, NONE, SmallBoards};
use tercet::solver::{Cannot, Options};
use tercet_app::{Code, Error};

use crate::arguments::{self, Whole};
use crate::deck::Deck;
use crate::error::{out_of_range, raised};
use crate::run::{run_soon, share};

/// Writes the number of sets of each board (uint32). The numbers are bytes for three values and up to
/// five properties, else of 64 bits. Errors count rows from `first`.
#[pyfunction]
#[pyo3(signature = (deck, cards, k, counts: "Any", threads, first))]
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
    let call = Call::new(deck, k, counts.item_count(), false, threads, first)?;
    counts.copy_from_slice(py, &call.ask_any(py, cards)?)
}

/// Writes the positions of the first set of each board (int64), v numbers a board: -1 without a set.
#[pyfunction]
#[pyo3(signature = (deck, cards, k, positions: "Any", threads, first))]
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
    let call = Call::new(deck, k, positions.item_count(), true, threads, first)?;
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
    let (deck, k) = (deck.get().0, k.size());
    if SmallBoards::suits(deck) {
        let boards = SmallBoards::new(deck, k);
        deal(py, boards, k, seed.0, first.0, &PyBuffer::get(cards)?)
    } else {
        let boards = Boards::new(deck, k, &Options::default());
        deal(py, boards, k, seed.0, first.0, &PyBuffer::get(cards)?)
    }
}

fn deal<B: BoardArrays<Number: Element> + 'static>(
    py: Python<'_>,
    boards: Result<B, Cannot>,
    k: usize,
    seed: u64,
    first: u64,
    cards: &PyBuffer<B::Number>,
) -> PyResult<()> {
    let boards = boards.map_err(|why| raised(why.into()))?;
    let numbers = cards.item_count();
    if numbers == 0 {
        return Ok(());
    }
    if k == 0 || numbers % k != 0 {
        return Err(PyBufferError::new_err("rows of unequal lengths"));
    }
    let end = first.checked_add((numbers / k) as u64);
    let end = end.ok_or_else(|| out_of_range("boards are numbered below 2^64"))?;
    let dealt = run_soon(py, work_of(numbers), move |session| {
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
    /// Whether the results for each board are the positions of its first set, and not the number of its sets.
    is_find: bool,
    threads: NonZeroUsize,
    /// The number of the first row, for errors.
    first: usize,
}

impl Call {
    fn new(
        deck: &Bound<'_, Deck>,
        k: Whole,
        results: usize,
        is_find: bool,
        threads: Whole,
        first: Whole,
    ) -> PyResult<Self> {
        let deck = deck.get().0;
        let threads = arguments::threads(threads)?;
        let (k, first) = (k.size(), first.size());
        let boards = results / if is_find { deck.values() } else { 1 };
        Ok(Self { deck, k, boards, is_find, threads, first })
    }

    fn ask_any(self, py: Python<'_>, cards: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let Self { deck, k, .. } = self;
        if SmallBoards::suits(deck) {
            self.ask(py, SmallBoards::new(deck, k), &PyBuffer::get(cards)?)
        } else {
            self.ask(py, Boards::new(deck, k, &Options::default()), &PyBuffer::get(cards)?)
        }
    }

    /// Shares equal parts of the boards among threads.
    fn ask<B: BoardArrays<Number: Element> + 'static>(
        self,
        py: Python<'_>,
        boards: Result<B, Cannot>,
        cards: &PyBuffer<B::Number>,
    ) -> PyResult<Vec<u32>> {
        let Self { deck, k, boards: rows, is_find, threads, first } = self;
        let boards = boards.map_err(|why| raised(why.into()))?;
        if Some(cards.item_count()) != rows.checked_mul(k) {
            return Err(PyBufferError::new_err("the arrays are of different numbers of boards"));
        }
        let numbers = cards.to_vec(py)?;
        run_soon(py, work_of(numbers.len()), move |session| {
            let ask = if is_find { B::find } else { B::count };
            let each = if is_find { deck.values() } else { 1 };
            let threads = session.threads(Some(threads));
            let mut results = vec![0; rows * each];
            let part = rows.div_ceil(threads.get()).max(1);
            let limit = session.limit(None);
            let parts = results.chunks_mut(part * each).enumerate();
            let work = |(i, results): (usize, &mut [u32])| {
                let row = i * part;
                let numbers = &numbers[row * k..][..results.len() / each * k];
                let answer = ask(&boards, numbers, results, &limit);
                answer.map_err(|error| of_bulk(shifted(error, first + row)))
            };
            share(session, threads, parts, work, |()| {})?;
            Ok(results)
        })
    }
}

/// The work on numbers of boards in cards of one large board. The longest takes a few tenths of a
/// millisecond, unless the boards are hard.
fn work_of(numbers: usize) -> usize {
    numbers / 4
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
        BulkError::Foreign { deck, number, row, column } => {
            // As Python refuses numbers of other types.
            let (place, last) = (format!("row {row}, column {column}"), deck.last_rank());
            let cards = format!("the number of a card of {deck}, from 0 to {last}");
            Error::new(Code::CardForeign, format!("{place}: {number} is not {cards}"))
                .about(number.to_string())
                .with("row", row)
                .with("column", column)
        }
        BulkError::Duplicate { row, columns, .. } => {
            Error::new(Code::CardTwice, message).with("row", row).with("columns", columns)
        }
        BulkError::TooMany { row, .. } => Error::new(Code::TooMany, message).with("row", row),
        BulkError::Stopped(stop) => stop.into(),
    }
}
