//! What is read from a photograph: cards with their odds, corners and doubts, and the order of the
//! table.

use tercet::board::BoardError;
use tercet::classic::ClassicCard;
use tercet::{Board, Card, Deck};

use crate::Point;

/// The odds of the three values of a property, in the order of the deck. They add up to 1.
pub type Odds = [f32; 3];

tercet::named! {
    /// Why a card, as it was read, may not be what lies on the table.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Doubt is "doubt" {
        /// A reflection hides a part of it.
        Glare = "glare",
        /// It is blurred, or shown too small.
        Blur = "blur",
        /// The edge of the picture or another card cuts it off.
        CutOff = "cut-off",
        /// The same card was read elsewhere in the picture, too.
        Twice = "twice",
        /// Its symbols do not lie about the centre of its outline: one may be missing.
        OffCentre = "off-centre",
        /// Its outline was not found, only its symbols.
        NoOutline = "no-outline",
        /// It has the paper of a card, and no visible symbols.
        Unseen = "unseen",
        /// Its count is not clear.
        Count = "count",
        /// Its colour is not clear.
        Colour = "colour",
        /// Its shading is not clear.
        Shading = "shading",
        /// Its shape is not clear.
        Shape = "shape",
    }
}

impl Doubt {
    /// The reason in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Glare => "a reflection hides a part of it",
            Self::Blur => "it is blurred or small",
            Self::CutOff => "it is cut off",
            Self::Twice => "the same card was read twice",
            Self::OffCentre => "its symbols are off its centre",
            Self::NoOutline => "its outline was not found",
            Self::Unseen => "there may be a card",
            Self::Count => "its count is not clear",
            Self::Colour => "its colour is not clear",
            Self::Shading => "its shading is not clear",
            Self::Shape => "its shape is not clear",
        }
    }
}

/// A card that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadCard {
    /// The likeliest card.
    pub card: Card,
    /// How probable this is, from 0 to 1. Of the cards that are read with 0.9, nine in ten are right.
    pub confidence: f32,
    /// The likeliest readings with their odds, the likeliest first: it is `card` with `confidence`.
    /// Improbable readings are left out.
    pub readings: Vec<(Card, f32)>,
    /// The odds of count, colour, shading and shape.
    pub odds: [Odds; 4],
    /// Its corners, clockwise as seen, from the corner that comes first along the rows of the table.
    pub corners: [Point; 4],
    /// The centres of its symbols.
    pub symbols: Vec<Point>,
    /// The reasons for doubt, the weightiest first. Empty if the card is sure.
    pub doubts: Vec<Doubt>,
    /// Its row on the table, from 0.
    pub row: usize,
    /// Its place in the row, from 0.
    pub column: usize,
}

impl ReadCard {
    /// The confidence from which on a card is taken for sure, unless there are doubts.
    pub const SURE: f32 = 0.92;

    /// Lowers the confidence to at most this, and with it the odds of the other readings.
    pub(crate) fn limit(&mut self, most: f32) {
        self.confidence = self.confidence.min(most);
        for (_, odds) in &mut self.readings {
            *odds = odds.min(self.confidence);
        }
    }

    /// Whether the card needs no second look.
    pub fn is_sure(&self) -> bool {
        self.confidence >= Self::SURE && self.doubts.is_empty()
    }

    /// The card as one of the classic deck.
    pub fn classic(&self) -> ClassicCard {
        ClassicCard::try_from(self.card).expect("the reader reads cards of the classic deck")
    }
}

/// A place that looks like a card and could not be read.
#[derive(Clone, PartialEq, Debug)]
pub struct Unread {
    /// Its corners, clockwise as seen.
    pub corners: [Point; 4],
    /// The reason.
    pub doubt: Doubt,
}

/// What is read from a photograph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reading {
    /// The width of the upright picture, in pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The cards in the order of the table: row by row, from left to right.
    pub cards: Vec<ReadCard>,
    /// The places that look like a card and could not be read.
    pub unread: Vec<Unread>,
    /// How probable it is that the cards are those on the table. Cards that left no trace in the
    /// picture are not counted; unread places are.
    pub confidence: f32,
}

impl Reading {
    /// The confidence from which on a reading is taken for sure.
    pub const SURE: f32 = 0.85;

    /// The board.
    ///
    /// # Errors
    ///
    /// [`BoardError`] if two cards were read as the same.
    pub fn board(&self) -> Result<Board, BoardError> {
        Board::new(Deck::CLASSIC, self.cards.iter().map(|read| read.card))
    }

    /// Whether the board may be relied on: every card is sure, and nothing else looks like a card.
    pub fn is_sure(&self) -> bool {
        !self.cards.is_empty()
            && self.unread.is_empty()
            && self.confidence >= Self::SURE
            && self.cards.iter().all(ReadCard::is_sure)
    }

    /// Lowers the confidence for unread places: each is a card as often as not.
    pub(crate) fn doubt_for_unread(&mut self) {
        self.confidence *= 0.5_f32.powf(self.unread.len() as f32);
    }

    /// The confidence that the reading would have if its doubtful cards and unread places were
    /// settled. Below [`Self::SURE`], cards may be missing, or a sure card may be wrong.
    pub fn confidence_once_settled(&self) -> f32 {
        let settled: f32 = self.doubtful().map(|card| card.confidence).product();
        let doubts = settled * 0.5_f32.powf(self.unread.len() as f32);
        if doubts > 0.0 { (self.confidence / doubts).min(1.0) } else { 0.0 }
    }

    /// The cards that need a second look.
    pub fn doubtful(&self) -> impl Iterator<Item = &ReadCard> {
        self.cards.iter().filter(|card| !card.is_sure())
    }
}
