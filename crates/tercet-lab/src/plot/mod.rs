//! Charts: what is to be drawn, said without saying how, and the one plotter that draws all of them.
//!
//! [`svg`] makes a file, [`inline_svg`] a part of a page that holds [`css`], [`png`] a picture. The
//! first two are light or dark as their reader prefers, the last as its caller says. All are 720 units
//! wide, and as high as the legend asks.
//!
//! Points without a place (no number, infinite, not positive on a logarithmic axis, or beyond 10³⁰⁰)
//! are left out, and the line of their series has a gap there. Nothing in a chart makes the plotter
//! panic.
//!
//! ```
//! use tercet_lab::plot::{Axis, Bound, Chart, Point, Scale, Series, Style, svg};
//!
//! let point = |x, y, bound| Point { x, y, spread: None, bound };
//! let points =
//!     vec![point(3.0, 2e-5, Bound::Exact), point(4.0, 0.3, Bound::Exact), point(5.0, 60.0, Bound::AtLeast)];
//! let chart = Chart {
//!     title: "Time against values".into(),
//!     x: Axis { label: "values v".into(), scale: Scale::Linear },
//!     y: Axis { label: "processor time (s)".into(), scale: Scale::Logarithmic },
//!     series: vec![Series { name: "brute".into(), style: Style::Line, points }],
//! };
//! let drawing = svg(&chart);
//! assert!(drawing.contains(">100 µs<") && drawing.contains(">at least: stopped by the limit<"));
//! ```

mod describe;
mod draw;
mod frame;
mod labels;
mod legend;
mod marks;
mod number;
mod pen;
mod png;
mod range;
mod svg;
mod text;
mod theme;

pub use png::{PngError, png};
pub use svg::{inline_svg, svg};
pub use theme::{Theme, css};

/// A picture with two axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// What it shows, in a line.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn, from the first in the legend to the last.
    pub series: Vec<Series>,
}

/// An axis of a chart. Its range follows from the points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// What it measures, with the unit: `processor time (s)`. Where the label ends with `(s)`, `(B)`
    /// or `(bytes)`, the numbers at the axis have prefixes: 10 ms, 2 MB.
    pub label: String,
    /// How places on it follow from numbers.
    pub scale: Scale,
}

/// How places on an axis follow from numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Equal steps for equal differences.
    Linear,
    /// Equal steps for equal ratios; only positive numbers have a place.
    Logarithmic,
}

/// A line or a row of bars, with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name in the legend: a method. Without one it has no entry there.
    pub name: String,
    /// How its points are drawn.
    pub style: Style,
    /// Its points by ascending `x`.
    pub points: Vec<Point>,
}

/// How the points of a series are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Marks, joined by a line.
    Line,
    /// Marks alone.
    Marks,
    /// Upright bars.
    Bars,
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
    /// From where to where the measurements reach, if there is more than one; for an estimate, its
    /// interval. It is drawn as a whisker, which the legend calls the spread.
    pub spread: Option<(f64, f64)>,
    /// What the number is.
    pub bound: Bound,
}

/// What the number of a point is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// What was measured.
    Exact,
    /// At least so much: a limit of time ended the measurement. It is drawn as an open mark with an
    /// arrow.
    AtLeast,
}
