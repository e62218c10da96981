//! The series of a chart, drawn into its frame: bars, lines, and marks with their spreads.
//!
//! Where colours do not distinguish two series, marks and dashes do. There are seven shapes, three kinds
//! of line and eight colours: no two of the first 21 series have the same shape and line, and no two of
//! the first 168 look the same.

use super::frame::Frame;
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
    /// The number of the series among all of the chart.
    pub(super) number: usize,
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
    pub(super) fn paint(&self) -> Paint {
        Paint::Series(self.number)
    }

    /// The attribute that dashes its line.
    pub(super) fn dash(&self) -> &'static str {
        let dash = DASHES[self.number / SHAPES % DASHES.len()];
        if self.series.style == Style::Reference { REFERENCE } else { dash }
    }

    /// Draws its mark; an open one with an arrow is a lower bound.
    pub(super) fn mark(&self, pen: &mut Pen, spot: Spot, is_bound: bool) {
        mark(pen, self.number, self.paint(), spot, is_bound);
    }

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
        .map(|(number, series)| {
            let place = |point: &super::Point| {
                let spot = frame.spot(point.x, point.y)?;
                let ends = |(a, b)| Some([frame.height(a)?, frame.height(b)?]);
                let spread = point.spread.and_then(ends);
                Some(PlacedPoint { spot, is_bound: point.bound == Bound::AtLeast, spread })
            };
            Placed { series, number, points: series.points.iter().map(place).collect() }
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
    let paint = placed.paint();
    if placed.number == 0 {
        return pen.fill(paint);
    }
    let line = pen.stroke(paint);
    let line = line.replace(r#" fill="none""#, "");
    format!(r#"{line} stroke-width="1.5" fill="url(#{prefix}-stripes-{})""#, placed.number)
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
        placed.mark(pen, point.spot, true);
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
    let more = format!(r#" stroke-linejoin="round"{}"#, placed.dash());
    pen.path(placed.paint(), 2.4, &more, &runs);
}

fn marks(pen: &mut Pen, placed: &Placed) {
    let shown = shown(placed);
    whiskers(pen, &shown, placed.paint(), RADIUS + 1.0);
    for point in shown {
        placed.mark(pen, point.spot, point.is_bound);
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
pub(super) fn whiskers(pen: &mut Pen, points: &[PlacedPoint], paint: Paint, covered: f64) {
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
    pen.path(paint, 1.4, "", &lines);
}

/// The number of shapes, whose inside can be empty, so that each of them has an open form.
const SHAPES: usize = 7;

const DASHES: [&str; 3] = ["", " stroke-dasharray=\"9 5\"", " stroke-dasharray=\"2.5 4.5\""];

/// The dash of a reference, which has no marks.
const REFERENCE: &str = " stroke-dasharray=\"14 5 3 5\"";

/// The radius of a mark.
pub(super) const RADIUS: f64 = 6.0;

/// The height of the arrow of a lower bound above the centre of its mark.
pub(super) const ARROW: f64 = 25.0;

/// The mark that explains lower bounds, whichever series has them.
pub(super) fn bound(pen: &mut Pen, spot: Spot) {
    mark(pen, 0, Paint::Muted, spot, true);
}

fn mark(pen: &mut Pen, number: usize, paint: Paint, spot: Spot, is_bound: bool) {
    let Spot { x, y } = spot;
    if is_bound {
        let tip = Spot { x, y: y - ARROW };
        let shaft = path(&[spot, Spot { y: tip.y + 1.0, ..tip }]);
        let wing = |right| Spot { x: x + right, y: tip.y + 6.0 };
        let head = path(&[wing(-4.5), tip, wing(4.5)]);
        pen.path(paint, 2.0, "", &(shaft + &head));
    }
    let look = if is_bound {
        format!(r#"{} stroke-width="2.2""#, pen.fill_and_stroke(Paint::Paper, paint))
    } else {
        format!(r#"{} stroke-width="1.2""#, pen.fill_and_stroke(paint, Paint::Paper))
    };
    let corners: Vec<Spot> = corners(number)
        .into_iter()
        .map(|[right, down]| Spot { x: x + RADIUS * right, y: y + RADIUS * down })
        .collect();
    if corners.is_empty() {
        let [x, y, radius] = [x, y, RADIUS * 0.95].map(self::number);
        return pen.line(&format!(r#"<circle {look} cx="{x}" cy="{y}" r="{radius}"/>"#));
    }
    pen.line(&format!(r#"<path {look} stroke-linejoin="round" d="{}Z"/>"#, path(&corners)));
}

/// The corners of the shape of a series around its middle, in radii; none for a circle.
fn corners(number: usize) -> Vec<[f64; 2]> {
    let up = vec![[0.0, -1.15], [1.1, 0.8], [-1.1, 0.8]];
    match number % SHAPES {
        // A circle.
        0 => Vec::new(),
        // A square.
        1 => vec![[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
        // A triangle that points up.
        2 => up,
        // A diamond.
        3 => vec![[0.0, -1.25], [1.05, 0.0], [0.0, 1.25], [-1.05, 0.0]],
        // A triangle that points down.
        4 => up.into_iter().map(|[right, down]| [right, -down]).collect(),
        // A plus.
        5 => {
            const THIN: f64 = 0.38;
            let mut arm = [[-THIN, -1.1], [THIN, -1.1], [THIN, -THIN]];
            // Each arm is the one before, a quarter turned.
            let turn = |_| {
                let corners = arm;
                arm = arm.map(|[right, down]| [-down, right]);
                corners
            };
            (0..4).flat_map(turn).collect()
        }
        // A star.
        _ => {
            let corner = |i: u8| {
                let angle = f64::from(i) * std::f64::consts::PI / 5.0;
                let far = if i.is_multiple_of(2) { 1.3 } else { 0.55 };
                [far * angle.sin(), -far * angle.cos()]
            };
            (0..10).map(corner).collect()
        }
    }
}
