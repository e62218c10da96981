//! A picture to draw on: lines with round ends, dashes, filled boxes and text, all smooth.
//!
//! A line covers a pixel as far as the pixel's centre lies within half the width of the line, over a
//! ramp one pixel wide. That is exact for straight edges and good enough for everything else.

use tercet::picture::Lettering;

use crate::{Picture, Point};

/// A colour: red, green and blue.
pub(crate) type Colour = [u8; 3];

/// Lengths of a dash and of the gap after it, in turn, in widths of the line; an empty list is a
/// solid line.
pub(crate) type Dashes = &'static [f32];

/// A picture to draw on.
pub(crate) struct Canvas(pub(crate) Picture);

impl Canvas {
    /// Draws a line through some points.
    pub(crate) fn line(&mut self, points: &[Point], width: f32, colour: Colour) {
        if let [only] = points {
            self.segment(*only, *only, width, colour);
        }
        for pair in points.windows(2) {
            self.segment(pair[0], pair[1], width, colour);
        }
    }

    /// Draws a closed outline with dashes, each with an edge of another colour around it.
    pub(crate) fn outline(&mut self, corners: &[Point; 4], width: f32, ink: Ink) {
        let [a, b, c, d] = *corners;
        for dash in dashes(&[a, b, c, d, a], ink.dashes, width) {
            self.line(&dash, width + 2.0 * ink.edge_width(width), ink.edge);
            self.line(&dash, width, ink.colour);
        }
    }

    /// Draws a dashed line from the left to the right, as a sample.
    pub(crate) fn sample(&mut self, from: Point, length: f32, width: f32, ink: Ink) {
        let to = Point { x: from.x + length, y: from.y };
        for dash in dashes(&[from, to], ink.dashes, width) {
            self.line(&dash, width + 2.0 * ink.edge_width(width), ink.edge);
            self.line(&dash, width, ink.colour);
        }
    }

    /// Fills a box with round corners.
    pub(crate) fn plate(&mut self, from: Point, to: Point, radius: f32, colour: Colour) {
        let middle = Point { x: f32::midpoint(from.x, to.x), y: f32::midpoint(from.y, to.y) };
        let half = ((to.x - from.x) / 2.0 - radius, (to.y - from.y) / 2.0 - radius);
        self.cover([from, to], |point| {
            // The distance from the box without its round corners, negative inside.
            let x = (point.x - middle.x).abs() - half.0;
            let y = (point.y - middle.y).abs() - half.1;
            let distance = x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0);
            (radius - distance + 0.5, colour)
        });
    }

    /// Writes a text: its upper left corner, and the height of its capitals. Returns its width.
    pub(crate) fn text(&mut self, text: &str, at: Point, height: f32, colour: Colour) -> f32 {
        let scale = height / Lettering::BASELINE as f32;
        let letters = Lettering::of(text);
        for stroke in &letters.strokes {
            let points: Vec<Point> = stroke
                .iter()
                .map(|&(x, y)| Point { x: at.x + x as f32 * scale, y: at.y + y as f32 * scale })
                .collect();
            self.line(&points, Lettering::STROKE as f32 * scale, colour);
        }
        letters.width as f32 * scale
    }

    fn segment(&mut self, a: Point, b: Point, width: f32, colour: Colour) {
        let reach = width / 2.0 + 1.0;
        let from = Point { x: a.x.min(b.x) - reach, y: a.y.min(b.y) - reach };
        let to = Point { x: a.x.max(b.x) + reach, y: a.y.max(b.y) + reach };
        let along = (b.x - a.x, b.y - a.y);
        let length = along.0 * along.0 + along.1 * along.1;
        self.cover([from, to], |point| {
            let to = (point.x - a.x, point.y - a.y);
            let part = if length > 0.0 {
                ((to.0 * along.0 + to.1 * along.1) / length).clamp(0.0, 1.0)
            } else {
                0.0
            };
            let distance = (to.0 - part * along.0).hypot(to.1 - part * along.1);
            (width / 2.0 - distance + 0.5, colour)
        });
    }

    /// Mixes a colour into the pixels of a box, as far as it covers each.
    fn cover(&mut self, [from, to]: [Point; 2], ink: impl Fn(Point) -> (f32, Colour)) {
        let Picture { width, height, rgb } = &mut self.0;
        let range = |from: f32, to: f32, most: u32| {
            (from.floor().max(0.0) as usize)..(to.ceil().clamp(0.0, most as f32) as usize)
        };
        for y in range(from.y, to.y, *height) {
            for x in range(from.x, to.x, *width) {
                let (covered, colour) = ink(Point { x: x as f32 + 0.5, y: y as f32 + 0.5 });
                let covered = covered.clamp(0.0, 1.0);
                if covered > 0.0 {
                    let at = 3 * (y * *width as usize + x);
                    for (value, ink) in rgb[at..at + 3].iter_mut().zip(colour) {
                        let (below, ink) = (f32::from(*value), f32::from(ink));
                        *value = (below + covered * (ink - below)).round() as u8;
                    }
                }
            }
        }
    }
}

