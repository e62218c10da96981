//! Charts as SVG, and as PNG, which `resvg` draws from it. The letters of a PNG are outlines of a font that
//! is built in, so that a chart has the same pixels on every machine.
//!
//! Every element carries its colour on light ground as an attribute, which all viewers of SVG obey,
//! and a class, by which a style sheet can override it.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::draw::{self, Placed};
use super::frame::{DROP, Frame, LINE, MARGIN, PLAIN, TEXT, TITLE, WIDTH};
use super::legend::Legend;
use super::pen::{Anchor, Pen, Spot, number, path};
use super::range::{has_place, shortest, time_of};
use super::text::Weight;
use super::theme::{Paint, Theme, dark_css};
use super::{Axis, Bound, Chart, Point, Scale, Series, Style, labels};
use crate::words::escaped;

/// The fonts that are asked for, the one of the PNG first.
const FONTS: &str = "Inter, system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/// The chart as a file of its own, which is light or dark as its reader prefers.
pub fn svg(chart: &Chart) -> String {
    drawn(chart, Form::File)
}

/// The chart as a part of an HTML page that holds the rules of [`css`](super::css). All its ids begin
/// with the prefix, which no other chart of the page may have: a letter, then letters, digits and `-`.
pub fn inline_svg(chart: &Chart, prefix: &str) -> String {
    drawn(chart, Form::Inline(prefix))
}

/// The place where a chart is shown.
#[derive(Clone, Copy)]
enum Form<'a> {
    /// A file, which holds the rules for dark ground.
    File,
    /// A part of a page, by its prefix.
    Inline(&'a str),
    /// A picture in the colours of one theme, with the outlines of all letters.
    Picture(Theme),
}

