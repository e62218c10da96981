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
pub(super) const DOT: f64 = 4.8;

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
        let chords = chords(&polygon, x);
        chords.into_iter().map(move |(top, bottom)| (x, top, bottom))
    });
    Filling::Lines(lines.collect())
}

/// Whole dots in rows, each shifted by half a step against the last.
fn dotted(outline: &Outline) -> Filling {
    const APART: f64 = 15.5;
    const OFF: f64 = DOT + 2.9;
    let polygon = outline.flattened(8);
    let middle = middle(outline);
    let dot = |row: i32, column: i32| {
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
        ((f64::from(column) + shift) * APART, middle + f64::from(row) * APART * 0.75)
    };
    let dots = (-6..=6).flat_map(|row| (-4..=4).map(move |column| dot(row, column)));
    Filling::Dots(dots.filter(|&dot| holds_disc(&polygon, dot, OFF)).collect())
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
