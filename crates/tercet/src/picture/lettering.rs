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

use super::geometry::{Outline, Point};
use super::glyph;

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
    pub const BASELINE: f64 = glyph::HEIGHT;
    /// The y of the ends of descenders.
    pub const BOTTOM: f64 = glyph::HEIGHT + glyph::DESCENT;
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
            for stroke in glyph::find(letter).map(polylines).unwrap_or_default() {
                let points = stroke.into_iter().map(|point| (wide * point.0 + x, point.1));
                strokes.push(points.collect());
            }
            x += wide * glyph::WIDTH + Self::GAP;
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
