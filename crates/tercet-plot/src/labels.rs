//! Names at the ends of lines, so that readers rarely need the legend.
//!
//! Lines that reach the right end have their names in a column beside the drawing, in the order of
//! their ends, moved apart by as little as possible: an isotonic regression, computed by pooling
//! neighbours that are too near. Lines that end earlier have a name if there is free room beside their end.

use super::draw::{ARROW, Placed, PlacedPoint, RADIUS};
use super::frame::{Frame, HEIGHT, MARGIN};
use super::pen::{Anchor, Pen, Spot, path};
use super::range::has_place;
use super::text::{Weight, shortened, width};
use super::theme::Paint;
use super::{Chart, Series, Style};

/// The size of the names.
const SIZE: f64 = 17.0;
/// The distance of two names of the column.
const ROW: f64 = 20.0;
/// The largest width of a name.
const WIDEST: f64 = 170.0;
/// The room between the drawing and the column, where lines lead to the names.
const LEAD: f64 = 30.0;
/// The smallest number of lines for which there is a column.
const FEWEST: usize = 3;
/// The smallest distance of a name from the drawing.
const NEAR: f64 = 3.0;

/// The width of the column beside the drawing; 0 without a column.
pub(super) fn room(chart: &Chart) -> f64 {
    let names = names_at_end(chart);
    let widest = names.map(|series| width(&name(series), SIZE)).fold(0.0, f64::max);
    if has_column(chart) { LEAD + widest + MARGIN } else { 0.0 }
}

/// Whether there are enough lines for a column, and room for all of its names.
fn has_column(chart: &Chart) -> bool {
    let named = chart.series.iter().filter(|series| is_named(series)).count();
    let at_end = names_at_end(chart).count();
    let bars = chart.series.iter().any(|series| series.style == Style::Bars);
    named >= FEWEST && at_end > 0 && at_end as f64 * ROW <= HEIGHT && !bars
}

fn is_named(series: &Series) -> bool {
    matches!(series.style, Style::Line | Style::Reference) && !series.name.trim().is_empty()
}

/// The series whose last point is at the right end of the chart.
fn names_at_end(chart: &Chart) -> impl Iterator<Item = &Series> {
    let last = move |series: &Series| {
        let placed = |x, y| has_place(x, chart.x.scale) && has_place(y, chart.y.scale);
        series.points.iter().rfind(|point| placed(point.x, point.y)).map(|point| point.x)
    };
    let points = chart.series.iter().flat_map(|series| &series.points);
    let ends = points.map(|point| point.x).filter(|&x| has_place(x, chart.x.scale));
    let end = ends.fold(f64::NEG_INFINITY, f64::max);
    chart.series.iter().filter(move |it| is_named(it) && last(it).is_some_and(|x| x >= end))
}

fn name(series: &Series) -> String {
    shortened(series.name.trim(), SIZE, WIDEST)
}

/// Writes the names of lines at their ends.
pub(super) fn draw(pen: &mut Pen, chart: &Chart, frame: &Frame, placed: &[Placed]) {
    if !has_column(chart) {
        return;
    }
    let at_end: Vec<&Series> = names_at_end(chart).collect();
    let is_at_end = |it: &Placed| at_end.iter().any(|series| std::ptr::eq(*series, it.series));
    let ends = |at_end: bool| {
        let named = placed.iter().filter(move |it| is_named(it.series) && is_at_end(it) == at_end);
        named.filter_map(|it| Some((it, it.spots().next_back()?)))
    };
    column(pen, frame, ends(true).collect());

    let mut covered: Vec<Spot> = placed.iter().flat_map(covered).collect();
    for (placed, PlacedPoint { spot, .. }) in ends(false) {
        let name = name(placed.series);
        let size = [width(&name, SIZE), SIZE];
        let Some(corner) = free_corner(frame, &covered, spot, size) else { continue };
        let ink = pen.fill_and_stroke(Paint::Ink, Paint::Paper);
        let halo = format!(r#"{ink} stroke-width="4" paint-order="stroke""#);
        let base = Spot { x: corner.x, y: corner.y + SIZE * 0.85 };
        pen.text(&name, base, (SIZE, Weight::Regular), Anchor::Start, &halo);
        // Names keep the same distance from each other as from lines.
        covered.extend([0.0, 0.5, 1.0].into_iter().flat_map(|share| {
            let y = corner.y + size[1] * share;
            along(Spot { y, ..corner }, Spot { x: corner.x + size[0], y })
        }));
    }
}

/// Names beside the drawing, with a line from the end of each series to its name.
fn column(pen: &mut Pen, frame: &Frame, mut ends: Vec<(&Placed, PlacedPoint)>) {
    ends.sort_by(|(_, one), (_, other)| one.spot.y.total_cmp(&other.spot.y));
    let wanted: Vec<f64> = ends.iter().map(|(_, end)| end.spot.y).collect();
    let rows = apart(&wanted, ROW, [frame.top - 4.0, frame.bottom + 4.0]);
    for ((placed, PlacedPoint { spot, .. }), y) in ends.iter().zip(rows) {
        // The line to a name begins after the last of the ends that are side by side.
        let beside = ends.iter().map(|(_, end)| end.spot);
        let beside = beside.filter(|end| (end.y - spot.y).abs() < RADIUS);
        let from = beside.map(|end| end.x).fold(spot.x, f64::max) + RADIUS + 4.0;
        let x = frame.right + LEAD - 6.0;
        let lead = path(&[
            Spot { x: from, y: spot.y },
            Spot { x: frame.right.max(from), y: spot.y },
            Spot { x: x - 8.0, y },
            Spot { x: x - 4.0, y },
        ]);
        pen.path(placed.paint(), 1.2, "", &lead);
        let base = Spot { x, y: y + SIZE * 0.35 };
        let (name, ink) = (name(placed.series), pen.fill(Paint::Ink));
        pen.text(&name, base, (SIZE, Weight::Regular), Anchor::Start, &ink);
    }
}

/// Ascending places within the ends, at least `least` apart, with the least sum of squared
/// distances to the wanted places, which ascend.
fn apart(wanted: &[f64], least: f64, [low, high]: [f64; 2]) -> Vec<f64> {
    // Minus the least distances, the places only need to be non-descending: descending neighbours
    // are pooled at their mean.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (i, place) in wanted.iter().enumerate() {
        let mut pool = (place - least * i as f64, 1);
        while let Some(&(mean, size)) = pools.last().filter(|(mean, _)| *mean > pool.0) {
            let both = size + pool.1;
            pool = ((mean * size as f64 + pool.0 * pool.1 as f64) / both as f64, both);
            pools.pop();
        }
        pools.push(pool);
    }
    let high = high - least * wanted.len().saturating_sub(1) as f64;
    let places = pools.into_iter().flat_map(|(mean, size)| std::iter::repeat_n(mean, size));
    places.enumerate().map(|(i, place)| place.min(high).max(low) + least * i as f64).collect()
}

