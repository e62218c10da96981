//! Lettering: short texts in the glyphs of the cards, for pictures that are drawn without a font.
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
pub(super) const WIDTH: f64 = 4.0;
/// The height of a digit.
pub(super) const HEIGHT: f64 = 7.0;
/// The distance from the baseline to the end of a descender.
pub(super) const DESCENT: f64 = 2.0;

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
