//! Names of properties and values.

use Channel::{Colour, Count, Frame, Shading, Shape, Tab};

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
    /// Words for (3,4), otherwise numbers: for readers who see cards as texts.
    #[default]
    Plain,
    /// Words for every deck whose cards are [pictures](crate::picture): for readers who see the
    /// pictures.
    Pictured,
    /// Numbers for every deck: for readers of cards that have labels of their own.
    Numbers,
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
        let in_words = match self {
            Self::Plain => deck == Deck::CLASSIC,
            Self::Pictured => true,
            Self::Numbers => false,
        };
        Channel::of(deck).filter(|_| in_words).map(|channels| channels[property])
    }
}

/// One thing that differs between pictures of cards, in up to six levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Channel {
    /// The number of symbols.
    Count,
    /// The colour of the symbols, with its letter in the corner.
    Colour,
    /// The filling of the symbols.
    Shading,
    /// The outline of the symbols.
    Shape,
    /// The frame inside the rim of the card.
    Frame,
    /// The place of the tab on the rim of the card.
    Tab,
}

impl Channel {
    /// The number of levels of every channel: the most values of a deck with pictures.
    pub(crate) const LEVELS: usize = 6;

    /// The channels of a deck whose cards are pictures: channel i shows property i. `None` for decks
    /// with more than six values or properties.
    pub(crate) const fn of(deck: Deck) -> Option<&'static [Self]> {
        Some(match (deck.values(), deck.properties()) {
            (7.., _) => return None,
            (_, 1) => &[Shape],
            (_, 2) => &[Colour, Shape],
            (_, 3) => &[Count, Colour, Shape],
            (_, 4) => &[Count, Colour, Shading, Shape],
            (_, 5) => &[Count, Colour, Shading, Shape, Frame],
            (_, 6) => &[Count, Colour, Shading, Shape, Frame, Tab],
            _ => return None,
        })
    }

    /// The word for the channel.
    pub(crate) const fn name(self) -> &'static str {
        self.words().0
    }

    /// The words for the levels, in the order of the values.
    pub(crate) const fn levels(self) -> [&'static str; Self::LEVELS] {
        self.words().1
    }

    const fn words(self) -> (&'static str, [&'static str; Self::LEVELS]) {
        match self {
            Count => ("count", ["one", "two", "three", "four", "five", "six"]),
            Colour => ("colour", ["red", "green", "purple", "blue", "gold", "black"]),
            Shading => ("shading", ["solid", "hatched", "open", "dotted", "checked", "halved"]),
            Shape => ("shape", ["oval", "diamond", "squiggle", "triangle", "cross", "moon"]),
            Frame => ("frame", ["bare", "dashed", "thick", "dotted", "double", "notched"]),
            Tab => ("tab", Self::TABS),
        }
    }

    const TABS: [&'static str; Self::LEVELS] =
        ["upper left", "upper middle", "upper right", "lower left", "lower middle", "lower right"];
}
