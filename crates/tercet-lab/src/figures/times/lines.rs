//! The lines of a figure of times: those that were measured here, and those that a source published; and their tables.
//!
//! A measured time may be only a lower bound, since methods are stopped at a limit. Where several boards were
//! measured, two lines are compared board by board: the ratio at a place is the geometric mean over the boards, with the
//! interval of Student's t distribution, of which a side is open where a method was stopped. A single time, and one that
//! was published, has a relative error instead.

use std::iter;

use serde::Deserialize;
use serde_json::json;
use tercet::statistics::{Estimate, least_squares};
use tercet_plot::{Axis, Chart, Point, Scale, Series, Style, words};
use tercet_race::score::Estimated;
use tercet_race::{Course, CourseReport, Outcome, Race, Spread, Standing, Trial, Value};

use super::Published;
use crate::report::TextTable;

/// The lines of a figure.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The name of each line, and what is known of it, by ascending place.
    lines: Vec<(String, Vec<Measured>)>,
    clock: Clock,
}

/// Places from one to another.
pub(super) type Span = (f64, f64);

/// All places.
pub(super) const EVERYWHERE: Span = (0.0, f64::INFINITY);

/// What is known of a line at a place.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    /// The place on the horizontal axis.
    pub(super) x: f64,
    /// The time of each board or game; `None` for one that was not asked or failed. A source has one time.
    pub(super) times: Vec<Option<Value>>,
    /// The average of its times; `None` if it has none.
    pub(super) average: Option<Value>,
    /// The relative standard error of a single time.
    error: f64,
    /// Whether it was not asked because it had been stopped at a smaller place.
    pub(super) dropped_out: bool,
}

/// The clock of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// Wall time. The median stands for the times of a place, which a few stopped boards do not change.
    #[default]
    Wall,
    /// Processor time, child processes included. The mean stands for the times of a place, as in the thesis.
    Processor,
}

/// The relative standard error of a time that was measured once, as in most figures of a quick report, and in
/// `overney6` and `overney7` always. It is an assumption, which the rules in a report state: a single time does not say how
/// well it is known, and neighbouring points of `overney6` scatter so.
pub(in crate::figures) const SINGLE: f64 = 0.04;

/// The relative standard error of a published time.
pub(in crate::figures) const NOISE: f64 = 0.1;

/// The least number of places whose ratios show how well a mean ratio is known.
pub(super) const ENOUGH: usize = 5;

impl Measured {
    fn of(x: f64, standing: &Standing, clock: Clock) -> Self {
        // A contestant that was ended could not report. It is credited with the time that passed.
        let time = |trial: &Trial| match clock {
            Clock::Processor => trial.costs.cpu.or(trial.seconds),
            Clock::Wall => trial.seconds,
        };
        let value = |trial: &Option<Trial>| {
            let trial = trial.as_ref().filter(|trial| trial.seconds.is_some())?;
            // A coarse clock may see no time pass.
            let value = time(trial)?.max(1e-9);
            Some(Value { value, at_least: trial.outcome == Outcome::Stopped })
        };
        let times: Vec<Option<Value>> = standing.trials.iter().map(value).collect();
        let dropped_out = standing.dropped_out;
        let point = Self { x, times, average: None, error: SINGLE, dropped_out };
        let average = match clock {
            Clock::Processor => mean(point.known().map(|it| it.value)).map(|value| {
                let at_least = point.known().any(|it| it.at_least);
                Value { value, at_least }
            }),
            Clock::Wall => point.spread().map(|spread| spread.median),
        };
        Self { average, ..point }
    }

    fn known(&self) -> impl Iterator<Item = Value> {
        self.times.iter().flatten().copied()
    }

    fn spread(&self) -> Option<Spread> {
        Spread::of(self.known().collect())
    }

    /// Its time with the interval, in seconds.
    pub(super) fn estimate(&self) -> Option<Estimated> {
        let second = Value { value: 1.0, at_least: false };
        let times = vec![Some(second); self.times.len()];
        self.ratio(&Self { average: Some(second), times, error: 0.0, ..self.clone() })
    }

