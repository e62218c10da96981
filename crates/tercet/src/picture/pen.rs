//! The pen: writes the commands of an SVG path, shortly.
//!
//! Coordinates are rounded to tenths. Within a subpath they are relative to the last point, which is
//! shorter; the pen knows that point exactly, so that roundings do not add up.

use super::geometry::{Edge, Outline, Point};

/// The `d` of a path under way.
#[derive(Default)]
pub(super) struct Pen {
    commands: String,
    /// The last point, in tenths.
    at: (i64, i64),
}

fn tenths((x, y): Point) -> (i64, i64) {
    ((x * 10.0).round() as i64, (y * 10.0).round() as i64)
}

/// Appends a number of tenths, without zeros that mean nothing. A board of pictures has ten thousand
/// numbers, so this does not use the formatter.
fn push(text: &mut String, tenths: i64) {
    if tenths < 0 {
        text.push('-');
    }
    let (whole, rest) = (tenths.unsigned_abs() / 10, (tenths.unsigned_abs() % 10) as u8);
    if whole > 0 || rest == 0 {
        let mut power = 1;
        while whole / power >= 10 {
            power *= 10;
        }
        while power > 0 {
            text.push(char::from(b'0' + (whole / power % 10) as u8));
            power /= 10;
        }
    }
    if rest > 0 {
        text.push('.');
        text.push(char::from(b'0' + rest));
    }
}

/// A length or coordinate as text, rounded to tenths.
pub(super) fn rounded(length: f64) -> String {
    let mut text = String::new();
    push(&mut text, (length * 10.0).round() as i64);
    text
}

impl Pen {
    fn write(&mut self, command: char, numbers: &[i64]) {
        self.commands.push(command);
        for (i, &tenths) in numbers.iter().enumerate() {
            if i > 0 && tenths >= 0 {
                self.commands.push(' ');
            }
            push(&mut self.commands, tenths);
        }
    }

    /// Begins a subpath at a point.
    pub(super) fn to(&mut self, point: Point) -> &mut Self {
        self.at = tenths(point);
        self.write('M', &[self.at.0, self.at.1]);
        self
    }

    /// Draws a line, unless it ends where it starts.
    pub(super) fn line(&mut self, end: Point) -> &mut Self {
        let end = tenths(end);
        match (end.0 - self.at.0, end.1 - self.at.1) {
            (0, 0) => {}
            (0, y) => self.write('v', &[y]),
            (x, 0) => self.write('h', &[x]),
            (x, y) => self.write('l', &[x, y]),
        }
        self.at = end;
        self
    }

    /// Draws a dot, which the round caps of the stroke fill.
    pub(super) fn dot(&mut self, point: Point) -> &mut Self {
        self.to(point).write('h', &[0]);
        self
    }

    /// Draws an outline, as a closed subpath.
    pub(super) fn outline(&mut self, outline: &Outline) -> &mut Self {
        self.to(outline.start);
        for edge in &outline.edges {
            match *edge {
                Edge::Line(end) => {
                    self.line(end);
                }
                Edge::Curve(first, second, end) => {
                    let points = [first, second, end].map(tenths);
                    let (x, y) = self.at;
                    let numbers = points.map(|point| [point.0 - x, point.1 - y]);
                    self.write('c', numbers.as_flattened());
                    self.at = points[2];
                }
            }
        }
        self.commands.push('z');
        self
    }

    /// The commands.
    pub(super) fn finish(self) -> String {
        self.commands
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_short() {
        let mut pen = Pen::default();
        pen.to((1.0, 2.04)).line((1.0, 3.0)).line((-0.5, 3.0)).line((0.0, 2.5)).dot((7.25, 0.0));
        assert_eq!(pen.finish(), "M1 2v1h-1.5l.5-.5M7.3 0h0");
    }

    #[test]
    fn numbers_are_short() {
        let lengths = [0.0, -0.04, 0.5, -0.5, 1.0, 10.0, 104.96, -300.0, 209.1];
        let texts = ["0", "0", ".5", "-.5", "1", "10", "105", "-300", "209.1"];
        assert_eq!(lengths.map(rounded), texts);
    }

    #[test]
    fn roundings_do_not_add_up() {
        let mut pen = Pen::default();
        pen.to((0.0, 0.0));
        for i in 1..=8 {
            pen.line((f64::from(i) * 0.25, 0.0));
        }
        assert_eq!(pen.at, (20, 0));
    }
}
