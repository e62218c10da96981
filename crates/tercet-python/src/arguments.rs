//! Arguments of calls from Python, checked: numbers, times, and cards and boards in all their forms.

use std::num::NonZeroUsize;
use std::time::Duration;

use num_bigint::{BigInt, Sign};
use pyo3::exceptions::{PyException, PyOverflowError, PyTypeError};
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::type_hint_identifier;
use pyo3::types::{PyDict, PyList, PyString};
use tercet::classic::ClassicCard;
use tercet::file::{NamedBoard, PartialDeck, parse_boards};
use tercet::table::{Refusal, Spelling, read_boards};
use tercet_app::{Code, Error, Seconds, any_board};

use crate::deck::Card;
use crate::error::{out_of_range, raised, refused};
use crate::run::{run_soon, take_turns};

/// A whole number from 0 to 2^64 - 1.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;
    const INPUT_TYPE: PyStaticExpr = type_hint_identifier!("builtins", "int");

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let number: BigInt = object.extract()?;
        let refused = || out_of_range(format!("{number} is not a whole number from 0 to 2^64 - 1"));
        u64::try_from(&number).map(Self).map_err(|_| refused())
    }
}

impl Whole {
    /// The number as a size, or the largest size if it does not fit.
    pub(crate) fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// A seed, or one that a generator of numpy or Python draws.
#[derive(Clone, Copy)]
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;
    const INPUT_TYPE: PyStaticExpr = type_hint_identifier!("tercet._names", "Seed");

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.hasattr("integers")? || object.hasattr("getrandbits")? {
            let seed = object.py().import("tercet._answers")?.call_method1("as_seed", (object,))?;
            return seed.extract().map(|Whole(seed)| Self(seed));
        }
        object.extract().map(|Whole(seed)| Self(seed))
    }
}

/// A number of threads.
pub(crate) fn threads(threads: Whole) -> PyResult<NonZeroUsize> {
    NonZeroUsize::new(threads.size())
        .ok_or_else(|| out_of_range("the number of threads is at least 1"))
}

/// The most seconds that work may take.
#[derive(Clone, Copy)]
pub(crate) struct Timeout(Seconds);

impl<'py> FromPyObject<'_, 'py> for Timeout {
    type Error = PyErr;
    const INPUT_TYPE: PyStaticExpr = type_hint_identifier!("builtins", "float");

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let seconds: f64 = object.extract()?;
        if seconds.is_nan() || seconds < 0.0 {
            return Err(out_of_range(format!("a timeout is a time in seconds, not {seconds}")));
        }
        Ok(Self(Seconds(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))))
    }
}

/// The time of a timeout, if there is one.
pub(crate) fn time(timeout: Option<Timeout>) -> Option<Seconds> {
    timeout.map(|Timeout(time)| time)
}

/// An index, or an end of a slice. A number that does not fit becomes the nearest one that does.
pub(crate) fn index(object: &Bound<'_, PyAny>) -> PyResult<isize> {
    match object.extract::<isize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            let number: BigInt = object.extract()?;
            Ok(if number.sign() == Sign::Minus { isize::MIN } else { isize::MAX })
        }
        index => index,
    }
}

/// The index from the front of one that may count from the end; `None` if it is outside.
pub(crate) fn from_front(index: isize, length: usize) -> Option<usize> {
    let at =
        if index < 0 { length.checked_sub(index.unsigned_abs())? } else { index.unsigned_abs() };
    (at < length).then_some(at)
}

/// A board as cards, or in any form of a [table](tercet::table): a text, or what becomes JSON.
pub(crate) fn board(deck: Option<tercet::Deck>, given: &Bound<'_, PyAny>) -> PyResult<NamedBoard> {
    let py = given.py();
    if let Ok(text) = given.cast::<PyString>() {
        return board_of_text(py, deck, None, text.to_str()?.as_bytes().to_vec());
    }
    // The cards are no items of a dict or of a frame, which has columns.
    let is_table = given.is_instance_of::<PyDict>() || given.hasattr("columns")?;
    let (given, error) = if is_table {
        (given.clone(), None)
    } else {
        // An iterator gives them once.
        let items = items(given)?;
        let list = PyList::new(py, &items)?.into_any();
        let board = |(deck, cards)| py.detach(|| tercet::Board::new(deck, &cards)).map_err(refused);
        match of_items(py, deck, &items).and_then(board) {
            Err(error) if error.is_instance_of::<PyException>(py) => (list, Some(error)),
            board => return board.map(NamedBoard::from),
        }
    };
    let json = py.import("tercet._answers")?.call_method1("as_json", (given,));
    let read = json.and_then(|json| {
        let (json, known) =
            (json.extract::<String>()?, deck.map_or_else(Default::default, Into::into));
        let refused = |refusal: Refusal| Error::new(Code::NotACard, refusal.to_string());
        run_soon(py, json.len(), move |_| only(read_boards(&json, known).map_err(refused)?))
    });
    match (read, error) {
        // Cards of the package, but wrong ones.
        (Err(reason), Some(error))
            if reason.is_instance_of::<PyException>(py)
                && !error.is_instance_of::<PyTypeError>(py) =>
        {
            Err(error)
        }
        (read, _) => read,
    }
}

