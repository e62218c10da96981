//! Pictures of cards and boards, as notebooks show them.

use pyo3::prelude::*;
use tercet::picture::{Scheme, Style};

use crate::card::Card;
use crate::set::tuple;

/// A card as an SVG. It has a size, so that a notebook does not show it as wide as its page.
pub(crate) fn card(Card { deck, card }: Card) -> String {
    let svg = Scheme::new(deck).draw(card, Style::default());
    svg.replacen("<svg ", "<svg width=\"132\" height=\"92\" ", 1)
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

/// Cards as one SVG, row by row, which `tercet.svg` draws.
pub(crate) fn board(
    py: Python<'_>,
    deck: tercet::Deck,
    cards: &[tercet::Card],
    columns: usize,
) -> PyResult<String> {
    let cards = tuple(py, deck, cards)?;
    py.import("tercet.svg")?.call_method1("_shown", (cards, columns))?.extract()
}
