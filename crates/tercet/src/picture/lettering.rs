//! Lettering: short texts in the glyphs of the cards, for pictures that are drawn without a font.
//!
//! A text is a set of polylines, which are to be stroked with round caps and joins. Its letters stand
//! in a row from the left; the y axis points down from the top of the capitals (0) to the baseline
//! ([`Lettering::BASELINE`]) and the end of descenders ([`Lettering::BOTTOM`]).
//!
//! ```
//! use tercet::picture::Lettering;
//!
//! let text = Lettering::of("2RhO");
//! assert!(text.width > 3.0 * Lettering::BASELINE / 2.0);
//! assert!(text.strokes.iter().flatten().all(|&(x, _)| (-0.1..=text.width + 0.3).contains(&x)));
//! ```

use super::pen::{Outline, Point};

/// A text as polylines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lettering {
    /// The width of the text.
    pub width: f64,
    /// Its polylines; one of a single point is a dot.
    pub strokes: Vec<Vec<(f64, f64)>>,
}

impl Lettering {
    /// The height of capitals and digits.
    pub const BASELINE: f64 = HEIGHT;
    /// The y of the ends of descenders.
    pub const BOTTOM: f64 = HEIGHT + DESCENT;
    /// The width of a stroke that suits the letters.
    pub const STROKE: f64 = 0.9;
    /// From a letter to the next one.
    const GAP: f64 = 1.6;
    /// How much wider the letter O is than on cards: beside digits it is not a zero.
    const ROUND: f64 = 1.4;

    /// The lettering of a text: digits, small letters, the capitals of cards, and simple marks. What
    /// else it has becomes a gap.
    pub fn of(text: &str) -> Self {
        let mut strokes = Vec::new();
        let mut x = 0.0;
        for letter in text.chars() {
            let wide = if letter == 'O' { Self::ROUND } else { 1.0 };
            for stroke in find(letter).map(polylines).unwrap_or_default() {
                let points = stroke.into_iter().map(|point| (wide * point.0 + x, point.1));
                strokes.push(points.collect());
            }
            x += wide * WIDTH + Self::GAP;
        }
        Self { width: (x - Self::GAP).max(0.0), strokes }
    }
}

/// The polylines of a path: its commands are M, L, H, V, C and S, h for dots, and z.
fn polylines(path: &str) -> Vec<Vec<Point>> {
    /// Corners for each curve.
    const CORNERS: usize = 8;
    let mut lines: Vec<Vec<Point>> = Vec::new();
    let mut at = (0.0, 0.0);
    // The second control point of the last curve, as S mirrors it.
    let mut control = at;
    for (command, numbers) in commands(path) {
        let arguments = match command {
            'M' | 'L' => 2,
            'H' | 'V' | 'h' => 1,
            'C' => 6,
            'S' => 4,
            _ => {
                if let Some(line) = lines.last_mut() {
                    line.push(line[0]);
                }
                continue;
            }
        };
        for part in numbers.chunks_exact(arguments) {
            let mirrored = (2.0 * at.0 - control.0, 2.0 * at.1 - control.1);
            let (points, next) = match (command, part) {
                ('C', &[a, b, c, d, x, y]) => (Some(((a, b), (c, d))), (x, y)),
                ('S', &[c, d, x, y]) => (Some((mirrored, (c, d))), (x, y)),
                ('H', &[x]) => (None, (x, at.1)),
                ('V', &[y]) => (None, (at.0, y)),
                ('h', &[x]) => (None, (at.0 + x, at.1)),
                (_, &[x, y, ..]) => (None, (x, y)),
                _ => continue,
            };
            match (command, lines.last_mut()) {
                ('M', _) | (_, None) => lines.push(vec![next]),
                (_, Some(line)) => match points {
                    Some((first, second)) => {
                        let curve = Outline::from(at).curve(first, second, next);
                        line.extend_from_slice(&curve.flattened(CORNERS)[1..]);
                    }
                    None if next != at => line.push(next),
                    None => {}
                },
            }
            control = points.map_or(next, |(_, second)| second);
            at = next;
        }
    }
    lines
}

