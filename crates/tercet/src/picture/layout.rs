//! Where the symbols of a card stand.

use super::geometry::Point;
use super::shape::Form;

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