    /// How many times as long as another it took.
    fn ratio(&self, other: &Self) -> Option<Estimated> {
        let both = self.times.iter().zip(&other.times);
        let mut pairs: Vec<(Value, Value)> =
            both.filter_map(|(one, other)| Some(((*one)?, (*other)?))).collect();
        let is_single = self.times.len() < 2;
        if is_single {
            pairs = vec![(self.average?, other.average?)];
        }
        let log = |(one, other): &(Value, Value)| (one.value / other.value).ln();
        let logs: Vec<f64> = pairs.iter().map(log).collect();
        let above = pairs.iter().any(|(one, _)| one.at_least);
        let below = pairs.iter().any(|(_, other)| other.at_least);
        // The bound of a single time has no error.
        let error = if above || below { 0.0 } else { self.error.hypot(other.error) };
        let single = is_single.then(|| Estimated::normal(logs[0], error));
        let Estimated { value, low, high } = single.or_else(|| Estimated::mean(&logs))?.exp();
        let (low, high) = (low.filter(|_| !below), high.filter(|_| !above));
        Some(Estimated { value, low, high })
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (number, sum) = numbers.fold((0, 0.0), |(number, sum), it| (number + 1, sum + it));
    (number > 0).then(|| sum / f64::from(number))
}

impl Lines {
    /// The lines of the contestants of a race, at the places of its courses.
    pub fn measured(courses: &[CourseReport], clock: Clock) -> Self {
        let names = courses.first().into_iter().flat_map(|course| &course.results);
        let line = |(i, first): (usize, &Standing)| {
            let point = |course: &CourseReport| Measured::of(course.x, &course.results[i], clock);
            (first.contestant.clone(), courses.iter().map(point).collect())
        };
        Self { lines: names.enumerate().map(line).collect(), clock }
    }

    /// The lines of a source that have a name. Of several with one name, the first counts.
    pub(super) fn published(
        published: &[Published],
        clock: Clock,
        name: fn(&Published) -> Option<&String>,
    ) -> Self {
        let mut lines: Vec<(String, Vec<Measured>)> = Vec::new();
        for line in published {
            let Some(name) = name(line).cloned() else { continue };
            let point = |&(x, value, reading): &(f64, f64, f64)| {
                let average = Some(Value { value, at_least: false });
                let error = NOISE.hypot(reading / value / 1.96);
                Measured { x, times: vec![average], average, error, dropped_out: false }
            };
            if lines.iter().all(|(known, _)| *known != name) {
                lines.push((name, line.points.iter().map(point).collect()));
            }
        }
        Self { lines, clock }
    }

    /// Adds the line of the best of some others at each place. A time is better than a bound: a line that was
    /// stopped early may be slow.
    pub(super) fn add_best(&mut self, name: &str, of: &[String]) {
        let value = |point: &Measured| {
            point.average.map_or((true, f64::INFINITY), |it| (it.at_least, it.value))
        };
        let best = |x| {
            let here = of.iter().filter_map(|line| self.at(line, x));
            let timed = here.filter(|point| point.average.is_some());
            let order = |one: &&Measured, other: &&Measured| {
                let ((one, time), (other, its)) = (value(one), value(other));
                one.cmp(&other).then(time.total_cmp(&its))
            };
            timed.min_by(order).cloned()
        };
        let places = self.places(EVERYWHERE).into_iter();
        let points: Vec<Measured> = places.filter_map(best).collect();
        if !points.is_empty() {
            self.lines.push((name.into(), points));
        }
    }

    /// The names of the lines.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|(name, _)| &**name)
    }

    /// What is known of a line, by ascending place.
    fn points(&self, line: &str) -> impl Iterator<Item = &Measured> {
        self.lines.iter().filter(move |(name, _)| name == line).flat_map(|(_, points)| points)
    }

    /// What is known of a line at a place.
    pub(super) fn at(&self, line: &str, x: f64) -> Option<&Measured> {
        self.points(line).find(|point| point.x.to_bits() == x.to_bits())
    }

