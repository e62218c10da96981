//! The cards of a deck to cut out: 60 by 42 mm each, with marks that show where to cut.

use num_traits::ToPrimitive;

use super::page::{HEIGHT, Mark, Page, Point, Text};
use super::{PageOf, Sheet};
use crate::prelude::*;

/// The width of a card.
const WIDTH: f64 = 60.0;
/// The distance between the cut and the rim of the card, so that an inexact cut shows only white
/// paper.
const INSET: f64 = 1.8;
/// The minimum margin of a page: printers do not reach the edges.
const EDGE: f64 = 12.0;
/// The ends of the marks, measured from the cards.
const MARKS: (f64, f64) = (1.5, 5.5);

/// The number of cards of the deck, and its pages.
///
/// # Errors
///
/// [`Code::OutOfRange`] for a deck of more than [`Sheet::MOST_CARDS`] cards.
pub(super) fn pages(deck: Deck, paper: Point) -> Result<(usize, Vec<Page>), Error> {
    let most = Sheet::MOST_CARDS;
    let size = deck.size().to_usize().filter(|&size| size <= most).ok_or_else(|| {
        let message =
            format!("the deck {deck} has {} cards: at most {most} are printed", deck.size());
        let error = Error::new(Code::OutOfRange, message).of_field("deck").with("most", most);
        error.with("deck", deck)
    })?;
    let cell = (WIDTH, WIDTH * HEIGHT);
    let fit = |all: f64, one: f64| ((all - 2.0 * EDGE) / one).floor() as usize;
    let (columns, rows) = (fit(paper.0, cell.0), fit(paper.1, cell.1));
    let start = |all: f64, one: f64, parts: usize| (all - one * parts as f64) / 2.0;
    let (left, top) = (start(paper.0, cell.0, columns), start(paper.1, cell.1, rows));
    let cards: Vec<_> = deck.cards().collect();
    let all = size.div_ceil(columns * rows);
    let page = |(number, cards): (usize, &[Card])| {
        let used = cards.len().div_ceil(columns);
        let (right, bottom) = (left + cell.0 * columns as f64, top + cell.1 * used as f64);
        let mut marks = Vec::new();
        for column in 0..=columns {
            let x = left + cell.0 * column as f64;
            marks.push(Mark::Line { from: (x, top - MARKS.1), to: (x, top - MARKS.0) });
            marks.push(Mark::Line { from: (x, bottom + MARKS.0), to: (x, bottom + MARKS.1) });
        }
        for row in 0..=used {
            let y = top + cell.1 * row as f64;
            marks.push(Mark::Line { from: (left - MARKS.1, y), to: (left - MARKS.0, y) });
            marks.push(Mark::Line { from: (right + MARKS.0, y), to: (right + MARKS.1, y) });
        }
        let foot = format!("{deck}, page {number} of {all}");
        marks.push(Mark::Text(Text::new(foot, (left + 3.0, bottom + 4.6), 2.8).pale()));
        for (i, &card) in cards.iter().enumerate() {
            let (row, column) = (i / columns, i % columns);
            let width = WIDTH - 2.0 * INSET;
            let at = (
                left + cell.0 * column as f64 + INSET,
                top + cell.1 * row as f64 + (cell.1 - width * HEIGHT) / 2.0,
            );
            marks.push(Mark::Card { card, at, width });
        }
        Page { content: PageOf::Deck, marks }
    };
    Ok((size, (1..).zip(cards.chunks(columns * rows)).map(page).collect()))
}
