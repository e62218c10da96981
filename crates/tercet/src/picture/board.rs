//! A board as one SVG.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::draw::RIM;
use super::shape::CARD;
use super::{Scheme, Style};
use crate::{Card, Deck};

/// A board as one SVG, which [`Display`] writes.
///
/// ```
/// use tercet::Board;
/// use tercet::picture::{BoardPicture, Places, Scheme, Style, columns};
///
/// let board: Board = "1RsO 2RhO 3RoO 1GsD".parse()?;
/// let picture = BoardPicture {
///     scheme: Scheme::new(board.deck()),
///     style: Style::default(),
///     cards: board.cards(),
///     places: Places::Rows(columns(board.len())),
///     marked: &[1],
/// };
/// assert!(picture.to_string().starts_with("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardPicture<'a> {
    /// How the cards are drawn: the scheme of their deck.
    pub scheme: Scheme,
    /// The style of the cards.
    pub style: Style,
    /// The cards.
    pub cards: &'a [Card],
    /// Where the cards lie.
    pub places: Places,
    /// The positions of the cards that have a frame around them.
    pub marked: &'a [usize],
}

/// Where the cards of a picture lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Places {
    /// Row by row, in this number of columns.
    Rows(usize),
    /// Each card in its own place of a grid, which has a place for every card of the deck. The last
    /// property is the column in a block, the last but one the row; the two before them are the
    /// column and the row of the block, and so on. So the grid of (3,4) has three by three blocks
    /// of three by three places.
    Deck,
}

/// The usual number of columns of a board: a single row for up to five cards, three rows for up to
/// 24, and about the shape of a page beyond.
pub fn columns(cards: usize) -> usize {
    match cards {
        0..=5 => cards.max(1),
        6..=24 => cards.div_ceil(3),
        _ => (1.3 * (cards as f64).sqrt()).ceil() as usize,
    }
}

/// The distance between cards.
const GAP: usize = 18;
/// What the distance between blocks adds to that.
const BLOCK_GAP: usize = 2 * GAP;
/// The width of a card on a page, in pixels.
const SHOWN: usize = 132;
/// The colour of the frames of marked cards.
const MARK: &str = "#1f6feb";

/// The size of a card.
const WIDTH: usize = CARD.0 as usize;
const HEIGHT: usize = CARD.1 as usize;

/// An upper left corner, or a size.
type Corner = (usize, usize);

/// An axis of the grid of a deck: the properties that are shown along it, from the last one, each with
/// the distance between two of its values; and the length of the grid.
struct Axis {
    distances: Vec<(usize, usize)>,
    length: usize,
}

impl Axis {
    /// The axis of every second property, which skips the last ones.
    fn new(deck: Deck, skipped: usize, card: usize) -> Self {
        let (mut distances, mut length) = (Vec::new(), card + GAP);
        for property in (0..deck.properties()).rev().skip(skipped).step_by(2) {
            let distance = length + if distances.is_empty() { 0 } else { BLOCK_GAP };
            distances.push((property, distance));
            length += (deck.values() - 1) * distance;
        }
        Self { distances, length: length + GAP }
    }

    /// The place of a card.
    fn at(&self, deck: Deck, card: Card) -> usize {
        let way = |&(property, by)| deck.value(card, property) * by;
        GAP + self.distances.iter().map(way).sum::<usize>()
    }
}

impl BoardPicture<'_> {
    /// The size of the picture, the corners of the cards, and those of the places without a card.
    fn corners(&self) -> (Corner, Vec<Corner>, Vec<Corner>) {
        match self.places {
            Places::Rows(columns) => {
                let columns = columns.min(self.cards.len()).max(1);
                let at = |x, y| (x * (WIDTH + GAP) + GAP, y * (HEIGHT + GAP) + GAP);
                let size = at(columns, self.cards.len().div_ceil(columns));
                let corners = (0..self.cards.len()).map(|i| at(i % columns, i / columns));
                (size, corners.collect(), Vec::new())
            }
            Places::Deck => {
                let deck = self.scheme.deck();
                let (across, down) = (Axis::new(deck, 0, WIDTH), Axis::new(deck, 1, HEIGHT));
                let at = |card| (across.at(deck, card), down.at(deck, card));
                let corners: Vec<_> = self.cards.iter().map(|&card| at(card)).collect();
                let taken: BTreeSet<_> = corners.iter().collect();
                let free = deck.cards().map(at).filter(|corner| !taken.contains(corner)).collect();
                ((across.length, down.length), corners, free)
            }
        }
    }
}

impl Display for BoardPicture<'_> {
    /// # Panics
    ///
    /// If the deck of the scheme does not contain a card.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ((width, height), corners, free) = self.corners();
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {width} {height}\">",
            width * SHOWN / WIDTH,
            height * SHOWN / WIDTH,
        )?;
        for (x, y) in free {
            write!(
                f,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"21\" \
                 fill=\"none\" stroke=\"{RIM}\" stroke-width=\"2\"/>"
            )?;
        }
        for (position, (&card, (x, y))) in self.cards.iter().zip(corners).enumerate() {
            if self.marked.contains(&position) {
                write!(
                    f,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"26\" fill=\"none\" \
                     stroke=\"{MARK}\" stroke-width=\"8\"/>",
                    x - 6,
                    y - 6,
                    WIDTH + 12,
                    HEIGHT + 12,
                )?;
            }
            let elements = self.scheme.elements(card, self.style);
            write!(f, "<g transform=\"translate({x} {y})\">{elements}</g>")?;
        }
        write!(f, "</svg>")
    }
}