    /// The places of a span, ascending.
    pub(super) fn places(&self, (from, to): Span) -> Vec<f64> {
        let all = self.lines.iter().flat_map(|(_, points)| points).map(|point| point.x);
        let mut places: Vec<f64> = all.filter(|x| (from..=to).contains(x)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        places
    }

    /// The averages of a line from a place on that are not only lower bounds.
    pub(super) fn exact(&self, line: &str, from: f64) -> Vec<(f64, f64)> {
        let points = self.points(line).filter(|point| point.x >= from);
        let exact = |point: &Measured| point.average.filter(|it| !it.at_least);
        points.filter_map(|point| Some((point.x, exact(point)?.value))).collect()
    }

    /// How many times as long as the fast line the slow one took at a place.
    pub(super) fn ratio(&self, slow: &str, fast: &str, x: f64) -> Option<Estimated> {
        self.at(slow, x)?.ratio(self.at(fast, x)?)
    }

    /// The places where both lines have times, with their ratios.
    pub(super) fn ratios(&self, slow: &str, fast: &str, span: Span) -> Vec<(f64, Estimated)> {
        let places = self.places(span).into_iter();
        places.filter_map(|x| Some((x, self.ratio(slow, fast, x)?))).collect()
    }

    /// The geometric mean of the ratios over the places where both have times. Its interval is that of the
    /// places, if there are enough of them, or else the geometric mean of theirs.
    pub(super) fn mean_ratio(&self, slow: &str, fast: &str, span: Span) -> Option<Estimated> {
        let ratios = self.ratios(slow, fast, span).into_iter();
        let ratios: Vec<Estimated> = ratios.map(|(_, ratio)| ratio.map(f64::ln)).collect();
        let logs: Vec<f64> = ratios.iter().map(|it| it.value).collect();
        // An end that is open at one place is open for all.
        let end = |end: fn(&Estimated) -> Option<f64>| {
            mean(ratios.iter().map(end).collect::<Option<Vec<f64>>>()?.into_iter())
        };
        let (low, high) = (end(|it| it.low), end(|it| it.high));
        if logs.len() < ENOUGH {
            return Some(Estimated { value: mean(logs.into_iter())?, low, high }.exp());
        }
        let Estimated { value, low: least, high: most } = Estimated::mean(&logs)?;
        Some(Estimated { value, low: low.and(least), high: high.and(most) }.exp())
    }

    /// How a line grows from a place on.
    pub(super) fn growth(&self, line: &str, from: f64) -> Option<Growth> {
        let points: Vec<(f64, f64)> =
            self.exact(line, from).into_iter().filter(|(x, _)| *x > 0.0).collect();
        let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
        let steps: Vec<(f64, f64)> = points.iter().map(|(x, y)| (*x, y.ln())).collect();
        let bend = least_squares(&logs, 2).map(|fitted| Estimated::from(fitted[2]));
        Some(Growth {
            exponent: least_squares(&logs, 1)?[1].into(),
            factor: Estimated::from(least_squares(&steps, 1)?[1]).exp(),
            bend: bend.map(|bend| bend.map(|bend| 2.0 * bend)),
        })
    }

    /// The averages of all lines, on a logarithmic axis of time.
    pub fn chart(&self, title: &str, axis: &str, scale: Scale) -> Chart {
        let point = |it: &Measured| {
            let Value { value, at_least } = it.average?;
            let spread = it.spread().filter(|spread| !spread.max.at_least);
            let spread = spread.map(|spread| (spread.min.value, spread.max.value));
            Some(Point { x: it.x, y: value, spread, at_least })
        };
        let series = |(name, points): &(String, Vec<Measured>)| {
            Series::new(name, Style::Line, points.iter().filter_map(point))
        };
        let drawn = self.lines.iter().map(series);
        let clock = match self.clock {
            Clock::Wall => "wall time (s)",
            Clock::Processor => "processor time (s)",
        };
        Chart {
            title: title.into(),
            x: Axis::new(axis, scale),
            y: Axis::new(clock, Scale::Logarithmic),
            series: drawn.filter(|series| !series.points.is_empty()).collect(),
        }
    }
}

/// How a line grows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Growth {
    /// The exponent of the power law that fits best.
    pub(super) exponent: Estimated,
    /// The factor for each step of one, of the exponential function that fits best.
    pub(super) factor: Estimated,
    /// The change of the exponent when the size grows by a factor of e: a power law has none. Where both axes are
    /// logarithmic, a line that grows faster bends upwards.
    pub(super) bend: Option<Estimated>,
}

