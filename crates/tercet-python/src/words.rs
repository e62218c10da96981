//! Answers about a board: hints, explanations, packings.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tercet::hint::Need;
use tercet::notation::Names;
use tercet::packing::{self, fewest, most};
use tercet::set::{Verdict, explain};
use tercet::solver::{Auto, Options};
use tercet_app::Seconds;

use crate::card::Card;
use crate::error::stopped;
use crate::run::run;
use crate::set::{Set, tuple};

/// Why cards are a set, or why they are not. It is true if they are.
#[pyclass(frozen, module = "tercet")]
pub(crate) struct Explanation {
    /// Whether the cards are a set.
    #[pyo3(get)]
    is_set: bool,
    /// The reason why the cards cannot be a set whatever they show, such as their number, or None.
    #[pyo3(get)]
    objection: Option<String>,
    /// The one card that makes a set of v - 1 cards, or None.
    #[pyo3(get)]
    completion: Option<Card>,
    /// The verdict on the cards in each property.
    #[pyo3(get)]
    properties: Py<PyTuple>,
    text: String,
}

/// The verdict on cards in one property.
#[pyclass(frozen, get_all, module = "tercet")]
pub(crate) struct Property {
    /// The name of the property.
    name: String,
    /// 'same', 'different', or 'mixed', which does not occur in a set.
    verdict: &'static str,
    /// The verdict in words.
    words: String,
}

#[pymethods]
impl Property {
    fn __repr__(&self) -> String {
        format!("<{}: {}>", self.name, self.words)
    }
}

impl Explanation {
    pub(crate) fn of(py: Python<'_>, deck: tercet::Deck, cards: &[tercet::Card]) -> PyResult<Self> {
        let why = explain(deck, cards);
        let property = |(property, verdict): (usize, &Verdict)| Property {
            name: Names::default().property(deck, property),
            verdict: match verdict {
                Verdict::Same(_) => "same",
                Verdict::Different => "different",
                Verdict::Mixed(_) => "mixed",
            },
            words: why.in_words(property, Names::default()),
        };
        let properties: Vec<Property> = why.verdicts().iter().enumerate().map(property).collect();
        let objection = why.objection();
        let mut text = String::from(if why.is_set() { "a set" } else { "not a set" });
        text.extend(objection.iter().map(|objection| format!(": {objection}")));
        text.extend(properties.iter().map(|of| format!("\n{}: {}", of.name, of.words)));
        Ok(Self {
            is_set: why.is_set(),
            objection,
            completion: why.completion().map(|card| Card { deck, card }),
            properties: PyTuple::new(py, properties)?.unbind(),
            text,
        })
    }
}

#[pymethods]
impl Explanation {
    fn __bool__(&self) -> bool {
        self.is_set
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<{}>", self.text.replace('\n', "; "))
    }
}

/// A hint about a set. It contains nothing that its stage hides.
#[pyclass(frozen, module = "tercet")]
pub(crate) struct Hint {
    /// The number of sets of the board, or None if there is a set and counting all would take long.
    #[pyo3(get)]
    sets: Option<u128>,
    /// The cards that are shown: those held, if a set contains them, then the revealed ones.
    #[pyo3(get)]
    cards: Py<PyTuple>,
    /// How many of the cards the player holds: all that were named, or 0 if no set contains them.
    #[pyo3(get)]
    held: usize,
    /// The values of the missing cards of the set, as one text for each property.
    #[pyo3(get)]
    needs: Py<PyTuple>,
    /// The missing card if only one is missing, or None.
    #[pyo3(get)]
    last: Option<Card>,
    text: String,
}

impl Hint {
    pub(crate) fn of(
        py: Python<'_>,
        board: tercet::Board,
        stage: usize,
        holding: Vec<usize>,
        timeout: Option<Seconds>,
    ) -> PyResult<Self> {
        let deck = board.deck();
        let told = run(py, move |session| {
            let mut hints = board.hint().holding(&holding)?;
            Ok(hints.stage(stage, &session.limit(timeout))?)
        })?;
        let names = Names::default();
        let words = |(property, need): (usize, &Need)| {
            format!("{}: {}", names.property(deck, property), need.in_words(deck, property, names))
        };
        let mut text = match told.sets {
            Some(0) => "no set".into(),
            Some(1) => "1 set".into(),
            Some(count) => format!("{count} sets"),
            None => "at least one set".into(),
        };
        if !told.cards.is_empty() {
            text = format!("{text}: {}", deck.show_all(&told.cards));
        }
        let needs: Vec<String> = told.needs.iter().enumerate().map(words).collect();
        Ok(Self {
            sets: told.sets,
            cards: tuple(py, deck, &told.cards)?.unbind(),
            held: told.held,
            needs: PyTuple::new(py, needs)?.unbind(),
            last: told.last.map(|card| Card { deck, card }),
            text,
        })
    }
}

