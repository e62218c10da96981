//! The series of a chart, drawn into its frame.

use super::frame::Frame;
use super::marks::{Look, RADIUS};
use super::pen::{Pen, Spot, number, path};
use super::theme::Paint;
use super::{Bound, Chart, Series, Style};

/// The smallest distance of two marks of a line.
const NEAREST: f64 = 1.9 * RADIUS;

/// The distance of the lower bounds of several series at one place, which are side by side.
const BESIDE: f64 = 13.0;

/// A series with the places of its points.
pub(super) struct Placed<'a> {
    pub(super) series: &'a Series,
    pub(super) look: Look,
    /// Its points; `None` for a point without a place, where the line has a gap.
    pub(super) points: Vec<Option<PlacedPoint>>,
}

/// A point on the drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedPoint {
    pub(super) spot: Spot,
    pub(super) is_bound: bool,
    /// The heights of the ends of its spread.
    pub(super) spread: Option<[f64; 2]>,
}

impl Placed<'_> {
    /// The points that have a place.
    pub(super) fn spots(&self) -> impl DoubleEndedIterator<Item = PlacedPoint> {
        self.points.iter().flatten().copied()
    }
}

/// All points at their places.
pub(super) fn place<'a>(chart: &'a Chart, frame: &Frame) -> Vec<Placed<'a>> {
    let mut placed: Vec<Placed> = chart
        .series
        .iter()
        .enumerate()
        .map(|(i, series)| {
            let look = Look::new(i, series.style == Style::Reference);
            let place = |point: &super::Point| {
                let spot = frame.spot(point.x, point.y)?;
                let ends = |(a, b)| Some([frame.height(a)?, frame.height(b)?]);
                let spread = point.spread.and_then(ends);
                Some(PlacedPoint { spot, is_bound: point.bound == Bound::AtLeast, spread })
            };
            Placed { series, look, points: series.points.iter().map(place).collect() }
        })
        .collect();
    set_beside(&mut placed);
    placed
}

/// Moves lower bounds that would hide each other side by side.
fn set_beside(placed: &mut [Placed]) {
    let mut bounds: Vec<&mut Spot> = placed
        .iter_mut()
        .filter(|placed| matches!(placed.series.style, Style::Line | Style::Marks))
        .flat_map(|placed| placed.points.iter_mut().flatten())
        .filter(|point| point.is_bound)
        .map(|point| &mut point.spot)
        .collect();
    bounds.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    let near = |one: &&mut Spot, other: &&mut Spot| {
        (one.x - other.x).abs() < 0.1 && (one.y - other.y).abs() < RADIUS
    };
    for group in bounds.chunk_by_mut(near) {
        let middle = (group.len() - 1) as f64 / 2.0;
        // Many lower bounds share the room of a few.
        let apart = BESIDE.min(20.0 / middle.max(1.0));
        for (i, spot) in group.iter_mut().enumerate() {
            spot.x += (i as f64 - middle) * apart;
        }
    }
}

/// Draws all series: bars first, then lines, then marks, so that no line hides a mark.
pub(super) fn series(pen: &mut Pen, frame: &Frame, placed: &[Placed], prefix: &str) {
    let bars: Vec<&Placed> =
        placed.iter().filter(|placed| placed.series.style == Style::Bars).collect();
    for (place, series) in bars.iter().enumerate() {
        let middle = (bars.len() - 1) as f64 / 2.0;
        self::bars(pen, frame, series, (place as f64 - middle) * frame.bar, prefix);
    }
    for placed in
        placed.iter().filter(|it| matches!(it.series.style, Style::Line | Style::Reference))
    {
        line(pen, placed);
    }
    for placed in placed.iter().filter(|it| matches!(it.series.style, Style::Line | Style::Marks)) {
        marks(pen, placed);
    }
}

