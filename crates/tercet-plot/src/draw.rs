//! The series of a chart, drawn into its frame: lines, and marks with their spreads; and the legend: the names
//! of the series, and the meanings of the marks.
//!
//! Where colours do not distinguish two series, marks and dashes do. There are seven shapes, three kinds
//! of line and eight colours: no two of the first 21 series have the same shape and line, and no two of
//! the first 168 look the same.

use super::frame::{Frame, LINE, MARGIN, TEXT, WIDTH};
use super::pen::{Paint, Pen, Spot, fill, fill_and_stroke, number, path};
use super::text::{shortened, width};
use super::{Chart, Point, Series, Style};

/// The smallest distance of two marks of a line.
const NEAREST: f64 = 1.9 * RADIUS;

/// The distance of the lower bounds of several series at one place, which are side by side.
const BESIDE: f64 = 13.0;

/// A series with its points on the drawing.
pub(super) struct Placed<'a> {
    pub(super) series: &'a Series,
    /// The number of the series among all of the chart.
    pub(super) number: usize,
    /// Its points, in units of the drawing; `None` for a point without a place, where the line has a gap.
    pub(super) points: Vec<Option<Point>>,
}

impl Placed<'_> {
    pub(super) fn paint(&self) -> Paint {
        Paint::Series(self.number)
    }

    /// The attribute that dashes its line.
    pub(super) fn dash(&self) -> &'static str {
        let dash = DASHES[self.number / SHAPES.len() % DASHES.len()];
        if self.series.style == Style::Reference { REFERENCE } else { dash }
    }

    /// The points that have a place.
    pub(super) fn spots(&self) -> impl DoubleEndedIterator<Item = Point> {
        self.points.iter().flatten().copied()
    }
}

/// All points at their places.
pub(super) fn place<'a>(chart: &'a Chart, frame: &Frame) -> Vec<Placed<'a>> {
    let place = |point: &Point| {
        let (x, y) = frame.spot(point)?;
        let spread = point.spread.and_then(|(a, b)| Some((frame.height(a)?, frame.height(b)?)));
        Some(Point { x, y, spread, ..*point })
    };
    let placed = chart.series.iter().enumerate().map(|(number, series)| Placed {
        series,
        number,
        points: series.points.iter().map(place).collect(),
    });
    let mut placed: Vec<Placed> = placed.collect();
    set_beside(&mut placed);
    placed
}

/// Moves lower bounds that would hide each other side by side.
fn set_beside(placed: &mut [Placed]) {
    let mut bounds: Vec<&mut Point> = placed
        .iter_mut()
        .filter(|placed| placed.series.style != Style::Reference)
        .flat_map(|placed| placed.points.iter_mut().flatten())
        .filter(|point| point.at_least)
        .collect();
    bounds.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    let near = |one: &&mut Point, other: &&mut Point| {
        (one.x - other.x).abs() < 0.1 && (one.y - other.y).abs() < RADIUS
    };
    for group in bounds.chunk_by_mut(near) {
        let middle = (group.len() - 1) as f64 / 2.0;
        // Many lower bounds share the room of a few.
        let apart = BESIDE.min(20.0 / middle.max(1.0));
        for (i, point) in group.iter_mut().enumerate() {
            point.x += (i as f64 - middle) * apart;
        }
    }
}

/// Draws all series: first lines, then marks, so that no line hides a mark.
pub(super) fn series(pen: &mut Pen, placed: &[Placed]) {
    let of = |styles: [Style; 2]| placed.iter().filter(move |it| styles.contains(&it.series.style));
    for placed in of([Style::Line, Style::Reference]) {
        line(pen, placed);
    }
    for placed in of([Style::Line, Style::Marks]) {
        let shown = shown(placed);
        whiskers(pen, &shown, placed.paint(), RADIUS + 1.0);
        for point in shown {
            mark(pen, placed.number, placed.paint(), point);
        }
    }
}

