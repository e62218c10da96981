//! Cards.

use std::cmp::Ordering;

use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyString, PyTuple};
use tercet::picture::Scheme;

use crate::arguments::cards;
use crate::deck::Deck;
use crate::error::{out_of_range, raised};
use crate::svg;
use tercet_app::{Code, Error};

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

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        how: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let order = other.cast::<Self>().ok().map(|other| {
            let other = other.get();
            let ranks = || self.number().cmp(&other.number());
            let decks = |deck: tercet::Deck| (deck.values(), deck.properties());
            (self.deck == other.deck, decks(self.deck).cmp(&decks(other.deck)).then_with(ranks))
        });
        let answer = match (order, how) {
            (Some((_, order)), CompareOp::Eq) => order == Ordering::Equal,
            (Some((_, order)), CompareOp::Ne) => order != Ordering::Equal,
            (Some((true, order)), _) => how.matches(order),
            // Cards of different decks have no order.
            _ => return Ok(py.NotImplemented()),
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let bits = self.card.to_bits();
        (bits ^ (bits >> 64)) as u64 ^ ((self.deck.values() as u64) << 48)
    }

    fn __repr__(&self) -> String {
        format!("Card({})", with_deck(&self.to_text(), self.deck))
    }

    fn __str__(&self) -> String {
        self.to_text()
    }

    fn __format__<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, &self.to_text()).call_method1("__format__", (format,))
    }

    fn __getnewargs__(&self) -> (String, Deck) {
        (self.to_text(), Deck(self.deck))
    }

    fn _repr_svg_(&self) -> String {
        svg::card(*self)
    }
}

impl Card {
    fn to_text(self) -> String {
        self.deck.show(self.card)
    }
}

/// Arguments that are read as the same cards: a text, and the deck unless it is the classic one.
pub(crate) fn with_deck(text: &str, deck: tercet::Deck) -> String {
    if deck == tercet::Deck::CLASSIC {
        format!("'{text}'")
    } else {
        format!("'{text}', Deck(values={}, properties={})", deck.values(), deck.properties())
    }
}
