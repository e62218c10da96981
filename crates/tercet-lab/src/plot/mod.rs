//! Charts: what is to be drawn, said without saying how.

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
    /// What it measures, with the unit: `processor time (s)`.
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
    /// The name in the legend: a method.
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
    /// From where to where the measurements reach, if there is more than one.
    pub spread: Option<(f64, f64)>,
    /// What the number is.
    pub bound: Bound,
}

/// What the number of a point is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// What was measured.
    Exact,
    /// At least so much: a limit of time ended the measurement.
    AtLeast,
}
