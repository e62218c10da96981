//! Pictures of cards and boards, as notebooks show them.

use pyo3::prelude::*;
use tercet::picture::{self, BoardPicture, Places, Scheme, Style};

use crate::board::Board;
use crate::deck::Card;
use crate::run::run;

/// A card as an SVG. It has a size, so that a notebook does not show it as wide as its page.
pub(crate) fn card(Card { deck, card }: Card) -> String {
    let svg = Scheme::new(deck).draw(card, Style::default());
    svg.replacen("<svg ", "<svg width=\"132\" height=\"92\" ", 1)
}

/// Cards as one SVG, row by row: the first ones, if there are many.
pub(crate) fn board(deck: tercet::Deck, cards: &[tercet::Card], columns: usize) -> String {
    /// The most cards that a notebook shows.
    const MOST_SHOWN: usize = 600;
    let first = &cards[..cards.len().min(MOST_SHOWN)];
    let (scheme, style, places) = (Scheme::new(deck), Style::default(), Places::Rows(columns));
    let mut svg = BoardPicture { scheme, style, cards: first, places, marked: &[] }.to_string();
    if first.len() < cards.len() {
        let title = format!("<title>the first {MOST_SHOWN} of {} cards</title>", cards.len());
        svg.insert_str(svg.len() - "</svg>".len(), &title);
    }
    svg
}

/// A board as one SVG, with a frame around the cards at some positions.
#[pyfunction]
pub(crate) fn draw_board(
    py: Python<'_>,
    board: &Board,
    columns: Option<usize>,
    marked: Vec<usize>,
    colourless: bool,
    letters: bool,
) -> PyResult<String> {
    let board = board.now();
    run(py, move |_| {
        let (scheme, style) = (Scheme::new(board.deck()), Style { letters, colourless });
        let places = Places::Rows(columns.unwrap_or_else(|| picture::columns(board.len())));
        let cards = board.cards();
        Ok(BoardPicture { scheme, style, cards, places, marked: &marked }.to_string())
    })
}
