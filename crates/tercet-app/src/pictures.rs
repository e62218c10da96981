//! Pictures of cards, and the words for what they show.

use tercet::picture::{Scheme, Style};

use crate::board::read_cards;
use crate::prelude::*;

request! {
    /// Pictures of cards as SVG, with the words for the properties and values of their deck.
    pub struct Pictures {
        deck,
        /// The cards, at most 10,000, or fewer if they have more than 20 properties; a card may occur
        /// several times.
        pub cards: Vec<String>,
        /// Whether each picture has the letter of its colour in a corner.
        pub letters: bool = Style::default().letters,
        /// Whether everything is black, and a frame or a large letter shows the colour.
        pub colourless: bool = Style::default().colourless,
    }
}

/// The pictures of cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PicturesOfCards {
    /// The deck.
    pub deck: Deck,
    /// How the cards were read, if they are those of a board that is not written in a notation of Tercet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// Whether the pictures show symbols. Otherwise they show the digits of the cards.
    pub pictured: bool,
    /// The properties, with the words that the pictures suggest.
    pub properties: Vec<PicturedProperty>,
    /// The cards in the order of the request.
    pub cards: Vec<PictureOfCard>,
}

/// The words for a property and its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PicturedProperty {
    /// The name of the property.
    pub name: String,
    /// The names of its values.
    pub values: Vec<String>,
}

/// The picture of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PictureOfCard {
    /// The card.
    pub card: String,
    /// The card in words, which are those of no other card of the deck.
    pub name: String,
    /// The picture: an SVG of 300 by 210. Its parts have the classes `property-0`, `property-1`, …
    /// of the properties that they show.
    pub svg: String,
}

impl Answered for PicturesOfCards {}

impl Pictures {
    /// The most cards of a request.
    pub const MOST_CARDS: usize = 10_000;

    /// The most tiles on these cards, whose pictures take some fifty megabytes.
    const MOST_TILES: usize = 20 * Self::MOST_CARDS;
}

impl Question for Pictures {
    type Answer = PicturesOfCards;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        /// The most tiles in all pictures together, which take some megabytes.
        const TILES: usize = 20_000;
        let cards = self.cards.len();
        let tiles = cards.saturating_mul(self.deck.properties());
        cost::at_most(tiles, TILES, "cards times properties", "cards")?;
        Ok(Cost::of(None, cards <= cost::SMALL))
    }

    fn ask(&self, session: &Session) -> Result<PicturesOfCards, Error> {
        let deck = self.deck;
        let most = Self::MOST_CARDS.min(Self::MOST_TILES / deck.properties());
        if self.cards.len() > most {
            let found = self.cards.len();
            let message = format!("pictures of {found} cards of {deck}: the maximum is {most}");
            return Err(Error::new(Code::OutOfRange, message).of_field("cards").with("most", most));
        }
        let (scheme, notation) = (Scheme::new(deck), Notation::for_deck(deck));
        let style = Style { letters: self.letters, colourless: self.colourless };
        let property = |property| PicturedProperty {
            name: scheme.property_name(property),
            values: (0..deck.values()).map(|value| scheme.value_name(property, value)).collect(),
        };
        let limit = session.limit(None);
        let pictures = read_cards(deck, &self.cards)?.into_iter().map(|card| {
            limit.check()?;
            Ok(PictureOfCard {
                card: notation.write(deck, card),
                name: scheme.in_words(card),
                svg: scheme.draw(card, style),
            })
        });
        Ok(PicturesOfCards {
            reading: None,
            deck,
            pictured: scheme.is_pictured(),
            properties: (0..deck.properties()).map(property).collect(),
            cards: pictures.collect::<Result<_, Error>>()?,
        })
    }
}
