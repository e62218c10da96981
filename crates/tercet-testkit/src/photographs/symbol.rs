//! The outlines of the symbols, and how much of a point is ink.
//!
//! An outline is a polygon, dense enough to look round. The signed distance to it is computed for
//! every second point and interpolated: points inside by less than the thickness of the line are
//! outline, and points deeper inside are filled.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use tercet::classic::{Shading, Shape};

use super::draw::Draw;
use super::edition::{EUROPEAN, EUROPEAN_LINE, EUROPEAN_STEP, Edition, Printed, STRANGE};
use super::noise::{mix, smooth};

/// How a deck draws its symbols. Lengths are in widths of a card.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Style {
    /// Half the width and half the height of an oval, a diamond and a squiggle.
    half: [[f32; 2]; 3],
    /// The distance between the centres of symbols.
    pub(super) spacing: f32,
    /// The thickness of an outline.
    line: f32,
    /// The filling of a hatched symbol.
    filling: Filling,
    /// The exponent of the ends of an oval: 2 is a circle.
    round: f32,
    /// How far the edges of a diamond are bent inwards, and its corners are cut off.
    diamond: [f32; 2],
    /// How a squiggle differs from the printed one: waves, height of its tips, and its lean.
    squiggle: [f32; 3],
    /// Whether squiggles are mirrored: editions of the game differ.
    mirrored: bool,
    /// The outlines of shapes that do not differ from deck to deck.
    fixed: Option<[Vec<[f32; 2]>; 3]>,
}

/// The filling of a hatched symbol.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Filling {
    /// Parallel lines: their distance, the part of it that is ink, and their angle to the short axis.
    Lines(f32, f32, f32),
    /// A tint: the part that is ink.
    Tint(f32),
    /// A stipple.
    Strokes(Strokes),
}

/// A stipple: a stroke or a dot in each cell of a square lattice, at a random place and angle.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Strokes {
    /// The side of a cell.
    pitch: f32,
    /// Half the length of a stroke and half its thickness, in sides of a cell.
    half: [f32; 2],
    seed: u64,
}

impl Style {
    /// The style of a deck of an edition.
    pub(super) fn of(edition: Edition, draw: &mut Draw) -> Self {
        let classic = Self::random(draw);
        match edition {
            Edition::Classic => classic,
            Edition::European => classic.fixed(EUROPEAN.each_ref(), draw),
            Edition::Strange => {
                let first = draw.below(STRANGE.len());
                let shape = |step: usize| &STRANGE[(first + step) % STRANGE.len()];
                classic.fixed([shape(0), shape(1), shape(2)], draw)
            }
        }
    }

    /// The same with the shapes, the stipple and the lines of another edition.
    fn fixed(self, shapes: [&Printed; 3], draw: &mut Draw) -> Self {
        let [wider, higher] = [draw.between(0.95, 1.05), draw.between(0.94, 1.06)];
        let mirrored = draw.chance(0.1);
        let outline = |shape: &Printed| {
            let side = if mirrored { -1.0 } else { 1.0 };
            (shape.outline)().into_iter().map(|[x, y]| [side * x, y]).collect()
        };
        let strokes = Strokes {
            pitch: draw.between(0.014, 0.026),
            half: [draw.between(0.1, 0.6), draw.between(0.16, 0.27)],
            seed: draw.word(),
        };
        let stippled = draw.chance(0.85);
        Self {
            half: shapes.map(|shape| [shape.size[0] / 2.0 * wider, shape.size[1] / 2.0 * higher]),
            spacing: EUROPEAN_STEP * draw.between(0.97, 1.03),
            line: draw.between(EUROPEAN_LINE[0], EUROPEAN_LINE[1]),
            filling: if stippled { Filling::Strokes(strokes) } else { self.filling },
            mirrored,
            fixed: Some(shapes.map(outline)),
            ..self
        }
    }

