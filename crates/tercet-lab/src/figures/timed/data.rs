//! The data by which a figure of times is drawn and judged: a time for each line at each place.

use serde::Deserialize;

use crate::plot::{Axis, Bound, Chart, Point, Scale, Series, Style};
use crate::race::{CourseReport, Outcome, Spread, Standing, Trial, Value};

/// The times of a figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Data {
    /// The places on the horizontal axis, ascending.
    pub places: Vec<f64>,
    /// The lines, as the figure names them.
    pub lines: Vec<Line>,
}

/// The times of a contestant.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// The results at each place.
    pub points: Vec<Measured>,
}

/// The result of a contestant at a place.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measured {
    /// The times in seconds, if it was given a task and did not fail.
    pub times: Option<Spread>,
    /// The number of tasks it was given.
    pub asked: usize,
    /// The number of tasks it answered.
    pub answered: usize,
    /// Whether it was not asked because it was stopped on all tasks of a smaller size.
    pub dropped_out: bool,
}

/// The clock of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// Wall time.
    #[default]
    Wall,
    /// Processor time, as in the thesis, child processes included.
    Processor,
}

impl Data {
    /// The times of the courses of a race.
    pub fn of(courses: &[CourseReport], clock: Clock) -> Self {
        let answered =
            |trial: &&Trial| !matches!(trial.outcome, Outcome::Stopped | Outcome::Failed { .. });
        let measured = |result: &Standing| {
            let asked = || result.trials.iter().flatten();
            Measured {
                times: match clock {
                    Clock::Wall => result.seconds,
                    Clock::Processor => result.cpu.or(result.seconds),
                },
                asked: asked().count(),
                answered: asked().filter(answered).count(),
                dropped_out: result.dropped_out,
            }
        };
        let names = courses.first().map_or(&[][..], |course| &course.results[..]);
        let line = |(i, result): (usize, &Standing)| Line {
            name: result.contestant.clone(),
            points: courses.iter().map(|course| measured(&course.results[i])).collect(),
        };
        Self {
            places: courses.iter().map(|course| course.x).collect(),
            lines: names.iter().enumerate().map(line).collect(),
        }
    }

    /// The places, ascending.
    pub fn places(&self) -> impl Iterator<Item = f64> {
        self.places.iter().copied()
    }

    /// The result of a line at a place.
    pub fn at(&self, line: &str, x: f64) -> Option<Measured> {
        let place = self.places.iter().position(|place| place.to_bits() == x.to_bits())?;
        let line = self.lines.iter().find(|known| known.name == line)?;
        line.points.get(place).copied()
    }

    /// The median time of a line at a place.
    pub fn median(&self, line: &str, x: f64) -> Option<Value> {
        Some(self.at(line, x)?.times?.median)
    }

    /// The medians of all lines, on a logarithmic axis of time.
    pub fn chart(&self, title: &str, axis: &str, scale: Scale, clock: Clock) -> Chart {
        let series = self.lines.iter().map(|line| {
            let points = self.places().zip(&line.points);
            Series {
                name: line.name.clone(),
                style: Style::Line,
                points: points.filter_map(|(x, done)| Some(point(x, done.times?))).collect(),
            }
        });
        let clock = match clock {
            Clock::Wall => "wall time (s)",
            Clock::Processor => "processor time (s)",
        };
        Chart {
            title: title.into(),
            x: Axis { label: axis.into(), scale },
            y: Axis { label: clock.into(), scale: Scale::Logarithmic },
            series: series.filter(|series| !series.points.is_empty()).collect(),
        }
    }
}

fn point(x: f64, times: Spread) -> Point {
    let bound = if times.median.at_least { Bound::AtLeast } else { Bound::Exact };
    let spread = (bound == Bound::Exact).then_some((times.min.value, times.max.value));
    Point { x, y: times.median.value, spread, bound }
}
