//! Cards as texts: three notations, and the words for properties and values.
//!
//! - **digits**: one character a property, `0`–`9` then `a`–`z`, for v ≤ 36: `0121`, `3a07`;
//! - **numbers**: numbers separated by commas, for any v: `0,1,2,1`, `12,63,5`;
//! - **classic**: for (3,4) only, the code of a [`ClassicCard`]: `2RhO` is two red hatched ovals.
//!
//! All readers accept all three.

mod channel;
mod names;
mod parse;

use crate::card::Card;
use crate::classic::ClassicCard;
use crate::deck::{Deck, Unsupported};
use crate::named;

pub(crate) use channel::Channel;
pub use names::Names;
pub(crate) use parse::{is_classic, width};

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
    }
}

impl Notation {
    /// The number of values with a one-character notation.
    const MOST_DIGITS: usize = 36;

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
            Self::Numbers => (true, "every deck"),
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
