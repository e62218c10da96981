//! The drawings of cards as operators of a PDF.
//!
//! [`tercet::picture`] draws cards as plain SVG: groups, rectangles, circles and paths with
//! presentation attributes. PDF has the same imaging model, so each element becomes a path with the
//! colours and the stroke that it has or inherits, and one drawing in Rust serves all forms. Other
//! elements of SVG are not translated; a test compares all kinds of cards as SVG and as PDF, pixel
//! by pixel.

use std::fmt::Write;

use super::page::{Point, length};

/// The distance of the control points of a quarter of a circle from its ends, for the radius 1.
const QUARTER: f64 = 0.552_284_75;

/// The paint of an element: the attributes that elements inherit.
#[derive(Clone, Copy)]
struct Paint<'a> {
    fill: &'a str,
    stroke: &'a str,
    width: &'a str,
    cap: &'a str,
    join: &'a str,
    dashes: &'a str,
    offset: &'a str,
}

/// The default values of the attributes in SVG.
const INITIAL: Paint = Paint {
    fill: "#000",
    stroke: "none",
    width: "1",
    cap: "butt",
    join: "miter",
    dashes: "none",
    offset: "0",
};

/// An element: its name, and its attributes.
struct Element<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
    /// Whether it has no end tag.
    is_empty: bool,
}

impl<'a> Element<'a> {
    /// The element of the text between `<` and `>`.
    fn read(tag: &'a str) -> Self {
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let parts: Vec<&str> = rest.split('"').collect();
        let pair = |pair: &[&'a str]| (pair[0].trim().trim_end_matches('='), pair[1]);
        Self { name, attributes: parts.chunks_exact(2).map(pair).collect(), is_empty }
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(other, _)| *other == name).map(|&(_, value)| value)
    }

    /// A number; 0 if the attribute is missing, as in SVG.
    fn number(&self, name: &str) -> f64 {
        self.get(name).and_then(|value| value.parse().ok()).unwrap_or(0.0)
    }

    /// The paint of the element, inside an element with this paint.
    fn paint(&self, inherited: Paint<'a>) -> Paint<'a> {
        let or = |name: &str, inherited| self.get(name).unwrap_or(inherited);
        Paint {
            fill: or("fill", inherited.fill),
            stroke: or("stroke", inherited.stroke),
            width: or("stroke-width", inherited.width),
            cap: or("stroke-linecap", inherited.cap),
            join: or("stroke-linejoin", inherited.join),
            dashes: or("stroke-dasharray", inherited.dashes),
            offset: or("stroke-dashoffset", inherited.offset),
        }
    }

    /// The operators that begin a transformation; empty without a transformation.
    fn transformation(&self) -> String {
        let Some(transform) = self.get("transform") else { return String::new() };
        let inside = |name: &str| {
            let rest = transform.split_once(name)?.1;
            Some(numbers(rest.split_once(')')?.0))
        };
        let translation = inside("translate(").unwrap_or_default();
        let x = translation.first().copied().unwrap_or(0.0);
        let y = translation.get(1).copied().unwrap_or(0.0);
        let scale = inside("scale(").and_then(|scale| scale.first().copied()).unwrap_or(1.0);
        let scale = length(scale);
        format!("q {scale} 0 0 {scale} {} {} cm\n", length(x), length(y))
    }
}

/// The elements of a card as operators.
pub(super) fn paint(svg: &str) -> String {
    let mut out = String::new();
    // The groups that are open: their paint, and whether they have a transformation.
    let mut open = vec![(INITIAL, false)];
    for tag in svg.split('<').skip(1) {
        let tag = tag.trim_end().trim_end_matches('>');
        if tag.starts_with('/') {
            if open.pop().is_some_and(|(_, transformed)| transformed) {
                out += "Q\n";
            }
            continue;
        }
        let element = Element::read(tag);
        let inherited = open.last().map_or(INITIAL, |&(paint, _)| paint);
        let (paint, transformation) = (element.paint(inherited), element.transformation());
        out += &transformation;
        if !element.is_empty {
            open.push((paint, !transformation.is_empty()));
            continue;
        }
        let path = match element.name {
            "rect" => rectangle(&element),
            "circle" => circle((element.number("cx"), element.number("cy")), element.number("r")),
            _ => path(element.get("d").unwrap_or_default()),
        };
        painted(&mut out, &path, paint).expect("a string takes all that is written");
        if !transformation.is_empty() {
            out += "Q\n";
        }
    }
    out
}

/// Adds a path and the operators that paint it.
fn painted(out: &mut String, path: &str, paint: Paint) -> std::fmt::Result {
    let (fill, stroke) = (colour(paint.fill), colour(paint.stroke));
    if let Some(fill) = &fill {
        write!(out, "{fill} rg ")?;
    }
    if let Some(stroke) = &stroke {
        let (cap, join) = (u8::from(paint.cap == "round"), u8::from(paint.join == "round"));
        write!(out, "{stroke} RG {} w {cap} J {join} j ", paint.width)?;
        match paint.dashes {
            "none" => write!(out, "[] 0 d ")?,
            dashes => write!(out, "[{}] {} d ", dashes.replace(',', " "), paint.offset)?,
        }
    }
    let operator = match (fill, stroke) {
        (Some(_), Some(_)) => "B",
        (Some(_), None) => "f",
        (None, Some(_)) => "S",
        (None, None) => "n",
    };
    writeln!(out, "{path} {operator}")
}

/// A colour as three numbers from 0 to 1; `None` for `none`.
fn colour(colour: &str) -> Option<String> {
    let digits: Vec<u32> =
        colour.strip_prefix('#')?.chars().filter_map(|c| c.to_digit(16)).collect();
    let channels: Vec<String> = match digits.len() {
        3 => digits.iter().map(|digit| length(f64::from(*digit) / 15.0)).collect(),
        _ => digits.chunks(2).map(|two| length(f64::from(two[0] * 16 + two[1]) / 255.0)).collect(),
    };
    Some(channels.join(" "))
}

/// A circle as a path.
pub(super) fn circle((x, y): Point, radius: f64) -> String {
    let mut pen = Pen::default();
    pen.to((x + radius, y));
    for (ends, away) in [
        ((x, y + radius), (0.0, 1.0)),
        ((x - radius, y), (-1.0, 0.0)),
        ((x, y - radius), (0.0, -1.0)),
        ((x + radius, y), (1.0, 0.0)),
    ] {
        pen.quarter(ends, away);
    }
    pen.close();
    pen.path
}

/// A rectangle with rounded corners. It starts at the end of its first corner, as dashes need it.
fn rectangle(element: &Element) -> String {
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| element.number(name));
    let r = element.number("rx");
    let (right, bottom) = (x + width, y + height);
    let mut pen = Pen::default();
    pen.to((x + r, y));
    pen.line((right - r, y));
    pen.quarter((right, y + r), (1.0, 0.0));
    pen.line((right, bottom - r));
    pen.quarter((right - r, bottom), (0.0, 1.0));
    pen.line((x + r, bottom));
    pen.quarter((x, bottom - r), (-1.0, 0.0));
    pen.line((x, y + r));
    pen.quarter((x + r, y), (0.0, -1.0));
    pen.close();
    pen.path
}

