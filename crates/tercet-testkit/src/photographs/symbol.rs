//! The outlines of the symbols, and how much of a point is ink.
//!
//! An outline is a polygon, dense enough to look round. The signed distance to it is computed for
//! every second point and interpolated: points inside by less than the thickness of the line are
//! outline, and points deeper inside are filled.

use tercet::classic::{Shading, Shape};

use super::draw::Draw;
use super::noise::{mix, smooth};

/// How a deck draws its symbols. Lengths are in widths of a card.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Style {
    /// Half the width and half the height of a symbol.
    pub(super) half: [f32; 2],
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
}

/// The filling of a hatched symbol.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Filling {
    /// Parallel lines: their distance, the part of it that is ink, and their angle to the short axis.
    Lines(f32, f32, f32),
    /// A tint: the part that is ink.
    Tint(f32),
}

impl Style {
    /// The style of a deck.
    pub(super) fn random(draw: &mut Draw) -> Self {
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
            std::f32::consts::FRAC_PI_2
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
            half: [width / WIDTH / 2.0, height / WIDTH / 2.0],
            spacing: spacing / WIDTH,
            line,
            filling,
            round: if superellipse { exponent } else { 2.0 },
            diamond: if plain { [0.0, 0.0] } else { [bent, cut] },
            squiggle,
            mirrored: draw.chance(0.5),
        }
    }

    /// The outline of a shape about the origin, in widths of a card.
    fn outline(&self, shape: Shape) -> Vec<[f32; 2]> {
        let [a, b] = self.half;
        let mut outline = match shape {
            Shape::Oval => self.oval(),
            Shape::Diamond => self.rhombus(),
            Shape::Squiggle => self.squiggle(),
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
        let [a, b] = self.half;
        // A superellipse is as long as the symbol, as it would otherwise have corners.
        let end = if self.round > 2.0 { a } else { b };
        let half = (0..=STEPS).map(|step| {
            let angle = std::f32::consts::PI * (step as f32 / STEPS as f32 - 0.5);
            let power = |part: f32| part.signum() * part.abs().powf(2.0 / self.round);
            [a - end + end * power(angle.cos()), b * power(angle.sin())]
        });
        symmetric(half)
    }

    fn rhombus(&self) -> Vec<[f32; 2]> {
        const STEPS: usize = 4;
        let [a, b] = self.half;
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
        const STEPS: usize = 3;
        let [waves, tips, lean] = self.squiggle;
        let upper = UPPER.map(|[x, y]| {
            // The mean height stays; the waves about it change, and so do the tips.
            let factor = mix(waves, tips, smooth((x.abs() - 0.3) / 0.6));
            let y = -0.36 + (y + 0.36) * factor;
            [x + lean * y, y]
        });
        let whole: Vec<[f32; 2]> =
            upper.into_iter().chain(upper.into_iter().map(|[x, y]| [-x, -y])).collect();
        let n = whole.len();
        let mut curve = Vec::with_capacity(n * STEPS);
        for i in 0..n {
            let [p, q, r, s] = [n - 1, 0, 1, 2].map(|step| whole[(i + step) % n]);
            for step in 0..STEPS {
                curve.push(catmull_rom([p, q, r, s], step as f32 / STEPS as f32));
            }
        }
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
        let half = self.half.map(|half| (half * width).ceil() as usize + 2);
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
                };
                ink.push(whole - inner + inner * filling);
            }
        }
        Stamp { half, ink }
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
        (0..60).map(|seed| Style::random(&mut Draw::new(seed, "test")))
    }

    /// The part of a symbol's bounding box that is ink.
    fn inked(style: &Style, shape: Shape, shading: Shading) -> f32 {
        let sum: f32 = style.stamp(shape, shading, WIDTH).ink.iter().sum();
        sum / (4.0 * style.half[0] * style.half[1] * WIDTH * WIDTH)
    }

    #[test]
    fn outlines_fill_their_box_and_are_symmetric() {
        for style in styles() {
            for shape in Shape::ALL {
                let outline = style.outline(shape);
                for i in 0..2 {
                    let most = outline.iter().map(|point| point[i]).fold(0.0, f32::max);
                    let least = outline.iter().map(|point| point[i]).fold(0.0, f32::min);
                    assert!((most - style.half[i]).abs() < 0.02 && (most + least).abs() < 1e-4);
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