fn only(mut boards: Vec<NamedBoard>) -> Result<NamedBoard, Error> {
    if boards.len() == 1 {
        return Ok(boards.remove(0));
    }
    let message = format!("the text holds {} boards, not one", boards.len());
    Err(Error::new(Code::BoardLine, message))
}

/// The board of a text in any form, or the one of several with this name.
pub(crate) fn board_of_text(
    py: Python<'_>,
    deck: Option<tercet::Deck>,
    name: Option<String>,
    text: Vec<u8>,
) -> PyResult<NamedBoard> {
    if text.trim_ascii().is_empty() {
        return Ok(tercet::Board::empty(deck.unwrap_or(tercet::Deck::CLASSIC)).into());
    }
    let known = deck.map_or_else(PartialDeck::default, PartialDeck::from);
    run_soon(py, text.len(), move |_| any_board(&text, known, name.as_deref(), None))
}

/// Cards as a text, as one card, or as an iterable of cards: each a `Card`, a text, its number in the
/// deck, or its values. The deck is known or follows from the cards.
pub(crate) fn cards(
    deck: Option<tercet::Deck>,
    given: &Bound<'_, PyAny>,
) -> PyResult<(tercet::Deck, Vec<tercet::Card>)> {
    let py = given.py();
    if let Ok(text) = given.cast::<PyString>() {
        let text = text.to_str()?;
        return py.detach(|| of_text(deck, text));
    }
    of_items(py, deck, &items(given)?)
}

/// As [`cards`], of a board whose cards may be written in a form of its own.
pub(crate) fn cards_as_written(
    deck: tercet::Deck,
    spelling: Option<&Spelling>,
    given: &Bound<'_, PyAny>,
) -> PyResult<Vec<tercet::Card>> {
    let Some(spelling) = spelling else { return Ok(cards(Some(deck), given)?.1) };
    if let Ok(text) = given.cast::<PyString>() {
        return spelled(deck, spelling, text.to_str()?);
    }
    let mut found = Vec::new();
    for item in items(given)? {
        found.extend(match item.cast::<PyString>() {
            Ok(text) => spelled(deck, spelling, text.to_str()?)?,
            Err(_) => of_items(given.py(), Some(deck), &[item])?.1,
        });
    }
    Ok(found)
}

/// The cards that a text means on a board with a form of its own: one that is written like this, or several. Codes are
/// known besides; other texts would be another card there.
fn spelled(deck: tercet::Deck, spelling: &Spelling, text: &str) -> PyResult<Vec<tercet::Card>> {
    let words = || text.split_whitespace();
    let one = spelling.card(deck, text.trim()).map(|card| vec![card]);
    let several = || words().map(|word| spelling.card(deck, word)).collect();
    if let Some(cards) = one.or_else(several) {
        return Ok(cards);
    }
    if spelling.is_pictured && words().all(|word| word.parse::<ClassicCard>().is_ok()) {
        return Ok(of_text(Some(deck), text)?.1);
    }
    let message = format!(
        "'{text}' is no card in the form of the board: write it as they are written there, or give a Card or its values"
    );
    Err(raised(Error::new(Code::NotACard, message).about(text)))
}

/// One card, or the items of an iterable.
fn items<'py>(given: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if given.is_instance_of::<Card>() {
        return Ok(vec![given.clone()]);
    }
    let mut items = Vec::new();
    for item in given.try_iter()? {
        items.push(item?);
        // Not every iterator runs Python code, which would check for signals.
        take_turns(given.py(), items.len())?;
    }
    Ok(items)
}

