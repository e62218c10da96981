//! Pictures of cards: each card of a deck as an SVG, and in words; and boards as one SVG.
//!
//! A [`Scheme`] assigns a channel to each property: the count, colour, shading and shape of
//! symbols, then a frame and a tab. It covers the decks with up to six values and six properties,
//! and extends the published game: (3,4) has its usual symbols. The cards of every other deck are
//! *tiles*: the digits of the card, each above a slider that shows the value as a position.
//!
//! **Nothing depends on colour alone.** The lightness of the six colours falls in steps, so that
//! they also differ in greyscale; each colour has its letter in a corner ([`Style::letters`]); and
//! [`Style::colourless`] draws everything in black and shows the colours as frames instead. If the
//! deck uses the frames for another property, the colour is a large letter in a disc. The names stay
//! the same in every style: a red card is called red, whatever shows it.
//!
//! **The SVG is plain.** It has presentation attributes, but no style, no text and no font, so that
//! every program draws the same picture and a page may forbid inline styles. It has no ids, so that
//! many cards fit one page. Hatching, dots and checks are computed against the outline of a symbol
//! and not clipped. The letters are strokes of our own. Each part has the class `property-0`,
//! `property-1`, … of the properties that it shows, counted from 0, so that a page can dim or
//! highlight them.
//!
//! ```
//! use tercet::picture::{Scheme, Style};
//! use tercet::Deck;
//!
//! let scheme = Scheme::new(Deck::CLASSIC);
//! let card = Deck::CLASSIC.card("2RhO")?;
//! let picture = scheme.draw(card, Style::default());
//! assert!(picture.starts_with("<svg ") && picture.len() < 1500);
//! assert_eq!(scheme.in_words(card), "two red hatched ovals");
//! # Ok::<(), tercet::deck::CardError>(())
//! ```

mod board;
mod draw;
mod lettering;
mod pen;
mod shape;

use crate::notation::{Channel, Names};
use crate::{Card, Deck};

pub use board::{BoardPicture, Places, columns};
pub use draw::Style;
pub use lettering::{Glyph, Lettering};
pub use pen::{Edge, Outline};

/// How the cards of a deck are drawn and named.
///
/// ```
/// use tercet::Deck;
/// use tercet::picture::Scheme;
///
/// let deck = Deck::new(4, 5)?;
/// let scheme = Scheme::new(deck);
/// assert!(scheme.is_pictured());
/// assert_eq!(scheme.property_name(4), "frame");
/// assert_eq!(scheme.value_name(4, 1), "dashed");
/// let card = deck.card("10321")?;
/// assert_eq!(scheme.in_words(card), "two red dotted squiggles in a dashed frame");
///
/// let digits = Scheme::new(Deck::new(7, 4)?);
/// assert!(!digits.is_pictured());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scheme {
    deck: Deck,
    /// The channel of each property; none if the cards are tiles of digits.
    channels: Option<&'static [Channel]>,
}

impl Scheme {
    /// The scheme of a deck.
    pub const fn new(deck: Deck) -> Self {
        Self { deck, channels: Channel::of(deck) }
    }

    /// The deck.
    pub const fn deck(self) -> Deck {
        self.deck
    }

    /// Whether the cards are pictures (up to six values and six properties) and not tiles of
    /// digits.
    pub const fn is_pictured(self) -> bool {
        self.channels.is_some()
    }

    /// The name of a property: that of its channel, or `property 2` on tiles, counted from 1.
    ///
    /// # Panics
    ///
    /// If the deck has no such property.
    pub fn property_name(self, property: usize) -> String {
        Names::Pictured.property(self.deck, property)
    }

    /// The name of a value: the word for the level of its channel, or its digit or number on tiles.
    ///
    /// # Panics
    ///
    /// If the deck has no such property or value.
    pub fn value_name(self, property: usize, value: usize) -> String {
        Names::Pictured.value(self.deck, property, value)
    }

