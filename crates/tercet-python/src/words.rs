//! Answers about a board: hints, explanations, packings. They are values of `tercet._results`.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use tercet::hint::Need;
use tercet::notation::Names;
use tercet::packing::{self, fewest, most};
use tercet::set::{Verdict, explain};
use tercet::solver::{Auto, Options};
use tercet_app::Seconds;

use crate::card::Card;
use crate::run::run_soon;
use crate::set::{Set, tuple};

/// A value of a class of `tercet._results`.
pub(crate) fn result<'py>(
    py: Python<'py>,
    class: &str,
    fields: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    static RESULTS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = RESULTS.get_or_try_init(py, || py.import("tercet._results").map(Bound::unbind))?;
    module.bind(py).getattr(class)?.call1(fields)
}

pub(crate) fn explanation<'py>(
    py: Python<'py>,
    deck: tercet::Deck,
    cards: &[tercet::Card],
) -> PyResult<Bound<'py, PyAny>> {
    let why = explain(deck, cards);
    let property = |(property, verdict): (usize, &Verdict)| {
        let verdict = match verdict {
            Verdict::Same(_) => "same",
            Verdict::Different => "different",
            Verdict::Mixed(_) => "mixed",
        };
        let (name, words) =
            (Names::default().property(deck, property), why.in_words(property, Names::default()));
        result(py, "Property", (name, verdict, words))
    };
    let properties: Vec<_> =
        why.verdicts().iter().enumerate().map(property).collect::<PyResult<_>>()?;
    let completion = why.completion().map(|card| Card { deck, card });
    let properties = PyTuple::new(py, properties)?;
    result(py, "Explanation", (why.is_set(), why.objection(), completion, properties))
}

pub(crate) fn hint(
    py: Python<'_>,
    board: tercet::Board,
    stage: usize,
    holding: Vec<usize>,
    timeout: Option<Seconds>,
) -> PyResult<Bound<'_, PyAny>> {
    let deck = board.deck();
    let told = run_soon(py, board.len(), move |session| {
        let mut hints = board.hint().holding(&holding)?;
        Ok(hints.stage(stage, &session.limit(timeout))?)
    })?;
    let names = Names::default();
    let words = |(property, need): (usize, &Need)| {
        format!("{}: {}", names.property(deck, property), need.in_words(deck, property, names))
    };
    let needs: Vec<String> = told.needs.iter().enumerate().map(words).collect();
    let (cards, needs) = (tuple(py, deck, &told.cards)?, PyTuple::new(py, needs)?);
    let last = told.last.map(|card| Card { deck, card });
    result(py, "Hint", (told.sets, cards, told.held, needs, last))
}

/// The sets as a tuple.
fn sets_of<'py>(
    py: Python<'py>,
    deck: tercet::Deck,
    sets: &[tercet::Set],
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, sets.iter().map(|set| Set::of(deck, set)).collect::<Vec<_>>())
}

/// A largest packing, or a smallest one to which no set can be added.
pub(crate) fn pack(
    py: Python<'_>,
    board: tercet::Board,
    timeout: Option<Seconds>,
    is_fewest: bool,
) -> PyResult<Bound<'_, PyAny>> {
    let (deck, options) = (board.deck(), Options::default());
    let (is_proved, bound, sets) = run_soon(py, board.len(), move |session| {
        let (mut lister, limit) = (Auto::new(&board, &options), session.limit(timeout));
        Ok(if is_fewest {
            let packing = fewest(&mut lister, options.memory, &limit);
            let packing = packing.map_err(|stop| stop.with(()))?;
            (packing.is_proved(), packing.bound, packing.sets)
        } else {
            let packing = most(&mut lister, options.memory, &limit);
            let packing = packing.map_err(|stop| stop.with(()))?;
            (packing.is_proved(), packing.bound(), packing.sets().to_vec())
        })
    })?;
    result(py, "Packing", (sets_of(py, deck, &sets)?, bound, is_proved, is_fewest))
}

pub(crate) fn nim(
    py: Python<'_>,
    board: tercet::Board,
    timeout: Option<Seconds>,
) -> PyResult<Bound<'_, PyAny>> {
    let (deck, options) = (board.deck(), Options::default());
    let nim = run_soon(py, board.len(), move |session| {
        let mut lister = Auto::new(&board, &options);
        Ok(packing::nim(&mut lister, options.memory, &session.limit(timeout))?)
    })?;
    result(py, "Nim", (nim.first_wins, nim.value, sets_of(py, deck, &nim.moves)?))
}
