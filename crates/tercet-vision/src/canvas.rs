//! A picture to draw on: lines with round ends, dashes, filled boxes and text, all smooth.
//!
//! All of them are the points up to some distance from a line or a box. The distance of a pixel's middle from the
//! edge tells how much of the pixel is covered. Text is drawn with the strokes of the cards ([`Lettering`]), so no
//! font is needed.

use std::ops::Range;

use tercet::picture::{Glyph, Lettering, Outline};

use crate::{Picture, Point};

/// A colour: red, green and blue.
pub(crate) type Colour = [u8; 3];

/// The colour of texts and of the edges of lines, which sets them off from any background.
pub(crate) const DARK: Colour = [32, 33, 36];

/// A piece of a line.
type Piece = [Point; 2];

impl Picture {
    /// The picture at the top of a page of this size and colour, at least as wide.
    pub(crate) fn on_page(&self, (width, height): (u32, u32), page: Colour) -> Self {
        let mut rgb = page.repeat(width as usize * height as usize);
        let rows = self.rgb.chunks_exact(3 * self.width as usize);
        for (row, page) in rows.zip(rgb.chunks_exact_mut(3 * width as usize)) {
            page[..row.len()].copy_from_slice(row);
        }
        Self { width, height, rgb }
    }

    /// Draws a line through some points, closed or not, with dashes that have a dark edge.
    pub(crate) fn line(&mut self, points: &[Point], is_closed: bool, width: f32, ink: Ink) {
        let ends = points.iter().skip(1).chain(points.iter().take(usize::from(is_closed)));
        let line = points.iter().zip(ends).map(|(&from, &to)| [from, to]);
        let pieces =
            dashed(line, &ink.dashes.iter().map(|length| length * width).collect::<Vec<_>>());
        let edge = (width / 4.0).max(0.8);
        self.stroke(&pieces, width + 2.0 * edge, DARK);
        self.stroke(&pieces, width, ink.colour);
    }

    /// Fills a box with round corners.
    pub(crate) fn plate(&mut self, from: Point, to: Point, radius: f32, colour: Colour) {
        let (middle, half) = ((from + to) * 0.5, (to - from) * 0.5 - Point::new(radius, radius));
        self.cover(&[[from, to]], 1.0, colour, |at, _| {
            let (x, y) = ((at.x - middle.x).abs() - half.x, (at.y - middle.y).abs() - half.y);
            x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) - radius
        });
    }

    /// Writes a text: its upper left corner, and the height of its capitals. Returns its width.
    pub(crate) fn text(&mut self, text: &str, at: Point, height: f32, colour: Colour) -> f32 {
        const CORNERS: usize = 8;
        let scale = height / Lettering::BASELINE as f32;
        let letters = Lettering::of(text);
        let mut pieces: Vec<Piece> = Vec::new();
        for Glyph { path, x, stretch } in letters.glyphs {
            let place = |(right, down): (f64, f64)| {
                at + Point::new((x + stretch * right) as f32, down as f32) * scale
            };
            for outline in Outline::of_path(path) {
                let end = outline.is_closed.then_some(outline.start);
                let points = outline.flattened(CORNERS).into_iter().chain(end);
                let points: Vec<Point> = points.map(place).collect();
                pieces.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
            }
        }
        self.stroke(&pieces, Lettering::STROKE as f32 * scale, colour);
        letters.width as f32 * scale
    }

    /// Draws pieces of a line with round ends.
    fn stroke(&mut self, pieces: &[Piece], width: f32, colour: Colour) {
        self.cover(pieces, width, colour, |at, [from, to]| {
            let (line, way) = (to - from, at - from);
            let along = (way.dot(line) / line.dot(line).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
            (way - line * along).length() - width / 2.0
        });
    }

    /// Colours pixels as far as one of some shapes covers them. A shape reaches this far from its piece; a function
    /// tells how far a point is outside of it.
    fn cover(
        &mut self,
        pieces: &[Piece],
        reach: f32,
        colour: Colour,
        outside: impl Fn(Point, Piece) -> f32,
    ) {
        let (width, height) = (self.width as usize, self.height as usize);
        let rows = |piece: &Piece| pixels(piece.map(|end| end.y), reach, height);
        let columns = |piece: &Piece| pixels(piece.map(|end| end.x), reach, width);
        let pieces = pieces.iter().filter(|[from, to]| (*from + *to).length().is_finite());
        let (top, left) = (
            pieces.clone().map(|piece| rows(piece).start).min().unwrap_or_default(),
            pieces.clone().map(|piece| columns(piece).start).min().unwrap_or_default(),
        );
        let wide = pieces.clone().map(|piece| columns(piece).end).max().map_or(0, |end| end - left);
        let high = pieces.clone().map(|piece| rows(piece).end).max().map_or(0, |end| end - top);
        let mut covered = vec![0.0_f32; wide * high];
        for piece in pieces {
            for y in rows(piece) {
                for x in columns(piece) {
                    let middle = Point::new(x as f32 + 0.5, y as f32 + 0.5);
                    let covered = &mut covered[(y - top) * wide + x - left];
                    *covered = covered.max((0.5 - outside(middle, *piece)).clamp(0.0, 1.0));
                }
            }
        }
        for (i, part) in covered.into_iter().enumerate().filter(|(_, part)| *part > 0.0) {
            let at = 3 * ((top + i / wide) * width + left + i % wide);
            for (value, new) in self.rgb[at..at + 3].iter_mut().zip(colour) {
                let mixed = f32::from(*value) * (1.0 - part) + f32::from(new) * part;
                *value = mixed.round() as u8;
            }
        }
    }
}

