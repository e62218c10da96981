//! The outlines of the symbols, around the origin: tall ones for decks of up to three values, of
//! which three stand in a row, and square ones for the others, which lie as on dice.

use super::pen::{Outline, Point, area, chords, holds_disc, part};

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

/// The size of every card.
pub(super) const CARD: Point = (300.0, 210.0);

/// The room for the symbols: all of the card, or what a frame, or a frame and a disc, leave of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Room {
    /// The whole card.
    Card,
    /// The inside of a frame.
    Frame,
    /// The inside of a frame, to the right of a disc with a letter.
    BesideDisc,
}

/// The layout of some symbols, of a deck with v values: their form, how large they are, and where.
pub(super) fn layout(v: usize, symbols: usize, room: Room) -> (Form, f64, Vec<Point>) {
    let form = if v <= 3 { Form::Tall } else { Form::Square };
    // The steps between symbols of scale 1.
    let (scale, step) = match (form, room) {
        (Form::Tall, Room::Card) => (1.0, (80.0, 0.0)),
        (Form::Tall, Room::Frame) => (0.86, (82.0, 0.0)),
        (Form::Tall, Room::BesideDisc) => (0.78, (76.0, 0.0)),
        (Form::Square, Room::Card) => (0.98, (80.0, 43.0)),
        (Form::Square, Room::Frame) => (0.84, (84.0, 41.0)),
        (Form::Square, Room::BesideDisc) => (0.74, (82.0, 42.0)),
    };
    let centre = if room == Room::BesideDisc { 176.0 } else { CARD.0 / 2.0 };
    let units = match form {
        Form::Tall => row(symbols),
        Form::Square => dice(symbols),
    };
    let place = |(x, y): Point| (centre + x * step.0 * scale, CARD.1 / 2.0 + y * step.1 * scale);
    (form, scale, units.into_iter().map(place).collect())
}

fn row(symbols: usize) -> Vec<Point> {
    let first = -(symbols as f64 - 1.0) / 2.0;
    (0..symbols).map(|symbol| (first + symbol as f64, 0.0)).collect()
}

/// The spots of a die that lies on its side.
fn dice(symbols: usize) -> Vec<Point> {
    /// Two columns are nearer to each other than the outer two of three.
    const NEAR: f64 = 0.56;
    match symbols {
        1 => vec![(0.0, 0.0)],
        2 => vec![(-NEAR, -1.0), (NEAR, 1.0)],
        3 => vec![(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => vec![(-NEAR, -1.0), (NEAR, -1.0), (-NEAR, 1.0), (NEAR, 1.0)],
        5 => vec![(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => vec![(-1.0, -1.0), (0.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (0.0, 1.0), (1.0, 1.0)],
    }
}

// The filling of a symbol, computed against its outline, so that no clipping is needed.

/// The width of a hatching line.
pub(super) const LINE: f64 = 4.0;
/// The radius of a dot.
pub(super) const DOT: f64 = 4.5;

/// The lower half.
pub(super) fn half(outline: &Outline) -> Outline {
    let middle = middle(outline);
    Outline::polygon(&part(&outline.flattened(6), |(_, y)| y - middle))
}

/// Few bold lines: the gaps between them are as wide as those at the sides.
pub(super) fn hatched(outline: &Outline, form: Form) -> Vec<Outline> {
    let (lines, apart) = match form {
        Form::Tall => (4, 11.5),
        Form::Square => (6, 10.2),
    };
    let polygon = outline.flattened(16);
    let first = -apart * f64::from(lines - 1) / 2.0;
    let xs = (0..lines).map(|line| first + apart * f64::from(line));
    let lines = xs.flat_map(|x| {
        let chords = chords(&polygon, x).into_iter();
        // The stroke of the outline hides the shortest.
        let visible = chords.filter(|(top, bottom)| bottom - top > 5.0);
        visible.map(move |(top, bottom)| Outline::open((x, top)).line((x, bottom)))
    });
    lines.collect()
}

/// Whole dots in rows, each shifted by half a step against the last. The rows may all be shifted by
/// half a step in both directions; of these four grids the one with the most dots is taken, since a
/// narrow shape holds few of them.
pub(super) fn dots(outline: &Outline) -> Vec<Outline> {
    const STEP: Point = (14.0, 11.0);
    const OFF: f64 = DOT + 2.2;
    let polygon = outline.flattened(8);
    let middle = middle(outline);
    let grid = |shift: Point| -> Vec<Point> {
        let dot = |row: i32, column: i32| {
            let odd = f64::from(row.rem_euclid(2)) / 2.0;
            let x = (f64::from(column) + odd + shift.0) * STEP.0;
            (x, middle + (f64::from(row) + shift.1) * STEP.1)
        };
        let dots = (-6..=6).flat_map(|row| (-4..=4).map(move |column| dot(row, column)));
        dots.filter(|&dot| holds_disc(&polygon, dot, OFF)).collect()
    };
    // Of equals the last: the grid that is not shifted.
    let grids = [(0.5, 0.5), (0.0, 0.5), (0.5, 0.0), (0.0, 0.0)].map(grid);
    let fullest = grids.into_iter().max_by_key(Vec::len).expect("there are four grids");
    fullest.into_iter().map(Outline::open).collect()
}

/// Every other square of a board, as far as it lies in the outline.
pub(super) fn checked(outline: &Outline) -> Vec<Outline> {
    const SIDE: f64 = 14.0;
    /// A smaller piece is hidden by the stroke of the outline.
    const LEAST: f64 = 12.0;
    let polygon = outline.flattened(6);
    let middle = middle(outline);
    let mut areas = Vec::new();
    for row in -3..3 {
        for column in -3..3 {
            if (row + column) % 2 != 0 {
                continue;
            }
            let (x, y) = (f64::from(column) * SIDE, middle + f64::from(row) * SIDE);
            let piece = part(&polygon, |point| point.0 - x);
            let piece = part(&piece, |point| x + SIDE - point.0);
            let piece = part(&piece, |point| point.1 - y);
            let piece = part(&piece, |point| y + SIDE - point.1);
            if area(&piece) > LEAST {
                areas.push(Outline::polygon(&piece));
            }
        }
    }
    areas
}

/// Halfway between the top and the bottom of an outline.
fn middle(outline: &Outline) -> f64 {
    let ys = || outline.flattened(6).into_iter().map(|(_, y)| y);
    f64::midpoint(ys().fold(f64::MAX, f64::min), ys().fold(f64::MIN, f64::max))
}
