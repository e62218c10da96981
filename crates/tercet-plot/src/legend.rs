//! The legend: the names of the series, and the meanings of the marks.

use super::draw::{ARROW, Placed, mark, whiskers};
use super::frame::{LINE, MARGIN, TEXT, WIDTH};
use super::pen::{Pen, Spot, fill, number, path};
use super::text::{shortened, width};
use super::theme::Paint;
use super::{Chart, Point, Style};

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
pub(super) fn draw(pen: &mut Pen, chart: &Chart, placed: &[Placed], top: f64, prefix: &str) -> f64 {
    let room = WIDTH - 2.0 * MARGIN;
    let is_line = |style| matches!(style, Style::Line | Style::Reference);
    let has_lines = chart.series.iter().any(|series| is_line(series.style));
    let sample = if has_lines { SAMPLE } else { SHORT };
    let name = |placed: &Placed| shortened(placed.series.name.trim(), TEXT, room - sample - GAP);
    let named = placed.iter().map(|placed| (placed, name(placed)));
    let named: Vec<(&Placed, String)> = named.filter(|(_, name)| !name.is_empty()).collect();
    let widths: Vec<f64> = named.iter().map(|(_, name)| sample + GAP + width(name, TEXT)).collect();
    let fitting = (1..=4).rev().map(|number| columns(&widths, number));
    let fitting = { fitting }
        .find(|columns| columns.iter().map(|width| width + NEXT).sum::<f64>() <= room + NEXT);
    let columns = fitting.unwrap_or_else(|| vec![room]);

    let text = |pen: &mut Pen, text: &str, (x, y): Spot, paint| {
        pen.text(text, (x + sample + GAP, y + TEXT * 0.36), TEXT, &fill(paint));
    };
    let mut y = top + 10.0 + ROW / 2.0;
    for row in named.chunks(columns.len().max(1)) {
        let mut x = MARGIN;
        for ((placed, name), column) in row.iter().zip(&columns) {
            example(pen, placed, (x, y), sample, prefix);
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
fn example(pen: &mut Pen, placed: &Placed, (x, y): Spot, width: f64, prefix: &str) {
    let middle = x + width / 2.0;
    match placed.series.style {
        Style::Bars => {
            let (fill, [x, y]) = (placed.bar_fill(prefix), [middle - 9.0, y - 9.0].map(number));
            pen.line(&format!(r#"<rect {fill} x="{x}" y="{y}" width="18" height="18"/>"#));
        }
        Style::Line | Style::Reference => {
            pen.path(placed.paint(), 2.4, placed.dash(), &path(&[(x, y), (x + width, y)]));
        }
        Style::Marks => {}
    }
    if matches!(placed.series.style, Style::Line | Style::Marks) {
        mark(pen, placed.number, placed.paint(), Point::at(middle, y));
    }
}

/// The widths of this many columns, which are filled row by row.
fn columns(widths: &[f64], number: usize) -> Vec<f64> {
    let widest = |column| widths.iter().skip(column).step_by(number).copied().fold(0.0, f64::max);
    (0..number.min(widths.len())).map(widest).collect()
}
