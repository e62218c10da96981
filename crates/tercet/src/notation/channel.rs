//! Channels: the words for the properties and values of cards that are pictures.

use crate::deck::Deck;

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

use Channel::{Colour, Count, Frame, Shading, Shape, Tab};

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
