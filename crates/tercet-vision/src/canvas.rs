//! A picture to draw on: lines with round ends, dashes, filled boxes and text, all smooth.
//!
//! Text is drawn with the strokes of the cards ([`Lettering`]), so no font is needed.

use svgtypes::{SimplePathSegment, SimplifyingPathParser};
use tercet::picture::{Glyph, Lettering};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8,
    Stroke, StrokeDash, Transform,
};

use crate::{Picture, Point};

/// A colour: red, green and blue.
pub(crate) type Colour = [u8; 3];

/// The colour of texts and of the edges of lines, which sets them off from any background.
pub(crate) const DARK: Colour = [32, 33, 36];

/// A picture to draw on.
pub(crate) struct Canvas(Pixmap);

impl Canvas {
    /// A photograph at the top of a page of this size and colour, at least as wide.
    pub(crate) fn new(photo: &Picture, (width, height): (u32, u32), page: Colour) -> Self {
        let mut canvas = Pixmap::new(width, height).expect("no side is zero");
        let [red, green, blue] = page;
        canvas.fill(Color::from_rgba8(red, green, blue, 255));
        let rows = photo.rgb.chunks_exact(3 * photo.width as usize);
        for (row, pixels) in rows.zip(canvas.pixels_mut().chunks_exact_mut(width as usize)) {
            for (&[red, green, blue], pixel) in row.as_chunks().0.iter().zip(pixels) {
                let opaque = PremultipliedColorU8::from_rgba(red, green, blue, 255);
                *pixel = opaque.expect("no part is brighter than the whole");
            }
        }
        Self(canvas)
    }

    /// The width and height of the picture.
    pub(crate) fn size(&self) -> (f32, f32) {
        (self.0.width() as f32, self.0.height() as f32)
    }

    /// The finished drawing.
    pub(crate) fn into_picture(self) -> Picture {
        let pixels = self.0.pixels().iter();
        let rgb = pixels.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        Picture { width: self.0.width(), height: self.0.height(), rgb }
    }

    /// Draws a line through some points, closed or not, with dashes that have a dark edge.
    pub(crate) fn line(&mut self, points: &[Point], is_closed: bool, width: f32, ink: Ink) {
        let line = path(points, is_closed);
        let dashes = ink.dashes.iter().map(|length| length * width).collect();
        let dashes = StrokeDash::new(dashes, 0.0);
        let edge = (width / 4.0).max(0.8);
        self.stroke(line.as_ref(), width + 2.0 * edge, dashes.clone(), DARK);
        self.stroke(line.as_ref(), width, dashes, ink.colour);
    }

    /// Fills a box with round corners.
    pub(crate) fn plate(&mut self, from: Point, to: Point, radius: f32, colour: Colour) {
        let (left, top, right, bottom) =
            (from.x + radius, from.y + radius, to.x - radius, to.y - radius);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let inner = path(&corners.map(|(x, y)| Point { x, y }), true);
        if let Some(inner) = &inner {
            let (rule, place) = (FillRule::default(), Transform::identity());
            self.0.fill_path(inner, &paint(colour), rule, place, None);
        }
        if radius > 0.0 {
            self.stroke(inner.as_ref(), 2.0 * radius, None, colour);
        }
    }

    /// Writes a text: its upper left corner, and the height of its capitals. Returns its width.
    pub(crate) fn text(&mut self, text: &str, at: Point, height: f32, colour: Colour) -> f32 {
        let scale = height / Lettering::BASELINE as f32;
        let letters = Lettering::of(text);
        for Glyph { path, x, stretch } in letters.glyphs {
            let wide = stretch as f32 * scale;
            let place = Transform::from_row(wide, 0.0, 0.0, scale, at.x + x as f32 * scale, at.y);
            let strokes = glyph(path).and_then(|strokes| strokes.transform(place));
            self.stroke(strokes.as_ref(), Lettering::STROKE as f32 * scale, None, colour);
        }
        letters.width as f32 * scale
    }

