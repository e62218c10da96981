//! Lettering: short texts in the glyphs of the cards, for pictures that are drawn without a font; and the
//! tiles of digits.
//!
//! A glyph is the `d` of an SVG path in a box 4 wide, in which capitals and digits reach from 0 down to
//! the baseline at 7, small letters start at about 2.2, and descenders end at 9. It is stroked with
//! round caps and joins. Zero has a dot, one a foot and l a hook, so that no two glyphs are mistaken
//! for each other. The file `glyphs.txt` has a line for each: the digits and letters of cards, the
//! letters of colours, and simple marks.
//!
//! ```
//! use tercet::picture::Lettering;
//!
//! let text = Lettering::of("2RhO");
//! assert!(text.width > 3.0 * Lettering::BASELINE / 2.0);
//! assert!(text.glyphs[0].path.starts_with('M'));
//! ```

use std::fmt::Write;

use super::pen::rounded;
use super::shape::CARD;
use super::{Scheme, group};
use crate::card::Card;

/// A text as glyphs, which stand in a row from the left.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lettering {
    /// The width of the text.
    pub width: f64,
    /// Its glyphs.
    pub glyphs: Vec<Glyph>,
}

/// A glyph of a text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glyph {
    /// Its strokes, as the `d` of an SVG path.
    pub path: &'static str,
    /// Where its box begins.
    pub x: f64,
    /// How many times as wide it is.
    pub stretch: f64,
}

impl Lettering {
    /// The height of capitals and digits.
    pub const BASELINE: f64 = HEIGHT;
    /// The width of a stroke that suits the letters.
    pub const STROKE: f64 = 0.9;
    /// From a letter to the next one.
    const GAP: f64 = 1.6;
    /// How much wider the letter O is than on cards: beside digits it is not a zero.
    const ROUND: f64 = 1.4;

    /// The lettering of a text: digits, small letters, the capitals of cards, and simple marks. What
    /// else it has becomes a gap.
    pub fn of(text: &str) -> Self {
        let mut glyphs = Vec::new();
        let mut x = 0.0;
        for letter in text.chars() {
            let stretch = if letter == 'O' { Self::ROUND } else { 1.0 };
            glyphs.extend(find(letter).map(|path| Glyph { path, x, stretch }));
            x += stretch * WIDTH + Self::GAP;
        }
        Self { width: (x - Self::GAP).max(0.0), glyphs }
    }
}

/// The width of a glyph.
const WIDTH: f64 = 4.0;
/// The height of a digit.
const HEIGHT: f64 = 7.0;
/// The distance from the baseline to the end of a descender.
const DESCENT: f64 = 2.0;

/// The strokes of a digit or letter.
///
/// # Panics
///
/// For any other character than a digit, a small letter, or the letter of a colour.
pub(super) fn strokes(character: char) -> &'static str {
    find(character).unwrap_or_else(|| unreachable!("no card shows {character}"))
}

/// The strokes of a character, if it has any.
fn find(character: char) -> Option<&'static str> {
    const GLYPHS: &str = include_str!("glyphs.txt");
    GLYPHS.lines().find_map(|line| line.strip_prefix(character)?.strip_prefix(' '))
}

// Tiles: the values of a card as digits, each above a slider, for decks without pictures.
//
// A tile is drawn in units of its glyphs. The tiles stand in groups of at most five; all groups
// are in rows, as many groups in each as make the tiles largest. Room that is left widens the
// distances.

/// The area of the card within its margins.
const ROOM: (f64, f64) = (CARD.0 - 44.0, CARD.1 - 40.0);
/// The largest scale, for few tiles.
const MOST_SCALE: f64 = 13.0;
/// The distance between two glyphs of a number, and that of a slider beyond them.
const BETWEEN: f64 = 1.8;
const BEYOND: f64 = 0.8;
/// The distances between tiles, between tiles of several glyphs, and between rows.
const GAP: f64 = 2.0;
const NUMBER_GAP: f64 = 3.6;
const ROW_GAP: f64 = 2.6;
/// The distance between groups beyond that between tiles.
const GROUP_GAP: f64 = 3.5;
/// How much wider distances may become where there is room.
const MOST_SPREAD: (f64, f64) = (2.5, 4.5);

const TRACK: &str = "#d3dae3";
const KNOB: &str = "#1c64a8";

/// The places of the tiles of a deck, in units of the glyphs.
#[derive(Clone, Copy)]
struct Grid {
    tiles: usize,
    /// The width of a tile, with its slider.
    width: f64,
    /// The y of the slider.
    slider: f64,
    /// From a tile to the next in its group, and from a row to the next.
    step: (f64, f64),
    /// The tiles of a group, and the groups of a row.
    group: usize,
    groups: usize,
}