fn line(pen: &mut Pen, placed: &Placed) {
    let mut runs = String::new();
    for run in placed.points.split(Option::is_none) {
        let spots: Vec<Spot> = run.iter().flatten().map(|point| (point.x, point.y)).collect();
        if spots.len() > 1 {
            runs.push_str(&path(&spots));
        }
    }
    let more = format!(r#" stroke-linejoin="round"{}"#, placed.dash());
    pen.path(placed.paint(), 2.4, &more, &runs);
}

/// The points that have a mark: on a line with many points only some, but always the last.
fn shown(placed: &Placed) -> Vec<Point> {
    let mut shown: Vec<Point> = Vec::new();
    for point in placed.spots() {
        let near = |last: &Point| (last.x - point.x).abs() < NEAREST;
        if placed.series.style == Style::Marks || point.at_least || !shown.last().is_some_and(near)
        {
            shown.push(point);
        }
    }
    let last = placed.spots().next_back();
    let shows = |last: &Point| shown.last().is_some_and(|it| (it.x, it.y) == (last.x, last.y));
    shown.extend(last.filter(|last| !shows(last)));
    shown
}

/// Draws the spreads that are larger than the marks of their points.
pub(super) fn whiskers(pen: &mut Pen, points: &[Point], paint: Paint, covered: f64) {
    const HALF: f64 = 4.0;
    let mut lines = String::new();
    for &Point { x, y, spread, .. } in points {
        let Some((one, other)) = spread else { continue };
        if [one, other].iter().any(|end| (end - y).abs() >= covered) {
            for end in [one, other] {
                lines.push_str(&path(&[(x - HALF, end), (x + HALF, end)]));
            }
            lines.push_str(&path(&[(x, one), (x, other)]));
        }
    }
    pen.path(paint, 1.4, "", &lines);
}

/// The shapes of marks around their middle, whose inside can be empty: a circle, a square, a triangle, a diamond, a
/// triangle that points down, a plus and a star.
const SHAPES: [&str; 7] = [
    "M-5.7 0A5.7 5.7 0 1 1 5.7 0A5.7 5.7 0 1 1 -5.7 0Z",
    "M-5.1-5.1H5.1V5.1H-5.1Z",
    "M0-6.9L6.6 4.8H-6.6Z",
    "M0-7.5L6.3 0L0 7.5L-6.3 0Z",
    "M0 6.9L6.6-4.8H-6.6Z",
    "M-2.3-6.6H2.3V-2.3H6.6V2.3H2.3V6.6H-2.3V2.3H-6.6V-2.3H-2.3Z",
    "M0-7.8L1.9-2.7L7.4-2.4L3.1 1L4.6 6.3L0 3.3L-4.6 6.3L-3.1 1L-7.4-2.4L-1.9-2.7Z",
];

const DASHES: [&str; 3] = ["", " stroke-dasharray=\"9 5\"", " stroke-dasharray=\"2.5 4.5\""];

/// The dash of a reference, which has no marks.
const REFERENCE: &str = " stroke-dasharray=\"14 5 3 5\"";

/// The radius of a mark.
pub(super) const RADIUS: f64 = 6.0;

/// The height of the arrow of a lower bound above the centre of its mark.
pub(super) const ARROW: f64 = 25.0;

/// Draws the mark of a point of the series with this number; an open one with an arrow is a lower bound.
pub(super) fn mark(
    pen: &mut Pen,
    number: usize,
    paint: Paint,
    Point { x, y, at_least, .. }: Point,
) {
    let [x, y] = [x, y].map(self::number);
    let place = format!(r#" transform="translate({x} {y})""#);
    let (look, width) = if at_least {
        pen.path(paint, 2.0, &place, "M0 0V-24M-4.5-19L0-25L4.5-19");
        (fill_and_stroke(Paint::Paper, paint), 2.2)
    } else {
        (fill_and_stroke(paint, Paint::Paper), 1.2)
    };
    let shape = SHAPES[number % SHAPES.len()];
    pen.line(&format!(
        r#"<path {look} stroke-width="{width}" stroke-linejoin="round"{place} d="{shape}"/>"#
    ));
}

/// The width of the sample of a series before its name.
const SAMPLE: f64 = 40.0;
/// The same for a chart without lines.
const SHORT: f64 = 18.0;
/// The distances of a sample from its name, and of a name from the next entry.
const GAP: f64 = 9.0;
const NEXT: f64 = 24.0;
/// The height of a row.
const ROW: f64 = TEXT * LINE + 3.0;

/// The room above the notes, for the arrow of a lower bound.
const NOTES: f64 = 7.0;

/// Draws the legend of a chart from this height on, set in columns, and below it the notes. Returns where it ends.
pub(super) fn legend(pen: &mut Pen, chart: &Chart, placed: &[Placed], top: f64) -> f64 {
    let room = WIDTH - 2.0 * MARGIN;
    let has_lines = chart.series.iter().any(|series| series.style != Style::Marks);
    let sample = if has_lines { SAMPLE } else { SHORT };
    let name = |placed: &Placed| shortened(placed.series.name.trim(), TEXT, room - sample - GAP);
    let named = placed.iter().map(|placed| (placed, name(placed)));
    let named: Vec<(&Placed, String)> = named.filter(|(_, name)| !name.is_empty()).collect();
    let widths: Vec<f64> = named.iter().map(|(_, name)| sample + GAP + width(name, TEXT)).collect();
    let fits =
        |columns: &Vec<f64>| columns.iter().map(|width| width + NEXT).sum::<f64>() <= room + NEXT;
    let fitting = (1..=4).rev().map(|number| columns(&widths, number)).find(fits);
    let columns = fitting.unwrap_or_else(|| vec![room]);

    let text = |pen: &mut Pen, text: &str, (x, y): Spot, paint| {
        pen.text(text, (x + sample + GAP, y + TEXT * 0.36), TEXT, &fill(paint));
    };
    let mut y = top + 10.0 + ROW / 2.0;
    for row in named.chunks(columns.len().max(1)) {
        let mut x = MARGIN;
        for ((placed, name), column) in row.iter().zip(&columns) {
            example(pen, placed, (x, y), sample);
            text(pen, name, (x, y), Paint::Ink);
            x += column + NEXT;
        }
        y += ROW;
    }

    let measured = chart.series.iter().filter(|it| it.style != Style::Reference);
    let mut points = measured.flat_map(|series| &series.points);
    let has_bounds = points.clone().any(|point| point.at_least);
    let has_spreads = points.any(|point| point.spread.is_some_and(|(low, high)| low < high));
    let has_notes = has_bounds || has_spreads;
    let mut x = MARGIN;
    y += NOTES;
    if has_bounds {
        const NOTE: &str = "at least: stopped by the limit";
        let point = Point { at_least: true, ..Point::at(x + sample / 2.0, y + ARROW / 3.0) };
        mark(pen, 0, Paint::Muted, point);
        text(pen, NOTE, (x, y), Paint::Muted);
        x += sample + GAP + width(NOTE, TEXT) + NEXT;
    }
    if has_spreads {
        let spread = Some((y - 10.0, y + 10.0));
        whiskers(pen, &[Point { spread, ..Point::at(x + sample / 2.0, y) }], Paint::Muted, 0.0);
        text(pen, "spread", (x, y), Paint::Muted);
    }
    match (named.is_empty(), has_notes) {
        (true, false) => top,
        (_, true) => y + ROW / 2.0,
        (false, false) => y - NOTES - ROW / 2.0,
    }
}

/// Draws a sample of a series, as it is drawn in the chart.
fn example(pen: &mut Pen, placed: &Placed, (x, y): Spot, width: f64) {
    let middle = x + width / 2.0;
    if placed.series.style != Style::Marks {
        pen.path(placed.paint(), 2.4, placed.dash(), &path(&[(x, y), (x + width, y)]));
    }
    if placed.series.style != Style::Reference {
        mark(pen, placed.number, placed.paint(), Point::at(middle, y));
    }
}

/// The widths of this many columns, which are filled row by row.
fn columns(widths: &[f64], number: usize) -> Vec<f64> {
    let widest = |column| widths.iter().skip(column).step_by(number).copied().fold(0.0, f64::max);
    (0..number.min(widths.len())).map(widest).collect()
}
