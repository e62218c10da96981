//! Letters: their widths, from which a drawing is laid out, and their outlines.
//!
//! An SVG does not determine the font of its reader. Widths are those of Inter, the font of the PNG, plus a
//! margin: the usual fonts of browsers are a few percent narrower or wider.

use std::fmt::Write as _;
use std::sync::LazyLock;

use ttf_parser::{Face, OutlineBuilder};

/// The strength of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Weight {
    Regular,
    Strong,
}

impl Weight {
    fn face(self) -> &'static Face<'static> {
        &FACES[self as usize]
    }
}

/// Inter by Rasmus Andersson, under the SIL Open Font License: the letters of Latin and Greek, and
/// the signs that numbers need (`fonts/subset.sh`).
static FACES: LazyLock<[Face<'static>; 2]> = LazyLock::new(|| {
    let fonts: [&[u8]; 2] = [
        include_bytes!("../fonts/Inter-Regular.ttf"),
        include_bytes!("../fonts/Inter-SemiBold.ttf"),
    ];
    fonts.map(|font| Face::parse(font, 0).expect("a built-in font can be read"))
});

/// The factor by which other fonts may be wider.
const SLACK: f64 = 1.05;

/// The largest number of letters on a line of a chart.
const MOST_LETTERS: usize = 200;

/// The width of a text in a font of this size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().take(MOST_LETTERS).map(|letter| advance(letter, size)).sum()
}

/// The outline of a text as the data of a path that begins at the origin of its baseline, and the
/// width of the text. A letter that the font lacks is a box.
pub(super) fn outline(text: &str, size: f64, weight: Weight) -> (String, f64) {
    let face = weight.face();
    let scale = size as f32 / f32::from(face.units_per_em());
    let mut outline = Outline { path: String::new(), x: 0.0, scale };
    for letter in text.chars() {
        let glyph = face.glyph_index(letter).unwrap_or_default();
        face.outline_glyph(glyph, &mut outline);
        outline.x += f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
    }
    (outline.path, outline.x.into())
}

/// The outlines of letters, the next of which begins at `x`.
struct Outline {
    path: String,
    x: f32,
    scale: f32,
}

impl Outline {
    /// Appends a command with places of the font, whose vertical axis points upwards.
    fn push(&mut self, command: char, places: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in places {
            let (x, y) = (self.x + x * self.scale, -y * self.scale);
            write!(self.path, "{x:.3} {y:.3} ").expect("text can be added to");
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.push('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.push('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.push('Z', &[]);
    }
}

fn advance(letter: char, size: f64) -> f64 {
    let face = Weight::Regular.face();
    let inter = face.glyph_index(letter).and_then(|glyph| face.glyph_hor_advance(glyph));
    let share = match (inter, letter) {
        (Some(units), _) => f64::from(units) / f64::from(face.units_per_em()),
        // Scripts whose letters are as wide as high, and pictures.
        (None, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..) => 1.0,
        (None, _) => 0.662,
    };
    share * size * SLACK
}

/// The text, or as much of its beginning as fits beside an ellipsis.
pub(super) fn shortened(text: &str, size: f64, most: f64) -> String {
    if text.chars().nth(MOST_LETTERS).is_none() && width(text, size) <= most {
        return text.into();
    }
    let mut reached = width("…", size);
    let fitting = text.chars().take(MOST_LETTERS - 1).take_while(|&letter| {
        reached += advance(letter, size);
        reached <= most
    });
    let fitting: String = fitting.collect();
    format!("{}…", fitting.trim_end())
}

/// The text in at most `lines` lines of at most this width, broken between words; the rest is cut.
pub(super) fn wrapped(text: &str, size: f64, most: f64, lines: usize) -> Vec<String> {
    let mut wrapped: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = wrapped.last().map(|line| format!("{line} {word}"));
        match longer {
            Some(longer) if width(&longer, size) <= most => {
                *wrapped.last_mut().expect("it became longer") = longer;
            }
            Some(longer) if wrapped.len() == lines => {
                // The word is wider than the line, so it ends with an ellipsis.
                *wrapped.last_mut().expect("it would be longer") = shortened(&longer, size, most);
                break;
            }
            _ => wrapped.push(shortened(word, size, most)),
        }
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_shortened_to_fit() {
        assert_eq!(shortened("cover", 20.0, 100.0), "cover");
        let long = "smt-incremental with a name that is longer than any other";
        let short = shortened(long, 20.0, 100.0);
        assert!(short.ends_with('…') && short.chars().count() > 5, "{short}");
        assert!(width(&short, 20.0) <= 100.0);
        // The number of letters is limited at any width.
        assert!(shortened(&"i".repeat(1_000_000), 20.0, 1e9).chars().count() <= 200);
    }

    #[test]
    fn lines_are_broken_between_words() {
        let lines = wrapped("one two three four five six", 20.0, 100.0, 9);
        assert_eq!(lines, ["one two", "three four", "five six"]);
        let lines = wrapped("one two three four five six", 20.0, 100.0, 2);
        assert_eq!(lines, ["one two", "three fo…"]);
        assert!(wrapped(" ", 20.0, 100.0, 2).is_empty());
    }
}
