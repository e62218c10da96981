//! Sets, and the sets of a board, which are found on demand.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;
use std::{iter, mem, vec};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyTuple};
use tercet::Method;
use tercet::solver::Found;
use tercet_app::{Code, Count, Error, List, Question, Search, Seconds, Session, Stream, Streamed};

use crate::arguments::{self, Timeout, Whole, from_front, threads, time};
use crate::board::Board;
use crate::deck::{Card, Deck, with_deck};
use crate::error::{ended, raised};
use crate::run::{MANY, MOMENT, run_soon, take_turns};
use crate::svg;

/// v cards that in each property are all the same or all different. Other cards are refused, with the
/// reason.
///
/// >>> Set('2RhO 2GhO 2PhO')
/// Set('2RhO 2GhO 2PhO')
/// >>> Set('2RhO 2GhO 2GsO')
/// Traceback (most recent call last):
///     ...
/// tercet.Error: not a set: count: all two; colour: one red, two green; shading: one solid, two hatched; shape: all oval
///
/// Two sets are equal if they have the same cards in any order.
#[pyclass(frozen, eq, hash, module = "tercet")]
#[derive(PartialEq, Hash)]
pub(crate) struct Set {
    deck: tercet::Deck,
    /// In the order of the deck.
    cards: Box<[tercet::Card]>,
}

impl Set {
    pub(crate) fn of(set: &tercet::Set) -> Self {
        Self { deck: set.deck(), cards: set.cards().into() }
    }
}

#[pymethods]
impl Set {
    #[new]
    #[pyo3(signature = (cards: "str | Iterable[CardLike]", deck = None))]
    fn new(cards: &Bound<'_, PyAny>, deck: Option<&Bound<'_, Deck>>) -> PyResult<Self> {
        Ok(Self::of(&set(deck.map(|deck| deck.get().0), cards)?))
    }

    /// The deck of the cards.
    #[getter(deck)]
    fn of_deck(&self) -> Deck {
        Deck(self.deck)
    }

    /// The cards in the order of the deck.
    #[getter(cards)]
    fn all<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.deck, &self.cards)
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> bool {
        arguments::sought(self.deck, None, card).is_some_and(|card| self.cards.contains(&card))
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        item(self.deck, &self.cards, index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.all(py)?.as_any().try_iter()?.into_any())
    }

    fn __len__(&self) -> usize {
        self.cards.len()
    }

    fn __repr__(&self) -> String {
        format!("Set({})", with_deck(&self.__str__(), self.deck))
    }

    fn __str__(&self) -> String {
        self.deck.show_all(&self.cards)
    }

    fn __getnewargs__(&self) -> (String, Deck) {
        (self.__str__(), Deck(self.deck))
    }

    fn _repr_svg_(&self) -> String {
        svg::board(self.deck, &self.cards, self.cards.len())
    }
}

/// The set of some cards.
pub(crate) fn set(deck: Option<tercet::Deck>, cards: &Bound<'_, PyAny>) -> PyResult<tercet::Set> {
    let (deck, cards) = arguments::cards(deck, cards)?;
    let set = tercet::Set::new(deck, &cards);
    set.map_err(|why| raised(Error::new(Code::NotASet, why.to_string())))
}

/// Whether cards of one deck are a set; `Board.explain` says why not.
///
/// >>> is_set('2RhO 2GhO 2PhO'), is_set('2RhO 2GhO 2GsO'), is_set([0, 0, 0])
/// (True, False, False)
#[pyfunction]
#[pyo3(signature = (cards: "str | Iterable[CardLike]", deck = None))]
pub(crate) fn is_set(cards: &Bound<'_, PyAny>, deck: Option<&Bound<'_, Deck>>) -> PyResult<bool> {
    match arguments::cards(deck.map(|deck| deck.get().0), cards) {
        Ok((deck, cards)) => Ok(tercet::Set::new(deck, &cards).is_ok()),
        // A text is read as a board, on which no card lies twice.
        Err(error) => match error.value(cards.py()).getattr("code") {
            Ok(code) if code.eq("card-twice")? => Ok(false),
            _ => Err(error),
        },
    }
}