/// Places that a series covers, dense enough that no name fits between two of a line.
fn covered(placed: &Placed) -> Vec<Spot> {
    let mut lines: Vec<[Spot; 2]> = Vec::new();
    for PlacedPoint { spot, is_bound, spread } in placed.spots() {
        let Spot { x, y } = spot;
        let upright = |top: f64, bottom: f64| [Spot { x, y: top }, Spot { x, y: bottom }];
        lines.push([Spot { x: x - RADIUS, y }, Spot { x: x + RADIUS, y }]);
        lines.push(upright(if is_bound { y - ARROW } else { y - RADIUS }, y + RADIUS));
        lines.extend(spread.map(|[one, other]| upright(one, other)));
    }
    if placed.series.style != Style::Marks {
        for run in placed.points.split(Option::is_none) {
            let run: Vec<Spot> = run.iter().flatten().map(|point| point.spot).collect();
            lines.extend(run.windows(2).map(|pair| [pair[0], pair[1]]));
        }
    }
    lines.into_iter().flat_map(|[from, to]| along(from, to)).collect()
}

/// Places on a line, from end to end.
fn along(from: Spot, to: Spot) -> impl Iterator<Item = Spot> {
    const STEP: f64 = 6.0;
    let (right, down) = (to.x - from.x, to.y - from.y);
    let steps = (right.hypot(down) / STEP).ceil().max(1.0);
    (0..=steps as u32).map(move |i| {
        let share = f64::from(i) / steps;
        Spot { x: from.x + share * right, y: from.y + share * down }
    })
}

/// The upper left corner of a name beside the end of a line, within the drawing, where it covers
/// nothing.
fn free_corner(frame: &Frame, covered: &[Spot], end: Spot, size: [f64; 2]) -> Option<Spot> {
    const BESIDE: f64 = RADIUS + 5.0;
    let [wide, high] = size;
    let (right, middle, left) = (end.x + BESIDE, end.x - wide / 2.0, end.x - BESIDE - wide);
    let (above, beside, below) = (end.y - BESIDE - high, end.y - high / 2.0, end.y + BESIDE);
    let corners = [
        (right, beside),
        (right, above + high / 2.0),
        (right, below - high / 2.0),
        (middle, above),
        (middle, below),
        (left, beside),
        (left, above + high / 2.0),
        (left, below - high / 2.0),
    ];
    corners.into_iter().map(|(x, y)| Spot { x, y }).find(|corner| {
        let over = |spot: &&Spot| {
            (corner.x - NEAR..=corner.x + wide + NEAR).contains(&spot.x)
                && (corner.y - NEAR..=corner.y + high + NEAR).contains(&spot.y)
        };
        corner.x >= frame.left + 2.0
            && corner.x + wide <= frame.right - 2.0
            && corner.y >= frame.top
            && corner.y + high <= frame.bottom - 2.0
            && !covered.iter().any(|spot| over(&spot))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_moved_as_little_as_possible() {
        let close = |places: Vec<f64>, right: &[f64]| {
            let near = places.iter().zip(right).all(|(place, right)| (place - right).abs() < 1e-9);
            assert!(near && places.len() == right.len(), "{places:?} {right:?}");
        };
        close(apart(&[0.0, 50.0, 100.0], 20.0, [-10.0, 110.0]), &[0.0, 50.0, 100.0]);
        close(apart(&[50.0, 50.0, 100.0], 20.0, [0.0, 110.0]), &[40.0, 60.0, 100.0]);
        close(apart(&[0.0, 0.0, 0.0], 20.0, [0.0, 110.0]), &[0.0, 20.0, 40.0]);
        close(apart(&[100.0, 100.0, 101.0], 20.0, [0.0, 110.0]), &[70.0, 90.0, 110.0]);
        assert!(apart(&[], 20.0, [0.0, 1.0]).is_empty());
    }
}
