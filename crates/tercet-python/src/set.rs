//! Sets.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyString, PyTuple};
use tercet_app::{Code, Error};

use crate::arguments::{self, Index};
use crate::card::{Card, with_deck};
use crate::deck::Deck;
use crate::error::raised;
use crate::run::take_turns;
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
#[pyclass(frozen, module = "tercet")]
pub(crate) struct Set {
    deck: tercet::Deck,
    cards: Box<[tercet::Card]>,
}

impl Set {
    pub(crate) fn of(deck: tercet::Deck, set: &tercet::Set) -> Self {
        Self { deck, cards: set.cards().into() }
    }

    pub(crate) fn cards(&self) -> &[tercet::Card] {
        &self.cards
    }

    pub(crate) fn deck(&self) -> tercet::Deck {
        self.deck
    }

    fn sorted(&self) -> Vec<u128> {
        let mut bits: Vec<u128> = self.cards.iter().map(|card| card.to_bits()).collect();
        bits.sort_unstable();
        bits
    }
}

#[pymethods]
impl Set {
    #[new]
    #[pyo3(signature = (cards: "str | Iterable[CardLike]", deck = None))]
    fn new(cards: &Bound<'_, PyAny>, deck: Option<&Bound<'_, Deck>>) -> PyResult<Self> {
        let (deck, cards) = arguments::cards(deck.map(|deck| deck.get().0), cards)?;
        let set = tercet::Set::new(deck, &cards)
            .map_err(|why| raised(Error::new(Code::NotASet, why.to_string())))?;
        Ok(Self::of(deck, &set))
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
        arguments::sought(self.deck, card).is_some_and(|card| self.cards.contains(&card))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        item(py, self.deck, &self.cards, index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.all(py)?.as_any().try_iter()?.into_any())
    }

    fn __len__(&self) -> usize {
        self.cards.len()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.deck == other.deck && self.sorted() == other.sorted()
    }

    fn __hash__(&self) -> u64 {
        let mix = |card: &tercet::Card| {
            let bits = card.to_bits();
            ((bits ^ (bits >> 64)) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        self.cards.iter().fold(self.cards.len() as u64, |all, card| all.wrapping_add(mix(card)))
    }

    fn __repr__(&self) -> String {
        format!("Set({})", with_deck(&self.__str__(), self.deck))
    }

    fn __str__(&self) -> String {
        self.deck.show_all(&self.cards)
    }

    fn __format__<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, &self.__str__()).call_method1("__format__", (format,))
    }

    fn __getnewargs__(&self) -> (String, Deck) {
        (self.__str__(), Deck(self.deck))
    }

    fn _repr_svg_(&self) -> String {
        svg::board(self.deck, &self.cards, self.cards.len())
    }
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
    let cards: Vec<Bound<'py, Card>> = cards
        .iter()
        .enumerate()
        .map(|(at, &card)| {
            take_turns(py, at)?;
            Bound::new(py, Card { deck, card })
        })
        .collect::<PyResult<_>>()?;
    PyTuple::new(py, cards)
}

/// The card at an index, or a tuple of those of a slice.
pub(crate) fn item<'py>(
    py: Python<'py>,
    deck: tercet::Deck,
    cards: &[tercet::Card],
    index: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(slice) = index.cast::<PySlice>() {
        return tuple(py, deck, cards)?.as_any().get_item(slice);
    }
    let Index(at) = index.extract()?;
    let at = arguments::index(at, cards.len())
        .ok_or_else(|| PyIndexError::new_err(format!("card {index} of {}", cards.len())))?;
    Ok(Bound::new(py, Card { deck, card: cards[at] })?.into_any())
}