    /// A card in words, which name no other card of the deck: `two red hatched ovals`, `three
    /// purple solid moons in a dashed frame with a tab upper left`; on tiles the values, in groups
    /// as they are drawn: `1 6 0 2 4, 6 1 3 4`.
    ///
    /// # Panics
    ///
    /// If the deck does not contain the card.
    pub fn in_words(self, card: Card) -> String {
        assert!(self.deck.contains(card), "{} does not contain this card", self.deck);
        match self.channels {
            Some(channels) => self.picture_in_words(channels, card),
            None => self.tiles_in_words(card),
        }
    }

    fn picture_in_words(self, channels: &[Channel], card: Card) -> String {
        let plural = self.level(card, Channel::Count).is_some_and(|count| count > 0);
        let words = channels.iter().zip(self.deck.values_of(card)).map(|(channel, value)| {
            let word = channel.levels()[value];
            match channel {
                Channel::Shape if plural => plural_of(word),
                Channel::Frame => format!("in a {word} frame"),
                Channel::Tab => format!("with a tab {word}"),
                _ => word.into(),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn tiles_in_words(self, card: Card) -> String {
        let names: Vec<String> = (0..)
            .zip(self.deck.values_of(card))
            .map(|(property, value)| self.value_name(property, value))
            .collect();
        let groups = names.chunks(group(self.deck.properties())).map(|group| group.join(" "));
        groups.collect::<Vec<_>>().join(", ")
    }

    /// The level that a card shows in a channel; none if the deck does not use the channel.
    fn level(self, card: Card, channel: Channel) -> Option<usize> {
        self.property(channel).map(|property| self.deck.value(card, property))
    }

    /// The property that a channel shows.
    fn property(self, channel: Channel) -> Option<usize> {
        self.channels?.iter().position(|&one| one == channel)
    }
}

/// The number of tiles in a group, of which the last group may have fewer: at most five, which are
/// seen at a glance.
const fn group(tiles: usize) -> usize {
    const MOST_TILES: usize = 5;
    tiles.div_ceil(tiles.div_ceil(MOST_TILES))
}

pub(crate) fn plural_of(word: &str) -> String {
    format!("{word}{}", if word.ends_with('s') { "es" } else { "s" })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::classic::ClassicCard;

    #[test]
    fn the_classic_deck_has_its_own_words() {
        let scheme = Scheme::new(Deck::CLASSIC);
        for card in Deck::CLASSIC.cards() {
            assert_eq!(scheme.in_words(card), ClassicCard::try_from(card).unwrap().in_words());
        }
    }

    /// Names are made of one word a property, so a deck with more values holds all cases of one
    /// with fewer.
    #[test]
    fn no_two_cards_of_a_deck_have_the_same_name() {
        for p in 1..=6 {
            let deck = Deck::new(6, p).unwrap();
            let scheme = Scheme::new(deck);
            let names: HashSet<String> = deck.cards().map(|card| scheme.in_words(card)).collect();
            assert_eq!(names.len(), 6_usize.pow(p as u32), "{deck}");
        }
    }

    #[test]
    fn words_follow_the_channels() {
        let name = |v, values: &[usize]| {
            let deck = Deck::new(v, values.len()).unwrap();
            Scheme::new(deck).in_words(deck.card_of(values).unwrap())
        };
        assert_eq!(name(6, &[4]), "cross");
        assert_eq!(name(4, &[3, 1]), "blue diamond");
        assert_eq!(name(6, &[4, 5, 4]), "five black crosses");
        assert_eq!(
            name(6, &[2, 2, 0, 5, 1, 0]),
            "three purple solid moons in a dashed frame with a tab upper left"
        );
        assert_eq!(name(10, &[3, 5, 0, 5]), "3 5 0 5");
        assert_eq!(name(7, &[1, 6, 0, 2, 4, 6, 1, 3, 4]), "1 6 0 2 4, 6 1 3 4");
        assert_eq!(name(100, &[12, 0, 99]), "12 0 99");
        assert_eq!(name(3, &[0, 1, 2, 0, 1, 2, 0]), "0 1 2 0, 1 2 0");
    }
}