/// The pixels of a row or column that are at most this far from the space between two places.
fn pixels([one, other]: [f32; 2], reach: f32, length: usize) -> Range<usize> {
    let end = |place: f32| (place.max(0.0) as usize).min(length);
    end(one.min(other) - reach)..end(one.max(other) + reach + 1.0)
}

/// The dashes of a line: these lengths of a dash and of the gap after it, in turn. Without lengths it is solid.
fn dashed(line: impl Iterator<Item = Piece>, dashes: &[f32]) -> Vec<Piece> {
    if dashes.is_empty() {
        return line.collect();
    }
    let (mut pieces, mut turn, mut left) = (Vec::new(), 0, dashes[0]);
    for [from, to] in line {
        let (mut begin, length) = (0.0, (to - from).length());
        let at = |along: f32| from + (to - from) * (along / length);
        loop {
            let end = length.min(begin + left);
            if turn % 2 == 0 && length > 0.0 {
                pieces.push([at(begin), at(end)]);
            }
            if begin + left >= length || !length.is_finite() {
                left -= end - begin;
                break;
            }
            (begin, turn) = (end, (turn + 1) % dashes.len());
            left = dashes[turn];
        }
    }
    pieces
}

/// How a line looks.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    pub(crate) colour: Colour,
    /// Lengths of a dash and of the gap after it, in turn, in widths of the line; an empty list is a
    /// solid line. A dash of no length is a dot.
    pub(crate) dashes: &'static [f32],
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas() -> Picture {
        Picture { width: 40, height: 20, rgb: vec![255; 3 * 40 * 20] }
    }

    /// How dark the picture is, in pixels.
    fn ink(canvas: &Picture) -> f32 {
        canvas.rgb.iter().step_by(3).map(|&red| 1.0 - f32::from(red) / 255.0).sum()
    }

    #[test]
    fn lines_and_plates_cover_their_area() {
        let mut line = canvas();
        line.stroke(&[[Point::new(10.0, 5.0), Point::new(30.0, 12.0)]], 4.0, [0; 3]);
        let expected = 4.0 * 20.0_f32.hypot(7.0) + std::f32::consts::PI * 4.0;
        let drawn = ink(&line);
        assert!((drawn - expected).abs() < 2.0, "{drawn} {expected}");
        for (radius, expected) in [(0.0, 100.0), (5.0, 25.0 * std::f32::consts::PI)] {
            let mut plate = canvas();
            plate.plate(Point::new(4.0, 4.0), Point::new(14.0, 14.0), radius, [0; 3]);
            let drawn = ink(&plate);
            assert!((drawn - expected).abs() < 1.0, "{drawn} {expected}");
        }
    }

    #[test]
    fn dots_are_drawn() {
        let mut dots = canvas();
        let dotted = Ink { colour: [0; 3], dashes: &[0.0, 4.0] };
        dots.line(&[Point::new(4.0, 10.0), Point::new(28.0, 10.0)], false, 2.0, dotted);
        // Three dots, each with an edge that is not quite black; at its end, a line has none.
        let edge = (1.8 * 1.8 - 1.0) * (1.0 - f32::from(DARK[0]) / 255.0);
        let expected = 3.0 * std::f32::consts::PI * (1.0 + edge);
        let drawn = ink(&dots);
        assert!((drawn - expected).abs() < 1.0, "{drawn} {expected}");
    }

    #[test]
    fn what_is_outside_is_not_drawn() {
        let mut outside = canvas();
        for from in [Point::new(-50.0, -9.0), Point::new(f32::NAN, 0.0)] {
            outside.stroke(&[[from, Point::new(90.0, -9.0)]], 4.0, [0; 3]);
        }
        outside.plate(Point::new(50.0, 0.0), Point::new(90.0, 30.0), 3.0, [0; 3]);
        assert!(ink(&outside) < 1e-6);
    }
}
