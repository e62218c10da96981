//! Names of properties and values.

use super::channel::Channel;
use crate::deck::Deck;

/// The words for the properties and values of a deck.
///
/// ```
/// use tercet::Deck;
/// use tercet::notation::Names;
///
/// let deck = Deck::new(4, 4)?;
/// assert_eq!(Names::Plain.property(deck, 1), "property 2");
/// assert_eq!(Names::Pictured.property(deck, 1), "colour");
/// assert_eq!(Names::Plain.value(Deck::CLASSIC, 1, 0), "red");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Names {
    /// Words for (3,4), otherwise numbers: for those who see cards as texts.
    #[default]
    Plain,
    /// Words for every deck whose cards are [pictures](crate::picture): for those who see these.
    Pictured,
}

impl Names {
    /// The name of a property: a word such as `colour`, otherwise `property 2`, counted from 1.
    ///
    /// # Panics
    ///
    /// If the deck has no such property.
    pub fn property(self, deck: Deck, property: usize) -> String {
        match self.channel(deck, property) {
            Some(channel) => channel.name().into(),
            None => format!("property {}", property + 1),
        }
    }

    /// The name of a value: a word such as `red`, otherwise its digit or number.
    ///
    /// # Panics
    ///
    /// If the deck has no such property or value.
    pub fn value(self, deck: Deck, property: usize, value: usize) -> String {
        assert!(value < deck.values(), "{deck} has no value {value}");
        if let Some(channel) = self.channel(deck, property) {
            return channel.levels()[value].into();
        }
        match super::Notation::for_deck(deck) {
            super::Notation::Numbers => value.to_string(),
            _ => char::from_digit(value as u32, 36).expect("digits reach to 35").into(),
        }
    }

    /// The channel whose words name a property.
    fn channel(self, deck: Deck, property: usize) -> Option<Channel> {
        assert!(property < deck.properties(), "{deck} has no property {property}");
        let in_words = self == Self::Pictured || deck == Deck::CLASSIC;
        Channel::of(deck).filter(|_| in_words).map(|channels| channels[property])
    }
}