    /// Half the width and half the height of a shape.
    pub(super) fn half(&self, shape: Shape) -> [f32; 2] {
        self.half[shape as usize]
    }

    /// The style of a classic deck.
    fn random(draw: &mut Draw) -> Self {
        const WIDTH: f32 = 113.0;
        // Half of all decks look like the printed game; the others differ more.
        let usual = draw.chance(0.5);
        let mut near = |printed: [f32; 2], any: [f32; 2]| {
            let part = draw.unit();
            let [low, high] = if usual { printed } else { any };
            mix(low, high, part)
        };
        let (width, height) = (near([77., 83.], [72., 88.]), near([36., 40.], [33., 42.]));
        let spacing = near([47., 53.], [42., 58.]).max(height + 3.0);
        let line = near([0.022, 0.036], [0.015, 0.05]);
        let (lines, duty) = (near([22., 30.], [14., 34.]), near([0.3, 0.42], [0.25, 0.55]));
        let squiggle = [
            near([0.9, 1.1], [0.6, 1.35]),
            near([0.9, 1.1], [0.6, 1.3]),
            near([-0.05, 0.05], [-0.25, 0.25]),
        ];
        let angle = if usual || draw.chance(0.6) {
            0.0
        } else if draw.chance(0.5) {
            draw.signed() * 0.35
        } else {
            FRAC_PI_2
        };
        // Lines along a symbol are as dense as those across, or few, as on the cards of Tercet.
        let wider = if angle > 1.0 { draw.between(1.0, 2.6) } else { 1.0 };
        let pitch = width / WIDTH / lines * wider;
        let tinted = draw.chance(0.15);
        let tint = draw.between(0.25, 0.45);
        let filling = if tinted { Filling::Tint(tint) } else { Filling::Lines(pitch, duty, angle) };
        let (superellipse, exponent) = (draw.chance(0.15), draw.between(2.2, 3.2));
        let (plain, bent, cut) =
            (draw.chance(0.7), draw.between(0.0, 0.12), draw.between(0.0, 0.1));
        Self {
            half: [[width / WIDTH / 2.0, height / WIDTH / 2.0]; 3],
            spacing: spacing / WIDTH,
            line,
            filling,
            round: if superellipse { exponent } else { 2.0 },
            diamond: if plain { [0.0, 0.0] } else { [bent, cut] },
            squiggle,
            mirrored: draw.chance(0.5),
            fixed: None,
        }
    }

    /// The outline of a shape about the origin, in widths of a card.
    fn outline(&self, shape: Shape) -> Vec<[f32; 2]> {
        let [a, b] = self.half(shape);
        let mut outline = match (&self.fixed, shape) {
            (Some(fixed), shape) => fixed[shape as usize].clone(),
            (None, Shape::Oval) => self.oval(),
            (None, Shape::Diamond) => self.rhombus(),
            (None, Shape::Squiggle) => self.squiggle(),
        };
        // Whatever the style, the outline fills its box.
        let most = |i: usize| outline.iter().fold(1e-6_f32, |most, point| most.max(point[i].abs()));
        let (x, y) = (a / most(0), b / most(1));
        for point in &mut outline {
            *point = [point[0] * x, point[1] * y];
        }
        outline
    }

    /// Two half circles and the straight lines between them; or half superellipses.
    fn oval(&self) -> Vec<[f32; 2]> {
        const STEPS: usize = 16;
        let [a, b] = self.half(Shape::Oval);
        // A superellipse is as long as the symbol, as it would otherwise have corners.
        let end = if self.round > 2.0 { a } else { b };
        let half = (0..=STEPS).map(|step| {
            let angle = PI * (step as f32 / STEPS as f32 - 0.5);
            let power = |part: f32| part.signum() * part.abs().powf(2.0 / self.round);
            [a - end + end * power(angle.cos()), b * power(angle.sin())]
        });
        symmetric(half)
    }