/// Cards as a tuple.
pub(crate) fn tuple<'py>(
    py: Python<'py>,
    deck: tercet::Deck,
    cards: &[tercet::Card],
) -> PyResult<Bound<'py, PyTuple>> {
    let card = |(at, &card)| take_turns(py, at).and_then(|()| Bound::new(py, Card { deck, card }));
    PyTuple::new(py, cards.iter().enumerate().map(card).collect::<PyResult<Vec<_>>>()?)
}

/// The card at an index, or a tuple of those of a slice.
pub(crate) fn item<'py>(
    deck: tercet::Deck,
    cards: &[tercet::Card],
    index: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = index.py();
    if let Ok(slice) = index.cast::<PySlice>() {
        return tuple(py, deck, cards)?.as_any().get_item(slice);
    }
    let at = from_front(arguments::index(index)?, cards.len())
        .ok_or_else(|| PyIndexError::new_err(format!("card {index} of {}", cards.len())))?;
    Ok(Bound::new(py, Card { deck, card: cards[at] })?.into_any())
}

/// The sets of a board in layout order. They are not stored: each question is answered for the
/// board as it is then, and iteration finds one set after another.
///
/// >>> sets = Board('2RhO 1GsD 3PsS 2GhO 2PhO').sets
/// >>> bool(sets), sets.count(), list(sets)
/// (True, 1, [Set('2RhO 2GhO 2PhO')])
#[pyclass(frozen, module = "tercet")]
pub(crate) struct SetView {
    pub(crate) board: Py<Board>,
}

impl SetView {
    fn board(&self) -> tercet::Board {
        self.board.get().now()
    }

    /// The first sets, or all of them.
    fn first(&self, py: Python<'_>, most: Option<usize>) -> PyResult<Vec<Set>> {
        let iterator = self.__iter__();
        let sets = iter::from_fn(|| iterator.__next__(py).transpose());
        sets.take(most.unwrap_or(usize::MAX)).collect()
    }
}

/// The positions of the sets of a list, if a moment is enough.
fn listed(list: &List) -> Result<Vec<Vec<usize>>, Error> {
    let session = &Session::new().at_most(Seconds(MOMENT));
    let mut sets = Vec::new();
    let answer = list.ask_into(session, &mut |(set, _)| {
        sets.push(set.to_vec());
        ControlFlow::Continue(())
    })?;
    ended(&answer)?;
    Ok(sets)
}

/// The search that lists and counts.
fn auto() -> Search {
    Search {
        method: Some(Method::AUTO.name.into()),
        threads: Some(NonZeroUsize::MIN),
        ..Search::default()
    }
}

#[pymethods]
impl SetView {
    /// The number of sets. A limit raises `Stopped`.
    #[pyo3(signature = (*, timeout = None, threads = Whole(1)), text_signature = "($self, *, timeout=None, threads=1)")]
    fn count(&self, py: Python<'_>, timeout: Option<Timeout>, threads: Whole) -> PyResult<u128> {
        let search =
            Search { threads: Some(self::threads(threads)?), timeout: time(timeout), ..auto() };
        let board = self.board();
        let cards = board.len();
        let question = Count { board: board.into(), search, ..Count::default() };
        let answer = run_soon(py, cards, move |session| {
            let answer = question.ask(session)?;
            ended(&answer)?;
            Ok(answer)
        })?;
        let count = answer.found.count.as_ref().and_then(|count| u128::try_from(&count.0).ok());
        count.ok_or_else(|| raised(Error::new(Code::Bug, "a bug: no count")))
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        self.board.bind(py).call_method0("find")?.is_truthy()
    }