/// The commands of a path with their numbers.
fn commands(path: &str) -> Vec<(char, Vec<f64>)> {
    let mut commands: Vec<(char, Vec<String>)> = Vec::new();
    for letter in path.chars() {
        if letter.is_ascii_alphabetic() {
            commands.push((letter, vec![String::new()]));
        } else if let Some((_, numbers)) = commands.last_mut() {
            match (letter, numbers.last_mut()) {
                ('0'..='9', Some(number)) => number.push(letter),
                // A second point begins the next number.
                ('.', Some(number)) if !number.contains('.') => number.push(letter),
                ('.' | '-', _) => numbers.push(letter.into()),
                _ => numbers.push(String::new()),
            }
        }
    }
    let parsed = |numbers: Vec<String>| numbers.iter().flat_map(|it| it.parse()).collect();
    commands.into_iter().map(|(command, numbers)| (command, parsed(numbers))).collect()
}

// Glyphs as strokes: the digits and letters of cards, and the letters of colours.
//
// A glyph is the `d` of a path in a box 4 wide, in which capitals and digits reach from 0 down to
// the baseline at 7, small letters start at about 2.2, and descenders end at 9. It is stroked with
// round caps. Zero has a dot, one a foot and l a hook, so that no two glyphs are mistaken for each
// other.

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
pub(super) fn find(character: char) -> Option<&'static str> {
    Some(match character {
        '0' => "M2 0C3.4 0 4 1.6 4 3.5S3.4 7 2 7 0 5.4 0 3.5.6 0 2 0zM2 3.5h0",
        '1' => "M.5 1.5L2.2 0V7M.5 7H3.8",
        '2' => "M.2 1.8C.4.6 1.1 0 2.1 0 3.2 0 3.9.7 3.9 1.8 3.9 3.2 2.4 4.4.2 7H4",
        '3' => {
            "M.3.9C.8.3 1.4 0 2.1 0 3.2 0 3.8.7 3.8 1.7S3 3.3 2 3.3H1.5M2 3.3C3.3 3.3 4 4 4 5.1 \
             4 6.3 3.2 7 2 7 1.2 7 .5 6.7 0 6.1"
        }
        '4' => "M3.1 7V0L0 4.9H4.2",
        '5' => {
            "M3.7 0H.6L.3 3.2C.8 2.8 1.4 2.6 2 2.6 3.3 2.6 4 3.5 4 4.7 4 6.1 3.2 7 1.9 7 \
             1.1 7 .5 6.7 0 6.1"
        }
        '6' => {
            "M3.5.5C3.1.2 2.6 0 2.2 0 .8 0 0 1.5 0 4 0 6 .8 7 2 7S4 6.2 4 4.9 3.2 2.8 2.1 2.8 \
             .2 3.5 0 4.5"
        }
        '7' => "M0 0H4L1.5 7",
        '8' => {
            "M2 3.3C.9 3.3.3 2.6.3 1.7S1 0 2 0 3.7.7 3.7 1.7 3.1 3.3 2 3.3zM2 3.3C.8 3.3 0 4 0 5.1 \
             0 6.3.8 7 2 7S4 6.3 4 5.1C4 4 3.2 3.3 2 3.3z"
        }
        '9' => {
            "M.5 6.5C.9 6.8 1.4 7 1.8 7 3.2 7 4 5.5 4 3 4 1 3.2 0 2 0S0 .8 0 2.1.8 4.2 1.9 4.2 \
             3.8 3.5 4 2.5"
        }
        'a' => {
            "M.4 3C.8 2.5 1.3 2.2 2 2.2 3.2 2.2 3.8 2.8 3.8 4V7M3.8 4.4C1.4 4.3.1 4.6.1 5.7\
             .1 6.5.7 7 1.6 7 2.8 7 3.8 6.2 3.8 5"
        }
        'b' => {
            "M.2 0V7M.2 4C.5 2.9 1.2 2.2 2.1 2.2 3.3 2.2 4 3.2 4 4.6S3.3 7 2.1 7C1.2 7 .5 6.3.2 5.2"
        }
        'c' => {
            "M3.7 3.1C3.3 2.5 2.8 2.2 2.1 2.2.8 2.2 0 3.2 0 4.6S.8 7 2.1 7C2.8 7 3.3 6.7 3.7 6.1"
        }
        'd' => {
            "M3.8 0V7M3.8 4C3.5 2.9 2.8 2.2 1.9 2.2.7 2.2 0 3.2 0 4.6S.7 7 1.9 7C2.8 7 3.5 6.3 3.8 5.2"
        }
        'e' => "M0 4.6H4C4 3.1 3.2 2.2 2 2.2.8 2.2 0 3.2 0 4.6S.8 7 2.1 7C2.9 7 3.4 6.7 3.8 6.1",
        'f' => "M3.8.3C3.4.1 3.1 0 2.8 0 1.9 0 1.5.6 1.5 1.6V7M.2 2.6H3.5",
        'g' => {
            "M3.8 2.4V7C3.8 8.3 3.1 9 1.9 9 1.2 9 .7 8.8.3 8.4M3.8 4C3.5 2.9 2.8 2.2 1.9 2.2\
             .7 2.2 0 3.2 0 4.5S.7 6.8 1.9 6.8C2.8 6.8 3.5 6.1 3.8 5"
        }
        'h' => "M.2 0V7M.2 4.2C.5 2.9 1.2 2.2 2.2 2.2S3.8 2.9 3.8 4V7",
        'i' => "M.8 2.5H2.2V7M.5 7H3.8M2.1.3h0",
        'j' => "M1 2.5H2.8V7.3C2.8 8.4 2.2 9 1.2 9 .9 9 .6 8.9.3 8.8M2.7.3h0",
        'k' => "M.3 0V7M3.6 2.4L.3 5M1.6 4.1L3.8 7",
        'l' => "M.6 0H1.9V5.4C1.9 6.5 2.4 7 3.2 7 3.5 7 3.7 6.9 3.9 6.8",
        'm' => {
            "M0 2.4V7M0 3.8C.2 2.8.5 2.2 1.1 2.2S2 2.7 2 3.6V7M2 3.8C2.2 2.8 2.5 2.2 3.1 2.2\
             S4 2.7 4 3.6V7"
        }
        'n' => "M.2 2.4V7M.2 4.2C.5 2.9 1.2 2.2 2.2 2.2S3.8 2.9 3.8 4V7",
        'o' => "M2 2.2C3.2 2.2 4 3.2 4 4.6S3.2 7 2 7 0 6 0 4.6.8 2.2 2 2.2z",
        'p' => {
            "M.2 2.4V9M.2 4C.5 2.9 1.2 2.2 2.1 2.2 3.3 2.2 4 3.2 4 4.6S3.3 7 2.1 7C1.2 7 .5 6.3.2 5.2"
        }
        'q' => {
            "M3.8 2.4V9M3.8 4C3.5 2.9 2.8 2.2 1.9 2.2.7 2.2 0 3.2 0 4.6S.7 7 1.9 7C2.8 7 3.5 6.3 3.8 5.2"
        }
        'r' => "M.7 2.4V7M.7 4.5C1 3 1.7 2.2 2.7 2.2 3.1 2.2 3.5 2.3 3.8 2.6",
        's' => {
            "M3.6 2.9C3.2 2.4 2.7 2.2 2 2.2 1 2.2.4 2.7.4 3.4.4 4.3 1.2 4.4 2 4.6 2.9 4.8 3.8 4.9 3.8 5.8 \
             3.8 6.5 3.1 7 2 7 1.2 7 .6 6.8.1 6.2"
        }
        't' => "M1.5.8V5.4C1.5 6.5 2 7 2.8 7 3.1 7 3.4 6.9 3.7 6.8M.2 2.5H3.6",
        'u' => "M.2 2.4V5.2C.2 6.3.8 7 1.8 7S3.5 6.3 3.8 5M3.8 2.4V7",
        'v' => "M.1 2.4L2 7 3.9 2.4",
        'w' => "M0 2.4L1 7 2 3.4 3 7 4 2.4",
        'x' => "M.2 2.4L3.8 7M3.8 2.4L.2 7",
        'y' => "M.1 2.4L2.1 6.9M3.9 2.4L2.1 6.9C1.6 8.2 1.2 9 .2 9",
        'z' => "M.3 2.4H3.7L.3 7H3.9",
        'R' => "M.2 7V0H2C3.3 0 3.9.8 3.9 1.9S3.3 3.8 2 3.8H.2M2 3.8L4 7",
        'G' => {
            "M3.8 1.4C3.4.5 2.8 0 2.1 0 .8 0 0 1.4 0 3.5S.8 7 2.2 7C2.9 7 3.5 6.7 3.9 6.2V3.8H2.4"
        }
        'P' => "M.2 7V0H2C3.3 0 3.9.8 3.9 2S3.3 4 2 4H.2",
        'B' => {
            "M.2 0V7H2.1C3.3 7 4 6.3 4 5.2S3.3 3.4 2.1 3.4H.2M2 3.4C3.1 3.4 3.7 2.7 3.7 1.7S3.1 0 2 0H.2"
        }
        'Y' => "M0 0L2 3.6 4 0M2 3.6V7",
        'K' => "M.2 0V7M3.8 0L.2 4.2M1.5 2.9L4 7",
        'O' => "M2 0C3.4 0 4 1.6 4 3.5S3.4 7 2 7 0 5.4 0 3.5.6 0 2 0z",
        'D' => "M.2 0V7H1.6C3.2 7 4 5.6 4 3.5S3.2 0 1.6 0H.2",
        'S' => {
            "M3.8 1.3C3.4.5 2.8 0 2 0 .9 0 .2.7.2 1.7.2 3 1.2 3.2 2 3.5 2.9 3.8 4 4.1 4 5.3 \
             4 6.4 3.2 7 2.1 7 1.1 7 .4 6.5 0 5.6"
        }
        '?' => "M.3 1.5C.5.6 1.2 0 2.1 0 3.2 0 3.8.7 3.8 1.6 3.8 3 2 3.2 2 4.8M2 7h0",
        '.' => "M2 7h0",
        ',' => "M2 6.8L1.4 8.4",
        ':' => "M2 3h0M2 7h0",
        ';' => "M2 3h0M2 6.8L1.4 8.4",
        '-' => "M.6 4.4H3.4",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_polylines() {
        assert_eq!(
            polylines("M3.1 7V0L0 4.9H4.2"),
            [[(3.1, 7.0), (3.1, 0.0), (0.0, 4.9), (4.2, 4.9)]]
        );
        assert_eq!(polylines("M.5.25h0"), [[(0.5, 0.25)]]);
        let round = polylines("M2 0C3.4 0 4 1.6 4 3.5S3.4 7 2 7 0 5.4 0 3.5.6 0 2 0z");
        assert_eq!((round.len(), round[0][0]), (1, (2.0, 0.0)));
        let right = round[0].iter().map(|point| point.0).fold(0.0, f64::max);
        assert!((right - 4.0).abs() < 0.05 && round[0].contains(&(2.0, 7.0)));
    }

    #[test]
    fn every_code_has_letters_inside_their_boxes() {
        for letter in "0123456789abcdefghijklmnopqrstuvwxyzRGPBYKODS?,.:;-".chars() {
            let text = Lettering::of(&letter.to_string());
            assert!(!text.strokes.is_empty(), "{letter}");
            for &(x, y) in text.strokes.iter().flatten() {
                let inside = (-0.1..=text.width + 0.3).contains(&x)
                    && (0.0..=Lettering::BOTTOM).contains(&y);
                assert!(inside, "{letter}: {x}, {y}");
            }
        }
        assert!(Lettering::of("O").width > 1.3 * Lettering::of("0").width);
        assert_eq!(Lettering::of(""), Lettering::default());
        assert!(Lettering::of("é").strokes.is_empty());
    }
}