    fn rhombus(&self) -> Vec<[f32; 2]> {
        const STEPS: usize = 4;
        let [a, b] = self.half(Shape::Diamond);
        let [bent, cut] = self.diamond;
        // From the upper corner to the right one, with corners cut off and the middle pulled in.
        let edge = (0..=STEPS).map(|step| {
            let part = step as f32 / STEPS as f32;
            let along = mix(cut / 2.0, 1.0 - cut / 2.0, part);
            let inwards = bent * 2.0 * part * (1.0 - part);
            [along - inwards, along - 1.0 + inwards]
        });
        let mut half: Vec<[f32; 2]> = edge.collect();
        half.extend_from_within(..);
        half[STEPS + 1..].reverse();
        for point in &mut half[STEPS + 1..] {
            point[1] = -point[1];
        }
        symmetric(half.into_iter().map(|[x, y]| [a * x, b * y]))
    }

    /// A smooth curve through points of the printed symbol's upper edge, and the same turned by half.
    fn squiggle(&self) -> Vec<[f32; 2]> {
        #[rustfmt::skip]
        const UPPER: [[f32; 2]; 15] = [
            [-1.0, -0.13], [-0.95, -0.35], [-0.87, -0.455], [-0.79, -0.48], [-0.66, -0.445],
            [-0.47, -0.34], [-0.27, -0.285], [-0.08, -0.30], [0.12, -0.375], [0.31, -0.43],
            [0.50, -0.425], [0.70, -0.35], [0.85, -0.215], [0.95, -0.04], [0.995, 0.05],
        ];
        let [waves, tips, lean] = self.squiggle;
        let upper = UPPER.map(|[x, y]| {
            // The mean height stays; the waves about it change, and so do the tips.
            let factor = mix(waves, tips, smooth((x.abs() - 0.3) / 0.6));
            let y = -0.36 + (y + 0.36) * factor;
            [x + lean * y, y]
        });
        let mut curve = smoothed(&upper);
        if self.mirrored {
            for point in &mut curve {
                point[0] = -point[0];
            }
        }
        curve
    }

    /// The symbol as a stamp, for a card that is `width` points wide.
    pub(super) fn stamp(&self, shape: Shape, shading: Shading, width: f32) -> Stamp {
        let outline: Vec<[f32; 2]> =
            self.outline(shape).into_iter().map(|point| point.map(|c| c * width)).collect();
        let half = self.half(shape).map(|half| (half * width).ceil() as usize + 2);
        let field = Field::of(&outline, half);
        let line = self.line * width;
        let mut ink = Vec::with_capacity(4 * half[0] * half[1]);
        for y in 0..2 * half[1] {
            for x in 0..2 * half[0] {
                let distance = field.at(x, y);
                let (whole, inner) = (covered(distance), covered(distance + line));
                let filling = match (shading, self.filling) {
                    (Shading::Solid, _) => 1.0,
                    (Shading::Open, _) => 0.0,
                    (Shading::Hatched, Filling::Tint(tint)) => tint,
                    (Shading::Hatched, Filling::Lines(pitch, duty, angle)) => {
                        let (sin, cos) = angle.sin_cos();
                        let along =
                            (x as f32 - half[0] as f32) * cos + (y as f32 - half[1] as f32) * sin;
                        hatching(along, pitch * width, duty)
                    }
                    (Shading::Hatched, Filling::Strokes(strokes)) => strokes.ink(x, y, width),
                };
                ink.push(whole - inner + inner * filling);
            }
        }
        Stamp { half, ink }
    }
}

impl Strokes {
    /// How much of a point is ink on a card that is `width` points wide.
    fn ink(&self, x: usize, y: usize, width: f32) -> f32 {
        let pitch = self.pitch * width;
        let [x, y] = [x, y].map(|place| place as f32 / pitch);
        let mut least = f32::INFINITY;
        for row in -1..=1 {
            for column in -1..=1 {
                let cell = [x.floor() + column as f32, y.floor() + row as f32];
                let [over, down, angle] = self.random(cell);
                let (sin, cos) = (angle * PI).sin_cos();
                let [dx, dy] = [x - cell[0] - over, y - cell[1] - down];
                let along = (dx * cos + dy * sin).abs() - self.half[0];
                least = least.min(along.max(0.0).hypot(dy * cos - dx * sin));
            }
        }
        covered((least - self.half[1]) * pitch)
    }