fn of_items(
    py: Python<'_>,
    deck: Option<tercet::Deck>,
    items: &[Bound<'_, PyAny>],
) -> PyResult<(tercet::Deck, Vec<tercet::Card>)> {
    let words = items.iter().filter_map(|item| item.cast::<PyString>().ok());
    let words: Vec<&str> = words.map(|word| word.to_str()).collect::<PyResult<_>>()?;
    let of_card = |item: &Bound<'_, PyAny>| Some(item.cast::<Card>().ok()?.get().deck);
    let deck = match deck.or_else(|| items.iter().find_map(of_card)) {
        Some(deck) => deck,
        None if words.len() == items.len() => {
            return py.detach(|| of_text(None, &words.join(" ")));
        }
        None => match items.iter().find_map(values) {
            Some(values) => tercet::Deck::new(3, values.len()).map_err(refused)?,
            None => of_text(None, &words.join(" "))?.0,
        },
    };
    let card = |item: &Bound<'_, PyAny>| {
        if let Ok(card) = item.cast::<Card>() {
            of_deck(card.get(), deck)
        } else if let Ok(word) = item.cast::<PyString>() {
            one(deck, word.to_str()?)
        } else if let Ok(number) = item.extract::<BigInt>() {
            numbered(deck, &number).map_err(out_of_range)
        } else if let Some(values) = values(item) {
            deck.card_of(&values).map_err(refused)
        } else {
            let kind = item.get_type();
            let message = format!("a card is a Card, a text, a number or its values, not {kind}");
            Err(PyTypeError::new_err(message))
        }
    };
    let card = |(at, item)| take_turns(py, at).and_then(|()| card(item));
    Ok((deck, items.iter().enumerate().map(card).collect::<PyResult<_>>()?))
}

/// The values of a card, each from 0.
fn values(item: &Bound<'_, PyAny>) -> Option<Vec<usize>> {
    let is_text = item.is_instance_of::<PyString>();
    let values = if is_text { None } else { item.try_iter().ok() };
    values?.map(|value| value?.extract()).collect::<PyResult<_>>().ok()
}

/// The card that `in` looks up: a card of the deck, or one that a text names. `None` for anything
/// else, which no collection contains.
pub(crate) fn sought(
    deck: tercet::Deck,
    spelling: Option<&Spelling>,
    given: &Bound<'_, PyAny>,
) -> Option<tercet::Card> {
    if let Ok(card) = given.cast::<Card>() {
        return of_deck(card.get(), deck).ok();
    }
    let text = given.cast::<PyString>().ok()?.to_str().ok()?;
    match spelling {
        Some(spelling) => spelled(deck, spelling, text).ok().filter(|it| it.len() == 1)?.pop(),
        None => one(deck, text).ok(),
    }
}

/// The card with a number, or an error message if the deck has no such card.
pub(crate) fn numbered(deck: tercet::Deck, number: &BigInt) -> Result<tercet::Card, String> {
    let rank = u128::try_from(number).ok().filter(|&rank| rank <= deck.last_rank());
    rank.map(|rank| deck.nth(rank))
        .ok_or_else(|| format!("{deck} has cards 0 to {}, not {number}", deck.last_rank()))
}

/// A card that must be one of the deck.
fn of_deck(card: &Card, deck: tercet::Deck) -> PyResult<tercet::Card> {
    if deck == card.deck {
        return Ok(card.card);
    }
    let text = card.deck.show(card.card);
    let message = format!("the card {text} is of the deck {}, not of {deck}", card.deck);
    Err(raised(Error::new(Code::CardForeign, message).about(text)))
}

/// One card of a deck.
pub(crate) fn one(deck: tercet::Deck, word: &str) -> PyResult<tercet::Card> {
    let (_, cards) = of_text(Some(deck), word)?;
    match cards[..] {
        [card] => Ok(card),
        _ => Err(raised(
            Error::new(Code::NotACard, format!("'{word}' is {} cards, not one", cards.len()))
                .about(word),
        )),
    }
}

/// The cards of a text.
fn of_text(deck: Option<tercet::Deck>, text: &str) -> PyResult<(tercet::Deck, Vec<tercet::Card>)> {
    if text.trim().is_empty() {
        return Ok((deck.unwrap_or(tercet::Deck::CLASSIC), Vec::new()));
    }
    let board = match deck {
        None => text.parse::<tercet::Board>().map_err(refused)?,
        Some(deck) => {
            only(parse_boards(text, deck.into()).map_err(refused)?).map_err(raised)?.board
        }
    };
    Ok((board.deck(), board.cards().to_vec()))
}
