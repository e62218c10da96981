//! Marks and dashes, which distinguish series where colours do not.
//!
//! Seven shapes, three kinds of line and eight colours: no two of the first 21 series have the same
//! shape and line, and no two of the first 168 look the same.

use super::pen::{Pen, Spot, number, path};
use super::theme::Paint;

/// Shapes whose inside can be empty, so that each of them has an open form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Circle,
    Square,
    Up,
    Diamond,
    Down,
    Plus,
    Star,
}

const SHAPES: [Shape; 7] = [
    Shape::Circle,
    Shape::Square,
    Shape::Up,
    Shape::Diamond,
    Shape::Down,
    Shape::Plus,
    Shape::Star,
];

const DASHES: [&str; 3] = ["", " stroke-dasharray=\"9 5\"", " stroke-dasharray=\"2.5 4.5\""];

/// The dash of a reference, which has no marks.
const REFERENCE: &str = " stroke-dasharray=\"14 5 3 5\"";

/// The radius of a mark.
pub(super) const RADIUS: f64 = 6.0;

/// The height of the arrow of a lower bound above the centre of its mark.
pub(super) const ARROW: f64 = 25.0;

/// The look of a series, by its number.
#[derive(Clone, Copy)]
pub(super) struct Look {
    number: usize,
    is_reference: bool,
}

impl Look {
    pub(super) fn new(number: usize, is_reference: bool) -> Self {
        Self { number, is_reference }
    }

    /// Its number among all series of the chart.
    pub(super) fn number(self) -> usize {
        self.number
    }

    /// Whether it is the first series of the chart.
    pub(super) fn is_first(self) -> bool {
        self.number == 0
    }

    pub(super) fn paint(self) -> Paint {
        Paint::Series(self.number)
    }

    /// The attribute that dashes its line.
    pub(super) fn dash(self) -> &'static str {
        let dash = DASHES[self.number / SHAPES.len() % DASHES.len()];
        if self.is_reference { REFERENCE } else { dash }
    }

    /// Draws its mark; an open one with an arrow is a lower bound.
    pub(super) fn mark(self, pen: &mut Pen, spot: Spot, is_bound: bool) {
        let paint = self.paint();
        mark(pen, SHAPES[self.number % SHAPES.len()], paint, spot, is_bound);
    }
}

/// The mark that explains lower bounds, whichever series has them.
pub(super) fn bound(pen: &mut Pen, spot: Spot) {
    mark(pen, Shape::Circle, Paint::Muted, spot, true);
}

fn mark(pen: &mut Pen, shape: Shape, paint: Paint, spot: Spot, is_bound: bool) {
    let Spot { x, y } = spot;
    if is_bound {
        let (line, tip) = (pen.stroke(paint), y - ARROW);
        let (x, y, neck) = (number(x), number(y), number(tip + 1.0));
        let head = path(&[
            Spot { x: spot.x - 4.5, y: tip + 6.0 },
            Spot { x: spot.x, y: tip },
            Spot { x: spot.x + 4.5, y: tip + 6.0 },
        ]);
        pen.line(&format!(r#"<path {line} stroke-width="2" d="M{x} {y}V{neck}{head}"/>"#));
    }
    let look = if is_bound {
        format!(r#"{} stroke-width="2.2""#, pen.fill_and_stroke(Paint::Paper, paint))
    } else {
        format!(r#"{} stroke-width="1.2""#, pen.fill_and_stroke(paint, Paint::Paper))
    };
    if shape == Shape::Circle {
        let (x, y, radius) = (number(x), number(y), number(RADIUS * 0.95));
        return pen.line(&format!(r#"<circle {look} cx="{x}" cy="{y}" r="{radius}"/>"#));
    }
    let corners: Vec<Spot> = corners(shape)
        .into_iter()
        .map(|[right, down]| Spot { x: x + RADIUS * right, y: y + RADIUS * down })
        .collect();
    pen.line(&format!(r#"<path {look} stroke-linejoin="round" d="{}Z"/>"#, path(&corners)));
}

/// The corners of a shape around its middle, in radii.
fn corners(shape: Shape) -> Vec<[f64; 2]> {
    let up = vec![[0.0, -1.15], [1.1, 0.8], [-1.1, 0.8]];
    match shape {
        Shape::Circle => Vec::new(),
        Shape::Square => vec![[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
        Shape::Up => up,
        Shape::Down => up.into_iter().map(|[right, down]| [right, -down]).collect(),
        Shape::Diamond => vec![[0.0, -1.25], [1.05, 0.0], [0.0, 1.25], [-1.05, 0.0]],
        Shape::Plus => {
            const THIN: f64 = 0.38;
            let arm = [[-THIN, -1.1], [THIN, -1.1], [THIN, -THIN]];
            // Each arm is the one before, a quarter turned.
            let turned = |[right, down]: [f64; 2], turns: u8| match turns {
                0 => [right, down],
                1 => [-down, right],
                2 => [-right, -down],
                _ => [down, -right],
            };
            (0..4).flat_map(|turns| arm.map(|corner| turned(corner, turns))).collect()
        }
        Shape::Star => {
            let corner = |i: u8| {
                let angle = f64::from(i) * std::f64::consts::PI / 5.0;
                let far = if i.is_multiple_of(2) { 1.3 } else { 0.55 };
                [far * angle.sin(), -far * angle.cos()]
            };
            (0..10).map(corner).collect()
        }
    }
}