    /// Three numbers from 0 to 1 for a cell.
    fn random(&self, cell: [f32; 2]) -> [f32; 3] {
        let place = cell.map(|place| u64::from((place as i32).cast_unsigned()));
        let mut word = self.seed ^ (place[0] << 32 | place[1]).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word ^= word >> 32;
        [0, 20, 40].map(|shift| (word >> shift & 0xf_ffff) as f32 / 1_048_576.0)
    }
}

/// How much of each point about a symbol's centre is ink.
pub(super) struct Stamp {
    /// Half its width and half its height, in points.
    pub(super) half: [usize; 2],
    /// The parts, row by row.
    pub(super) ink: Vec<f32>,
}

/// The distance from an outline at every second point, negative inside.
struct Field {
    columns: usize,
    distances: Vec<f32>,
}

impl Field {
    const STEP: usize = 2;

    fn of(outline: &[[f32; 2]], half: [usize; 2]) -> Self {
        let [columns, rows] = half.map(|half| 2 * half / Self::STEP + 2);
        let place = |step: usize, half: usize| (step * Self::STEP) as f32 - half as f32 + 0.5;
        let distances = (0..rows * columns).map(|at| {
            let (x, y) = (place(at % columns, half[0]), place(at / columns, half[1]));
            distance(outline, x, y)
        });
        Self { columns, distances: distances.collect() }
    }

    fn at(&self, x: usize, y: usize) -> f32 {
        let part = |place: usize| (place % Self::STEP) as f32 / Self::STEP as f32;
        let upper = &self.distances[y / Self::STEP * self.columns + x / Self::STEP..];
        let lower = &upper[self.columns..];
        let (over, down) = (part(x), part(y));
        mix(mix(upper[0], upper[1], over), mix(lower[0], lower[1], over), down)
    }
}

/// The distance of a point from a polygon, negative inside.
fn distance(polygon: &[[f32; 2]], x: f32, y: f32) -> f32 {
    let (mut least, mut inside) = (f32::INFINITY, false);
    let mut previous = polygon[polygon.len() - 1];
    for &point in polygon {
        let ([ax, ay], [bx, by]) = (previous, point);
        let (ex, ey, px, py) = (bx - ax, by - ay, x - ax, y - ay);
        let part = ((px * ex + py * ey) / (ex * ex + ey * ey).max(1e-12)).clamp(0.0, 1.0);
        let (dx, dy) = (px - ex * part, py - ey * part);
        least = least.min(dx * dx + dy * dy);
        // A ray to the right crosses the outline an odd number of times from inside.
        if (ay > y) != (by > y) && x < ax + ex * (y - ay) / ey {
            inside = !inside;
        }
        previous = point;
    }
    if inside { -least.sqrt() } else { least.sqrt() }
}

/// How much of a point lies inside an edge at this distance.
fn covered(distance: f32) -> f32 {
    (0.5 - distance).clamp(0.0, 1.0)
}

/// How much of a point is ink in lines of a pitch: the mean over its width.
fn hatching(along: f32, pitch: f32, duty: f32) -> f32 {
    let ink_before = |along: f32| {
        let lines = along / pitch;
        (lines.floor() * duty + (lines - lines.floor()).min(duty)) * pitch
    };
    ink_before(along + 1.0) - ink_before(along)
}

/// A circle of radius 1.
pub(super) fn ellipse(steps: usize) -> Vec<[f32; 2]> {
    polygon(steps)
}

/// A regular polygon with a corner at the top, in a circle of radius 1.
pub(super) fn polygon(corners: usize) -> Vec<[f32; 2]> {
    star(corners, (PI / corners as f32).cos())
}

