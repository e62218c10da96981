//! Charts as SVG.
//!
//! Every element carries its colour on light ground as an attribute, which all viewers of SVG obey,
//! and a class, by which a style sheet can override it.

use super::draw::{self, Placed};
use super::frame::{DROP, Frame, LINE, MARGIN, TEXT, TITLE, WIDTH};
use super::legend::Legend;
use super::pen::{Anchor, Pen, Spot, escaped, number, path};
use super::theme::{Paint, Theme, dark_css};
use super::{Chart, Style, describe, labels};

/// The fonts that are asked for, the one of the PNG first.
const FONTS: &str = "Inter, system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/// The chart as a file of its own, which is light or dark as its reader prefers.
pub fn svg(chart: &Chart) -> String {
    drawn(
        chart,
        &Form {
            prefix: "chart",
            theme: Theme::Light,
            adapts: true,
            is_file: true,
            outlines: false,
        },
    )
}

/// The chart as a part of an HTML page that holds the rules of [`css`](super::css). All its ids begin
/// with the prefix, which no other chart of the page may have: a letter, then letters, digits and `-`.
pub fn inline_svg(chart: &Chart, prefix: &str) -> String {
    drawn(
        chart,
        &Form { prefix, theme: Theme::Light, adapts: false, is_file: false, outlines: false },
    )
}

/// The chart in the colours of one theme, with the outlines of all letters.
pub(super) fn outlined(chart: &Chart, theme: Theme) -> String {
    drawn(chart, &Form { prefix: "chart", theme, adapts: false, is_file: true, outlines: true })
}

/// How a chart becomes text.
struct Form<'a> {
    prefix: &'a str,
    theme: Theme,
    /// Whether it holds the rules for dark ground.
    adapts: bool,
    is_file: bool,
    /// Whether its texts are outlines.
    outlines: bool,
}

