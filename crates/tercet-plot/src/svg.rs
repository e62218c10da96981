//! Charts as SVG.
//!
//! Every element carries its colour on light ground as an attribute, which all viewers of SVG obey,
//! and a class, by which a style sheet can override it.

use super::frame::{DROP, Frame, LINE, MARGIN, TEXT, TITLE, WIDTH};
use super::pen::{CENTRED, ENDING, Paint, Pen, Spot, dark_css, fill, number, path};
use super::range::{has_place, shortest, time_of};
use super::{Axis, Chart, Point, Scale, Series, draw};
use crate::words::escaped;

/// The fonts that are asked for.
const FONTS: &str = "Inter, system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/// The chart as a file of its own, which is light or dark as its reader prefers.
pub fn svg(chart: &Chart) -> String {
    let style = format!("<style>\n{}</style>\n", dark_css());
    drawn(chart, "chart", r#" xmlns="http://www.w3.org/2000/svg""#, &style)
}

/// The chart as a part of an HTML page that holds the rules of [`css`](super::css). All its ids begin
/// with the prefix, which no other chart of the page may have: a letter, then letters, digits and `-`.
pub fn inline_svg(chart: &Chart, prefix: &str) -> String {
    drawn(chart, &escaped(prefix), "", "")
}

fn drawn(chart: &Chart, prefix: &str, namespace: &str, style: &str) -> String {
    let frame = Frame::new(chart);
    let placed = draw::place(chart, &frame);
    let mut pen = Pen::default();
    heading(&mut pen, &frame);
    axes(&mut pen, &frame);
    if placed.iter().all(|series| series.spots().next().is_none()) {
        let middle =
            (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
        pen.text("no points", middle, TEXT, &format!("{CENTRED} {}", fill(Paint::Muted)));
    }
    draw::series(&mut pen, &placed);
    let foot = draw::legend(&mut pen, chart, &placed, frame.foot());

    let [width, height] = [WIDTH, (foot + MARGIN).ceil()].map(number);
    let title = if chart.title.trim().is_empty() { "A chart" } else { chart.title.trim() };
    let (title, description) = (escaped(title), escaped(&describe(chart)));
    let (paper, drawing) = (fill(Paint::Paper), pen.0);
    format!(
        r#"<svg{namespace} class="tercet-chart" viewBox="0 0 {width} {height}" role="img" aria-labelledby="{prefix}-title {prefix}-desc" font-family="{FONTS}">
<title id="{prefix}-title">{title}</title>
<desc id="{prefix}-desc">{description}</desc>
{style}<rect {paper} width="{width}" height="{height}"/>
{drawing}</svg>
"#
    )
}

/// The title, and what the vertical axis measures, above it: upright text needs no tilted head.
fn heading(pen: &mut Pen, frame: &Frame) {
    let mut y = MARGIN;
    for line in &frame.title {
        y += TITLE * LINE;
        let strong = format!(r#"font-weight="600" {}"#, fill(Paint::Ink));
        pen.text(line, (MARGIN, y - TITLE * 0.3), TITLE, &strong);
    }
    for line in &frame.y_label {
        y += TEXT * LINE;
        pen.text(line, (MARGIN, y - TEXT * 0.25), TEXT, &fill(Paint::Muted));
    }
}

fn axes(pen: &mut Pen, frame: &Frame) {
    // Lines with a name stand out from those without.
    for named in [false, true] {
        let mut lines = String::new();
        for tick in frame.y_ticks.iter().filter(|tick| tick.label.is_some() == named) {
            let y = frame.y_at(tick.place);
            lines.push_str(&path(&[(frame.left, y), (frame.right, y)]));
        }
        for tick in frame.x_ticks.iter().filter(|tick| tick.label.is_some() == named) {
            let x = frame.x_at(tick.place);
            lines.push_str(&path(&[(x, frame.top), (x, frame.bottom)]));
        }
        pen.path(if named { Paint::Grid } else { Paint::Hair }, 1.0, "", &lines);
    }
    let [left, right] = [frame.left, frame.right].map(|x| (x, frame.bottom));
    pen.path(Paint::Muted, 1.5, "", &path(&[left, right]));

    pen.line(&format!("<g {}>", fill(Paint::Muted)));
    let mut names = |spot: Spot, name: &Option<String>, more: &str| {
        if let Some(name) = name {
            pen.text(name, spot, TEXT, more);
        }
    };
    for tick in &frame.y_ticks {
        let spot = (frame.left - 9.0, frame.y_at(tick.place) + TEXT * 0.36);
        names(spot, &tick.label, ENDING);
    }
    let below = frame.bottom + DROP + TEXT * 0.95;
    for tick in &frame.x_ticks {
        names((frame.x_at(tick.place), below), &tick.label, CENTRED);
    }
    let middle = f64::midpoint(frame.left, frame.right);
    for (i, line) in (1..).zip(&frame.x_label) {
        pen.text(line, (middle, below + TEXT * LINE * f64::from(i)), TEXT, CENTRED);
    }
    pen.line("</g>");
}

/// The chart in words, for readers who cannot see it: the quantities of the axes, and the range of each
/// series.
fn describe(chart: &Chart) -> String {
    let axis = |axis: &Axis| {
        let scale = if axis.scale == Scale::Logarithmic { ", logarithmic" } else { "" };
        format!("{}{scale}", axis.label.trim())
    };
    let series = chart.series.iter().map(|series| range(series, chart));
    let series: String = series.collect();
    format!("Across: {}. Up: {}.{series}", axis(&chart.x), axis(&chart.y))
}

/// The range of a series in a sentence.
fn range(series: &Series, chart: &Chart) -> String {
    let name = if series.name.trim().is_empty() { "Unnamed" } else { series.name.trim() };
    let is_drawn = |it: &&Point| has_place(it.x, chart.x.scale) && has_place(it.y, chart.y.scale);
    let drawn: Vec<&Point> = series.points.iter().filter(is_drawn).collect();
    let unit = |axis| if time_of(axis).is_some() { " s" } else { "" };
    let (x_unit, y_unit) = (unit(&chart.x), unit(&chart.y));
    let point = |point: &Point| {
        let least = if point.at_least { "at least " } else { "" };
        format!("{least}{}{y_unit} at {}{x_unit}", shortest(point.y), shortest(point.x))
    };
    match drawn[..] {
        [] => format!(" {name}: no points."),
        [only] => format!(" {name}: {}.", point(only)),
        [first, .., last] => {
            let (number, first, last) = (drawn.len(), point(first), point(last));
            format!(" {name}: {number} points, from {first} to {last}.")
        }
    }
}
