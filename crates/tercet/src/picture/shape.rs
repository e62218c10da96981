//! The outlines of the symbols, around the origin: tall ones for decks of up to three values, of
//! which three stand in a row, and square ones for the others, which lie as on dice.

use super::geometry::{Outline, Point};

/// The proportions of the symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// 60 wide, 150 high.
    Tall,
    /// 72 wide and high.
    Square,
}

/// The outline of a level of the channel shape.
pub(super) fn outline(shape: usize, form: Form) -> Outline {
    match (shape, form) {
        (0, Form::Tall) => stadium(29.0, 73.0),
        (0, Form::Square) => turned(&stadium(23.0, 36.0)),
        (1, Form::Tall) => diamond(31.0, 75.0),
        (1, Form::Square) => diamond(35.0, 35.0),
        (2, Form::Tall) => turned(&squiggle().map(|(x, y)| (x * 2.06, y * 1.2))),
        (2, Form::Square) => squiggle(),
        (3, _) => Outline::polygon(&[(0.0, -33.0), (36.0, 30.0), (-36.0, 30.0)]),
        (4, _) => cross(12.5, 34.0),
        _ => moon(),
    }
}

fn diamond(x: f64, y: f64) -> Outline {
    Outline::polygon(&[(0.0, -y), (x, 0.0), (0.0, y), (-x, 0.0)])
}

/// An upright rectangle with two half circles.
fn stadium(x: f64, y: f64) -> Outline {
    let straight = y - x;
    Outline::from((-x, -straight)).arc((0.0, -straight), x, 180.0, 360.0).line((x, straight)).arc(
        (0.0, straight),
        x,
        0.0,
        180.0,
    )
}

/// A quarter turn.
fn turned(outline: &Outline) -> Outline {
    outline.map(|(x, y)| (-y, x))
}

/// A lying wave: half of its outline, and the same half turned about the origin.
fn squiggle() -> Outline {
    let half: [[Point; 3]; 4] = [
        [(-36.0, -17.0), (-27.0, -27.0), (-15.0, -25.0)],
        [(-1.0, -22.5), (5.0, -7.0), (15.0, -8.0)],
        [(23.0, -9.0), (23.5, -20.0), (30.0, -20.0)],
        [(36.5, -20.0), (36.5, -8.0), (36.0, -2.0)],
    ];
    let opposite = |(x, y): Point| (-x, -y);
    let back = half.map(|curve| curve.map(opposite));
    let whole = half.into_iter().chain(back);
    whole.fold(Outline::from((-36.0, 2.0)), |outline, [first, second, end]| {
        outline.curve(first, second, end)
    })
}

fn cross(arm: f64, reach: f64) -> Outline {
    let (a, r) = (arm, reach);
    let quarter = [(-a, -r), (a, -r), (a, -a)];
    let turned = |corners: &[Point; 3]| Some(corners.map(|(x, y)| (-y, x)));
    let quarters = std::iter::successors(Some(quarter), turned).take(4);
    Outline::polygon(&quarters.flatten().collect::<Vec<_>>())
}

/// A crescent between two circles, tilted.
fn moon() -> Outline {
    const TILT: f64 = -25.0;
    const HORN: f64 = 62.0;
    let (outer, gap) = (35.0, 21.0);
    let horn: Point = (outer * HORN.to_radians().cos(), outer * HORN.to_radians().sin());
    let inner = (horn.0 - gap).hypot(horn.1);
    let bite = horn.1.atan2(horn.0 - gap).to_degrees();
    let (sine, cosine) = TILT.to_radians().sin_cos();
    Outline::from(horn)
        .arc((0.0, 0.0), outer, HORN, 360.0 - HORN)
        .arc((gap, 0.0), inner, 360.0 - bite, bite)
        .map(|(x, y)| (x + 6.0, y))
        .map(|(x, y)| (x * cosine - y * sine, x * sine + y * cosine))
}