/// Writes a path of a PDF.
#[derive(Default)]
struct Pen {
    path: String,
    start: Point,
    at: Point,
    /// The last control point of a cubic curve that ends at the last point, for `S` to mirror.
    control: Option<Point>,
}

impl Pen {
    fn write(&mut self, points: &[Point], operator: char) {
        for &(x, y) in points {
            write!(self.path, "{} {} ", length(x), length(y))
                .expect("a string takes all that is written");
        }
        self.path.push(operator);
        self.path.push(' ');
        self.at = points.last().copied().unwrap_or(self.start);
        self.control = None;
    }

    fn to(&mut self, point: Point) {
        self.start = point;
        self.write(&[point], 'm');
    }

    fn line(&mut self, end: Point) {
        self.write(&[end], 'l');
    }

    fn curve(&mut self, first: Point, second: Point, end: Point) {
        self.write(&[first, second, end], 'c');
        self.control = Some(second);
    }

    /// A quarter of an ellipse that begins in this direction: a unit vector along an axis.
    fn quarter(&mut self, end: Point, direction: Point) {
        let (x, y) = (end.0 - self.at.0, end.1 - self.at.1);
        let along = |part: f64| (part * x * direction.0.abs(), part * y * direction.1.abs());
        let (first, rest) = (along(QUARTER), along(1.0));
        let across = (x - rest.0, y - rest.1);
        let second = (end.0 - QUARTER * across.0, end.1 - QUARTER * across.1);
        self.curve((self.at.0 + first.0, self.at.1 + first.1), second, end);
    }

    fn close(&mut self) {
        self.write(&[], 'h');
    }
}

/// Converts the `d` of a path to a path of a PDF. It knows the commands of the drawings: moves,
/// lines, cubic and quadratic curves, and quarters of circles.
fn path(d: &str) -> String {
    let mut pen = Pen::default();
    for (command, numbers) in commands(d) {
        let arguments = match command.to_ascii_uppercase() {
            'H' | 'V' => 1,
            'M' | 'L' => 2,
            'S' | 'Q' => 4,
            'C' => 6,
            'A' => 7,
            _ => {
                pen.close();
                continue;
            }
        };
        for (i, part) in numbers.chunks_exact(arguments).enumerate() {
            step(&mut pen, command, part, i == 0);
        }
    }
    pen.path.truncate(pen.path.trim_end().len());
    pen.path
}

