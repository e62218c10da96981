//! A page, which is drawn as the operators of a PDF.
//!
//! Lengths are in millimetres; the y axis points down from the upper edge. The letters of the texts are
//! those of Helvetica, which every reader of PDF has: a PDF with one of the 14 standard fonts needs no font
//! file. Its letters are coded as in `WinAnsiEncoding` (ISO 32000-1, annex D), that is Latin-1 with some
//! punctuation.

use tercet::picture::Scheme;

use super::{Sheet, pdf};
use crate::prelude::*;

/// A point, or a size.
pub(super) type Point = (f64, f64);

/// The margin of a page, which holds only the page number.
pub(super) const MARGIN: f64 = 15.0;

/// The size of a card in the units of its drawing.
const CARD: Point = (300.0, 210.0);

/// The height of a card that is 1 wide.
pub(super) const HEIGHT: f64 = CARD.1 / CARD.0;

/// The width of lines.
const LINE: f64 = 0.2;

/// A page with what is drawn on it.
pub(super) struct Page<'a> {
    sheet: &'a Sheet,
    /// The operators.
    pub(super) drawn: String,
}

/// How a text looks.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) is_bold: bool,
    /// The grey level, the same for each channel of RGB.
    pub(super) grey: f64,
    /// How many halves of the text are left of its point.
    pub(super) halves: usize,
}

pub(super) const PLAIN: Look = Look { is_bold: false, grey: 0.0, halves: 0 };
pub(super) const BOLD: Look = Look { is_bold: true, ..PLAIN };
/// The look of texts that are less important than others.
pub(super) const PALE: Look = Look { grey: 0.35, ..PLAIN };

impl<'a> Page<'a> {
    /// An empty page.
    pub(super) fn new(sheet: &'a Sheet) -> Self {
        Self { sheet, drawn: String::new() }
    }

    /// Draws an element of an SVG.
    fn draw(&mut self, element: &str) {
        self.drawn += &pdf::paint(element);
    }

    /// Draws a card of this width, with its upper left corner at a point.
    pub(super) fn card(&mut self, card: Card, at: Point, width: f64) {
        let (x, y, scale) = (length(at.0), length(at.1), width / CARD.0);
        let elements = Scheme::new(self.sheet.deck).elements(card, self.sheet.style());
        self.draw(&format!("<g transform=\"translate({x} {y})scale({scale:.5})\">{elements}</g>"));
    }

    /// Draws a thin line.
    pub(super) fn line(&mut self, from: Point, to: Point) {
        let [x, y, right, down] = [from.0, from.1, to.0, to.1].map(length);
        self.draw(&format!(
            "<path d=\"M{x} {y}L{right} {down}\" fill=\"none\" stroke=\"#000\" stroke-width=\"{LINE}\"/>"
        ));
    }

    /// Draws a small disc, or its outline.
    pub(super) fn disc(&mut self, at: Point, radius: f64, is_filled: bool) {
        let ([x, y, radius], fill) =
            ([at.0, at.1, radius].map(length), if is_filled { "#000" } else { "none" });
        self.draw(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#000\" \
             stroke-width=\"{LINE}\"/>"
        ));
    }

    /// Writes letters of this size at a point of the baseline.
    pub(super) fn text(&mut self, letters: &str, (x, y): Point, size: f64, look: Look) {
        let left = x - look.halves as f64 / 2.0 * width(letters, size, look.is_bold);
        self.drawn += &pdf::text(letters, (left, y), size, look);
    }

    /// Writes letters of this size, or smaller ones if the text would be wider than this.
    pub(super) fn text_within(
        &mut self,
        most: f64,
        letters: &str,
        at: Point,
        size: f64,
        look: Look,
    ) {
        let width = width(letters, 1.0, look.is_bold);
        self.text(letters, at, size.min(most / width.max(f64::MIN_POSITIVE)), look);
    }
}

/// A length as text, rounded to thousandths.
pub(super) fn length(length: f64) -> String {
    let text = format!("{length:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// The widths of the characters from space to tilde in Helvetica, in thousandths of the size (from
/// Adobe's metrics of the font).
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// The width of the widest letter of the font, for letters outside the table.
const WIDEST: u16 = 1015;

/// How much wider than Helvetica its bold face is at most, for the letters of [`WIDTHS`].
const BOLDER: f64 = 1.22;

/// Punctuation outside Latin-1, with its codes.
const PUNCTUATION: [(char, u8); 9] = [
    ('€', 0x80),
    ('…', 0x85),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('•', 0x95),
    ('–', 0x96),
    ('—', 0x97),
];

/// The code of a letter, or `None` if the font lacks it.
pub(super) fn code(letter: char) -> Option<u8> {
    match letter {
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' => u8::try_from(letter).ok(),
        _ => PUNCTUATION.iter().find(|(other, _)| *other == letter).map(|&(_, code)| code),
    }
}

/// The width of a text in this size; an upper bound if it is bold or has letters beyond ASCII.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let one = |letter: char| {
        let place = (letter as usize).checked_sub(' ' as usize);
        place.and_then(|place| WIDTHS.get(place).copied()).unwrap_or(WIDEST)
    };
    let thousandths: f64 = text.chars().map(|letter| f64::from(one(letter))).sum();
    thousandths / 1000.0 * size * if bold { BOLDER } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_western_europe_have_codes() {
        assert_eq!(code('A'), Some(65));
        assert_eq!(code('ß'), Some(0xdf));
        assert_eq!(code('’'), Some(0x92));
        for letter in ['\n', '\u{7f}', '\u{80}', '\u{a0}', '\u{ad}', 'Ω', '三', '🎲'] {
            assert_eq!(code(letter), None, "{letter:?}");
        }
    }

    #[test]
    fn texts_have_the_widths_of_helvetica() {
        assert!((width("Find 81", 10.0, false) - (6.11 + 2.22 + 4.0 * 5.56 + 2.78)).abs() < 1e-9);
        assert!((width("~", 1000.0, false) - 584.0).abs() < 1e-9);
        assert!(width("Ω", 1.0, false) > 1.0);
    }
}
