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

/// A number of tenths as text, without zeros that mean nothing.
pub(super) fn number(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    match (whole, rest) {
        (_, 0) => format!("{sign}{whole}"),
        (0, _) => format!("{sign}.{rest}"),
        _ => format!("{sign}{whole}.{rest}"),
    }
}

/// A length or coordinate as text, rounded to tenths.
pub(super) fn rounded(length: f64) -> String {
    number((length * 10.0).round() as i64)
}

impl Pen {
    fn write(&mut self, command: char, numbers: &[i64]) {
        self.commands.push(command);
        for (i, &tenths) in numbers.iter().enumerate() {
            if i > 0 && tenths >= 0 {
                self.commands.push(' ');
            }
            self.commands += &number(tenths);
        }
    }

    /// Begins a subpath at a point.
    pub(super) fn to(&mut self, point: Point) -> &mut Self {
        self.at = tenths(point);
        self.write('M', &[self.at.0, self.at.1]);
        self
    }

    /// Draws a line.
    pub(super) fn line(&mut self, end: Point) -> &mut Self {
        let end = tenths(end);
        match (end.0 - self.at.0, end.1 - self.at.1) {
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
                    let numbers: Vec<i64> =
                        points.iter().flat_map(|p| [p.0 - x, p.1 - y]).collect();
                    self.write('c', &numbers);
                    self.at = points[2];
                }
            }
        }
        self.commands.push('z');
        self
    }

    /// Draws a polygon.
    pub(super) fn polygon(&mut self, corners: &[Point]) -> &mut Self {
        self.to(corners[0]);
        for &corner in &corners[1..] {
            if tenths(corner) != self.at {
                self.line(corner);
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
    fn roundings_do_not_add_up() {
        let mut pen = Pen::default();
        pen.to((0.0, 0.0));
        for i in 1..=8 {
            pen.line((f64::from(i) * 0.25, 0.0));
        }
        assert_eq!(pen.at, (20, 0));
    }
}
