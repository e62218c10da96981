//! The pen: writes the commands of an SVG path, shortly.
//!
//! Coordinates are rounded to tenths. Within a subpath they are relative to the last point, which is
//! shorter; the pen knows that point exactly, so that roundings do not add up. [`Outline::of_path`] reads
//! paths back.

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

/// Appends a number of tenths, without zeros that mean nothing.
fn push(text: &mut String, tenths: i64) {
    let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    text.push_str(if tenths < 0 { "-" } else { "" });
    if whole > 0 || rest == 0 {
        text.push_str(&whole.to_string());
    }
    if rest > 0 {
        text.push('.');
        text.push(char::from(b'0' + rest as u8));
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
    fn to(&mut self, point: Point) {
        self.at = tenths(point);
        self.write('M', &[self.at.0, self.at.1]);
    }

    /// Draws a line, unless it ends where it starts.
    fn line(&mut self, end: Point) {
        let end = tenths(end);
        match (end.0 - self.at.0, end.1 - self.at.1) {
            (0, 0) => {}
            (0, y) => self.write('v', &[y]),
            (x, 0) => self.write('h', &[x]),
            (x, y) => self.write('l', &[x, y]),
        }
        self.at = end;
    }

    /// Draws an outline, as a subpath. One without edges is a dot, which the round caps of the stroke fill.
    pub(super) fn outline(&mut self, outline: &Outline) {
        self.to(outline.start);
        for edge in &outline.edges {
            match *edge {
                Edge::Line(end) => self.line(end),
                Edge::Curve(first, second, end) => {
                    let points = [first, second, end].map(tenths);
                    let (x, y) = self.at;
                    let numbers = points.map(|point| [point.0 - x, point.1 - y]);
                    self.write('c', numbers.as_flattened());
                    self.at = points[2];
                }
            }
        }
        if outline.is_closed {
            self.commands.push('z');
        } else if outline.edges.is_empty() {
            self.write('h', &[0]);
        }
    }

    /// The commands.
    pub(super) fn finish(self) -> String {
        self.commands
    }
}

// Plane geometry: closed outlines, and parts of polygons.
//
// The y axis points down, as in SVG.

/// A point, or a vector.
pub(super) type Point = (f64, f64);

/// An outline or a stroke of a drawing: lines and cubic curves from point to point.
#[derive(Clone, PartialEq, Debug)]
pub struct Outline {
    /// The first point.
    pub start: (f64, f64),
    /// The ways to the next points.
    pub edges: Vec<Edge>,
    /// Whether a line leads back to the first point.
    pub is_closed: bool,
}

/// The way to the next point of an outline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Edge {
    /// A line to a point.
    Line((f64, f64)),
    /// A cubic curve: its two control points and its end.
    Curve((f64, f64), (f64, f64), (f64, f64)),
}

impl Outline {
    /// A polygon.
    pub(super) fn polygon(corners: &[Point]) -> Self {
        let edges = corners[1..].iter().map(|&corner| Edge::Line(corner)).collect();
        Self { start: corners[0], edges, is_closed: true }
    }

    /// The closed outline that starts at a point.
    pub(super) fn from(start: Point) -> Self {
        Self { start, edges: Vec::new(), is_closed: true }
    }

    /// A dot, from which lines may lead.
    pub(super) fn open(start: Point) -> Self {
        Self { is_closed: false, ..Self::from(start) }
    }

    /// A rectangle with round corners, clockwise from the end of its upper left corner.
    pub fn rectangle((x, y): (f64, f64), (width, height): (f64, f64), radius: f64) -> Self {
        let (left, right, top, bottom) =
            (x + radius, x + width - radius, y + radius, y + height - radius);
        Self::from((left, y))
            .line((right, y))
            .arc((right, top), radius, -90.0, 0.0)
            .line((x + width, bottom))
            .arc((right, bottom), radius, 0.0, 90.0)
            .line((left, y + height))
            .arc((left, bottom), radius, 90.0, 180.0)
            .line((x, top))
            .arc((left, top), radius, 180.0, 270.0)
    }

