//! Decks.

use num_bigint::{BigInt, BigUint};
use num_rational::Ratio;
use num_traits::Signed;
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use tercet::deal;
use tercet::deck::OutOfRange;
use tercet_app::{Error, Session};

use crate::arguments::{Seed, Whole, cards, numbered, sought};
use crate::board::Board;
use crate::card::Card;
use crate::error::{out_of_range, raised, refused};
use crate::run::{MANY, run};
use crate::set::tuple;

/// A deck of v^p cards: p properties with v values each.
///
/// Its cards are numbered from 0: a deck is a sequence of them, which are not stored. A deck that does not fit 128 bits a card is refused.
///
/// >>> deck = Deck()
/// >>> deck
/// Deck(values=3, properties=4)
/// >>> deck.size, deck.number_of_sets
/// (81, 1080)
/// >>> deck[80], deck[:2], deck.index('3PoS')
/// (Card('3PoS'), (Card('1RsO'), Card('1RsD')), 80)
/// >>> Deck(10, 4).number_of_sets
/// 47785252569626884000
#[pyclass(frozen, eq, hash, module = "tercet")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Deck(pub(crate) tercet::Deck);

impl std::hash::Hash for Deck {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.0.values(), self.0.properties()).hash(state);
    }
}

#[pymethods]
impl Deck {
    #[new]
    #[pyo3(signature = (values = Whole(3), properties = Whole(4)), text_signature = "(values=3, properties=4)")]
    fn new(values: Whole, properties: Whole) -> PyResult<Self> {
        tercet::Deck::new(values.size(), properties.size()).map(Self).map_err(refused)
    }

    /// v: how many values a property has, and how many cards a set.
    #[getter]
    fn values(&self) -> usize {
        self.0.values()
    }

    /// p: how many properties a card has.
    #[getter]
    fn properties(&self) -> usize {
        self.0.properties()
    }

    /// The number of cards, v^p.
    #[getter]
    fn size(&self) -> BigUint {
        self.0.size()
    }

    /// The number of sets in the whole deck.
    #[getter]
    fn number_of_sets(&self) -> BigUint {
        self.0.number_of_sets()
    }

    /// The expected number of sets among some random cards, as an exact fraction.
    ///
    /// >>> Deck().expected_sets(12)
    /// Fraction(220, 79)
    fn expected_sets(&self, cards: Whole) -> PyResult<Ratio<BigInt>> {
        let Self(deck) = self;
        let expected = deck.expected_sets(cards.0.into()).ok_or_else(|| {
            out_of_range(format!("{deck} has {} cards, fewer than {}", deck.size(), cards.0))
        })?;
        Ok(Ratio::new_raw(expected.numer().clone().into(), expected.denom().clone().into()))
    }

    /// A board of random cards. The same seed (from 0 to 2^64 - 1) deals the same cards, here and
    /// in `tercet deal`. A generator of numpy or Python draws one. The default is a fresh seed.
    ///
    /// >>> Deck().deal(3, seed=1)
    /// Board('2PhD 3GhD 1PoD')
    #[pyo3(signature = (cards, *, seed = None))]
    fn deal(&self, py: Python<'_>, cards: Whole, seed: Option<Seed>) -> PyResult<Board> {
        let (deck, cards) = (self.0, cards.size());
        let seed = match seed {
            Some(seed) => seed.0,
            None => Session::new().seed(None).map_err(raised)?,
        };
        let board = if cards <= MANY {
            deal::board(deck, cards, seed).map_err(too_many).map_err(raised)?
        } else {
            run(py, move |_| deal::board(deck, cards, seed).map_err(too_many))?
        };
        Ok(board.into())
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> bool {
        sought(self.0, card).is_some()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (Self(deck), py) = (*self, index.py());
        if !index.is_instance_of::<PySlice>() {
            let number: BigInt = index.extract()?;
            let from_front =
                if number.is_negative() { number + BigInt::from(deck.size()) } else { number };
            let card = numbered(deck, &from_front).map_err(PyIndexError::new_err)?;
            return Ok(Bound::new(py, Card { deck, card })?.into_any());
        }
        let numbers = py.import("builtins")?.getattr("range")?.call1((deck.size(),))?;
        let (_, cards) = cards(Some(deck), &numbers.get_item(index)?)?;
        Ok(tuple(py, deck, &cards)?.into_any())
    }

    /// The number of a card.
    #[pyo3(signature = (card: "Card | str"))]
    fn index(&self, card: &Bound<'_, PyAny>) -> PyResult<u128> {
        match sought(self.0, card) {
            Some(card) => Ok(self.0.rank(card)),
            None => Err(out_of_range(format!("{card} is not a card of {}", self.0))),
        }
    }

    /// 1 for a card of the deck, else 0.
    #[pyo3(signature = (card: "object"))]
    fn count(&self, card: &Bound<'_, PyAny>) -> u8 {
        sought(self.0, card).is_some().into()
    }

    fn __iter__(&self) -> CardIterator {
        CardIterator { deck: self.0, next: Some(0), is_reversed: false }
    }

    fn __reversed__(&self) -> CardIterator {
        CardIterator { deck: self.0, next: Some(self.0.last_rank()), is_reversed: true }
    }

    fn __len__(&self) -> PyResult<usize> {
        let size = isize::try_from(&BigInt::from(self.0.size())).ok();
        size.map(isize::unsigned_abs).ok_or_else(|| {
            PyOverflowError::new_err("the deck has more cards than len can say: ask for its size")
        })
    }

    #[expect(clippy::unused_self, reason = "a method of Python")]
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        format!("Deck(values={}, properties={})", self.0.values(), self.0.properties())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __getnewargs__(&self) -> (usize, usize) {
        (self.0.values(), self.0.properties())
    }
}

/// The cards of a deck, one after another.
#[pyclass(module = "tercet")]
pub(crate) struct CardIterator {
    deck: tercet::Deck,
    next: Option<u128>,
    is_reversed: bool,
}

#[pymethods]
impl CardIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Card>> {
        // `list` and the like run no Python code, which would check for signals.
        py.check_signals()?;
        let deck = self.deck;
        let Some(rank) = self.next else { return Ok(None) };
        self.next = if self.is_reversed {
            rank.checked_sub(1)
        } else {
            rank.checked_add(1).filter(|&next| next <= deck.last_rank())
        };
        Ok(Some(Card { deck, card: deck.nth(rank) }))
    }
}

fn too_many(error: OutOfRange) -> Error {
    Error::from(error).of_field("cards")
}
