//! Channels: the words for the properties and values of cards that are pictures.

use crate::deck::Deck;
use crate::named;

named! {
    /// One thing that differs between pictures of cards, in up to six levels.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Channel is "channel" {
        /// The number of symbols.
        Count = "count",
        /// The colour of the symbols, with its letter in the corner.
        Colour = "colour",
        /// The filling of the symbols.
        Shading = "shading",
        /// The outline of the symbols.
        Shape = "shape",
        /// The frame inside the rim of the card.
        Frame = "frame",
        /// The place of the tab on the rim of the card.
        Tab = "tab",
    }
}

use Channel::{Colour, Count, Frame, Shading, Shape, Tab};

impl Channel {
    /// The number of levels of every channel: the most values of a deck with pictures.
    pub const LEVELS: usize = 6;

    /// The channels of a deck whose cards are pictures: channel i shows property i. `None` for decks
    /// with more than six values or properties.
    pub const fn of(deck: Deck) -> Option<&'static [Self]> {
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

    /// The words for the levels, in the order of the values.
    pub const fn levels(self) -> [&'static str; Self::LEVELS] {
        match self {
            Count => ["one", "two", "three", "four", "five", "six"],
            Colour => ["red", "green", "purple", "blue", "gold", "black"],
            Shading => ["solid", "hatched", "open", "dotted", "checked", "halved"],
            Shape => ["oval", "diamond", "squiggle", "triangle", "cross", "moon"],
            Frame => ["bare", "dashed", "thick", "dotted", "double", "notched"],
            Tab => [
                "upper left",
                "upper middle",
                "upper right",
                "lower left",
                "lower middle",
                "lower right",
            ],
        }
    }
}