fn drawn(chart: &Chart, form: Form) -> String {
    let theme = if let Form::Picture(theme) = form { theme } else { Theme::Light };
    let mut pen = Pen::new(theme, matches!(form, Form::Picture(_)));
    let (prefix, namespace) = match form {
        Form::Inline(prefix) => (escaped(prefix), ""),
        Form::File | Form::Picture(_) => ("chart".into(), r#" xmlns="http://www.w3.org/2000/svg""#),
    };
    let legend = Legend::new(chart);
    let frame = Frame::new(chart, labels::room(chart));
    let placed = draw::place(chart, &frame);
    let height = (frame.foot() + legend.height() + MARGIN).ceil();
    let [width, height] = [WIDTH, height].map(number);
    pen.line(&format!(
        r#"<svg{namespace} class="tercet-chart" viewBox="0 0 {width} {height}" role="img" aria-labelledby="{prefix}-title {prefix}-desc" font-family="{FONTS}">"#
    ));
    let title = if chart.title.trim().is_empty() { "A chart" } else { chart.title.trim() };
    pen.line(&format!(r#"<title id="{prefix}-title">{}</title>"#, escaped(title)));
    let description = escaped(&describe(chart));
    pen.line(&format!(r#"<desc id="{prefix}-desc">{description}</desc>"#));
    if let Form::File = form {
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
        pen.text("no points", spot, PLAIN, Anchor::Middle, &pen.fill(Paint::Muted));
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
    let ink = pen.fill(Paint::Ink);
    for line in &frame.title {
        y += TITLE * LINE;
        let spot = Spot { x: MARGIN, y: y - TITLE * 0.3 };
        pen.text(line, spot, (TITLE, Weight::Strong), Anchor::Start, &ink);
    }
    let muted = pen.fill(Paint::Muted);
    for line in &frame.y_label {
        y += TEXT * LINE;
        pen.text(line, Spot { x: MARGIN, y: y - TEXT * 0.25 }, PLAIN, Anchor::Start, &muted);
    }
}

fn axes(pen: &mut Pen, frame: &Frame) {
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
        pen.path(if named { Paint::Grid } else { Paint::Hair }, 1.0, "", &lines);
    }
    let [left, right] = [frame.left, frame.right].map(|x| Spot { x, y: frame.bottom });
    pen.path(Paint::Muted, 1.5, "", &path(&[left, right]));

    let fill = pen.fill(Paint::Muted);
    pen.line(&format!("<g {fill}>"));
    for tick in &frame.y_ticks {
        let Some(name) = &tick.label else { continue };
        let spot = Spot { x: frame.left - 9.0, y: frame.y_at(tick.place) + TEXT * 0.36 };
        pen.text(name, spot, PLAIN, Anchor::End, "");
    }
    for tick in &frame.x_ticks {
        let Some(name) = &tick.label else { continue };
        let spot = Spot { x: frame.x_at(tick.place), y: frame.bottom + DROP + TEXT * 0.95 };
        pen.text(name, spot, PLAIN, Anchor::Middle, "");
    }
    let middle = f64::midpoint(frame.left, frame.right);
    for (i, line) in frame.x_label.iter().enumerate() {
        let y = frame.bottom + DROP + TEXT * (0.95 + LINE * (i + 1) as f64);
        pen.text(line, Spot { x: middle, y }, PLAIN, Anchor::Middle, "");
    }
    pen.line("</g>");
}

/// The stripes that fill bars, in as many directions as there are series of bars up to four.
fn stripes(pen: &mut Pen, placed: &[Placed], prefix: &str) {
    let bars = placed.iter().filter(|it| it.series.style == Style::Bars && it.number > 0);
    for placed in bars {
        let stroke = pen.stroke(placed.paint());
        let number = placed.number;
        let angle = [45, 135, 0, 90][number % 4];
        let gap = 5 + number / 4 % 3 * 2;
        pen.line(&format!(
            r#"<pattern id="{prefix}-stripes-{number}" patternUnits="userSpaceOnUse" width="{gap}" height="900" patternTransform="rotate({angle})"><path {stroke} stroke-width="5" d="M0 0V900"/></pattern>"#
        ));
    }
}

/// The largest number of series in a description.
const MOST_SERIES: usize = 40;
/// The largest length of a name in a description.
const MOST_LETTERS: usize = 200;

/// The chart in words, for readers who cannot see it: the quantities of the axes, and the range of each
/// series.
fn describe(chart: &Chart) -> String {
    let axis = |axis: &Axis| {
        let scale = if axis.scale == Scale::Logarithmic { ", logarithmic" } else { "" };
        format!("{}{scale}", first_letters(axis.label.trim()))
    };
    let mut text = format!("Across: {}. Up: {}.", axis(&chart.x), axis(&chart.y));
    for series in chart.series.iter().take(MOST_SERIES) {
        text.push(' ');
        text.push_str(&one(series, chart));
    }
    if chart.series.len() > MOST_SERIES {
        let more = chart.series.len() - MOST_SERIES;
        text.extend([" And ", &more.to_string(), " more."]);
    }
    text
}

fn one(series: &Series, chart: &Chart) -> String {
    let name = if series.name.trim().is_empty() { "Unnamed" } else { series.name.trim() };
    let name = first_letters(name);
    let mut drawn = series
        .points
        .iter()
        .filter(|it| has_place(it.x, chart.x.scale) && has_place(it.y, chart.y.scale));
    let Some(first) = drawn.next() else { return format!("{name}: no points.") };
    let unit = |axis| if time_of(axis).is_some() { " s" } else { "" };
    let (x_unit, y_unit) = (unit(&chart.x), unit(&chart.y));
    let point = |point: &Point| {
        let least = if point.bound == Bound::AtLeast { "at least " } else { "" };
        format!("{least}{}{y_unit} at {}{x_unit}", shortest(point.y), shortest(point.x))
    };
    match drawn.next_back() {
        None => format!("{name}: {}.", point(first)),
        Some(last) => {
            let number = drawn.count() + 2;
            format!("{name}: {number} points, from {} to {}.", point(first), point(last))
        }
    }
}

fn first_letters(text: &str) -> String {
    text.chars().take(MOST_LETTERS).collect()
}

/// The most pixels of a picture, each of which takes four bytes.
const MOST_PIXELS: f64 = 1e8;

/// Why there is no PNG.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PngError {
    /// The scale is not positive, or the bitmap would be too large.
    #[error("a picture of scale {0} has no pixels, or too many: take from 0.1 to 10")]
    Scale(f64),
    /// The drawing cannot be rendered.
    #[error("the drawing cannot be made a picture: {0}")]
    Draw(String),
}

/// The chart as a PNG of `720·scale` pixels across.
///
/// # Errors
///
/// The scale is not a positive number, or the bitmap would have over 100 million pixels.
pub fn png(chart: &Chart, theme: Theme, scale: f64) -> Result<Vec<u8>, PngError> {
    let drawing = drawn(chart, Form::Picture(theme));
    let draw = |error: &dyn std::fmt::Display| PngError::Draw(error.to_string());
    let tree = Tree::from_str(&drawing, &Options::default()).map_err(|error| draw(&error))?;
    let size = [tree.size().width(), tree.size().height()];
    let [width, height] = size.map(|side| (f64::from(side) * scale).round());
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(PngError::Scale(scale));
    }
    let mut picture = Pixmap::new(width as u32, height as u32).ok_or(PngError::Scale(scale))?;
    let fit = Transform::from_scale(width as f32 / size[0], height as f32 / size[1]);
    resvg::render(&tree, fit, &mut picture.as_mut());
    picture.encode_png().map_err(|error| draw(&error))
}