    /// A circle.
    pub fn circle(centre: (f64, f64), radius: f64) -> Self {
        Self::from((centre.0 + radius, centre.1)).arc(centre, radius, 0.0, 360.0)
    }

    /// The outlines of the `d` of a path, which may have the commands that our drawings have.
    ///
    /// # Panics
    ///
    /// If the path is not one of our drawings.
    pub fn of_path(path: &str) -> Vec<Self> {
        let mut outlines: Vec<Self> = Vec::new();
        let (mut at, mut control) = ((0.0, 0.0), None);
        for (command, numbers) in commands(path) {
            let from = if command.is_ascii_lowercase() { at } else { (0.0, 0.0) };
            let point = |i: usize| (from.0 + numbers[i], from.1 + numbers[i + 1]);
            let part = |a: Point, b: Point, t: f64| (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1));
            let edge = match command.to_ascii_uppercase() {
                'M' => {
                    (at, control) = (point(0), None);
                    outlines.push(Self::open(at));
                    continue;
                }
                'L' => Edge::Line(point(0)),
                'H' => Edge::Line((from.0 + numbers[0], at.1)),
                'V' => Edge::Line((at.0, from.1 + numbers[0])),
                'C' => Edge::Curve(point(0), point(2), point(4)),
                // The first control point mirrors the last one.
                'S' => Edge::Curve(part(control.unwrap_or(at), at, 2.0), point(0), point(2)),
                'Q' => {
                    let (middle, end) = (point(0), point(2));
                    Edge::Curve(part(at, middle, 2.0 / 3.0), part(end, middle, 2.0 / 3.0), end)
                }
                // A quarter of a circle, counterclockwise.
                'A' => {
                    let end = point(5);
                    let is_upright = (end.0 > at.0) == (end.1 > at.1);
                    let corner = if is_upright { (at.0, end.1) } else { (end.0, at.1) };
                    Edge::Curve(part(at, corner, QUARTER), part(end, corner, QUARTER), end)
                }
                _ => {
                    outlines.last_mut().expect(BEGUN).is_closed = true;
                    continue;
                }
            };
            (at, control) = match edge {
                Edge::Line(end) => (end, None),
                Edge::Curve(_, second, end) => (end, Some(second)),
            };
            outlines.last_mut().expect(BEGUN).edges.push(edge);
        }
        outlines
    }

    pub(super) fn line(mut self, end: Point) -> Self {
        self.edges.push(Edge::Line(end));
        self
    }

    pub(super) fn curve(mut self, first: Point, second: Point, end: Point) -> Self {
        self.edges.push(Edge::Curve(first, second, end));
        self
    }

    /// Goes on along a circle, from its point at one angle to that at another, in degrees clockwise
    /// from the right.
    pub(super) fn arc(mut self, centre: Point, radius: f64, from: f64, to: f64) -> Self {
        const WIDEST_ARC: f64 = 90.0;
        let parts = ((to - from).abs() / WIDEST_ARC).ceil().max(1.0);
        let step = (to - from).to_radians() / parts;
        // The control points of the cubic that is nearest to an arc.
        let reach = radius * 4.0 / 3.0 * (step / 4.0).tan();
        let at = |angle: f64| {
            let (sine, cosine) = angle.sin_cos();
            let point = (centre.0 + radius * cosine, centre.1 + radius * sine);
            (point, (-sine * reach, cosine * reach))
        };
        for part in 0..parts as usize {
            let begin = from.to_radians() + step * part as f64;
            let ((p, u), (q, w)) = (at(begin), at(begin + step));
            self = self.curve((p.0 + u.0, p.1 + u.1), (q.0 - w.0, q.1 - w.1), q);
        }
        self
    }

    /// The outline whose points are mapped one by one.
    pub(super) fn map(&self, to: impl Fn(Point) -> Point) -> Self {
        let edge = |edge: &Edge| match *edge {
            Edge::Line(end) => Edge::Line(to(end)),
            Edge::Curve(first, second, end) => Edge::Curve(to(first), to(second), to(end)),
        };
        let edges = self.edges.iter().map(edge).collect();
        Self { start: to(self.start), edges, is_closed: self.is_closed }
    }

    /// The points of a polygon near the outline, with this many corners for each curve.
    pub fn flattened(&self, corners: usize) -> Vec<Point> {
        let mut points = vec![self.start];
        for edge in &self.edges {
            let start = points[points.len() - 1];
            match *edge {
                Edge::Line(end) => points.push(end),
                Edge::Curve(first, second, end) => points.extend((1..=corners).map(|corner| {
                    let t = corner as f64 / corners as f64;
                    let s = 1.0 - t;
                    let mix = |a: f64, b: f64, c: f64, d: f64| {
                        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
                    };
                    (mix(start.0, first.0, second.0, end.0), mix(start.1, first.1, second.1, end.1))
                })),
            }
        }
        points
    }
}

