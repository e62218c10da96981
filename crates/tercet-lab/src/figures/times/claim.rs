//! The times of a figure, and the claims about them.
//!
//! A measured time may be only a lower bound, since methods are stopped at a limit. So a claim holds,
//! fails, or is open if the measurements do not decide it.

use serde::{Deserialize, Serialize};

use crate::figures::Found;
use crate::race::{CourseReport, Spread, Standing, Value, median};
use crate::report::Verdict;
use tercet_plot::words::{number, time};
use tercet_plot::{Axis, Bound, Chart, Point, Scale, Series, Style};

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
    /// The places from one to another, ascending.
    fn places(self, from: f64, to: f64) -> impl Iterator<Item = f64> {
        self.courses.iter().map(|course| course.x).filter(move |x| (from..=to).contains(x))
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

    /// The median time of a line at a place, unless it is only a lower bound.
    fn exact(self, line: &str, x: f64) -> Option<f64> {
        self.median(line, x).filter(|median| !median.at_least).map(|median| median.value)
    }

    /// The places from one on where a line was measured, with its times.
    fn points(self, line: &str, from: f64) -> Vec<(f64, f64)> {
        let places = self.places(from, f64::INFINITY);
        let points = places.filter_map(|x| Some((x, self.exact(line, x)?)));
        points.filter(|&(_, time)| time > 0.0).collect()
    }

    /// The ratio of the times of two lines at a place where both were measured.
    fn ratio(self, slow: &str, fast: &str, x: f64) -> Option<Ratio> {
        Some(Ratio::of(self.median(slow, x)?, self.median(fast, x)?))
    }

    /// The places where both lines were measured, with their ratios.
    fn ratios(
        self,
        slow: &str,
        fast: &str,
        from: f64,
        to: f64,
    ) -> impl Iterator<Item = (f64, Ratio)> {
        self.places(from, to).filter_map(move |x| Some((x, self.ratio(slow, fast, x)?)))
    }

    /// The median ratio over the places where both times are exact.
    fn median_ratio(self, slow: &str, fast: &str, from: f64, to: f64) -> Option<f64> {
        median(self.ratios(slow, fast, from, to).filter_map(|(_, ratio)| ratio.exact()))
    }

    /// The medians of all lines, on a logarithmic axis of time.
    pub fn chart(self, title: &str, axis: &str, scale: Scale) -> Chart {
        let series = self.lines().map(|line| {
            let points = self.results(line);
            let points = points.filter_map(|(x, result)| Some(point(x, self.times(result)?)));
            Series::new(line, Style::Line, points)
        });
        let clock = match self.clock {
            Clock::Wall => "wall time (s)",
            Clock::Processor => "processor time (s)",
        };
        Chart {
            title: title.into(),
            x: Axis::new(axis, scale),
            y: Axis::new(clock, Scale::Logarithmic),
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
pub(in crate::figures) const STEEP: f64 = 1.5;

/// Times that differ by less than this share count as equal.
pub(in crate::figures) const CLOSE: f64 = 0.05;

/// The ratio of two times. It lies between two numbers, which differ if a time is a lower bound.
#[derive(Clone, Copy, Debug)]
struct Ratio {
    low: f64,
    high: f64,
}

impl Ratio {
    fn of(above: Value, below: Value) -> Self {
        let high = |time: Value| if time.at_least { f64::INFINITY } else { time.value };
        Self { low: above.value / high(below), high: high(above) / below.value }
    }

    /// The share of the longer time below which the other one is shorter. Two exact times may count as equal, but a
    /// time up to the lower bound of another is shorter, however close they are.
    fn margin(self) -> f64 {
        if self.exact().is_some() { 1.0 - CLOSE } else { 1.0 }
    }

    /// Whether the first time is certainly the longer one.
    fn is_longer(self) -> bool {
        self.low * self.margin() >= 1.0
    }

    /// Whether the first time may be the longer one.
    fn may_be_longer(self) -> bool {
        self.high * self.margin() > 1.0
    }

    /// Whether the first time is certainly the shorter one.
    fn is_shorter(self) -> bool {
        self.high <= self.margin()
    }

    /// The ratio of two measured times.
    fn exact(self) -> Option<f64> {
        (self.low >= self.high).then_some(self.low)
    }

    /// The words before its lower end.
    fn at_least(self) -> &'static str {
        if self.exact().is_some() { "" } else { "at least " }
    }
}

impl Says {
    /// What was found about the claim, and the verdict.
    pub(super) fn judge(&self, data: Data) -> Found {
        match *self {
            Self::Faster { ref fast, ref slow, from, to } => faster(data, fast, slow, from, to),
            Self::Times { ref slow, ref fast, from, low, high } => {
                let ratio = data.median_ratio(slow, fast, from, f64::INFINITY);
                let Some(ratio) = ratio else { return open(slow) };
                (longer(slow, fast, ratio), Verdict::of((low..=high).contains(&ratio)))
            }
            Self::AlwaysTimes { ref slow, ref fast, times } => {
                always_times(data, slow, fast, times)
            }
            Self::NeverSlower { ref line } => never_slower(data, line),
            Self::Apart { ref slow, ref fast } => apart(data, slow, fast),
            Self::Explodes { ref line, from } => explodes(data, line, from),
            Self::Linear { ref line } => linear(data, line),
            Self::Reaches { ref line, at, within } => reaches(data, line, at, within),
            Self::Takes { ref line, at, low, high } => takes(data, line, at, low, high),
        }
    }
}

fn open(line: &str) -> Found {
    (format!("{line} was not measured there, or at too few sizes"), Verdict::Open)
}

/// The ratio of two times in words.
fn longer(slow: &str, fast: &str, ratio: f64) -> String {
    let (slow, fast, ratio) =
        if ratio < 1.0 { (fast, slow, ratio.recip()) } else { (slow, fast, ratio) };
    format!("in the median, {slow} takes {} times as long as {fast}", number(ratio))
}

fn faster(data: Data, fast: &str, slow: &str, from: f64, to: f64) -> Found {
    let all = data.places(from, to).count();
    let ratios = || data.ratios(slow, fast, from, to);
    let slower = ratios().filter(|(_, ratio)| ratio.is_shorter());
    let slower: Vec<String> = slower.map(|(x, _)| x.to_string()).collect();
    let faster = ratios().filter(|(_, ratio)| ratio.is_longer()).count();
    if faster + slower.len() == 0 {
        let found = format!(
            "{fast} and {slow} were not both measured at these sizes, or take the same time"
        );
        return (found, Verdict::Open);
    }
    let ratio = data.median_ratio(slow, fast, from, to);
    let ratio = ratio.map_or(String::new(), |ratio| format!("; {}", longer(slow, fast, ratio)));
    let noun = if all == 1 { "size" } else { "sizes" };
    if slower.is_empty() {
        // If the times are equal at most places, a difference at one place is not evidence.
        let is_clear = 2 * faster > ratios().count();
        let verdict = if is_clear { Verdict::Holds } else { Verdict::Open };
        (format!("{fast} is faster at {faster} of {all} {noun}{ratio}"), verdict)
    } else {
        let (times, list) = (slower.len(), slower.join(", "));
        (format!("{fast} is slower at {times} of {all} {noun}, {list}{ratio}"), Verdict::Fails)
    }
}

fn always_times(data: Data, slow: &str, fast: &str, times: f64) -> Found {
    let is_asked = |x: &f64| !data.at(slow, *x).is_some_and(|measured| measured.dropped_out);
    let asked = data.places(0.0, f64::INFINITY).filter(is_asked);
    let unknown = Ratio { low: 0.0, high: f64::INFINITY };
    let ratio = |x| (x, data.ratio(slow, fast, x).unwrap_or(unknown));
    let (open, decided): (Vec<_>, Vec<_>) =
        asked.map(ratio).partition(|(_, ratio)| ratio.low < times && ratio.high >= times);
    let least = decided.iter().min_by(|(_, one), (_, other)| one.low.total_cmp(&other.low));
    let Some((x, ratio)) = least else { return self::open(slow) };
    let holds = ratio.low >= times;
    let (at_least, least) = if holds { (ratio.at_least(), ratio.low) } else { ("", ratio.high) };
    let least = number(least);
    let found = format!("{slow} takes {at_least}{least} times as long at {x}, the smallest ratio");
    if open.is_empty() {
        return (found, Verdict::of(holds));
    }
    let list = open.iter().map(|(x, _)| x.to_string()).collect::<Vec<_>>().join(", ");
    let verdict = if holds { Verdict::Open } else { Verdict::Fails };
    (format!("{found}; undecided at {list}"), verdict)
}

fn never_slower(data: Data, line: &str) -> Found {
    let (mut compared, mut open, mut slower) = (0, Vec::new(), Vec::new());
    for x in data.places(0.0, f64::INFINITY) {
        let others = data.lines().filter(|&name| name != line);
        let ratios = others.filter_map(|other| Some((data.ratio(line, other, x)?, other)));
        let ratios: Vec<(Ratio, &str)> = ratios.collect();
        compared += usize::from(!ratios.is_empty());
        let longer = ratios.iter().filter(|(ratio, _)| ratio.is_longer());
        let largest = longer.max_by(|(one, _), (other, _)| one.low.total_cmp(&other.low));
        if let Some((ratio, other)) = largest {
            let (at_least, percent) = (ratio.at_least(), number(100.0 * (ratio.low - 1.0)));
            slower.push(format!("{at_least}{percent} % slower than {other} at {x}"));
        } else if ratios.iter().any(|(ratio, _)| ratio.may_be_longer()) {
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

fn apart(data: Data, slow: &str, fast: &str) -> Found {
    let gap = |x| Some(data.exact(slow, x)? - data.exact(fast, x)?);
    let gaps: Vec<f64> = data.places(0.0, f64::INFINITY).filter_map(gap).collect();
    let [first, .., last] = gaps[..] else { return open(slow) };
    let found = format!("the difference changes from {} to {}", time(first), time(last));
    (found, Verdict::of(last > first.abs()))
}

fn explodes(data: Data, line: &str, from: f64) -> Found {
    let points = data.points(line, from);
    let fits = fit(points.iter().map(|&(x, y)| (x, y.ln())))
        .zip(fit(points.iter().map(|&(x, y)| (x.ln(), y.ln()))));
    let Some((exponential, power)) = fits.filter(|_| points.len() >= 3) else {
        return open(line);
    };
    let is_better = exponential.error < power.error;
    let better = if is_better { "an exponential function" } else { "a power law" };
    let found = format!(
        "{line} grows by a factor of {} per step, or with exponent {}; {better} fits better",
        number(exponential.slope.exp()),
        number(power.slope)
    );
    (found, Verdict::of(power.slope > STEEP && is_better))
}

fn linear(data: Data, line: &str) -> Found {
    let logs = data.points(line, 0.0).into_iter().map(|(x, y)| (x.ln(), y.ln()));
    let Some(Fit { slope, .. }) = fit(logs) else { return open(line) };
    let found = format!("{line} grows with exponent {}", number(slope));
    (found, Verdict::of(slope <= STEEP))
}

fn reaches(data: Data, line: &str, at: f64, within: f64) -> Found {
    let Some(result) = data.at(line, at) else { return open(line) };
    if result.dropped_out {
        return (format!("{line} was stopped on smaller sizes than {at}"), Verdict::Open);
    }
    let Some(Spread { max: longest, .. }) = data.times(result) else { return open(line) };
    let asked = result.trials.iter().flatten().count();
    let answered = result.trials.iter().flatten().filter(|trial| !trial.has_no_answer()).count();
    let how = if longest.at_least {
        "and was stopped on others".into()
    } else {
        format!("in at most {}", time(longest.value))
    };
    let verdict = match (longest.at_least, longest.value <= within) {
        // A method that was stopped before this time might have answered in time.
        (true, true) if longest.value < within => Verdict::Open,
        (true, _) => Verdict::Fails,
        (false, in_time) => Verdict::of(in_time && answered == asked),
    };
    (format!("{line} answers {answered} of {asked} at {at}, {how}"), verdict)
}

fn takes(data: Data, line: &str, at: f64, low: f64, high: f64) -> Found {
    let Some(Value { value, at_least }) = data.median(line, at) else { return open(line) };
    let bound = if at_least { "at least " } else { "" };
    let verdict = if at_least && value <= high {
        Verdict::Open
    } else {
        Verdict::of(!at_least && (low..=high).contains(&value))
    };
    (format!("{line} takes {bound}{}", time(value)), verdict)
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