    fn stroke(
        &mut self,
        line: Option<&Path>,
        width: f32,
        dash: Option<StrokeDash>,
        colour: Colour,
    ) {
        let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
        let stroke = Stroke { width, dash, line_cap, line_join, ..Stroke::default() };
        if let Some(line) = line {
            self.0.stroke_path(line, &paint(colour), &stroke, Transform::identity(), None);
        }
    }
}

/// The path of a glyph.
fn glyph(commands: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in SimplifyingPathParser::from(commands) {
        match segment.expect("a glyph is a path") {
            SimplePathSegment::MoveTo { x, y } => path.move_to(x as f32, y as f32),
            SimplePathSegment::LineTo { x, y } => path.line_to(x as f32, y as f32),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                let [x1, y1, x2, y2, x, y] = [x1, y1, x2, y2, x, y].map(|number| number as f32);
                path.cubic_to(x1, y1, x2, y2, x, y);
            }
            SimplePathSegment::Quadratic { .. } => unreachable!("no glyph has such curves"),
            SimplePathSegment::ClosePath => path.close(),
        }
    }
    path.finish()
}

/// The path through some points, unless one of them is infinite.
fn path(points: &[Point], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.x, first.y);
    for point in rest {
        path.line_to(point.x, point.y);
    }
    if is_closed {
        path.close();
    }
    path.finish()
}

fn paint([red, green, blue]: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
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

    fn canvas() -> Canvas {
        let blank = Picture { width: 40, height: 20, rgb: vec![255; 3 * 40 * 20] };
        Canvas::new(&blank, (40, 20), [255; 3])
    }

    /// How dark the picture is, in pixels.
    fn ink(canvas: Canvas) -> f32 {
        let rgb = canvas.into_picture().rgb;
        rgb.iter().step_by(3).map(|&red| 1.0 - f32::from(red) / 255.0).sum()
    }

    fn point(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    #[test]
    fn lines_and_plates_cover_their_area() {
        let mut line = canvas();
        let path = path(&[point(10.0, 5.0), point(30.0, 12.0)], false);
        line.stroke(path.as_ref(), 4.0, None, [0; 3]);
        let expected = 4.0 * 20.0_f32.hypot(7.0) + std::f32::consts::PI * 4.0;
        let drawn = ink(line);
        assert!((drawn - expected).abs() < 2.0, "{drawn} {expected}");
        for (radius, expected) in [(0.0, 100.0), (5.0, 25.0 * std::f32::consts::PI)] {
            let mut plate = canvas();
            plate.plate(point(4.0, 4.0), point(14.0, 14.0), radius, [0; 3]);
            let drawn = ink(plate);
            assert!((drawn - expected).abs() < 1.0, "{drawn} {expected}");
        }
    }

    #[test]
    fn dots_are_drawn() {
        let mut dots = canvas();
        let dotted = Ink { colour: [0; 3], dashes: &[0.0, 4.0] };
        dots.line(&[point(4.0, 10.0), point(28.0, 10.0)], false, 2.0, dotted);
        // Three dots, each with an edge that is not quite black; at its end, a line has none.
        let edge = (1.8 * 1.8 - 1.0) * (1.0 - f32::from(DARK[0]) / 255.0);
        let expected = 3.0 * std::f32::consts::PI * (1.0 + edge);
        let drawn = ink(dots);
        assert!((drawn - expected).abs() < 1.0, "{drawn} {expected}");
    }

    #[test]
    fn what_is_outside_is_not_drawn() {
        let mut outside = canvas();
        for from in [point(-50.0, -9.0), point(f32::NAN, 0.0)] {
            let line = [from, point(90.0, -9.0)];
            outside.stroke(path(&line, false).as_ref(), 4.0, None, [0; 3]);
        }
        outside.plate(point(50.0, 0.0), point(90.0, 30.0), 3.0, [0; 3]);
        assert!(ink(outside) < 1e-6);
    }
}
