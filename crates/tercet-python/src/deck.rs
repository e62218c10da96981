//! Decks and their cards.

use num_bigint::{BigInt, BigUint};
use num_rational::Ratio;
use num_traits::Signed;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PySlice, PyString, PyTuple};
use tercet::deal;
use tercet::picture::Scheme;
use tercet_app::{Code, Error, Session};

use crate::arguments::{Seed, Whole, cards, numbered, sought};
use crate::board::Board;
use crate::error::{out_of_range, raised, refused};
use crate::run::{MANY, run};
use crate::sets::tuple;
use crate::svg;

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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Deck(pub(crate) tercet::Deck);

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
        let seed = seed.map_or_else(|| Session::new().seed(None), |Seed(seed)| Ok(seed));
        let seed = seed.map_err(raised)?;
        let deal = move || {
            let board = deal::board(deck, cards, seed);
            board.map_err(|error| Error::from(error).of_field("cards"))
        };
        let board = if cards <= MANY { deal().map_err(raised) } else { run(py, move |_| deal()) };
        Ok(board?.into())
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> bool {
        sought(self.0, None, card).is_some()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (Self(deck), py) = (*self, index.py());
        if !index.is_instance_of::<PySlice>() {
            // `list` and the like run no Python code, which would check for signals.
            py.check_signals()?;
            let number: BigInt = index.extract()?;
            let from_front =
                if number.is_negative() { number + BigInt::from(deck.size()) } else { number };
            let card = numbered(deck, &from_front).map_err(PyIndexError::new_err)?;
            return Ok(Bound::new(py, Card { deck, card })?.into_any());
        }
        let (_, cards) = cards(Some(deck), &self.numbers(py)?.get_item(index)?)?;
        Ok(tuple(py, deck, &cards)?.into_any())
    }

    /// The number of a card.
    #[pyo3(signature = (card: "Card | str"))]
    fn index(&self, card: &Bound<'_, PyAny>) -> PyResult<u128> {
        match sought(self.0, None, card) {
            Some(card) => Ok(self.0.rank(card)),
            None => Err(out_of_range(format!("{card} is not a card of {}", self.0))),
        }
    }

    /// 1 for a card of the deck, else 0.
    #[pyo3(signature = (card: "object"))]
    fn count(&self, card: &Bound<'_, PyAny>) -> u8 {
        sought(self.0, None, card).is_some().into()
    }

    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        each(this, this.get().numbers(this.py())?)
    }

    fn __reversed__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        each(this, this.get().numbers(this.py())?.call_method0("__reversed__")?)
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

    pub(crate) fn __repr__(&self) -> String {
        format!("Deck(values={}, properties={})", self.0.values(), self.0.properties())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __getnewargs__(&self) -> (usize, usize) {
        (self.0.values(), self.0.properties())
    }
}

impl Deck {
    /// The numbers of its cards.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("builtins")?.call_method1("range", (self.0.size(),))
    }
}

/// The cards of a deck with some numbers, one after another.
fn each<'py>(deck: &Bound<'py, Deck>, numbers: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let card = deck.getattr("__getitem__")?;
    deck.py().import("builtins")?.call_method1("map", (card, numbers))
}

/// A card of a deck.
///
/// A text has any notation: the code of the classic deck ('2RhO' is two red hatched ovals), one digit
/// or letter a property ('0121'), or numbers and commas ('12,63,5'). A card may also be given by its
/// values, or by its number in the deck. Without a deck, v is 3, and p is its width, or 4 for a number.
///
/// >>> card = Card('2RhO')
/// >>> card.values, card.name, card.number
/// ((1, 0, 1, 0), 'two red hatched ovals', 30)
/// >>> Card((1, 0, 1, 0)) == Card(30) == card
/// True
/// >>> Card('0123', Deck(4, 4))
/// Card('0123', Deck(values=4, properties=4))
#[pyclass(frozen, module = "tercet")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Card {
    pub(crate) deck: tercet::Deck,
    pub(crate) card: tercet::Card,
}

#[pymethods]
impl Card {
    #[new]
    #[pyo3(signature = (card: "CardLike", deck = None))]
    fn new(card: &Bound<'_, PyAny>, deck: Option<&Bound<'_, Deck>>) -> PyResult<Self> {
        let deck = deck.map(|deck| deck.get().0);
        let text = card.cast::<PyString>();
        let (deck, cards) = match text {
            Ok(text) => cards(deck, text)?,
            Err(_) => cards(deck, PyTuple::new(card.py(), [card])?.as_any())?,
        };
        let [card] = cards[..] else {
            let message = format!("a card is one word, not {}", cards.len());
            return Err(raised(Error::new(Code::NotACard, message).about(card.to_string())));
        };
        Ok(Self { deck, card })
    }

    /// The deck of the card.
    #[getter]
    pub(crate) fn deck(&self) -> Deck {
        Deck(self.deck)
    }

    /// The number of the card in its deck, from 0.
    #[getter]
    pub(crate) fn number(&self) -> u128 {
        self.deck.rank(self.card)
    }

    /// Its value in each property, from 0.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.deck.values_of(self.card))
    }

    /// Its picture in words.
    #[getter]
    fn name(&self) -> String {
        Scheme::new(self.deck).in_words(self.card)
    }

    /// The third card of the set with this card and another, in a deck with v = 3.
    ///
    /// >>> Card('2RhO').third('2GhO')
    /// Card('2PhO')
    ///
    /// Raises `Error` for decks with another v, where two cards do not determine a set, and for the same card
    /// twice.
    #[pyo3(signature = (other: "Card | str"))]
    fn third(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Self { deck, card } = *self;
        if deck.values() != 3 {
            let message = format!("two cards determine a set only for v = 3, not in {deck}");
            return Err(out_of_range(message));
        }
        let (_, others) = cards(Some(deck), other)?;
        let [other] = others[..] else {
            let message = format!("a third card is that of one other, not of {}", others.len());
            return Err(out_of_range(message));
        };
        if other == card {
            let text = deck.show(card);
            let message = format!("{text} and the same card again have no third card");
            return Err(raised(Error::new(Code::CardTwice, message).about(text)));
        }
        Ok(Self { deck, card: card.third(other) })
    }

    fn __richcmp__(&self, other: &Bound<'_, Self>, how: CompareOp) -> PyResult<bool> {
        let other = other.get();
        if self.deck != other.deck && !matches!(how, CompareOp::Eq | CompareOp::Ne) {
            return Err(PyTypeError::new_err("cards of different decks have no order"));
        }
        let place = |card: &Self| (card.deck, card.number());
        Ok(how.matches(place(self).cmp(&place(other))))
    }

    fn __hash__(&self) -> u64 {
        let bits = self.card.to_bits();
        (bits ^ (bits >> 64)) as u64 ^ ((self.deck.values() as u64) << 48)
    }

    fn __repr__(&self) -> String {
        format!("Card({})", with_deck(&self.__str__(), self.deck))
    }

    fn __str__(&self) -> String {
        self.deck.show(self.card)
    }

    fn __getnewargs__(&self) -> (String, Deck) {
        (self.__str__(), Deck(self.deck))
    }

    fn _repr_svg_(&self) -> String {
        svg::card(*self)
    }
}

/// Arguments that are read as the same cards: a text, and the deck unless it is the classic one.
pub(crate) fn with_deck(text: &str, deck: tercet::Deck) -> String {
    if deck == tercet::Deck::CLASSIC {
        format!("'{text}'")
    } else {
        format!("'{text}', {}", Deck(deck).__repr__())
    }
}
