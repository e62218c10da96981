//! Charts as plain data, and the plotter that draws them.
//!
//! [`svg`] makes a file, and [`inline_svg`] a part of a page that contains [`css`]. Both follow the reader's
//! preference for light or dark, are 720 units wide, and as high as the legend needs.
//!
//! Points without a place (no number, infinite, not positive on a logarithmic axis, or beyond 10¹⁰⁰)
//! are left out, and the line of their series has a gap there. No chart makes the plotter panic.
//!
//! ```
//! use tercet_plot::{Axis, Chart, Point, Scale, Series, Style, svg};
//!
//! let stopped = Point { at_least: true, ..Point::at(5.0, 60.0) };
//! let points = [Point::at(3.0, 2e-5), Point::at(4.0, 0.3), stopped];
//! let chart = Chart {
//!     title: "Time against values".into(),
//!     x: Axis::new("values v", Scale::Linear),
//!     y: Axis::new("processor time (s)", Scale::Logarithmic),
//!     series: vec![Series::new("brute", Style::Line, points)],
//! };
//! let drawing = svg(&chart);
//! assert!(drawing.contains(">100 µs<") && drawing.contains(">at least: stopped by the limit<"));
//! ```

#![forbid(unsafe_code)]

mod draw;
mod frame;
mod pen;
mod range;
mod svg;
mod text;
pub mod words;

use serde::Deserialize;

pub use pen::css;
pub use svg::{inline_svg, svg};

/// A chart with two axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
}

/// An axis of a chart. Its range follows from the points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// The quantity, with its unit: `processor time (s)`. Where the label of a logarithmic axis ends with
    /// `(s)`, the numbers at the axis have units: 10 ms.
    pub label: String,
    /// The scale.
    pub scale: Scale,
}

impl Axis {
    /// An axis with this label.
    pub fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self { label: label.into(), scale }
    }
}

/// The scale of an axis, which maps numbers to places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Equal steps for equal differences.
    #[default]
    Linear,
    /// Equal steps for equal ratios; only positive numbers have a place.
    Logarithmic,
}

/// A line or a row of marks, with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name in the legend; a series with an empty name has no entry.
    pub name: String,
    /// The style of its points.
    pub style: Style,
    /// Its points by ascending `x`.
    pub points: Vec<Point>,
}

impl Series {
    /// A series of these points.
    pub fn new(
        name: impl Into<String>,
        style: Style,
        points: impl IntoIterator<Item = Point>,
    ) -> Self {
        Self { name: name.into(), style, points: points.into_iter().collect() }
    }
}

/// The style of the points of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Marks, joined by a line.
    Line,
    /// Marks alone.
    Marks,
    /// A line without marks: a reference such as an expected value.
    Reference,
}

/// A point, usually the median of some measurements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Its place on the horizontal axis.
    pub x: f64,
    /// Its place on the vertical axis.
    pub y: f64,
    /// The range of the measurements, if there is more than one; for an estimate, its interval. It is
    /// drawn as a whisker, which the legend calls the spread.
    pub spread: Option<(f64, f64)>,
    /// Whether `y` is a lower bound, because a time limit ended the measurement. It is drawn as an open mark with an
    /// arrow.
    pub at_least: bool,
}

impl Point {
    /// An exact point without a spread.
    pub const fn at(x: f64, y: f64) -> Self {
        Self { x, y, spread: None, at_least: false }
    }
}
