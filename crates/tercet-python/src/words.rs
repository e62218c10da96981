//! Answers about a board: hints, explanations, packings.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tercet::hint::Need;
use tercet::notation::Names;
use tercet::packing::most;
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
    deck: tercet::Deck,
    /// Whether the cards are a set.
    #[pyo3(get)]
    is_set: bool,
    /// The reason why the cards cannot be a set whatever they show, such as their number, or None.
    #[pyo3(get)]
    objection: Option<String>,
    completion: Option<tercet::Card>,
    properties: Vec<Property>,
}

/// The verdict on cards in one property.
#[pyclass(frozen, get_all, module = "tercet")]
#[derive(Clone)]
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
    pub(crate) fn of(deck: tercet::Deck, cards: &[tercet::Card]) -> Self {
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
        Self {
            deck,
            is_set: why.is_set(),
            objection: why.objection(),
            completion: why.completion(),
            properties: why.verdicts().iter().enumerate().map(property).collect(),
        }
    }
}

#[pymethods]
impl Explanation {
    /// The one card that makes a set of v - 1 cards, or None.
    #[getter]
    fn completion(&self) -> Option<Card> {
        self.completion.map(|card| Card { deck: self.deck, card })
    }

    /// The verdict on the cards in each property.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.properties.clone())
    }

    fn __bool__(&self) -> bool {
        self.is_set
    }

    fn __str__(&self) -> String {
        let verdict = if self.is_set { "a set" } else { "not a set" };
        let mut lines = vec![match &self.objection {
            Some(objection) => format!("{verdict}: {objection}"),
            None => verdict.into(),
        }];
        lines.extend(self.properties.iter().map(|of| format!("{}: {}", of.name, of.words)));
        lines.join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<{}>", self.__str__().replace('\n', "; "))
    }
}

/// A hint about a set. It contains nothing that its stage hides.
#[pyclass(frozen, module = "tercet")]
pub(crate) struct Hint {
    deck: tercet::Deck,
    /// The number of sets of the board, or None if there is a set and counting all would take long.
    #[pyo3(get)]
    sets: Option<u128>,
    cards: Vec<tercet::Card>,
    /// How many of the cards the player holds: all that were named, or 0 if no set contains them.
    #[pyo3(get)]
    held: usize,
    needs: Vec<String>,
    last: Option<tercet::Card>,
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
        Ok(Self {
            deck,
            sets: told.sets,
            cards: told.cards,
            held: told.held,
            needs: told.needs.iter().enumerate().map(words).collect(),
            last: told.last,
        })
    }
}

#[pymethods]
impl Hint {
    /// The cards that are shown: those held, if a set contains them, then the revealed ones.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.deck, &self.cards)
    }

    /// The values of the missing cards of the set, as one text for each property.
    #[getter]
    fn needs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.needs)
    }

    /// The missing card if only one is missing, or None.
    #[getter]
    fn last(&self) -> Option<Card> {
        self.last.map(|card| Card { deck: self.deck, card })
    }

    /// Whether the board holds a set.
    fn __bool__(&self) -> bool {
        self.sets != Some(0)
    }

    fn __str__(&self) -> String {
        let sets = match self.sets {
            Some(0) => return "no set".into(),
            Some(1) => "1 set".into(),
            Some(count) => format!("{count} sets"),
            None => "at least one set".into(),
        };
        if self.cards.is_empty() {
            return sets;
        }
        format!("{sets}: {}", self.deck.show_all(&self.cards))
    }

    fn __repr__(&self) -> String {
        format!("<hint: {}>", self.__str__())
    }
}

/// Disjoint sets of a board.
#[pyclass(frozen, module = "tercet")]
pub(crate) struct Packing {
    deck: tercet::Deck,
    sets: Vec<tercet::Set>,
    /// An upper bound on the number of disjoint sets.
    #[pyo3(get)]
    bound: usize,
    /// Whether the packing is proved to be maximum.
    #[pyo3(get)]
    is_proved: bool,
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
            deck,
            sets: packing.sets().to_vec(),
            bound: packing.bound(),
            is_proved: packing.is_proved(),
        })
    }
}

#[pymethods]
impl Packing {
    /// The disjoint sets.
    #[getter]
    fn sets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sets: Vec<Set> = self.sets.iter().map(|set| Set::of(self.deck, set)).collect();
        PyTuple::new(py, sets)
    }

    fn __len__(&self) -> usize {
        self.sets.len()
    }

    fn __repr__(&self) -> String {
        let proved = if self.is_proved { ", no more are possible" } else { "" };
        format!("<{} disjoint sets{proved}>", self.sets.len())
    }
}
