//! Where the cards lie: in rows and columns, more or less.

use std::f32::consts::{FRAC_PI_2, PI};

use tercet::classic::ClassicCard;

use super::difficulty::Difficulty;
use super::draw::Draw;
use super::edition::Edition;
use super::noise::mix;
use super::scene::{Placed, TALL};

/// Above this, cards lie at any angle.
const SCATTERED: f32 = 0.7;

/// Places the cards of a board about the origin, row by row.
pub(super) fn lay(
    board: &[ClassicCard],
    difficulty: &Difficulty,
    tall: f32,
    seed: u64,
) -> Vec<Placed> {
    let mut draw = Draw::new(seed, "layout");
    let landscape = draw.chance(0.3);
    let columns = columns(board.len(), &mut draw);
    let variant = draw.word();
    // Cards touch on one table in ten, and lie far apart on another.
    let mut gap = || match draw.unit() {
        part if part < 0.1 => part * 0.2,
        part if part > 0.9 => 0.4 + 6.0 * (part - 0.9),
        part => 0.02 + 0.4 * part,
    };
    let gaps = [gap(), gap()];

    let turn = difficulty.rotation;
    let most = if turn > SCATTERED { PI } else { (0.5 + 34.0 * turn).to_radians() };
    let cards: Vec<([f32; 2], f32)> = board
        .iter()
        .map(|_| {
            let jitter = [draw.signed(), draw.signed()];
            let angle = if turn > SCATTERED { draw.signed() } else { draw.normal() / 2.0 };
            (jitter, angle.clamp(-1.0, 1.0) * most)
        })
        .collect();

    // No card reaches its neighbour's cell, unless cards are to overlap.
    let [across, down] = if landscape { [tall, 1.0] } else { [1.0, tall] };
    let reach = |side: f32, other: f32| {
        let extents =
            cards.iter().map(|(_, angle)| side * angle.cos().abs() + other * angle.sin().abs());
        extents.fold(0.0, f32::max)
    };
    let squeeze = difficulty.overlap;
    let squeezed = draw.pick(&[[1.0, 0.1], [0.1, 1.0], [0.7, 0.7]]);
    let pitch = [0, 1].map(|i| {
        let extent = [reach(across, down), reach(down, across)][i];
        mix(extent + gaps[i], [across, down][i] * 0.35, (squeeze * squeezed[i]).min(1.0))
    });
    let wander = [0, 1].map(|i| gaps[i] * 0.45 * (0.2 + turn).min(1.0) + 0.35 * squeeze * pitch[i]);

    let rows = board.len().div_ceil(columns);
    let placed = board.iter().zip(cards).enumerate().map(|(at, (&card, (jitter, angle)))| {
        let centre = [0, 1].map(|i| {
            let (cell, cells) = if i == 0 { (at % columns, columns) } else { (at / columns, rows) };
            (cell as f32 - (cells - 1) as f32 / 2.0) * pitch[i] + jitter[i] * wander[i]
        });
        let about = if draw.chance(0.5) { PI } else { 0.0 };
        let across = if landscape { FRAC_PI_2 } else { 0.0 };
        let bend = difficulty.bend;
        // One side or one corner is lifted, as if something lay under it.
        let mut lift = [0.0; 4];
        let (corner, side) = (draw.below(4), draw.chance(0.5));
        let height = draw.unit().powi(3) * bend * 0.9;
        lift[corner] = height;
        lift[(corner + 1) % 4] = if side { height } else { height / 2.0 };
        let bend = [0.06 * bend * draw.normal(), 0.06 * bend * draw.normal() * TALL];
        let shine = [0.4 * draw.normal(), 0.4 * draw.normal()];
        Placed {
            card,
            edition: Edition::Classic,
            variant,
            centre,
            angle: about + across + angle,
            lift,
            bend,
            shine,
        }
    });
    placed.collect()
}

/// A usual number of columns for a number of cards.
fn columns(cards: usize, draw: &mut Draw) -> usize {
    let fits = |columns: &usize| {
        let rows = cards.div_ceil(*columns);
        let empty = rows * columns - cards;
        *columns <= 7 && rows <= 7 && empty < (*columns).min(3) && rows <= 3 * columns
    };
    let possible: Vec<usize> = (1..=cards).filter(fits).collect();
    let compact = |columns: &usize| columns.abs_diff(cards.div_ceil(*columns)) <= 2;
    let usual: Vec<usize> = possible.iter().copied().filter(compact).collect();
    match (draw.chance(0.75), &usual[..], &possible[..]) {
        (_, _, []) => cards.clamp(1, 7),
        (false, _, possible) | (true, [], possible) => draw.pick(possible),
        (true, usual, _) => draw.pick(usual),
    }
}