    fn __contains__(&self, cards: &Bound<'_, PyAny>) -> PyResult<bool> {
        let board = self.board();
        let given: Vec<tercet::Card> = match cards.cast::<Set>() {
            Ok(set) if set.get().deck == board.deck() => set.get().cards.to_vec(),
            Ok(_) => return Ok(false),
            Err(_) => match arguments::cards(Some(board.deck()), cards) {
                Ok((_, cards)) => cards,
                Err(error) if error.is_instance_of::<PyValueError>(cards.py()) => return Ok(false),
                Err(error) => return Err(error),
            },
        };
        let deck = board.deck();
        let are_there = given.iter().all(|&card| board.contains(card));
        Ok(are_there && tercet::Set::new(deck, &given).is_ok())
    }

    fn __iter__(&self) -> SetIterator {
        SetIterator { board: self.board(), state: Mutex::new(State::Fresh) }
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(slice) = index.cast::<PySlice>() {
            // The sets up to the end of the slice, if it is counted from the front.
            let part = |name: &str| -> PyResult<Option<isize>> {
                let part = slice.getattr(name)?;
                (!part.is_none()).then(|| arguments::index(&part)).transpose()
            };
            let (start, stop, step) = (part("start")?, part("stop")?, part("step")?);
            let is_in_front =
                start.is_none_or(|start| start >= 0) && step.is_none_or(|step| step > 0);
            let most = stop.filter(|&stop| stop >= 0 && is_in_front).map(isize::unsigned_abs);
            let sets = PyList::new(py, self.first(py, most)?)?;
            return sets.as_any().get_item(slice);
        }
        let at = arguments::index(index)?;
        let mut sets = self.first(py, (at >= 0).then(|| at.unsigned_abs() + 1))?;
        let at = from_front(at, sets.len())
            .ok_or_else(|| PyIndexError::new_err(format!("set {index} of {}", sets.len())))?;
        Ok(Bound::new(py, sets.swap_remove(at))?.into_any())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<the sets of {}>", self.board.bind(py).repr()?))
    }
}

/// The sets of a board, one after another. They are found by a thread, which is some sets ahead. Several
/// threads may share an iterator: each set goes to one of them.
#[pyclass(frozen, module = "tercet")]
pub(crate) struct SetIterator {
    board: tercet::Board,
    /// Held while waiting for a set, so only without the interpreter.
    state: Mutex<State>,
}

enum State {
    Fresh,
    Listed(vec::IntoIter<Vec<usize>>),
    Runs(Stream),
    Over,
}

impl SetIterator {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next set, if it is found soon.
    fn next_soon(&self) -> Result<Poll<Option<Vec<usize>>>, Error> {
        /// How long it waits before it checks for signals.
        const PAUSE: Duration = Duration::from_millis(20);
        let mut state = self.state();
        if let State::Fresh = *state {
            let list = List { board: self.board.clone().into(), search: auto(), ..List::default() };
            let soon = (self.board.len() <= MANY).then(|| listed(&list));
            *state = match soon {
                Some(Ok(sets)) => State::Listed(sets.into_iter()),
                Some(Err(error)) if error.code != Code::Deadline => return Err(error),
                _ => State::Runs(list.stream(&Session::new())?),
            };
        }
        let stream = match &mut *state {
            State::Runs(stream) => stream,
            State::Listed(sets) => return Ok(Poll::Ready(sets.next())),
            State::Fresh | State::Over => return Ok(Poll::Ready(None)),
        };
        let next = stream.next_for(PAUSE);
        if let Poll::Ready(None) = next
            && let State::Runs(stream) = mem::replace(&mut *state, State::Over)
        {
            ended(&stream.finish()?)?;
        }
        Ok(next)
    }
}

#[pymethods]
impl SetIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Set>> {
        loop {
            // Signals are checked even if sets come without a pause: `list` and the like run no
            // Python code.
            if let Err(interrupt) = py.check_signals() {
                py.detach(|| *self.state() = State::Over);
                return Err(interrupt);
            }
            if let Poll::Ready(set) = py.detach(|| self.next_soon()).map_err(raised)? {
                return Ok(set.map(|set| Set::of(&Found::new(set).set(&self.board))));
            }
        }
    }
}
