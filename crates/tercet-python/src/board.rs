//! Boards.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple};
use tercet::board::BoardError;
use tercet::file::NamedBoard;
use tercet::hint::Need;
use tercet::notation::{Names, Notation};
use tercet::picture::columns;
use tercet::set::{Verdict, explain};
use tercet::solver::{Auto, Found, Full, Limit, Options, Stop};
use tercet::table::Spelling;
use tercet_app::{CardWriter, Find, Question, Search, Seconds};

use crate::arguments::{self, Timeout, Whole, threads, time};
use crate::deck::{Card, Deck, with_deck};
use crate::error::{ended, raised, refused};
use crate::run::{MANY, MOMENT, caught, run, run_soon, take_turns};
use crate::sets::{Set, SetView, item, tuple};
use crate::svg;

/// Distinct cards of one deck, in layout order.
///
/// The cards are a text in any notation (as in a board file), or an iterable of cards, texts,
/// values or card numbers. Without a deck, it follows from the cards: (3,4) for classic codes and
/// numbers, else v is 3 and p their width.
///
/// They may also have names of your own: as words, letters, CSV or JSON in a text, or as lists, dicts, arrays of
/// numpy and frames of pandas. `reading` says what was assumed then.
///
/// >>> board = Board('2RhO 1GsD 3PsS 2GhO 2PhO 1RsS')
/// >>> board.find()
/// Set('2RhO 2GhO 2PhO')
/// >>> board.remove(board.find())
/// >>> print(board)
/// 1GsD 3PsS 1RsS
/// >>> board.find() is None
/// True
/// >>> '3PsS' in board, board.index('3PsS')
/// (True, 1)
///
/// >>> cards = [('one', 'red'), ('two', 'red'), ('two', 'blue'), ('three', 'red')]
/// >>> board = Board(cards)
/// >>> [cards[i] for i in sorted(board.positions(board.find()))]
/// [('one', 'red'), ('two', 'red'), ('three', 'red')]
///
/// A board keeps what searches have proved, so finding a set again after cards were added or removed is
/// faster than on a fresh board.
#[pyclass(frozen, module = "tercet")]
pub(crate) struct Board {
    state: Mutex<State>,
    spelling: Option<Spelling>,
}

struct State {
    board: tercet::Board,
    /// The solver of `find`, with the same cards: `None` before the first search, and while a call
    /// uses it.
    solver: Option<Box<dyn Full>>,
    /// How often the cards were changed.
    version: u64,
}

impl From<tercet::Board> for Board {
    fn from(board: tercet::Board) -> Self {
        NamedBoard::from(board).into()
    }
}

impl From<NamedBoard> for Board {
    fn from(NamedBoard { board, spelling, .. }: NamedBoard) -> Self {
        Self { state: Mutex::new(State { board, solver: None, version: 0 }), spelling }
    }
}

impl Board {
    fn state(&self) -> MutexGuard<'_, State> {
        // Held for moments only, and never while waiting for the interpreter.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the board as it is now.
    pub(crate) fn now(&self) -> tercet::Board {
        self.state().board.clone()
    }

    /// Finds a set with the solver that the board keeps.
    fn find_at_once(&self, py: Python<'_>, timeout: Option<Seconds>) -> PyResult<Option<Set>> {
        /// Boards with v ≤ 3 up to this size are searched in less time.
        const QUICK_CARDS: usize = 256;
        let mut state = self.state();
        let mut kept = state.solver.take();
        if state.board.len() <= MANY {
            let mut solver = kept.unwrap_or_else(|| auto(&state.board));
            let is_quick = state.board.deck().values() <= 3 && state.board.len() <= QUICK_CARDS;
            let limit = if is_quick && timeout.is_none() {
                Limit::none()
            } else {
                Limit::timeout(timeout.map_or(MOMENT, |Seconds(most)| most.min(MOMENT)))
            };
            let found = solver.find(&limit);
            let is_short = timeout.is_some_and(|Seconds(most)| most <= MOMENT);
            if !matches!(found, Err(Stop::DEADLINE)) || is_short {
                state.solver = Some(solver);
                return set_of(found, &state.board);
            }
            kept = Some(solver);
        }
        let (board, version) = (state.board.clone(), state.version);
        drop(state);
        let searched = board.clone();
        let (found, solver) = run(py, move |session| {
            let mut solver = kept.unwrap_or_else(|| auto(&searched));
            Ok((solver.find(&session.limit(timeout)), solver))
        })?;
        let mut state = self.state();
        if state.version == version && state.solver.is_none() {
            state.solver = Some(solver);
        }
        drop(state);
        set_of(found, &board)
    }

