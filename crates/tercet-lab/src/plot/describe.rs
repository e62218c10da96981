//! A chart in words, for readers who cannot see it.

use super::number::{Unit, shortest};
use super::range::has_place;
use super::{Axis, Bound, Chart, Scale, Series};

/// The largest number of series in a description.
const MOST: usize = 40;
/// The largest length of a name in a description.
const MOST_LETTERS: usize = 200;

/// The quantities of the axes, and the range of each series.
pub(super) fn describe(chart: &Chart) -> String {
    let axis = |axis: &Axis| {
        let scale = if axis.scale == Scale::Logarithmic { ", logarithmic" } else { "" };
        format!("{}{scale}", first_letters(axis.label.trim()))
    };
    let mut text = format!("Across: {}. Up: {}.", axis(&chart.x), axis(&chart.y));
    for series in chart.series.iter().take(MOST) {
        text.push(' ');
        text.push_str(&one(series, chart));
    }
    if chart.series.len() > MOST {
        let more = chart.series.len() - MOST;
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
    let (x_unit, y_unit) = (unit(&chart.x), unit(&chart.y));
    let point = |point: &super::Point| {
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

fn unit(axis: &Axis) -> &'static str {
    match Unit::of(&axis.label).0 {
        Unit::Plain => "",
        Unit::Seconds => " s",
        Unit::Bytes => " B",
    }
}

fn first_letters(text: &str) -> String {
    text.chars().take(MOST_LETTERS).collect()
}