/// The fill of the bars of a series: solid for the first series of a chart, stripes for the others.
pub(super) fn bar_fill(pen: &Pen, placed: &Placed, prefix: &str) -> String {
    let paint = placed.look.paint();
    if placed.look.is_first() {
        return pen.fill(paint);
    }
    let line = pen.stroke(paint);
    let line = line.replace(r#" fill="none""#, "");
    format!(r#"{line} stroke-width="1.5" fill="url(#{prefix}-stripes-{})""#, placed.look.number())
}

fn bars(pen: &mut Pen, frame: &Frame, placed: &Placed, shift: f64, prefix: &str) {
    let fill = bar_fill(pen, placed, prefix);
    pen.line(&format!("<g {fill}>"));
    let ground = frame.ground();
    let width = if frame.bar > 3.0 { frame.bar - 1.0 } else { frame.bar };
    for PlacedPoint { spot, .. } in placed.spots() {
        let (top, height) = (spot.y.min(ground), (spot.y - ground).abs());
        if height < 0.05 {
            continue;
        }
        let [x, y, width, height] = [spot.x + shift - width / 2.0, top, width, height].map(number);
        pen.line(&format!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}"/>"#));
    }
    pen.line("</g>");
    let shifted = |point: PlacedPoint| PlacedPoint {
        spot: Spot { x: point.spot.x + shift, ..point.spot },
        ..point
    };
    let points: Vec<PlacedPoint> = placed.spots().map(shifted).collect();
    whiskers(pen, &points, Paint::Ink, 1.0);
    for point in points.iter().filter(|point| point.is_bound) {
        placed.look.mark(pen, point.spot, true);
    }
}

fn line(pen: &mut Pen, placed: &Placed) {
    let mut runs = String::new();
    for run in placed.points.split(Option::is_none) {
        let spots: Vec<Spot> = run.iter().flatten().map(|point| point.spot).collect();
        if spots.len() > 1 {
            runs.push_str(&path(&spots));
        }
    }
    if !runs.is_empty() {
        let (stroke, dash) = (pen.stroke(placed.look.paint()), placed.look.dash());
        pen.line(&format!(
            r#"<path {stroke} stroke-width="2.4" stroke-linejoin="round"{dash} d="{runs}"/>"#
        ));
    }
}

fn marks(pen: &mut Pen, placed: &Placed) {
    let shown = shown(placed);
    whiskers(pen, &shown, placed.look.paint(), RADIUS + 1.0);
    for point in shown {
        placed.look.mark(pen, point.spot, point.is_bound);
    }
}

/// The points that have a mark: on a line with many points only some, but always the last.
fn shown(placed: &Placed) -> Vec<PlacedPoint> {
    let mut shown: Vec<PlacedPoint> = Vec::new();
    for point in placed.spots() {
        let near = |last: &PlacedPoint| (last.spot.x - point.spot.x).abs() < NEAREST;
        if placed.series.style == Style::Marks || point.is_bound || !shown.last().is_some_and(near)
        {
            shown.push(point);
        }
    }
    let last = placed.spots().next_back();
    let shows = |last: &PlacedPoint| shown.last().is_some_and(|shown| shown.spot == last.spot);
    shown.extend(last.filter(|last| !shows(last)));
    shown
}

/// Draws the spreads that are larger than the marks of their points.
fn whiskers(pen: &mut Pen, points: &[PlacedPoint], paint: Paint, covered: f64) {
    const HALF: f64 = 4.0;
    let mut lines = String::new();
    for PlacedPoint { spot, spread, .. } in points {
        let Some([one, other]) = spread else { continue };
        if [one, other].iter().all(|end| (*end - spot.y).abs() < covered) {
            continue;
        }
        let Spot { x, .. } = *spot;
        for end in [one, other] {
            lines.push_str(&path(&[Spot { x: x - HALF, y: *end }, Spot { x: x + HALF, y: *end }]));
        }
        lines.push_str(&path(&[Spot { x, y: *one }, Spot { x, y: *other }]));
    }
    if !lines.is_empty() {
        let stroke = pen.stroke(paint);
        pen.line(&format!(r#"<path {stroke} stroke-width="1.4" d="{lines}"/>"#));
    }
}