    /// Changes the cards, of the board and of its solver.
    fn change(
        &self,
        cards: &Bound<'_, PyAny>,
        of_board: fn(&mut tercet::Board, &[tercet::Card]) -> Result<(), BoardError>,
        of_solver: fn(&mut dyn Full, &[tercet::Card]) -> Result<(), BoardError>,
    ) -> PyResult<()> {
        let deck = self.state().board.deck();
        let cards = arguments::cards_as_written(deck, self.spelling.as_ref(), cards)?;
        caught(|| {
            let mut state = self.state();
            of_board(&mut state.board, &cards).map_err(refused)?;
            state.version += 1;
            // If the solver cannot follow, the next search makes a new one.
            let mut solver = state.solver.take();
            state.solver = solver.take_if(|solver| of_solver(&mut **solver, &cards).is_ok());
            Ok(())
        })
    }
}

/// The solver that boards keep.
fn auto(board: &tercet::Board) -> Box<dyn Full> {
    Box::new(Auto::new(board, &Options::default()))
}

/// The set that a solver has found.
fn set_of(found: Result<Option<Found>, Stop>, board: &tercet::Board) -> PyResult<Option<Set>> {
    let found = found.map_err(|stop| raised(stop.into()))?;
    Ok(found.map(|found| Set::of(&found.set(board))))
}