fn drawn(chart: &Chart, form: &Form) -> String {
    let mut pen = Pen::new(form.theme, form.outlines);
    let prefix = escaped(form.prefix);
    let legend = Legend::new(chart);
    let frame = Frame::new(chart, labels::room(chart));
    let placed = draw::place(chart, &frame);
    let height = (frame.foot() + legend.height() + MARGIN).ceil();
    let [width, height] = [WIDTH, height].map(number);
    let namespace = if form.is_file { r#" xmlns="http://www.w3.org/2000/svg""# } else { "" };
    pen.line(&format!(
        r#"<svg{namespace} class="tercet-chart" viewBox="0 0 {width} {height}" role="img" aria-labelledby="{prefix}-title {prefix}-desc" font-family="{FONTS}">"#
    ));
    let title = if chart.title.trim().is_empty() { "A chart" } else { chart.title.trim() };
    pen.line(&format!(r#"<title id="{prefix}-title">{}</title>"#, escaped(title)));
    let description = escaped(&describe::describe(chart));
    pen.line(&format!(r#"<desc id="{prefix}-desc">{description}</desc>"#));
    if form.adapts {
        pen.line(&format!("<style>\n{}</style>", dark_css()));
    }
    stripes(&mut pen, &placed, &prefix);
    let paper = pen.fill(Paint::Paper);
    pen.line(&format!(r#"<rect {paper} width="{width}" height="{height}"/>"#));
    heading(&mut pen, &frame);
    axes(&mut pen, &frame);
    if placed.iter().all(|series| series.spots().next().is_none()) {
        let middle = f64::midpoint(frame.left, frame.right);
        let spot = Spot { x: middle, y: f64::midpoint(frame.top, frame.bottom) };
        let ink = format!(" {}", pen.fill(Paint::Muted));
        pen.text("no points", spot, TEXT, Anchor::Middle, &ink);
    }
    draw::series(&mut pen, &frame, &placed, &prefix);
    labels::draw(&mut pen, chart, &frame, &placed);
    legend.draw(&mut pen, &placed, frame.foot(), &prefix);
    pen.line("</svg>");
    pen.out
}

/// The title, and what the vertical axis measures, above it: upright text needs no tilted head.
fn heading(pen: &mut Pen, frame: &Frame) {
    let mut y = MARGIN;
    let ink = format!(" {}", pen.fill(Paint::Ink));
    for line in &frame.title {
        y += TITLE * LINE;
        let spot = Spot { x: MARGIN, y: y - TITLE * 0.3 };
        pen.strong(line, spot, TITLE, &ink);
    }
    let muted = format!(" {}", pen.fill(Paint::Muted));
    for line in &frame.y_label {
        y += TEXT * LINE;
        pen.text(line, Spot { x: MARGIN, y: y - TEXT * 0.25 }, TEXT, Anchor::Start, &muted);
    }
}

fn axes(pen: &mut Pen, frame: &Frame) {
    let [left, right, bottom] = [frame.left, frame.right, frame.bottom].map(number);
    // Lines with a name stand out from those without.
    for named in [false, true] {
        let mut lines = String::new();
        for tick in frame.y_ticks.iter().filter(|tick| tick.label.is_some() == named) {
            let y = frame.y_at(tick.place);
            lines.push_str(&path(&[Spot { x: frame.left, y }, Spot { x: frame.right, y }]));
        }
        // Bars are upright lines themselves.
        let upright = frame.x_ticks.iter().filter(|_| frame.bar == 0.0);
        for tick in upright.filter(|tick| tick.label.is_some() == named) {
            let x = frame.x_at(tick.place);
            lines.push_str(&path(&[Spot { x, y: frame.top }, Spot { x, y: frame.bottom }]));
        }
        if !lines.is_empty() {
            let stroke = pen.stroke(if named { Paint::Grid } else { Paint::Hair });
            pen.line(&format!(r#"<path {stroke} d="{lines}"/>"#));
        }
    }
    let stroke = pen.stroke(Paint::Muted);
    pen.line(&format!(r#"<path {stroke} stroke-width="1.5" d="M{left} {bottom}H{right}"/>"#));

    let fill = pen.fill(Paint::Muted);
    pen.line(&format!("<g {fill}>"));
    for tick in &frame.y_ticks {
        let Some(name) = &tick.label else { continue };
        let spot = Spot { x: frame.left - 9.0, y: frame.y_at(tick.place) + TEXT * 0.36 };
        pen.text(name, spot, TEXT, Anchor::End, "");
    }
    for tick in &frame.x_ticks {
        let Some(name) = &tick.label else { continue };
        let spot = Spot { x: frame.x_at(tick.place), y: frame.bottom + DROP + TEXT * 0.95 };
        pen.text(name, spot, TEXT, Anchor::Middle, "");
    }
    let middle = f64::midpoint(frame.left, frame.right);
    for (i, line) in frame.x_label.iter().enumerate() {
        let y = frame.bottom + DROP + TEXT * (0.95 + LINE * (i + 1) as f64);
        pen.text(line, Spot { x: middle, y }, TEXT, Anchor::Middle, "");
    }
    pen.line("</g>");
}

/// The stripes that fill bars, in as many directions as there are series of bars up to four.
fn stripes(pen: &mut Pen, placed: &[Placed], prefix: &str) {
    let bars = placed.iter().filter(|it| it.series.style == Style::Bars && !it.look.is_first());
    for placed in bars {
        let stroke = pen.stroke(placed.look.paint());
        let number = placed.look.number();
        let angle = [45, 135, 0, 90][number % 4];
        let gap = 5 + number / 4 % 3 * 2;
        pen.line(&format!(
            r#"<pattern id="{prefix}-stripes-{number}" patternUnits="userSpaceOnUse" width="{gap}" height="900" patternTransform="rotate({angle})"><path {stroke} stroke-width="5" d="M0 0V900"/></pattern>"#
        ));
    }
}