/// The average of every line at every place, and the times of the source with how many times faster the same line is
/// here.
pub(super) fn averages(
    caption: String,
    axis: &str,
    lines: &Lines,
    published: &[Published],
    source: &Lines,
) -> TextTable {
    let columns = iter::once(axis).chain(lines.names());
    let columns = columns.chain(published.iter().map(|it| &*it.line)).map(String::from).collect();
    let average = |lines: &Lines, line: &str, x| lines.at(line, x)?.average;
    let mut places = [lines.places(EVERYWHERE), source.places(EVERYWHERE)].concat();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let row = |x: f64| {
        let ours = lines.names().map(|line| shown(average(lines, line, x)));
        let theirs = published.iter().map(|Published { line, of, .. }| {
            let time = average(source, line, x);
            let ours = of.as_ref().and_then(|of| average(lines, of, x));
            let faster = time.zip(ours).map(|(theirs, ours)| {
                let most = if ours.at_least { "≤ " } else { "" };
                format!(" / {most}{}", words::number(theirs.value / ours.value))
            });
            shown(time) + &faster.unwrap_or_default()
        });
        iter::once(x.to_string()).chain(ours).chain(theirs).collect()
    };
    TextTable { caption, columns, rows: places.into_iter().map(row).collect() }
}

/// How each line grows, here and in the source; if wanted, with the coefficients of its quadratic trend.
pub(super) fn growth(axis: &str, sources: [&Lines; 2], has_trends: bool) -> TextTable {
    let lines = sources.into_iter().flat_map(|lines| lines.names().map(move |line| (lines, line)));
    let rows = lines.filter_map(|(lines, line)| {
        let Growth { exponent, factor, .. } = lines.growth(line, 0.0)?;
        let exact = |it: &Estimate| {
            let (low, high) = it.interval.unwrap_or_default();
            format!("{:.3e} ({low:.3e} to {high:.3e})", it.value)
        };
        let trend = least_squares(&lines.exact(line, 0.0), 2);
        let trend: Option<Vec<String>> = trend.map(|trend| trend.iter().map(exact).collect());
        Some(json!([line, exponent.to_string(), factor.to_string(), trend]))
    });
    let x = axis.rsplit(' ').next().unwrap_or(axis);
    let trends = format!(" | trend, constant (s)=3/0 | times {x}=3/1 | times {x}²=3/2");
    TextTable::of(
        "Growth, with 95 % intervals: the exponent of a power law, and the factor for each step of an exponential \
         function",
        &format!("line=0 | exponent=1 | factor a step=2{}", if has_trends { &trends } else { "" }),
        rows,
    )
}

/// An average time in words, or a dash.
fn shown(average: Option<Value>) -> String {
    let Some(Value { value, at_least }) = average else { return "–".into() };
    let time = words::time(value);
    if at_least { format!("≥ {time}") } else { time }
}

/// Every trial of a race.
pub(super) fn trials(race: &Race) -> TextTable {
    let heats = race.heats();
    let rows = heats.into_iter().filter_map(|heat| {
        let trial = race.trial(heat)?;
        let Course { label, x, .. } = &race.courses[heat.course];
        let method = &race.contestants[heat.contestant].name;
        let answer = match &trial.outcome {
            Outcome::Failed { reason } => format!("failed: {reason}"),
            outcome => outcome.name().into(),
        };
        Some(json!({
            "size": label, "x": x, "task": heat.task + 1, "method": method, "answer": answer,
            "trial": trial,
        }))
    });
    TextTable::of(
        "Every trial",
        "size | x | task | method | answer | answered by=trial/by | wall (s)=trial/seconds | processor (s)=trial/cpu \
         | memory (B)=trial/memory | searched=trial/effort/count | trial/effort/unit",
        rows,
    )
}