/// A star of radius 1, the corners between its points at this distance from the centre.
pub(super) fn star(points: usize, inner: f32) -> Vec<[f32; 2]> {
    let corner = |step: usize| {
        let (sin, cos) = (step as f32 / points as f32 * PI).sin_cos();
        let radius = if step.is_multiple_of(2) { 1.0 } else { inner };
        [radius * sin, -radius * cos]
    };
    (0..2 * points).map(corner).collect()
}

/// Two arcs that meet in points at both ends.
pub(super) fn pointed(steps: usize) -> Vec<[f32; 2]> {
    let angles = (0..steps).map(|step| step as f32 / steps as f32 * TAU);
    angles.map(|angle| [1.0 - (angle / PI - 1.0).abs() * 2.0, angle.sin()]).collect()
}

/// A smooth curve through the points of a half outline, and the same turned by half.
pub(super) fn smoothed(half: &[[f32; 2]]) -> Vec<[f32; 2]> {
    const STEPS: usize = 3;
    let whole = symmetric(half.iter().copied());
    let n = whole.len();
    let mut curve = Vec::with_capacity(n * STEPS);
    for i in 0..n {
        let [p, q, r, s] = [n - 1, 0, 1, 2].map(|step| whole[(i + step) % n]);
        for step in 0..STEPS {
            curve.push(catmull_rom([p, q, r, s], step as f32 / STEPS as f32));
        }
    }
    curve
}

/// A half outline and the same turned by half.
fn symmetric(half: impl Iterator<Item = [f32; 2]>) -> Vec<[f32; 2]> {
    let mut whole: Vec<[f32; 2]> = half.collect();
    let turned: Vec<[f32; 2]> = whole.iter().map(|&[x, y]| [-x, -y]).collect();
    whole.extend(turned);
    whole
}

/// A point of the curve between the second and the third of four points.
fn catmull_rom([p, q, r, s]: [[f32; 2]; 4], t: f32) -> [f32; 2] {
    [0, 1].map(|i| {
        let (p, q, r, s) = (p[i], q[i], r[i], s[i]);
        let (linear, square, cube) =
            (r - p, 2.0 * p - 5.0 * q + 4.0 * r - s, 3.0 * (q - r) + s - p);
        q + 0.5 * t * (linear + t * (square + t * cube))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: f32 = 300.0;

    fn styles() -> impl Iterator<Item = Style> {
        let editions = [Edition::Classic, Edition::European];
        let style = |seed, edition| Style::of(edition, &mut Draw::new(seed, "test"));
        (0..60).flat_map(move |seed| editions.map(|edition| style(seed, edition)))
    }

    /// The part of a symbol's bounding box that is ink.
    fn inked(style: &Style, shape: Shape, shading: Shading) -> f32 {
        let sum: f32 = style.stamp(shape, shading, WIDTH).ink.iter().sum();
        let [a, b] = style.half(shape);
        sum / (4.0 * a * b * WIDTH * WIDTH)
    }

    #[test]
    fn outlines_fill_their_box_and_are_symmetric() {
        for style in styles() {
            for shape in Shape::ALL {
                let outline = style.outline(shape);
                for i in 0..2 {
                    let most = outline.iter().map(|point| point[i]).fold(0.0, f32::max);
                    let least = outline.iter().map(|point| point[i]).fold(0.0, f32::min);
                    assert!(
                        (most - style.half(shape)[i]).abs() < 0.02 && (most + least).abs() < 1e-4
                    );
                }
            }
        }
    }

    #[test]
    fn hatching_lies_between_open_and_solid() {
        for style in styles() {
            for shape in Shape::ALL {
                let [solid, hatched, open] = Shading::ALL.map(|shade| inked(&style, shape, shade));
                assert!(open > 0.02 && hatched > open + 0.05 && solid > hatched + 0.1);
            }
        }
    }
}
