//! Claims about times, judged by what was measured.
//!
//! A time may be only the least that it can be. So a claim is not just true or false: what the
//! measurements leave open stays open.

use super::data::{Data, Measured};
use crate::race::Value;
use crate::report::{Finding, Verdict};
use crate::words::{number, time};

/// A claim of a source.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claim {
    /// In its own words, or near to them.
    pub text: &'static str,
    /// What it comes to.
    pub says: Says,
}

/// What a claim says about the lines of a figure, which are called by their names.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Says {
    /// One is faster than another, wherever both were measured, between these places.
    Faster {
        /// The faster one.
        fast: &'static str,
        /// The slower one.
        slow: &'static str,
        /// From here on.
        from: f64,
        /// Up to here.
        to: f64,
    },
    /// One takes between so many times as long as another, by the median over all places.
    Times {
        /// The slower one.
        slow: &'static str,
        /// The faster one.
        fast: &'static str,
        /// The least ratio.
        low: f64,
        /// The greatest.
        high: f64,
    },
    /// One takes at least so many times as long as another, at every place.
    AlwaysTimes {
        /// The slower one.
        slow: &'static str,
        /// The faster one.
        fast: &'static str,
        /// The least ratio.
        times: f64,
    },
    /// The difference between two grows from the first place to the last.
    Apart {
        /// The slower one.
        slow: &'static str,
        /// The faster one.
        fast: &'static str,
    },
    /// With every further value or property the time grows by a factor of at least 1.5.
    Explodes {
        /// Whose time.
        line: &'static str,
        /// From here on.
        from: f64,
    },
    /// The time grows about as a straight line: with an exponent of at most 1.5.
    Linear {
        /// Whose time.
        line: &'static str,
    },
    /// The time grows faster than a straight line: with an exponent of more than 1.5.
    Bends {
        /// Whose time.
        line: &'static str,
    },
    /// All boards were answered at this place.
    Reaches {
        /// By whom.
        line: &'static str,
        /// The place.
        at: f64,
        /// Each within so many seconds.
        within: f64,
    },
    /// The time at a place is between these, in seconds.
    Takes {
        /// Whose time.
        line: &'static str,
        /// The place.
        at: f64,
        /// The least time.
        low: f64,
        /// The greatest.
        high: f64,
    },
}

/// What is called a straight line has an exponent of at most this; what is called an explosion grows
/// by at least this factor from value to value.
const STEEP: f64 = 1.5;

impl Claim {
    /// The claim beside the data.
    pub fn judge(&self, data: &Data) -> Finding {
        let (found, verdict) = self.says.judge(data);
        let mut letters = self.text.chars();
        let first =
            letters.next().map_or(String::new(), |letter| letter.to_uppercase().to_string());
        let claim = format!("{first}{}.", letters.as_str());
        Finding { claim, found: found + ".", verdict }
    }
}

/// Whether one value is less than the other, if that can be told.
fn is_less(one: Value, other: Value) -> Option<bool> {
    match (one.at_least, other.at_least) {
        (false, false) => Some(one.value < other.value),
        (false, true) => (one.value <= other.value).then_some(true),
        (true, false) => (other.value <= one.value).then_some(false),
        (true, true) => None,
    }
}

