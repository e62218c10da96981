//! Cards as texts: three notations, and the words for properties and values.
//!
//! - **digits**: one character a property, `0`–`9` then `a`–`z`, for v ≤ 36: `0121`, `3a07`;
//! - **numbers**: numbers separated by commas, for any v: `0,1,2,1`, `12,63,5`;
//! - **classic**: for (3,4) only, the code of a [`ClassicCard`]: `2RhO` is two red hatched ovals;
//! - **number**: the number of the card in the order of the deck: `0` is `0000` and `80` is `2222`. With
//!   **number-from-1** they are `1` and `81`.
//!
//! All readers accept the first three. Numbers of cards are read by [`read_numbers`](crate::table::read_numbers) alone.

mod names;

use num_bigint::BigUint;

use crate::card::Card;
use crate::classic::ClassicCard;
use crate::deck::{CardError, Deck, Unsupported};
use crate::named;
use crate::text::number;
pub(crate) use names::Channel;
pub use names::Names;

named! {
    /// A notation for cards.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Notation is "notation" {
        /// One character a property; v ≤ 36.
        Digits = "digits",
        /// Numbers and commas; any deck.
        Numbers = "numbers",
        /// Count, colour, shading and shape; (3,4) only.
        Classic = "classic",
        /// The number of the card in the deck, from 0; any deck.
        Number = "number",
        /// The number of the card in the deck, from 1; any deck.
        NumberFrom1 = "number-from-1",
    }
}

impl Notation {
    /// The number of values with a one-character notation.
    pub(crate) const MOST_DIGITS: usize = 36;

    /// Whether all readers accept it. Those of numbers of cards are read by
    /// [`read_numbers`](crate::table::read_numbers) alone.
    pub const fn is_read(self) -> bool {
        !matches!(self, Self::Number | Self::NumberFrom1)
    }

    /// The shortest notation for all cards of the deck: digits if v ≤ 36, otherwise numbers.
    pub const fn for_deck(deck: Deck) -> Self {
        if deck.values() <= Self::MOST_DIGITS { Self::Digits } else { Self::Numbers }
    }

    /// The notation in which decks, boards and sets show their cards: classic for (3,4), otherwise
    /// the shortest.
    pub const fn usual(deck: Deck) -> Self {
        match (deck.values(), deck.properties()) {
            (3, 4) => Self::Classic,
            _ => Self::for_deck(deck),
        }
    }

    /// This notation, if it can express the cards of the deck.
    ///
    /// # Errors
    ///
    /// [`Unsupported`] with the decks that the notation can express.
    pub fn suited_to(self, deck: Deck) -> Result<Self, Unsupported> {
        let (suits, decks) = match self {
            Self::Digits => (deck.values() <= Self::MOST_DIGITS, "decks of at most 36 values"),
            Self::Numbers | Self::Number | Self::NumberFrom1 => (true, "every deck"),
            Self::Classic => (deck == Deck::CLASSIC, "the deck (3,4)"),
        };
        if suits {
            return Ok(self);
        }
        let why = format!("is for {decks}, not for {deck}");
        Err(Unsupported { what: format!("the notation {self}"), why, deck, able: Vec::new() })
    }

    /// Writes a card of the deck.
    ///
    /// # Panics
    ///
    /// If the notation is not [`suited_to`](Self::suited_to) the deck.
    pub fn write(self, deck: Deck, card: Card) -> String {
        match self {
            Self::Digits => {
                let digit = |value| char::from_digit(value as u32, Self::MOST_DIGITS as u32);
                let text: Option<String> = deck.values_of(card).map(digit).collect();
                let text = text.expect("digits reach to 35");
                // In a board file these two cards would read as directives.
                if ["deck", "board"].contains(&text.as_str()) {
                    return Self::Numbers.write(deck, card);
                }
                text
            }
            Self::Numbers => {
                let numbers: Vec<String> = deck.values_of(card).map(|x| x.to_string()).collect();
                numbers.join(",")
            }
            Self::Number => deck.rank(card).to_string(),
            Self::NumberFrom1 => (BigUint::from(deck.rank(card)) + 1_u8).to_string(),
            Self::Classic => {
                assert_eq!(deck, Deck::CLASSIC, "the classic code is for (3,4)");
                ClassicCard::try_from(card).expect("a card of the deck").to_string()
            }
        }
    }
}