fn position(board: &tercet::Board, card: tercet::Card) -> PyResult<usize> {
    let at = board.cards().iter().position(|&here| here == card);
    at.ok_or_else(|| refused(BoardError::Absent(board.deck(), card)))
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (cards: "str | Iterable[object] | None" = None, deck = None))]
    fn new(cards: Option<&Bound<'_, PyAny>>, deck: Option<&Bound<'_, Deck>>) -> PyResult<Self> {
        let deck = deck.map(|deck| deck.get().0);
        match cards {
            None => Ok(tercet::Board::empty(deck.unwrap_or(tercet::Deck::CLASSIC)).into()),
            Some(cards) => arguments::board(deck, cards).map(Self::from),
        }
    }

    /// The board of a file in any form, or the one with this name.
    #[staticmethod]
    #[pyo3(signature = (file: "str | PathLike[str]", name = None, deck = None))]
    fn read(
        file: &Bound<'_, PyAny>,
        name: Option<String>,
        deck: Option<&Bound<'_, Deck>>,
    ) -> PyResult<Self> {
        let (py, deck) = (file.py(), deck.map(|deck| deck.get().0));
        let path = py.import("pathlib")?.call_method1("Path", (file,))?;
        let text = path.call_method0("read_bytes")?.extract()?;
        arguments::board_of_text(py, deck, name, text).map(Self::from)
    }

    /// The deck of the cards.
    #[getter]
    fn deck(&self) -> Deck {
        Deck(self.state().board.deck())
    }

    /// The cards in layout order.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = self.now();
        tuple(py, board.deck(), board.cards())
    }

    /// What was assumed about cards with names of your own, or None.
    ///
    /// >>> Board('O2RH D1GS O2GH O2PH').reading
    /// 'read as 4 cards of (3,4): shape, count, colour, shading'
    #[getter]
    fn reading(&self) -> Option<String> {
        self.spelling.as_ref().map(|spelling| spelling.reading.clone())
    }

    /// The cards in layout order as they were written, and those without a name of your own in the usual notation.
    #[getter]
    fn written(&self) -> Vec<String> {
        let (board, spelling) = (self.now(), self.spelling.as_ref());
        let (deck, notation) = (board.deck(), Notation::usual(board.deck()));
        CardWriter { deck, notation, spelling }.write_all(board.cards())
    }

    /// The numbers of the cards in their deck.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let board = self.now();
        let numbers = PyList::empty(py);
        for (at, &card) in board.cards().iter().enumerate() {
            take_turns(py, at)?;
            let number = board.deck().rank(card);
            // Python makes small numbers faster.
            match u64::try_from(number) {
                Ok(number) => numbers.append(number)?,
                Err(_) => numbers.append(number)?,
            }
        }
        Ok(numbers)
    }

    /// The sets of the board, found on demand.
    ///
    /// >>> board = Deck().deal(12, seed=1)
    /// >>> board.sets.count()
    /// 3
    /// >>> board.sets[0] in board.sets
    /// True
    #[getter]
    fn sets(this: &Bound<'_, Self>) -> SetView {
        SetView { board: this.clone().unbind() }
    }

    /// Adds cards after those on the board. On an error the board is unchanged.
    #[pyo3(signature = (cards: "str | Card | Iterable[CardLike]"))]
    fn add(&self, cards: &Bound<'_, PyAny>) -> PyResult<()> {
        self.change(cards, tercet::Board::add, |solver, cards| solver.add(cards))
    }

    /// Removes cards, such as a set; the others close the gaps. On an error the board is unchanged.
    #[pyo3(signature = (cards: "str | Card | Iterable[CardLike]"))]
    fn remove(&self, cards: &Bound<'_, PyAny>) -> PyResult<()> {
        self.change(cards, tercet::Board::remove, |solver, cards| solver.remove(cards))
    }

    /// An independent copy.
    fn copy(&self, py: Python<'_>) -> Self {
        let spelling = self.spelling.clone();
        py.detach(|| NamedBoard { name: None, board: self.now(), spelling }.into())
    }

    /// The positions of cards, such as a set, on the board, from 0.
    ///
    /// >>> Board('2RhO 1GsD 3PsS 2GhO 2PhO').positions('2RhO 2GhO 2PhO')
    /// [0, 3, 4]
    #[pyo3(signature = (cards: "str | Iterable[CardLike]"))]
    fn positions(&self, cards: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let board = self.now();
        let cards = arguments::cards_as_written(board.deck(), self.spelling.as_ref(), cards)?;
        cards.into_iter().map(|card| position(&board, card)).collect()
    }

    /// The position of a card on the board, from 0.
    #[pyo3(signature = (card: "Card | str"))]
    fn index(&self, card: &Bound<'_, PyAny>) -> PyResult<usize> {
        let positions = self.positions(card)?;
        let [position] = positions[..] else {
            let message = format!("one card has a position, not {}", positions.len());
            return Err(PyValueError::new_err(message));
        };
        Ok(position)
    }

    /// A set of the board, or None if it is proved to have no set.
    ///
    /// `method` is one of `methods()`. A search that reaches `timeout` (seconds) or another limit raises
    /// `Stopped`. Which of several sets is found depends on the method and on earlier searches of this
    /// board, but not on the threads.
    #[pyo3(signature = (*, method: "Method" = "auto", timeout = None, threads = Whole(1)), text_signature = "($self, *, method='auto', timeout=None, threads=1)")]
    fn find(
        &self,
        py: Python<'_>,
        method: &str,
        timeout: Option<Timeout>,
        threads: Whole,
    ) -> PyResult<Option<Set>> {
        let timeout = time(timeout);
        if method == "auto" && threads.0 == 1 {
            return caught(|| self.find_at_once(py, timeout));
        }
        let board = self.now();
        let search = Search {
            method: Some(method.into()),
            threads: Some(self::threads(threads)?),
            timeout,
            ..Search::default()
        };
        let question = Find { board: board.clone().into(), search, ..Find::default() };
        let answer = run(py, move |session| question.ask(session))?;
        ended(&answer).map_err(raised)?;
        let found = answer.found.positions.first();
        set_of(Ok(found.map(|positions| Found::new(&positions[..]))), &board)
    }

    /// A hint about the easiest set: `stage` of its cards, besides those that the player holds.
    /// Stage 0 says only whether the board holds a set.
    ///
    /// >>> print(Board('2RhO 1GsD 3PsS 2GhO 2PhO').hint())
    /// 1 set: 2RhO
    #[pyo3(signature = (stage = Whole(1), holding: "str | Iterable[CardLike] | None" = None, *, timeout = None) -> "Hint", text_signature = "($self, stage=1, holding=None, *, timeout=None)")]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        stage: Whole,
        holding: Option<&Bound<'_, PyAny>>,
        timeout: Option<Timeout>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let holding = holding.map_or(Ok(Vec::new()), |cards| self.positions(cards))?;
        let (board, names) = (self.now(), Names::default());
        let deck = board.deck();
        let told = run_soon(py, board.len(), move |session| {
            let mut hints = board.hint().holding(&holding)?;
            Ok(hints.stage(stage.size(), &session.limit(time(timeout)))?)
        })?;
        let words = |(property, need): (usize, &Need)| {
            format!("{}: {}", names.property(deck, property), need.in_words(deck, property, names))
        };
        let needs: Vec<String> = told.needs.iter().enumerate().map(words).collect();
        let (cards, needs) = (tuple(py, deck, &told.cards)?, PyTuple::new(py, needs)?);
        let last = told.last.map(|card| Card { deck, card });
        result(py, "Hint", (told.sets, cards, told.held, needs, last))
    }

    /// Why cards of the board are a set, or why they are not.
    ///
    /// >>> print(Board('2RhO 1GsD 3PsS').explain('2RhO 1GsD 3PsS'))
    /// not a set
    /// count: all different
    /// colour: all different
    /// shading: two solid, one hatched
    /// shape: all different
    #[pyo3(signature = (cards: "str | Iterable[CardLike]") -> "Explanation")]
    fn explain<'py>(&self, cards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, board, names) = (cards.py(), self.now(), Names::default());
        let deck = board.deck();
        let why = explain(deck, &board.at(&self.positions(cards)?));
        let property = |(property, verdict): (usize, &Verdict)| {
            let verdict = match verdict {
                Verdict::Same(_) => "same",
                Verdict::Different => "different",
                Verdict::Mixed(_) => "mixed",
            };
            let (name, words) = (names.property(deck, property), why.in_words(property, names));
            result(py, "Property", (name, verdict, words))
        };
        let properties = why.verdicts.iter().enumerate().map(property);
        let properties = PyTuple::new(py, properties.collect::<PyResult<Vec<_>>>()?)?;
        let completion = why.completion.map(|card| Card { deck, card });
        result(py, "Explanation", (why.is_set(), why.objection(), completion, properties))
    }

    /// The text of a board file, which every command of `tercet` reads.
    fn to_text(&self, py: Python<'_>) -> String {
        let Deck(deck) = self.deck();
        let is_usual = deck == tercet::Deck::CLASSIC;
        let heading = format!("deck {} {}\n", deck.values(), deck.properties());
        format!("{}{}\n", if is_usual { "" } else { &heading }, self.__str__(py))
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> bool {
        let deck = self.state().board.deck();
        arguments::sought(deck, self.spelling.as_ref(), card)
            .is_some_and(|card| self.state().board.contains(card))
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let board = self.now();
        item(board.deck(), board.cards(), index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.cards(py)?.as_any().try_iter()?.into_any())
    }

    fn __len__(&self) -> usize {
        self.state().board.len()
    }

    fn __eq__(this: &Bound<'_, Self>, other: &Bound<'_, Self>) -> bool {
        this.is(other) || this.get().now() == other.get().now()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        py.detach(|| {
            let board = self.now();
            format!("Board({})", with_deck(&board.deck().show_all(board.cards()), board.deck()))
        })
    }

    fn __str__(&self, py: Python<'_>) -> String {
        py.detach(|| {
            let board = self.now();
            // In rows, as on a table.
            let rows = board.cards().chunks(columns(board.len()));
            rows.map(|row| board.deck().show_all(row)).collect::<Vec<_>>().join("\n")
        })
    }

    fn __getnewargs__(&self, py: Python<'_>) -> (String, Deck) {
        py.detach(|| {
            let board = self.now();
            (board.deck().show_all(board.cards()), Deck(board.deck()))
        })
    }

    fn _repr_svg_(&self) -> String {
        let board = self.now();
        svg::board(board.deck(), board.cards(), columns(board.len()))
    }
}

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
