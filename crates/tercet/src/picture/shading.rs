//! The filling of a symbol, computed against its outline, so that no clipping is needed.

use super::geometry::{Outline, Point, area, chords, holds_disc, part};
use super::shape::Form;

/// What fills a symbol.
#[derive(Debug)]
pub(super) enum Filling {
    /// All of it.
    Solid,
    /// Nothing.
    Open,
    /// Vertical lines: for each its x, its top and its bottom.
    Lines(Vec<(f64, f64, f64)>),
    /// Discs of radius [`DOT`] around these points.
    Dots(Vec<Point>),
    /// Polygons.
    Areas(Vec<Vec<Point>>),
}

/// The width of a hatching line.
pub(super) const LINE: f64 = 4.0;
/// The radius of a dot.
pub(super) const DOT: f64 = 4.5;

/// The filling of a level of the channel shading.
pub(super) fn filling(shading: usize, outline: &Outline, form: Form) -> Filling {
    match shading {
        0 => Filling::Solid,
        1 => hatched(outline, form),
        2 => Filling::Open,
        3 => dotted(outline),
        4 => checked(outline),
        _ => {
            let middle = middle(outline);
            Filling::Areas(vec![part(&outline.flattened(6), |(_, y)| y - middle)])
        }
    }
}

/// Few bold lines: the gaps between them are as wide as those at the sides.
fn hatched(outline: &Outline, form: Form) -> Filling {
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
        visible.map(move |(top, bottom)| (x, top, bottom))
    });
    Filling::Lines(lines.collect())
}

/// Whole dots in rows, each shifted by half a step against the last. The rows may all be shifted by
/// half a step in both directions; of these four grids the one with the most dots is taken, since a
/// narrow shape holds few of them.
fn dotted(outline: &Outline) -> Filling {
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
    let fullest = grids.into_iter().max_by_key(Vec::len);
    Filling::Dots(fullest.expect("there are four grids"))
}

/// Every other square of a board, as far as it lies in the outline.
fn checked(outline: &Outline) -> Filling {
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
                areas.push(piece);
            }
        }
    }
    Filling::Areas(areas)
}

/// Halfway between the top and the bottom of an outline.
fn middle(outline: &Outline) -> f64 {
    let ys = || outline.flattened(6).into_iter().map(|(_, y)| y);
    f64::midpoint(ys().fold(f64::MAX, f64::min), ys().fold(f64::MIN, f64::max))
}