/// How a line looks.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    pub(crate) colour: Colour,
    /// The colour around it, which sets it off from any background.
    pub(crate) edge: Colour,
    pub(crate) dashes: Dashes,
}

impl Ink {
    fn edge_width(self, width: f32) -> f32 {
        if self.edge == self.colour { 0.0 } else { (width / 4.0).max(0.8) }
    }
}

/// The dashes of a line through some points, in lengths of its width.
fn dashes(points: &[Point], pattern: Dashes, width: f32) -> Vec<Vec<Point>> {
    if pattern.is_empty() {
        return vec![points.to_vec()];
    }
    let mut dashes = Vec::new();
    let mut dash = vec![points[0]];
    let (mut part, mut left) = (0, pattern[0] * width);
    for pair in points.windows(2) {
        let (mut a, b) = (pair[0], pair[1]);
        loop {
            let length = (b.x - a.x).hypot(b.y - a.y);
            if length <= left || !length.is_finite() {
                left -= length;
                if part % 2 == 0 {
                    dash.push(b);
                }
                break;
            }
            let reach = left / length;
            a = Point { x: a.x + reach * (b.x - a.x), y: a.y + reach * (b.y - a.y) };
            dash.push(a);
            if part % 2 == 0 {
                dashes.push(std::mem::take(&mut dash));
            } else {
                dash = vec![a];
            }
            part = (part + 1) % pattern.len();
            // A dash of no length is a dot; a gap must go on.
            left = pattern[part] * width;
            if part % 2 == 1 {
                left = left.max(1.0);
            }
        }
    }
    if part % 2 == 0 {
        dashes.push(dash);
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas() -> Canvas {
        Canvas(Picture { width: 40, height: 20, rgb: vec![255; 3 * 40 * 20] })
    }

    /// How dark the picture is, in pixels.
    fn ink(canvas: &Canvas) -> f32 {
        canvas.0.rgb.iter().step_by(3).map(|&red| 1.0 - f32::from(red) / 255.0).sum()
    }

    fn point(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    #[test]
    fn lines_cover_their_area() {
        let mut line = canvas();
        line.line(&[point(10.0, 5.0), point(30.0, 12.0)], 4.0, [0; 3]);
        let expected = 4.0 * 20.0_f32.hypot(7.0) + std::f32::consts::PI * 4.0;
        assert!((ink(&line) - expected).abs() < 2.0, "{} {expected}", ink(&line));
        let mut plate = canvas();
        plate.plate(point(4.0, 4.0), point(34.0, 14.0), 0.0, [0; 3]);
        assert!((ink(&plate) - 300.0).abs() < 1.0, "{}", ink(&plate));
    }

    #[test]
    fn what_is_outside_is_not_drawn() {
        let mut outside = canvas();
        outside.line(&[point(-50.0, -9.0), point(90.0, -9.0)], 4.0, [0; 3]);
        outside.line(&[point(f32::NAN, 0.0), point(f32::INFINITY, 5.0)], 4.0, [0; 3]);
        outside.plate(point(50.0, 0.0), point(90.0, 30.0), 3.0, [0; 3]);
        assert!(ink(&outside) < 1e-6);
    }

    #[test]
    fn dashes_go_on_around_corners() {
        let square = [point(0.0, 0.0), point(10.0, 0.0), point(10.0, 10.0)];
        let parts = dashes(&square, &[4.0, 2.0], 1.0);
        let lengths: Vec<f32> = parts
            .iter()
            .map(|dash| dash.windows(2).map(|p| (p[1].x - p[0].x).hypot(p[1].y - p[0].y)).sum())
            .collect();
        assert_eq!(lengths, [4.0, 4.0, 4.0, 2.0]);
        assert_eq!(dashes(&square, &[], 1.0).len(), 1);
        assert!(dashes(&square, &[0.0, 2.0], 1.0).len() >= 10);
    }
}
