//! Reading one card.

use super::Notation;
use crate::card::Card;
use crate::classic::ClassicCard;
use crate::deck::{CardError, Deck};
use crate::text::number;

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
        self.card_of(&values).map_err(|error| match error {
            CardError::Width { found, deck, .. } => CardError::Width { card: card(), found, deck },
            CardError::Value { value, deck, .. } => CardError::Value { card: card(), value, deck },
            other => other,
        })
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