/// How far the control points of a quarter of a circle are on the way to the corner around it.
const QUARTER: f64 = 0.552_285;

const BEGUN: &str = "a path begins with a point";

/// The commands of a path, each with as many numbers as it takes.
fn commands(path: &str) -> impl Iterator<Item = (char, Vec<f64>)> {
    let ends = path.char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic());
    let ends: Vec<(usize, char)> = ends.chain([(path.len(), ' ')]).collect();
    let parts: Vec<(char, Vec<f64>)> =
        ends.windows(2).map(|pair| (pair[0].1, numbers(&path[pair[0].0 + 1..pair[1].0]))).collect();
    parts.into_iter().flat_map(|(command, numbers)| {
        let length = match command.to_ascii_uppercase() {
            'M' | 'L' => 2,
            'H' | 'V' => 1,
            'C' => 6,
            'S' | 'Q' => 4,
            'A' => 7,
            'Z' => return vec![(command, numbers)],
            other => panic!("our drawings have no command {other}"),
        };
        // Further points after one to begin at are those of lines.
        let line = if command == 'M' { 'L' } else { command };
        let chunks = numbers.chunks_exact(length).enumerate();
        chunks.map(|(i, it)| (if i == 0 { command } else { line }, it.to_vec())).collect()
    })
}

