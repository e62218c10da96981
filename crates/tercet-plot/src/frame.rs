//! The layout of a chart: the title, the axes, the drawing and the legend below it.

use super::draw::{ARROW, RADIUS};
use super::pen::Spot;
use super::range::{self, Range, Tick};
use super::text::{width, wrapped};
use super::{Chart, Point, Scale};

/// The width of every chart. On a page of 400 pixels text of 19 units is 10 pixels high.
pub(super) const WIDTH: f64 = 720.0;
/// The height of the drawing between the axes.
pub(super) const HEIGHT: f64 = 370.0;
/// The margin.
pub(super) const MARGIN: f64 = 16.0;

/// The sizes of text.
pub(super) const TITLE: f64 = 23.0;
pub(super) const TEXT: f64 = 19.0;

/// How much wider than plain letters the strong ones of a title are at most.
const STRONG: f64 = 1.15;

/// The distance of two lines of a text of this size.
pub(super) const LINE: f64 = 1.28;

/// The largest number of lines of a title or a label.
const MOST_LINES: usize = 3;

/// The largest numbers of named ticks of the vertical and of the horizontal axis.
const MOST_UP: usize = 8;
const MOST_ACROSS: usize = 9;

/// The distance of the horizontal axis from the names of its ticks, and of these from the margins.
pub(super) const DROP: f64 = 12.0;
const EDGE: f64 = 6.0;

/// Horizontal room between the names of two ticks.
const BETWEEN: f64 = 14.0;

/// The places of the parts of a chart.
pub(super) struct Frame {
    pub(super) title: Vec<String>,
    pub(super) x_label: Vec<String>,
    pub(super) y_label: Vec<String>,
    pub(super) x_ticks: Vec<Tick>,
    pub(super) y_ticks: Vec<Tick>,
    x: Range,
    y: Range,
    /// The drawing between the axes.
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    /// The padding of points from the left and right ends, and from the upper end.
    side: f64,
    above: f64,
}

impl Frame {
    pub(super) fn new(chart: &Chart) -> Self {
        let points = || chart.series.iter().flat_map(|series| &series.points);

        let spreads = points().filter_map(|point| point.spread);
        let heights = points().map(|point| point.y).chain(spreads.flat_map(|(a, b)| [a, b]));
        let y = Range::of(heights, chart.y.scale).with_zero().to_ticks(MOST_UP);
        let y_ticks = y.ticks(&chart.y, MOST_UP);
        let y_names = y_ticks.iter().filter_map(|tick| tick.label.as_deref());
        let widest = y_names.map(|name| width(name, TEXT)).fold(0.0, f64::max);

        let title = wrapped(&chart.title, TITLE * STRONG, WIDTH - 2.0 * MARGIN, MOST_LINES);
        let y_label = wrapped(range::label(&chart.y), TEXT, WIDTH - 2.0 * MARGIN, MOST_LINES);
        let above_drawing = title.len() as f64 * TITLE * LINE + y_label.len() as f64 * TEXT * LINE;
        let top = MARGIN + above_drawing + 14.0;
        let has_bounds = points().any(|point| point.at_least);
        let mut frame = Self {
            title,
            x_label: Vec::new(),
            y_label,
            x_ticks: Vec::new(),
            y_ticks,
            x: Range::of([], chart.x.scale),
            y,
            left: MARGIN + widest + 10.0,
            right: WIDTH - MARGIN - 8.0,
            top,
            bottom: top + HEIGHT,
            side: if has_bounds { 24.0 } else { 14.0 },
            above: if has_bounds { ARROW + 4.0 } else { RADIUS + 2.0 },
        };
        frame.across(chart);
        frame
    }

    /// The horizontal axis, whose ticks depend on the room that is left for it.
    fn across(&mut self, chart: &Chart) {
        let points = chart.series.iter().flat_map(|series| &series.points);
        let mut places: Vec<f64> = points.map(|point| point.x).collect();
        places.retain(|&x| range::has_place(x, chart.x.scale));
        places.sort_unstable_by(f64::total_cmp);
        places.dedup();
        self.x = Range::of(places.iter().copied(), chart.x.scale);
        if chart.x.scale == Scale::Logarithmic && !self.x.is_long() {
            self.x = self.x.to_ticks(MOST_ACROSS);
        }
        let ticks = self.ticks(chart, &places);
        // The names of the first and the last tick may need more room than there is.
        let named = |tick: &Tick| Some((tick.place, width(tick.label.as_ref()?, TEXT) / 2.0));
        if let Some((place, half)) = ticks.iter().find_map(named) {
            self.left += (EDGE + half - self.x_at(place)).max(0.0);
        }
        if let Some((place, half)) = ticks.iter().rev().find_map(named) {
            self.right -= (self.x_at(place) + half - (WIDTH - EDGE)).max(0.0);
        }
        self.x_ticks = ticks;
        // The label is centred below the drawing.
        let middle = f64::midpoint(self.left, self.right);
        let room = 2.0 * (middle.min(WIDTH - middle) - MARGIN);
        self.x_label = wrapped(range::label(&chart.x), TEXT, room, MOST_LINES);
    }

    /// A tick at each of some places, if they are few and have room; else as many ticks as have room.
    fn ticks(&self, chart: &Chart, places: &[f64]) -> Vec<Tick> {
        const MOST_TICKS: usize = 16;
        let at_places = self.x.ticks_at(places);
        let are_few = chart.x.scale == Scale::Linear && (1..=MOST_TICKS).contains(&places.len());
        if are_few && self.have_room(&at_places) {
            return at_places;
        }
        let ticks = |most| self.x.ticks(&chart.x, most);
        let mut choices = (3..=MOST_ACROSS).rev().map(ticks);
        choices.find(|ticks| self.have_room(ticks)).unwrap_or_else(|| ticks(2))
    }

    fn have_room(&self, ticks: &[Tick]) -> bool {
        let mut free = f64::NEG_INFINITY;
        ticks.iter().all(|tick| {
            let Some(name) = &tick.label else { return true };
            let (middle, half) = (self.x_at(tick.place), width(name, TEXT) / 2.0);
            let fits = free + BETWEEN <= middle - half;
            free = middle + half;
            fits
        })
    }

    /// The horizontal place of a share of the axis.
    pub(super) fn x_at(&self, share: f64) -> f64 {
        let (left, right) = (self.left + self.side, self.right - self.side);
        left + share.clamp(0.0, 1.0) * (right - left)
    }

    /// The vertical place of a share of the axis.
    pub(super) fn y_at(&self, share: f64) -> f64 {
        self.bottom - share.clamp(0.0, 1.0) * (self.bottom - self.top - self.above)
    }

    /// The spot of a point; `None` for a point without a place.
    pub(super) fn spot(&self, point: &Point) -> Option<Spot> {
        Some((self.x_at(self.x.place(point.x)?), self.y_at(self.y.place(point.y)?)))
    }

    /// The height of a number. A number too small for a logarithmic axis is at the foot of the axis.
    pub(super) fn height(&self, y: f64) -> Option<f64> {
        let too_low = y.is_finite() && y <= 0.0;
        self.y.place(y).or(too_low.then_some(0.0)).map(|share| self.y_at(share))
    }

    /// The top of the legend.
    pub(super) fn foot(&self) -> f64 {
        self.bottom + DROP + TEXT * LINE * (1 + self.x_label.len()) as f64 + 4.0
    }
}