impl Deck {
    /// A card in the [usual](Notation::usual) notation: the classic code for (3,4), otherwise digits
    /// if v ≤ 36, otherwise numbers.
    ///
    /// ```
    /// use tercet::Deck;
    ///
    /// assert_eq!(Deck::CLASSIC.show(Deck::CLASSIC.card("1010")?), "2RhO");
    /// # Ok::<(), tercet::deck::CardError>(())
    /// ```
    pub fn show(self, card: Card) -> String {
        Notation::usual(self).write(self, card)
    }

    /// Cards as data: each in the shortest [notation for the deck](Notation::for_deck).
    pub fn texts(self, cards: &[Card]) -> Vec<String> {
        cards.iter().map(|&card| Notation::for_deck(self).write(self, card)).collect()
    }

    /// Cards in the notation of [`show`](Self::show), separated by spaces.
    pub fn show_all(self, cards: &[Card]) -> String {
        let cards: Vec<String> = cards.iter().map(|&card| self.show(card)).collect();
        cards.join(" ")
    }
}

/// The number of properties of a card, as it is written.
pub(crate) fn width(values: usize, word: &str) -> usize {
    if is_numbers(values, word) { word.split(',').count() } else { word.chars().count() }
}

fn is_numbers(values: usize, word: &str) -> bool {
    values > Notation::MOST_DIGITS || word.contains(',')
}

/// Whether a word is a value of the only property of the deck, which needs no comma.
fn is_lone_number(deck: Deck, word: &str) -> bool {
    deck.properties() == 1 && deck.values() > 10 && word.len() > 1 && number(word).is_some()
}

impl Deck {
    /// The card of a text in any notation: `2RhO`, `0121`, `0,1,2,1`.
    ///
    /// ```
    /// use tercet::Deck;
    ///
    /// let deck = Deck::new(12, 3)?;
    /// assert_eq!(deck.card("3a7")?, deck.card("3,10,7")?);
    /// assert_eq!(
    ///     deck.card("3c7").unwrap_err().to_string(),
    ///     "card '3c7': value 12 is out of range, the values of (12,3) are 0 to 11"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CardError`] with the text.
    pub fn card(self, text: &str) -> Result<Card, CardError> {
        if let Some(card) = plain_digits(self, text) {
            return Ok(card);
        }
        let card = || text.to_owned();
        let unknown = |letter, wanted| CardError::Letter { card: card(), letter, wanted };
        let values: Vec<usize> = if is_numbers(self.values(), text) || is_lone_number(self, text) {
            let wanted = || format!("a number from 0 to {}", self.values() - 1);
            let value = |text: &str| number(text).ok_or_else(|| unknown(text.into(), wanted()));
            text.split(',').map(value).collect::<Result<_, _>>()?
        } else if is_classic(self, text) {
            return text.parse::<ClassicCard>().map(Card::from);
        } else {
            let wanted = || "a value: use 0-9, then a-z".into();
            let digit = |letter: char| {
                let value = letter.to_digit(Notation::MOST_DIGITS as u32);
                value.map(|it| it as usize).ok_or_else(|| unknown(letter.into(), wanted()))
            };
            text.chars().map(digit).collect::<Result<_, _>>()?
        };
        self.card_written(&values, card)
    }
}

/// A card in decimal digits, the usual case, without memory for its values.
fn plain_digits(deck: Deck, word: &str) -> Option<Card> {
    let digits = word.as_bytes();
    if digits.len() != deck.properties() || (deck.properties() == 1 && deck.values() > 10) {
        return None;
    }
    let mut values = [0; 128];
    for (value, digit) in values.iter_mut().zip(digits) {
        *value = digit.checked_sub(b'0').map(usize::from).filter(|&value| value < 10)?;
    }
    // Beyond 36 values a word is a number.
    if deck.values() > Notation::MOST_DIGITS {
        return None;
    }
    deck.card_of(&values[..digits.len()]).ok()
}

/// Whether a word is meant as classic code: it has the same length, and its colour is not a digit.
pub(crate) fn is_classic(deck: Deck, word: &str) -> bool {
    deck == Deck::CLASSIC
        && word.chars().count() == deck.properties()
        && word.chars().nth(1).is_some_and(|colour| !colour.is_ascii_digit())
}
