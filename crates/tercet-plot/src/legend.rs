//! The legend: the names of the series, and the meanings of the marks.

use super::draw::{self, ARROW, Placed, PlacedPoint, bar_fill};
use super::frame::{LINE, MARGIN, PLAIN, TEXT, WIDTH};
use super::pen::{Anchor, Pen, Spot, number, path};
use super::text::{shortened, width};
use super::theme::Paint;
use super::{Bound, Chart, Style};

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

/// The subject of an entry of the legend.
enum Entry {
    /// The series of this number.
    Series(usize),
    Bounds,
    Spreads,
}

/// The legend of a chart, set in columns.
pub(super) struct Legend {
    /// The width of the samples.
    sample: f64,
    entries: Vec<(Entry, String)>,
    columns: Vec<f64>,
    /// Explanations, one per row, below the entries.
    notes: Vec<(Entry, &'static str)>,
}

impl Legend {
    pub(super) fn new(chart: &Chart) -> Self {
        let room = WIDTH - 2.0 * MARGIN;
        let named = chart.series.iter().enumerate().filter(|(_, it)| !it.name.trim().is_empty());
        let line = |style| matches!(style, Style::Line | Style::Reference);
        let lines = chart.series.iter().any(|series| line(series.style));
        let sample = if lines { SAMPLE } else { SHORT };
        let most = room - sample - GAP;
        let entries: Vec<(Entry, String)> = named
            .map(|(i, series)| (Entry::Series(i), shortened(&series.name, TEXT, most)))
            .collect();
        let widths: Vec<f64> =
            entries.iter().map(|(_, name)| sample + GAP + width(name, TEXT)).collect();
        let fitting = (1..=4).rev().map(|number| columns(&widths, number)).find(|columns| {
            columns.iter().sum::<f64>() + NEXT * (columns.len().saturating_sub(1)) as f64 <= room
        });
        let points = || chart.series.iter().filter(|it| it.style != Style::Reference);
        let mut points = points().flat_map(|series| &series.points);
        let mut notes = Vec::new();
        if points.clone().any(|point| point.bound == Bound::AtLeast) {
            notes.push((Entry::Bounds, "at least: stopped by the limit"));
        }
        if points.any(|point| point.spread.is_some_and(|(low, high)| low < high)) {
            notes.push((Entry::Spreads, "spread"));
        }
        Self { sample, entries, columns: fitting.unwrap_or_else(|| vec![room]), notes }
    }

    fn rows(&self) -> usize {
        self.entries.len().div_ceil(self.columns.len().max(1))
    }

    /// The height of the legend.
    pub(super) fn height(&self) -> f64 {
        let rows = self.rows() + usize::from(!self.notes.is_empty());
        let notes = if self.notes.is_empty() { 0.0 } else { NOTES };
        if rows == 0 { 0.0 } else { rows as f64 * ROW + 10.0 + notes }
    }

    pub(super) fn draw(&self, pen: &mut Pen, placed: &[Placed], top: f64, prefix: &str) {
        let mut y = top + 10.0 + ROW / 2.0;
        for row in self.entries.chunks(self.columns.len().max(1)) {
            let mut x = MARGIN;
            for ((entry, name), column) in row.iter().zip(&self.columns) {
                self.sample(pen, entry, placed, Spot { x, y }, prefix);
                named(pen, name, Spot { x: x + self.sample + GAP, y }, Paint::Ink);
                x += column + NEXT;
            }
            y += ROW;
        }
        let mut x = MARGIN;
        y += NOTES;
        for (entry, text) in &self.notes {
            self.sample(pen, entry, placed, Spot { x, y }, prefix);
            named(pen, text, Spot { x: x + self.sample + GAP, y }, Paint::Muted);
            x += self.sample + GAP + width(text, TEXT) + NEXT;
        }
    }

    /// A sample of a series, as it is drawn in the chart.
    fn sample(&self, pen: &mut Pen, entry: &Entry, placed: &[Placed], from: Spot, prefix: &str) {
        let Spot { x, y } = from;
        let middle = Spot { x: x + self.sample / 2.0, y };
        match entry {
            Entry::Series(number_of) => {
                let placed = &placed[*number_of];
                match placed.series.style {
                    Style::Bars => {
                        let fill = bar_fill(pen, placed, prefix);
                        let [x, y] = [middle.x - 9.0, y - 9.0].map(number);
                        return pen.line(&format!(
                            r#"<rect {fill} x="{x}" y="{y}" width="18" height="18"/>"#
                        ));
                    }
                    Style::Line | Style::Reference => {
                        let line = path(&[from, Spot { x: x + self.sample, y }]);
                        pen.path(placed.paint(), 2.4, placed.dash(), &line);
                    }
                    Style::Marks => {}
                }
                if placed.series.style != Style::Reference {
                    placed.mark(pen, middle, false);
                }
            }
            Entry::Bounds => draw::bound(pen, Spot { y: y + ARROW / 3.0, ..middle }),
            Entry::Spreads => {
                let spread = Some([y - 10.0, y + 10.0]);
                let point = PlacedPoint { spot: middle, is_bound: false, spread };
                draw::whiskers(pen, &[point], Paint::Muted, 0.0);
            }
        }
    }
}

/// The widths of this many columns, which are filled row by row.
fn columns(widths: &[f64], number: usize) -> Vec<f64> {
    let widest = |column| widths.iter().skip(column).step_by(number).copied().fold(0.0, f64::max);
    (0..number.min(widths.len())).map(widest).collect()
}

fn named(pen: &mut Pen, text: &str, spot: Spot, paint: Paint) {
    let spot = Spot { y: spot.y + TEXT * 0.36, ..spot };
    pen.text(text, spot, PLAIN, Anchor::Start, &pen.fill(paint));
}
