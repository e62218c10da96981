//! Pictures of cards and boards.

use std::fmt::Write;

use tercet::picture::{Scheme, Style};

use crate::card::Card;

/// The size of a card in the pictures of `tercet::picture`.
const CARD: (usize, usize) = (300, 210);
/// The space around cards.
const GAP: usize = 18;
/// The width of a card as it is shown, in pixels.
const SHOWN: usize = 132;
/// More cards than this are not drawn.
const MOST: usize = 600;

/// A card as an SVG.
pub(crate) fn card(Card { deck, card }: Card) -> String {
    let svg = Scheme::new(deck).draw(card, Style::default());
    sized(&svg, (SHOWN, SHOWN * CARD.1 / CARD.0))
}

/// The drawing with a size, so that a notebook does not show it as wide as its page.
fn sized(svg: &str, (width, height): (usize, usize)) -> String {
    svg.replacen("<svg ", &format!("<svg width=\"{width}\" height=\"{height}\" "), 1)
}

/// How many columns a board has on a table: three rows for a usual one, and a shape about as wide as a
/// page for large ones.
pub(crate) fn columns(cards: usize) -> usize {
    if cards <= 24 {
        cards.div_ceil(3).max(1)
    } else {
        (1.3 * (cards as f64).sqrt()).ceil() as usize
    }
}

/// Cards as one SVG, row by row.
pub(crate) fn board(deck: tercet::Deck, cards: &[tercet::Card], columns: usize) -> String {
    let scheme = Scheme::new(deck);
    let shown = &cards[..cards.len().min(MOST)];
    let (columns, rows) = (columns.max(1), shown.len().div_ceil(columns.max(1)));
    let columns = columns.min(shown.len().max(1));
    let (width, height) = (columns * (CARD.0 + GAP) + GAP, rows * (CARD.1 + GAP) + GAP);
    let scaled = |length: usize| length * SHOWN / CARD.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" \
         height=\"{}\">",
        scaled(width),
        scaled(height)
    );
    for (i, &card) in shown.iter().enumerate() {
        let (x, y) = (i % columns * (CARD.0 + GAP) + GAP, i / columns * (CARD.1 + GAP) + GAP);
        let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" ", CARD.0, CARD.1);
        svg += &scheme.draw(card, Style::default()).replacen("<svg ", &place, 1);
    }
    if shown.len() < cards.len() {
        let _ = write!(svg, "<title>the first {} of {} cards</title>", shown.len(), cards.len());
    }
    svg + "</svg>"
}