/// One command of a path, which may be the first with its letter.
fn step(pen: &mut Pen, command: char, part: &[f64], is_first: bool) {
    let from = if command.is_ascii_lowercase() { pen.at } else { (0.0, 0.0) };
    let point = |i: usize| (from.0 + part[i], from.1 + part[i + 1]);
    match command.to_ascii_uppercase() {
        'M' if is_first => pen.to(point(0)),
        'M' | 'L' => pen.line(point(0)),
        'H' => pen.line((from.0 + part[0], pen.at.1)),
        'V' => pen.line((pen.at.0, from.1 + part[0])),
        'C' => pen.curve(point(0), point(2), point(4)),
        'S' => {
            let control = pen.control.unwrap_or(pen.at);
            let mirrored = (2.0 * pen.at.0 - control.0, 2.0 * pen.at.1 - control.1);
            pen.curve(mirrored, point(0), point(2));
        }
        'Q' => {
            let (control, end) = (point(0), point(2));
            let near = |a: Point| {
                (a.0 + (control.0 - a.0) * 2.0 / 3.0, a.1 + (control.1 - a.1) * 2.0 / 3.0)
            };
            pen.curve(near(pen.at), near(end), end);
        }
        // A quarter of a circle: its flag says on which side its centre lies.
        _ => {
            let end = point(5);
            let clockwise = part[4] > 0.0;
            let (x, y) = (end.0 - pen.at.0, end.1 - pen.at.1);
            let direction = if (x * y > 0.0) == clockwise { (1.0, 0.0) } else { (0.0, 1.0) };
            pen.quarter(end, direction);
        }
    }
}

/// The commands of a path with their numbers.
fn commands(d: &str) -> impl Iterator<Item = (char, Vec<f64>)> {
    let starts = d.char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic());
    starts.map(|(start, letter)| {
        let rest = &d[start + 1..];
        let end = rest.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(rest.len());
        (letter, numbers(&rest[..end]))
    })
}

/// The numbers of a text. A number that begins with a sign or a second point needs no separator.
fn numbers(text: &str) -> Vec<f64> {
    let mut numbers = Vec::new();
    let mut number = String::new();
    for letter in text.chars().chain([' ']) {
        let begins = match letter {
            '0'..='9' => false,
            '.' => number.contains('.'),
            _ => true,
        };
        if begins {
            numbers.extend(number.parse::<f64>().ok());
            number.clear();
        }
        if letter.is_ascii_digit() || letter == '.' || letter == '-' {
            number.push(letter);
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_operators() {
        assert_eq!(path("M1 2v1h-1.5l.5-.5z"), "1 2 m 1 3 l -0.5 3 l 0 2.5 l h");
        assert_eq!(path("M.5.25h0"), "0.5 0.25 m 0.5 0.25 l");
        assert_eq!(path("M0 0L2 3.6 4 0"), "0 0 m 2 3.6 l 4 0 l");
        assert_eq!(path("M0 0c1 0 2 1 2 2s1 2 2 2"), "0 0 m 1 0 2 1 2 2 c 2 3 3 4 4 4 c");
        assert_eq!(path("M0 0q3 0 3 3"), "0 0 m 2 0 3 1 3 3 c");
    }

    #[test]
    fn quarters_of_circles_bend_to_the_right_side() {
        // The corners of the notched frame, whose centres lie outside.
        for (d, middle) in [
            ("M0 0a1 1 0 0 0 1 1", (0.293, 0.707)),
            ("M0 0a1 1 0 0 0-1 1", (-0.707, 0.293)),
            ("M0 0a1 1 0 0 0-1-1", (-0.293, -0.707)),
            ("M0 0a1 1 0 0 0 1-1", (0.707, -0.293)),
            ("M0 0a1 1 0 0 1 1 1", (0.707, 0.293)),
        ] {
            let points = numbers(path(d).split_once('m').unwrap().1);
            let at = |i: usize| (3.0 * points[i] + 3.0 * points[i + 2] + points[i + 4]) / 8.0;
            assert!((at(0) - middle.0).abs() < 0.001, "{d}: {}", at(0));
            assert!((at(1) - middle.1).abs() < 0.001, "{d}: {}", at(1));
        }
    }

    #[test]
    fn elements_inherit_their_paint() {
        let svg = "<g fill=\"none\" stroke=\"#fff\" transform=\"translate(1 2)scale(3)\">\
                   <path d=\"M0 0h1\"/><path stroke=\"#ff0000\" d=\"M0 0h1\"/></g>\
                   <path d=\"M0 0h1\"/>";
        assert_eq!(
            paint(svg),
            "q 3 0 0 3 1 2 cm\n1 1 1 RG 1 w 0 J 0 j [] 0 d 0 0 m 1 0 l S\n\
             1 0 0 RG 1 w 0 J 0 j [] 0 d 0 0 m 1 0 l S\nQ\n0 0 0 rg 0 0 m 1 0 l f\n"
        );
    }
}