#[pymethods]
impl Hint {
    /// Whether the board holds a set.
    fn __bool__(&self) -> bool {
        self.sets != Some(0)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<hint: {}>", self.text)
    }
}

/// Disjoint sets of a board: the most, or the fewest that meet all sets.
#[pyclass(frozen, module = "tercet")]
pub(crate) struct Packing {
    /// The disjoint sets.
    #[pyo3(get)]
    sets: Py<PyTuple>,
    /// An upper bound on the number of disjoint sets; a lower one for the fewest.
    #[pyo3(get)]
    bound: usize,
    /// Whether the packing is proved to be the largest, or the smallest.
    #[pyo3(get)]
    is_proved: bool,
    comparison: &'static str,
}

/// Who wins if two players take sets in turn.
#[pyclass(frozen, module = "tercet")]
pub(crate) struct Nim {
    /// Whether the player who moves first wins.
    #[pyo3(get)]
    first_wins: bool,
    /// The nim value; `None` if the first player wins by a mirror.
    #[pyo3(get)]
    value: Option<usize>,
    /// The sets with which the first player can begin to win.
    #[pyo3(get)]
    moves: Py<PyTuple>,
}

/// The sets as a tuple.
fn sets_of(py: Python<'_>, deck: tercet::Deck, sets: &[tercet::Set]) -> PyResult<Py<PyTuple>> {
    let sets: Vec<Set> = sets.iter().map(|set| Set::of(deck, set)).collect();
    Ok(PyTuple::new(py, sets)?.unbind())
}

impl Packing {
    pub(crate) fn of(
        py: Python<'_>,
        board: tercet::Board,
        timeout: Option<Seconds>,
    ) -> PyResult<Self> {
        let (deck, options) = (board.deck(), Options::default());
        let packed = run(py, move |session| {
            let mut lister = Auto::new(&board, &options);
            Ok(most(&mut lister, options.memory, &session.limit(timeout)))
        })?;
        let packing = packed.map_err(|stop| stopped(stop.with(())))?;
        Ok(Self {
            sets: sets_of(py, deck, packing.sets())?,
            bound: packing.bound(),
            is_proved: packing.is_proved(),
            comparison: "more",
        })
    }

    pub(crate) fn fewest(
        py: Python<'_>,
        board: tercet::Board,
        timeout: Option<Seconds>,
    ) -> PyResult<Self> {
        let (deck, options) = (board.deck(), Options::default());
        let packed = run(py, move |session| {
            let mut lister = Auto::new(&board, &options);
            Ok(fewest(&mut lister, options.memory, &session.limit(timeout)))
        })?;
        let packing = packed.map_err(|stop| stopped(stop.with(())))?;
        Ok(Self {
            sets: sets_of(py, deck, &packing.sets)?,
            bound: packing.bound,
            is_proved: packing.is_proved(),
            comparison: "fewer",
        })
    }
}

impl Nim {
    pub(crate) fn of(
        py: Python<'_>,
        board: tercet::Board,
        timeout: Option<Seconds>,
    ) -> PyResult<Self> {
        let (deck, options) = (board.deck(), Options::default());
        let nim = run(py, move |session| {
            let mut lister = Auto::new(&board, &options);
            Ok(packing::nim(&mut lister, options.memory, &session.limit(timeout)))
        })?;
        let nim = nim.map_err(stopped)?;
        let moves = sets_of(py, deck, &nim.moves)?;
        Ok(Self { first_wins: nim.first_wins, value: nim.value, moves })
    }
}

#[pymethods]
impl Nim {
    fn __repr__(&self) -> String {
        let value = self.value.map_or(String::new(), |value| format!(", nim value {value}"));
        format!("<the {} player wins{value}>", if self.first_wins { "first" } else { "second" })
    }
}

#[pymethods]
impl Packing {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.sets.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let proved = format!(", no {} are possible", self.comparison);
        format!("<{} disjoint sets{}>", self.__len__(py), if self.is_proved { &proved } else { "" })
    }
}