/// The numbers of a text, which a space, a sign or a second point separates.
fn numbers(text: &str) -> Vec<f64> {
    let mut words = vec![String::new()];
    for letter in text.chars() {
        let word = words.last_mut().expect("there is a word");
        match letter {
            ' ' => words.push(String::new()),
            '-' if !word.is_empty() => words.push("-".into()),
            '.' if word.contains('.') => words.push(".".into()),
            _ => word.push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words.iter().map(|word| word.parse().expect("a number of a path")).collect()
}

/// The edges of a polygon.
fn edges(polygon: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(&a, &b)| (a, b))
}

/// The parts of the vertical line at x that lie in a polygon, from top to bottom.
pub(super) fn chords(polygon: &[Point], x: f64) -> Vec<(f64, f64)> {
    let mut crossings: Vec<f64> = edges(polygon)
        .filter(|(a, b)| (a.0 <= x) != (b.0 <= x))
        .map(|(a, b)| a.1 + (x - a.0) / (b.0 - a.0) * (b.1 - a.1))
        .collect();
    crossings.sort_unstable_by(f64::total_cmp);
    crossings.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Whether a disc lies in a polygon.
pub(super) fn holds_disc(polygon: &[Point], centre: Point, radius: f64) -> bool {
    let inside = chords(polygon, centre.0).iter().any(|&(a, b)| a <= centre.1 && centre.1 <= b);
    inside && edges(polygon).all(|(a, b)| distance(centre, a, b) >= radius)
}

/// The distance of a point from the segment between two points.
fn distance(point: Point, a: Point, b: Point) -> f64 {
    let (along, to) = ((b.0 - a.0, b.1 - a.1), (point.0 - a.0, point.1 - a.1));
    let length = along.0 * along.0 + along.1 * along.1;
    let t = if length > 0.0 {
        ((to.0 * along.0 + to.1 * along.1) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (to.0 - t * along.0).hypot(to.1 - t * along.1)
}

/// The part of a polygon on one side of a line: where `side` is not negative, which must be affine.
/// If the part has several pieces, they are joined along the line (Sutherland–Hodgman).
pub(super) fn part(polygon: &[Point], side: impl Fn(Point) -> f64) -> Vec<Point> {
    let mut part = Vec::new();
    for (a, b) in edges(polygon) {
        let (at_a, at_b) = (side(a), side(b));
        if at_a >= 0.0 {
            part.push(a);
        }
        if (at_a < 0.0) != (at_b < 0.0) {
            let t = at_a / (at_a - at_b);
            part.push((a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1)));
        }
    }
    part
}

/// The area of a polygon.
pub(super) fn area(polygon: &[Point]) -> f64 {
    edges(polygon).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum::<f64>().abs() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roundings_do_not_add_up() {
        let mut pen = Pen::default();
        pen.to((0.0, 0.0));
        for i in 1..=8 {
            pen.line((f64::from(i) * 0.25, 0.0));
        }
        assert_eq!(pen.at, (20, 0));
    }

    const SQUARE: [Point; 4] = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];

    #[test]
    fn chords_lie_inside() {
        assert_eq!(chords(&SQUARE, 1.0), [(0.0, 4.0)]);
        assert_eq!(chords(&SQUARE, 5.0), []);
        let fork = [(0.0, 0.0), (3.0, 0.0), (1.0, 2.0), (3.0, 4.0), (0.0, 4.0)];
        assert_eq!(chords(&fork, 2.0), [(0.0, 1.0), (3.0, 4.0)]);
    }

    #[test]
    fn discs_keep_off_the_edges() {
        assert!(holds_disc(&SQUARE, (2.0, 2.0), 2.0));
        assert!(!holds_disc(&SQUARE, (2.0, 1.0), 1.5));
        assert!(!holds_disc(&SQUARE, (6.0, 2.0), 1.0));
    }

    #[test]
    fn parts_add_up() {
        let left = part(&SQUARE, |(x, y)| 3.0 - x - y);
        let right = part(&SQUARE, |(x, y)| x + y - 3.0);
        assert!((area(&left) - 4.5).abs() < 1e-9);
        assert!((area(&left) + area(&right) - 16.0).abs() < 1e-9);
    }

    #[test]
    fn paths_are_read_back() {
        let read = |path| Outline::of_path(path).remove(0);
        let square = read("M0 0h4v4H0z");
        assert_eq!((square.flattened(1), square.is_closed), (SQUARE.to_vec(), true));
        let curves = read("M2 0C3.4 0 4 1.6 4 3.5S3.4 7 2 7");
        let second = Edge::Curve((4.0, 5.4), (3.4, 7.0), (2.0, 7.0));
        assert_eq!((curves.edges[1], curves.is_closed), (second, false));
        assert_eq!(read("M.5-1 2.5.5").flattened(1), [(0.5, -1.0), (2.5, 0.5)]);
        // Quarters of circles around (3, 3) and (9, 0), counterclockwise.
        for (path, centre) in
            [("M3 0a3 3 0 0 0-3 3", (3.0, 3.0)), ("M6 0a3 3 0 0 0 3 3", (9.0, 0.0))]
        {
            for (x, y) in read(path).flattened(16) {
                assert!((f64::hypot(x - centre.0, y - centre.1) - 3.0).abs() < 0.002, "{path}");
            }
        }
        assert_eq!(read("M0 0q3 0 3 3").edges, [Edge::Curve((2.0, 0.0), (3.0, 1.0), (3.0, 3.0))]);
    }

    #[test]
    fn arcs_are_round() {
        let circle = Outline::from((5.0, 0.0)).arc((0.0, 0.0), 5.0, 0.0, 360.0);
        assert_eq!(circle.edges.len(), 4);
        for (x, y) in circle.flattened(16) {
            assert!((x.hypot(y) - 5.0).abs() < 0.002);
        }
    }
}