impl Says {
    fn judge(&self, data: &Data) -> (String, Verdict) {
        match *self {
            Self::Faster { fast, slow, from, to } => faster(data, fast, slow, from, to),
            Self::Times { slow, fast, low, high } => {
                let Some(ratio) = median(ratios(data, data.places(), slow, fast)) else {
                    return open(slow);
                };
                let found = format!("{slow} takes {} times as long as {fast}", number(ratio));
                (found, Verdict::of((low..=high).contains(&ratio)))
            }
            Self::AlwaysTimes { slow, fast, times } => always_times(data, slow, fast, times),
            Self::Apart { slow, fast } => {
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
                let found = format!("the difference goes from {} to {}", time(*first), time(*last));
                (found, Verdict::of(last > first))
            }
            Self::Explodes { line, from } => explodes(data, line, from),
            Self::Linear { line } => power(data, line, |degree| degree <= STEEP),
            Self::Bends { line } => power(data, line, |degree| degree > STEEP),
            Self::Reaches { line, at, within } => reaches(data, line, at, within),
            Self::Takes { line, at, low, high } => match data.median(line, at) {
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
    (format!("{line} was not measured there, or at too few places"), Verdict::Open)
}

fn faster(data: &Data, fast: &str, slow: &str, from: f64, to: f64) -> (String, Verdict) {
    let here: Vec<f64> = data.places().filter(|x| (from..=to).contains(x)).collect();
    let mut told = Vec::new();
    for &x in &here {
        let pair = data.median(fast, x).zip(data.median(slow, x));
        if let Some(is_faster) = pair.and_then(|(fast, slow)| is_less(fast, slow)) {
            told.push((x, is_faster));
        }
    }
    if told.is_empty() {
        return (format!("{fast} and {slow} were not measured there"), Verdict::Open);
    }
    let slower: Vec<String> =
        told.iter().filter(|(_, faster)| !faster).map(|(x, _)| x.to_string()).collect();
    let ratio = median(ratios(data, here.into_iter(), slow, fast)).map_or(String::new(), |ratio| {
        let (slow, fast, ratio) =
            if ratio < 1.0 { (fast, slow, ratio.recip()) } else { (slow, fast, ratio) };
        format!("; by the median {slow} takes {} times as long as {fast}", number(ratio))
    });
    let places = if told.len() == 1 { "place" } else { "places" };
    if slower.is_empty() {
        let found = format!("{fast} is faster at {} {places}{ratio}", told.len());
        (found, Verdict::Holds)
    } else {
        let (at, so_many) = (slower.join(", "), slower.len());
        let found =
            format!("{fast} is slower at {at}: {so_many} of {} {places}{ratio}", told.len());
        (found, Verdict::Fails)
    }
}

fn always_times(data: &Data, slow: &str, fast: &str, times: f64) -> (String, Verdict) {
    let mut least: Option<(f64, Value)> = None;
    for x in data.places() {
        let (Some(theirs), Some(ours)) = (data.median(slow, x), exact(data, fast, x)) else {
            continue;
        };
        let ratio = Value { value: theirs.value / ours, at_least: theirs.at_least };
        // A ratio that is only a least one proves nothing against the claim.
        if ratio.at_least && ratio.value < times {
            continue;
        }
        if least.is_none_or(|(_, least)| ratio.value < least.value) {
            least = Some((x, ratio));
        }
    }
    let Some((x, ratio)) = least else { return open(slow) };
    let at_least = if ratio.at_least { "at least " } else { "" };
    let found = format!("{slow} takes {at_least}{} times as long at {x}", number(ratio.value));
    (found + ", where it is least", Verdict::of(ratio.value >= times))
}

fn explodes(data: &Data, line: &str, from: f64) -> (String, Verdict) {
    let logs = points(data, line, from).into_iter().map(|(x, y)| (x, y.ln()));
    let Some(slope) = slope(logs) else { return open(line) };
    let factor = slope.exp();
    let found = format!("each step of one multiplies the time of {line} by {}", number(factor));
    (found, Verdict::of(factor >= STEEP))
}

fn power(data: &Data, line: &str, holds: impl Fn(f64) -> bool) -> (String, Verdict) {
    let points = points(data, line, 0.0).into_iter().map(|(x, y)| (x.ln(), y.ln()));
    let Some(degree) = slope(points) else { return open(line) };
    (format!("{line} grows with the power {degree:.1}"), Verdict::of(holds(degree)))
}

fn reaches(data: &Data, line: &str, at: f64, within: f64) -> (String, Verdict) {
    let Some(measured) = data.at(line, at) else { return open(line) };
    if measured.dropped_out {
        return (format!("{line} was stopped before it came to {at}"), Verdict::Open);
    }
    let Some(times) = measured.times.filter(|_| measured.asked > 0) else { return open(line) };
    let Measured { asked, answered, .. } = measured;
    let longest = times.high;
    let found = if longest.at_least {
        format!(
            "{line} answers {answered} of {asked} at {at}, each stopped after {}",
            time(longest.value)
        )
    } else {
        format!("{line} answers {answered} of {asked} at {at}, in at most {}", time(longest.value))
    };
    let verdict = match (longest.at_least, longest.value <= within) {
        // Who was stopped early may have come in time.
        (true, true) if longest.value < within => Verdict::Open,
        (true, _) => Verdict::Fails,
        (false, in_time) => Verdict::of(in_time && answered == asked),
    };
    (found, verdict)
}

/// The places where a line was measured, with its times.
fn points(data: &Data, line: &str, from: f64) -> Vec<(f64, f64)> {
    let measured = data.places().filter(|&x| x >= from);
    measured.filter_map(|x| Some((x, exact(data, line, x)?))).filter(|&(_, y)| y > 0.0).collect()
}

/// The slope of the line of least squares through some points, at least two.
fn slope(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let points: Vec<(f64, f64)> = points.collect();
    let n = points.len() as f64;
    if points.len() < 2 {
        return None;
    }
    let (x, y) = points.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / n, b + y / n));
    let (above, below) = points.iter().fold((0.0, 0.0), |(above, below), &(a, b)| {
        (above + (a - x) * (b - y), below + (a - x) * (a - x))
    });
    (below > 0.0).then(|| above / below)
}

fn exact(data: &Data, line: &str, x: f64) -> Option<f64> {
    data.median(line, x).filter(|value| !value.at_least).map(|value| value.value)
}

/// How many times as long one takes as another, at each of some places.
fn ratios(data: &Data, places: impl Iterator<Item = f64>, slow: &str, fast: &str) -> Vec<f64> {
    places.filter_map(|x| Some(exact(data, slow, x)? / exact(data, fast, x)?)).collect()
}

fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    Some(numbers.get((numbers.len().max(1) - 1) / 2)?.midpoint(*numbers.get(middle)?))
}
