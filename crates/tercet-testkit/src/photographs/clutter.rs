//! Other things on the table: paper, phones, pens, cups, hands, and the rest of the deck.

use super::difficulty::Difficulty;
use super::draw::Draw;
use super::noise::colour;
use super::scene::{Look, Placed, TALL, Thing};

/// The most things on a table.
const MOST_THINGS: usize = 9;

/// Scatters things around the cards; few of them lie on top of cards.
pub(super) fn strew(
    cards: &[Placed],
    [left, top, right, bottom]: [f32; 4],
    difficulty: &Difficulty,
    seed: u64,
) -> Vec<Thing> {
    let amount = difficulty.clutter;
    let mut draw = Draw::new(seed, "clutter");
    let mut things = Vec::new();
    for i in 0..MOST_THINGS {
        let mut draw = Draw::new(draw.word(), "thing");
        let (present, on_top) = (draw.unit() * 0.8 < amount, draw.chance(amount * 0.35));
        let (width, height) = (right - left + 4.5, bottom - top + 4.5);
        let middle = [f32::midpoint(left, right), f32::midpoint(top, bottom)];
        let mut place =
            [middle[0] + draw.signed() * 0.55 * width, middle[1] + draw.signed() * 0.55 * height];
        let angle = draw.between(0.0, std::f32::consts::TAU);
        let first = things.len();
        let kind = if i == 0 { 0 } else { draw.below(7) };
        let outwards = [place[0] - middle[0], place[1] - middle[1]];
        // An arm reaches in from outside.
        let angle = if kind == 6 { (-outwards[1]).atan2(-outwards[0]) } else { angle };
        let size = kind_of(kind, place, angle, &mut draw, &mut things);
        if !present {
            things.truncate(first);
            continue;
        }
        if on_top && matches!(kind, 2 | 6) {
            for thing in &mut things[first..] {
                thing.above = true;
            }
            continue;
        }
        // Otherwise it is pushed away until it touches no card.
        let free = |place: [f32; 2]| {
            cards.iter().all(|card| {
                let [x, y] = [0, 1].map(|i| card.centre[i] - place[i]);
                x.hypot(y) > size + 0.95
            })
        };
        let from = place;
        let [x, y] = outwards;
        let length = x.hypot(y).max(0.01);
        while !free(place) {
            place = [place[0] + 0.1 * x / length, place[1] + 0.1 * y / length];
        }
        for thing in &mut things[first..] {
            thing.centre = [0, 1].map(|i| thing.centre[i] + place[i] - from[i]);
        }
    }
    things
}

/// Adds a thing of a kind; returns the radius of the circle that holds it.
fn kind_of(
    kind: usize,
    centre: [f32; 2],
    angle: f32,
    draw: &mut Draw,
    things: &mut Vec<Thing>,
) -> f32 {
    let plain = Thing {
        centre,
        half: [0.5, 0.5],
        radius: 0.05,
        angle,
        colour: [0.8; 3],
        look: Look::Plain,
        height: 0.02,
        above: false,
    };
    let any = [draw.unit(), draw.unit(), draw.unit()];
    match kind {
        // The rest of the deck, face down.
        0 => {
            let spread = draw.pick(&[0.0, 0.05, 0.4]);
            let colour = [any[0].powi(2), any[1].powi(2), any[2].powi(2)];
            let (half, look, height) = ([0.5, TALL / 2.0], Look::Back, 0.15);
            for card in 0..3 {
                let shift = card as f32 * spread;
                let centre = [centre[0] + shift, centre[1] + shift * 0.6];
                let angle = angle + draw.signed() * 0.1;
                things.push(Thing { centre, half, angle, colour, look, height, ..plain });
            }
            1.4
        }
        // A sheet of paper or a note.
        1 => {
            let size = draw.between(0.5, 1.8);
            let look = if draw.chance(0.5) { Look::Text } else { Look::Plain };
            let half = [size, size * draw.between(0.6, 1.4)];
            let white = [0.85, 0.85, 0.85].map(|part| part * draw.between(0.85, 1.0));
            things.push(Thing { half, colour: white, look, radius: 0.01, ..plain });
            half[0].hypot(half[1])
        }
        // A pen.
        2 => {
            let half = [draw.between(0.9, 1.4), draw.between(0.05, 0.09)];
            let (look, height) = (Look::Round, 0.12);
            things.push(Thing { half, radius: half[1], colour: any, look, height, ..plain });
            half[0]
        }
        // A phone.
        3 => {
            let (half, radius) = ([0.6, 1.2], 0.12);
            let look = Look::Screen;
            things.push(Thing { half, radius, colour: [0.02; 3], look, height: 0.1, ..plain });
            1.35
        }
        // A cup.
        4 => {
            let size = draw.between(0.5, 0.8);
            let colour = if draw.chance(0.5) { [0.8; 3] } else { any };
            let (half, look, height) = ([size; 2], Look::Cup, 0.6);
            things.push(Thing { half, radius: size, colour, look, height, ..plain });
            size
        }
        // The box of the game, a book, a bill.
        5 => {
            let half = [draw.between(0.4, 1.2), draw.between(0.4, 1.2)];
            let height = draw.between(0.02, 0.5);
            things.push(Thing { half, colour: any, height, ..plain });
            half[0].hypot(half[1])
        }
        _ => {
            hand(plain, draw, things);
            1.3
        }
    }
}

/// Adds a hand: arm, palm, fingers and thumb.
fn hand(plain: Thing, draw: &mut Draw, things: &mut Vec<Thing>) {
    let colour =
        colour(draw.pick(&[[224, 172, 140], [198, 134, 100], [141, 85, 54], [90, 56, 40]]));
    let (look, height) = (Look::Round, 0.3);
    let (sin, cos) = plain.angle.sin_cos();
    let mut part = |x: f32, y: f32, half: [f32; 2], radius: f32, turn: f32| {
        let [left, top] = plain.centre;
        let centre = [left + cos * x - sin * y, top + sin * x + cos * y];
        let angle = plain.angle + turn;
        things.push(Thing { centre, half, radius, angle, colour, look, height, ..plain });
    };
    part(-2.6, 0.0, [2.2, 0.36], 0.3, 0.0);
    part(-0.6, 0.0, [0.55, 0.48], 0.3, 0.0);
    for finger in 0..4 {
        let side = finger as f32 - 1.5;
        let reach = 0.45 - 0.09 * side * side;
        part(reach - 0.1, side * 0.27, [reach + 0.1, 0.12], 0.12, side * 0.06);
    }
    part(-0.2, -0.62, [0.4, 0.13], 0.13, 0.6);
}
