//! The times of a figure, and the claims about them.
//!
//! A measured time may be only a lower bound, since methods are stopped at a limit. So a claim holds,
//! fails, or is open if the measurements do not decide it.

use serde::Deserialize;

use crate::plot::{Axis, Bound, Chart, Point, Scale, Series, Style};
use crate::race::{CourseReport, Spread, Standing, Value, median};
use crate::report::Verdict;
use crate::words::{number, time};

/// The results of a race by size, of which a figure of times shows the lines.
#[derive(Clone, Copy, Debug)]
pub struct Data<'a> {
    /// The results at each place on the horizontal axis, ascending.
    pub courses: &'a [CourseReport],
    /// The clock.
    pub clock: Clock,
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

impl<'a> Data<'a> {
    /// The places, ascending.
    fn places(self) -> impl Iterator<Item = f64> {
        self.courses.iter().map(|course| course.x)
    }

    /// The names of the lines.
    pub(super) fn lines(self) -> impl Iterator<Item = &'a str> {
        let course = self.courses.first();
        course.into_iter().flat_map(|course| &course.results).map(|result| &*result.contestant)
    }

    /// The results of a line, with their places.
    pub(super) fn results(self, line: &str) -> impl Iterator<Item = (f64, &'a Standing)> {
        self.courses.iter().filter_map(move |course| {
            let result = course.results.iter().find(|result| result.contestant == line)?;
            Some((course.x, result))
        })
    }

    /// The times of a result by the clock, if a task was given and did not fail.
    pub(super) fn times(self, result: &Standing) -> Option<Spread> {
        match self.clock {
            Clock::Wall => result.seconds,
            Clock::Processor => result.cpu.or(result.seconds),
        }
    }

    /// The result of a line at a place.
    fn at(self, line: &str, x: f64) -> Option<&'a Standing> {
        let mut results = self.results(line);
        Some(results.find(|(place, _)| place.to_bits() == x.to_bits())?.1)
    }

    /// The median time of a line at a place.
    fn median(self, line: &str, x: f64) -> Option<Value> {
        Some(self.times(self.at(line, x)?)?.median)
    }

    /// The medians of all lines, on a logarithmic axis of time.
    pub fn chart(self, title: &str, axis: &str, scale: Scale) -> Chart {
        let series = self.lines().map(|line| {
            let points = self.results(line);
            let points = points.filter_map(|(x, result)| Some(point(x, self.times(result)?)));
            Series { name: line.into(), style: Style::Line, points: points.collect() }
        });
        let clock = match self.clock {
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

/// The meaning of a claim about the lines of a figure, which it refers to by name.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Says {
    /// One line is faster than another, from one place to another. Times that differ by less than 5 %
    /// count as equal. The line must be slower at no place, and faster at more than half of the places
    /// where both were measured.
    Faster {
        /// The faster one.
        fast: String,
        /// The slower one.
        slow: String,
        /// From here on; from the first place by default.
        #[serde(default)]
        from: f64,
        /// Up to here; to the last place by default.
        #[serde(default = "infinity")]
        to: f64,
    },
    /// The ratio of the times of two lines, as the median over the places from one on, is in a range.
    Times {
        /// The slower one.
        slow: String,
        /// The faster one.
        fast: String,
        /// From here on.
        from: f64,
        /// The smallest ratio.
        low: f64,
        /// The largest ratio.
        high: f64,
    },
    /// The ratio of the times of two lines is at least this large at every place, but for those at which
    /// the slower one did not start because it had been stopped at a smaller one.
    AlwaysTimes {
        /// The slower one.
        slow: String,
        /// The faster one.
        fast: String,
        /// The smallest ratio.
        times: f64,
    },
    /// At no place does the line take longer than the fastest other line; times that differ by less than
    /// 5 % count as equal.
    NeverSlower {
        /// The line.
        line: String,
    },
    /// The difference of the times of two lines is larger at the last place than its absolute value at
    /// the first.
    Apart {
        /// The slower one.
        slow: String,
        /// The faster one.
        fast: String,
    },
    /// The time grows exponentially: its power law has an exponent over 1.5, and an exponential function
    /// fits the logarithms of the times better than a power law. At least three places are needed.
    Explodes {
        /// The line.
        line: String,
        /// From here on; from the first place by default.
        #[serde(default)]
        from: f64,
    },
    /// The time grows about linearly: its power law has an exponent of at most 1.5.
    Linear {
        /// The line.
        line: String,
    },
    /// All boards of a place are answered in time.
    Reaches {
        /// The line.
        line: String,
        /// The place.
        at: f64,
        /// The time in seconds.
        within: f64,
    },
    /// The median time at a place is in a range, in seconds.
    Takes {
        /// The line.
        line: String,
        /// The place.
        at: f64,
        /// The smallest time.
        low: f64,
        /// The largest time.
        high: f64,
    },
}

const fn infinity() -> f64 {
    f64::INFINITY
}

/// The largest exponent of a growth that is called linear.
const STEEP: f64 = 1.5;

/// Times that differ by less than this share count as equal.
const CLOSE: f64 = 0.05;

/// Whether one value is less than the other; `None` if they are too close or bounds leave it open.
fn is_less(one: Value, other: Value) -> Option<bool> {
    match (one.at_least, other.at_least) {
        (false, false) => {
            let is_close = (one.value - other.value).abs() < CLOSE * one.value.max(other.value);
            (!is_close).then_some(one.value < other.value)
        }
        (false, true) => (one.value <= other.value).then_some(true),
        (true, false) => (other.value <= one.value).then_some(false),
        (true, true) => None,
    }
}

/// Whether bounds leave open which of two values is less.
fn is_undecided(one: Value, other: Value) -> bool {
    (one.at_least || other.at_least) && is_less(one, other).is_none()
}

impl Says {
    /// The rule by which the claim is judged.
    pub fn rule(&self) -> String {
        let percent = CLOSE * 100.0;
        match *self {
            Self::Faster { .. } => format!(
                "\u{201c}Faster\u{201d} compares median times, size by size; times that differ by less than \
                 {percent} % count as equal. Holds if the method is slower at no size, and faster at more \
                 than half of the sizes where both were measured; fails if it is slower at any."
            ),
            Self::Times { low, high, .. } => format!(
                "Holds if the ratio of the times, as the median over the sizes, is from {low} to {high}."
            ),
            Self::AlwaysTimes { times, .. } => {
                format!(
                    "Holds if the ratio of the median times is at least {times} at every size; a method that \
                     was stopped on all boards of a size is not asked larger ones."
                )
            }
            Self::NeverSlower { .. } => format!(
                "Compares the median time with that of the fastest other contestant, size by size; times \
                 that differ by less than {percent} % count as equal. Holds if it is slower at no size."
            ),
            Self::Apart { .. } => {
                "Holds if the difference of the median times is larger at the last \
                                   size than at the first."
                    .into()
            }
            Self::Explodes { .. } => format!(
                "Growth is exponential if a power law fitted to the median times of at least three sizes \
                 has an exponent over {STEEP}, and an exponential function fits their logarithms better."
            ),
            Self::Linear { .. } => format!(
                "Growth is about linear if a power law fitted to the median times has an exponent of at \
                 most {STEEP}."
            ),
            Self::Reaches { within, .. } => {
                format!("Holds if every board or game of the size is done within {within} s.")
            }
            Self::Takes { low, high, .. } => {
                format!("Holds if the median time is from {} to {}.", time(low), time(high))
            }
        }
    }

    /// The finding about the claim, and the verdict.
    pub(super) fn judge(&self, data: Data) -> (String, Verdict) {
        match *self {
            Self::Faster { ref fast, ref slow, from, to } => faster(data, fast, slow, from, to),
            Self::Times { ref slow, ref fast, from, low, high } => {
                let here = data.places().filter(|&x| x >= from);
                let Some(ratio) = ratio(data, here, slow, fast) else { return open(slow) };
                let found =
                    format!("{slow} takes {} times as long as {fast} (median)", number(ratio));
                (found, Verdict::of((low..=high).contains(&ratio)))
            }
            Self::AlwaysTimes { ref slow, ref fast, times } => {
                always_times(data, slow, fast, times)
            }
            Self::NeverSlower { ref line } => never_slower(data, line),
            Self::Apart { ref slow, ref fast } => {
                let gaps: Vec<f64> = data
                    .places()
                    .filter_map(|x| Some(exact(data, slow, x)? - exact(data, fast, x)?))
                    .collect();
                let (Some(first), Some(last)) = (gaps.first(), gaps.last()) else {
                    return open(slow);
                };
                if gaps.len() < 2 {
                    return open(slow);
                }
                let found =
                    format!("the difference changes from {} to {}", time(*first), time(*last));
                (found, Verdict::of(*last > first.abs()))
            }
            Self::Explodes { ref line, from } => explodes(data, line, from),
            Self::Linear { ref line } => linear(data, line),
            Self::Reaches { ref line, at, within } => reaches(data, line, at, within),
            Self::Takes { ref line, at, low, high } => match data.median(line, at) {
                Some(Value { value, at_least: false }) => {
                    let found = format!("{line} takes {}", time(value));
                    (found, Verdict::of((low..=high).contains(&value)))
                }
                Some(Value { value, at_least: true }) => {
                    let found = format!("{line} takes at least {}", time(value));
                    (found, if value > high { Verdict::Fails } else { Verdict::Open })
                }
                None => open(line),
            },
        }
    }
}

fn open(line: &str) -> (String, Verdict) {
    (format!("{line} was not measured there, or at too few sizes"), Verdict::Open)
}

fn faster(data: Data, fast: &str, slow: &str, from: f64, to: f64) -> (String, Verdict) {
    let here: Vec<f64> = data.places().filter(|x| (from..=to).contains(x)).collect();
    let (mut told, mut both) = (Vec::new(), 0);
    for &x in &here {
        let Some((fast, slow)) = data.median(fast, x).zip(data.median(slow, x)) else { continue };
        both += 1;
        told.extend(is_less(fast, slow).map(|is_faster| (x, is_faster)));
    }
    if told.is_empty() {
        let found = format!(
            "{fast} and {slow} were not both measured at these sizes, or take the same time"
        );
        return (found, Verdict::Open);
    }
    let slower: Vec<String> =
        told.iter().filter(|(_, faster)| !faster).map(|(x, _)| x.to_string()).collect();
    let ratio = ratio(data, here.iter().copied(), slow, fast).map_or(String::new(), |ratio| {
        let (slow, fast, ratio) =
            if ratio < 1.0 { (fast, slow, ratio.recip()) } else { (slow, fast, ratio) };
        format!("; in the median, {slow} takes {} times as long as {fast}", number(ratio))
    });
    let (told, all) = (told.len(), here.len());
    let noun = if all == 1 { "size" } else { "sizes" };
    if slower.is_empty() {
        // If the times are equal at most places, a difference at one place is not evidence.
        let verdict = if 2 * told > both { Verdict::Holds } else { Verdict::Open };
        (format!("{fast} is faster at {told} of {all} {noun}{ratio}"), verdict)
    } else {
        let (at, so_many) = (slower.join(", "), slower.len());
        (format!("{fast} is slower at {so_many} of {all} {noun}, {at}{ratio}"), Verdict::Fails)
    }
}

fn always_times(data: Data, slow: &str, fast: &str, times: f64) -> (String, Verdict) {
    let mut least: Option<(f64, Value)> = None;
    let mut open = Vec::new();
    let is_asked = |x: &f64| !data.at(slow, *x).is_some_and(|measured| measured.dropped_out);
    for x in data.places().filter(is_asked) {
        let ratio = data.median(slow, x).zip(data.median(fast, x)).and_then(|(slow, fast)| {
            let ratio = slow.value / fast.value;
            match (slow.at_least, fast.at_least) {
                (at_least, false) => Some(Value { value: ratio, at_least }),
                // The ratio is at most this.
                (false, true) if ratio < times => Some(Value { value: ratio, at_least: false }),
                (_, true) => None,
            }
        });
        // A lower bound below the claimed ratio decides nothing.
        let Some(ratio) = ratio.filter(|ratio| !ratio.at_least || ratio.value >= times) else {
            open.push(x.to_string());
            continue;
        };
        if least.is_none_or(|(_, least)| ratio.value < least.value) {
            least = Some((x, ratio));
        }
    }
    let Some((x, ratio)) = least else { return self::open(slow) };
    let at_least = if ratio.at_least { "at least " } else { "" };
    let mut found = format!(
        "{slow} takes {at_least}{} times as long at {x}, the smallest ratio",
        number(ratio.value)
    );
    let verdict = match ratio.value >= times {
        true if open.is_empty() => Verdict::Holds,
        true => Verdict::Open,
        false => Verdict::Fails,
    };
    if !open.is_empty() {
        found.push_str("; undecided at ");
        found.push_str(&open.join(", "));
    }
    (found, verdict)
}

fn never_slower(data: Data, line: &str) -> (String, Verdict) {
    let others = || data.lines().filter(|&name| name != line);
    let (mut compared, mut open, mut slower) = (0, Vec::new(), Vec::new());
    for x in data.places() {
        let Some(own) = data.median(line, x) else { continue };
        let times = others().filter_map(|other| Some((data.median(other, x)?, other)));
        let times: Vec<(Value, &str)> = times.collect();
        compared += usize::from(!times.is_empty());
        let faster = times.iter().filter(|(time, _)| is_less(*time, own) == Some(true));
        if let Some((best, name)) = faster.min_by(|a, b| a.0.value.total_cmp(&b.0.value)) {
            let percent = number(100.0 * (own.value / best.value - 1.0));
            let at_least = if own.at_least { "at least " } else { "" };
            slower.push(format!("{at_least}{percent} % slower than {name} at {x}"));
        } else if times.iter().any(|(time, _)| is_undecided(*time, own)) {
            open.push(x.to_string());
        }
    }
    if compared == 0 {
        self::open(line)
    } else if !slower.is_empty() {
        let (times, list) = (slower.len(), slower.join(", "));
        (format!("{line} is slower at {times} of {compared} sizes: {list}"), Verdict::Fails)
    } else if !open.is_empty() {
        let list = open.join(", ");
        (format!("{line} is slower nowhere; undecided at {list}"), Verdict::Open)
    } else {
        (format!("{line} is slower at none of {compared} sizes"), Verdict::Holds)
    }
}

fn explodes(data: Data, line: &str, from: f64) -> (String, Verdict) {
    let points = points(data, line, from);
    if points.len() < 3 {
        return open(line);
    }
    let fits = fit(points.iter().map(|&(x, y)| (x, y.ln())))
        .zip(fit(points.iter().map(|&(x, y)| (x.ln(), y.ln()))));
    let Some((exponential, power)) = fits else { return open(line) };
    let better =
        if exponential.error < power.error { "an exponential function" } else { "a power law" };
    let found = format!(
        "{line} grows by a factor of {} per step, or with exponent {}; {better} fits better",
        number(exponential.slope.exp()),
        number(power.slope)
    );
    (found, Verdict::of(power.slope > STEEP && exponential.error < power.error))
}

fn linear(data: Data, line: &str) -> (String, Verdict) {
    let logs = points(data, line, 0.0).into_iter().map(|(x, y)| (x.ln(), y.ln()));
    let Some(Fit { slope, .. }) = fit(logs) else { return open(line) };
    let found = format!("{line} grows with exponent {}", number(slope));
    (found, Verdict::of(slope <= STEEP))
}

fn reaches(data: Data, line: &str, at: f64, within: f64) -> (String, Verdict) {
    let Some(result) = data.at(line, at) else { return open(line) };
    if result.dropped_out {
        return (format!("{line} was stopped on smaller sizes than {at}"), Verdict::Open);
    }
    let Some(times) = data.times(result) else { return open(line) };
    let asked = result.trials.iter().flatten().count();
    let answered = result.trials.iter().flatten().filter(|trial| !trial.has_no_answer()).count();
    let longest = times.max;
    let found = if longest.at_least {
        format!("{line} answers {answered} of {asked} at {at}, and was stopped on others")
    } else {
        format!("{line} answers {answered} of {asked} at {at}, in at most {}", time(longest.value))
    };
    let verdict = match (longest.at_least, longest.value <= within) {
        // A method that was stopped before this time might have answered in time.
        (true, true) if longest.value < within => Verdict::Open,
        (true, _) => Verdict::Fails,
        (false, in_time) => Verdict::of(in_time && answered == asked),
    };
    (found, verdict)
}

/// The places where a line was measured, with its times.
fn points(data: Data, line: &str, from: f64) -> Vec<(f64, f64)> {
    let measured = data.places().filter(|&x| x >= from);
    measured.filter_map(|x| Some((x, exact(data, line, x)?))).filter(|&(_, y)| y > 0.0).collect()
}

/// A least-squares line.
struct Fit {
    slope: f64,
    /// The sum of the squared residuals.
    error: f64,
}

/// The least-squares line of some points; `None` for fewer than two places.
fn fit(points: impl Iterator<Item = (f64, f64)>) -> Option<Fit> {
    let points: Vec<(f64, f64)> = points.collect();
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / n, b + y / n));
    let (both, across) = points.iter().fold((0.0, 0.0), |(both, across), &(a, b)| {
        (both + (a - x) * (b - y), across + (a - x) * (a - x))
    });
    if points.len() < 2 || across <= 0.0 {
        return None;
    }
    let slope = both / across;
    let error = points.iter().map(|&(a, b)| (b - y - slope * (a - x)).powi(2)).sum();
    Some(Fit { slope, error })
}

fn exact(data: Data, line: &str, x: f64) -> Option<f64> {
    data.median(line, x).filter(|value| !value.at_least).map(|value| value.value)
}

/// The ratio of the times of two lines, as the median over the places where both are exact.
fn ratio(data: Data, places: impl Iterator<Item = f64>, slow: &str, fast: &str) -> Option<f64> {
    median(places.filter_map(|x| Some(exact(data, slow, x)? / exact(data, fast, x)?)))
}