impl Grid {
    fn new(scheme: Scheme) -> Self {
        let (v, tiles) = (scheme.deck().values(), scheme.deck().properties());
        let most = scheme.value_name(0, v - 1);
        let glyphs = most.len() as f64;
        // The first letter with a descender is g, the value 16.
        let foot = if most.starts_with(|last| last >= 'g') { DESCENT } else { 0.0 };
        let width = glyphs * WIDTH + (glyphs - 1.0) * BETWEEN + 2.0 * BEYOND;
        let slider = HEIGHT + foot + 2.8;
        let gap = if most.len() == 1 { GAP } else { NUMBER_GAP };
        let step = (width + gap, slider + BEYOND + ROW_GAP);
        let tight = Self { tiles, width, slider, step, group: group(tiles), groups: 1 };
        let all = tiles.div_ceil(tight.group);
        let grids = (1..=all).map(|groups| Self { groups, ..tight });
        // Of equals the last: fewer rows.
        let largest = grids.max_by(|a, b| a.scale().total_cmp(&b.scale()));
        largest.expect("there is a group").spread()
    }

    /// The grid with wider distances where there is room.
    fn spread(self) -> Self {
        let (scale, size, row) = (self.scale(), self.size(), self.row());
        let gaps = (row - 1, self.tiles.div_ceil(row) - 1);
        let more = |room: f64, size: f64, gaps: usize, most: f64| {
            ((room / scale - size) / gaps.max(1) as f64).clamp(0.0, most)
        };
        let x = more(ROOM.0, size.0, gaps.0, MOST_SPREAD.0);
        let y = more(ROOM.1, size.1, gaps.1, MOST_SPREAD.1);
        Self { step: (self.step.0 + x, self.step.1 + y), ..self }
    }

    /// The number of tiles of a row; the last may have fewer.
    fn row(&self) -> usize {
        (self.group * self.groups).min(self.tiles)
    }

    /// The size of all tiles.
    fn size(&self) -> (f64, f64) {
        let (x, _) = self.place(self.row() - 1);
        let (_, y) = self.place(self.tiles - 1);
        (x + self.width, y + self.slider + BEYOND)
    }

    fn scale(&self) -> f64 {
        let (width, height) = self.size();
        (ROOM.0 / width).min(ROOM.1 / height).min(MOST_SCALE)
    }

    /// The upper left corner of a tile.
    fn place(&self, tile: usize) -> (f64, f64) {
        let (row, column) = (tile / self.row(), tile % self.row());
        let x = column as f64 * self.step.0 + (column / self.group) as f64 * GROUP_GAP;
        (x, row as f64 * self.step.1)
    }
}

/// The tiles of a card, as SVG elements.
pub(super) fn tiles(scheme: Scheme, card: Card, ink: &str) -> String {
    let grid = Grid::new(scheme);
    let (deck, scale, size) = (scheme.deck(), grid.scale(), grid.size());
    let mut svg = format!(
        "<g transform=\"translate({} {})scale({scale:.2})\" fill=\"none\" stroke=\"{ink}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">",
        rounded((CARD.0 - size.0 * scale) / 2.0 + BEYOND * scale),
        rounded((CARD.1 - size.1 * scale) / 2.0),
    );
    for (tile, value) in deck.values_of(card).enumerate() {
        let (x, y) = grid.place(tile);
        let (x, y) = (rounded(x), rounded(y));
        write!(svg, "<g class=\"property-{tile}\" transform=\"translate({x} {y})\">").expect(TEXT);
        let name = scheme.value_name(tile, value);
        let glyphs = name.len() as f64;
        let free = grid.width - 2.0 * BEYOND - (glyphs * (WIDTH + BETWEEN) - BETWEEN);
        for (i, glyph) in name.chars().enumerate() {
            let x = free / 2.0 + i as f64 * (WIDTH + BETWEEN);
            let shift = match rounded(x).as_str() {
                "0" => String::new(),
                x => format!(" transform=\"translate({x})\""),
            };
            write!(svg, "<path{shift} d=\"{}\"/>", strokes(glyph)).expect(TEXT);
        }
        let track = grid.width - 2.0 * BEYOND;
        // The middle, if there is but one value.
        let part = if deck.values() == 1 { 0.5 } else { value as f64 / (deck.values() - 1) as f64 };
        let (knob, y) = (rounded(track * part), rounded(grid.slider));
        let track = rounded(track);
        write!(
            svg,
            "<path stroke=\"{TRACK}\" stroke-width=\"1.5\" d=\"M0 {y}h{track}\"/>\
             <path stroke=\"{KNOB}\" stroke-width=\"2.2\" d=\"M{knob} {y}h0\"/></g>"
        )
        .expect(TEXT);
    }
    svg + "</g>"
}

const TEXT: &str = "text can always be written to a string";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_letters() {
        for letter in "0123456789abcdefghijklmnopqrstuvwxyzRGPBYKODS?,.:;-".chars() {
            assert!(find(letter).is_some_and(|path| path.starts_with('M')), "{letter}");
        }
        assert!(Lettering::of("O").width > 1.3 * Lettering::of("0").width);
        assert_eq!(Lettering::of(""), Lettering::default());
        assert!(Lettering::of("é").glyphs.is_empty());
    }
}
