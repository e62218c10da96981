//! The claims about the lines of a figure, and the verdicts.
//!
//! A claim is judged by 95 % intervals: it holds if they lie where it says, it fails if they lie elsewhere, and
//! otherwise it cannot be judged. The same rules judge what was measured here, and the points that the source
//! published.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tercet::statistics::least_squares;
use tercet_plot::words::time;
use tercet_race::score::Estimated;

use super::lines::{ENOUGH, EVERYWHERE, Growth, Lines, Measured, Span};
use crate::figures::{Found, listed};
use crate::report::Ruling;

/// The meaning of a claim about the lines of a figure, which it refers to by name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Says {
    /// One line is faster than another, from one place to another: slower at no place, and faster at more than half of
    /// them, or in the mean over at least five. Times that differ by less than 5 % count as equal.
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
        /// Whether it must be faster at every place.
        #[serde(default)]
        everywhere: bool,
    },
    /// The ratio of the times of two lines, as the geometric mean over one place and those after it, is in a
    /// range.
    Times {
        /// The slower one.
        slow: String,
        /// The faster one.
        fast: String,
        /// From here on.
        from: f64,
        /// The smallest ratio.
        low: f64,
        /// The largest ratio; any, by default.
        #[serde(default = "infinity")]
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
        /// From here on; from the first place by default.
        #[serde(default)]
        from: f64,
    },
    /// The difference of the times of two lines is larger at the last place than its absolute value at
    /// the first.
    Apart {
        /// The slower one.
        slow: String,
        /// The faster one.
        fast: String,
    },
    /// The time grows exponentially: faster than a power law, and more steeply than linearly.
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
    /// Two lines grow alike: the exponents of their power laws differ by at most 0.25.
    Alike {
        /// The one.
        one: String,
        /// The other.
        other: String,
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
    /// The average time at a place is in a range, in seconds.
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

/// The largest bend of a line that is called straight where both axes are logarithmic.
const STRAIGHT: f64 = 0.01;

/// The largest difference of the exponents of two lines that grow alike.
pub(in crate::figures) const ALIKE: f64 = 0.25;

/// Times that differ by less than this share count as equal.
pub(in crate::figures) const CLOSE: f64 = 0.05;

impl Says {
    /// Its name, and its members.
    pub(super) fn meaning(&self) -> (String, Json) {
        match json!(self) {
            Json::Object(meaning) => meaning.into_iter().next().expect("a meaning has a name"),
            other => unreachable!("a meaning is an object, not {other}"),
        }
    }

    /// The lines that it is about, which are the members that are texts.
    pub(super) fn lines(&self) -> Vec<String> {
        let (_, members) = self.meaning();
        let texts = members.as_object().into_iter().flatten();
        texts.filter_map(|(_, member)| member.as_str().map(String::from)).collect()
    }

    /// The finding about the claim, and the verdict.
    pub(super) fn judge(&self, lines: &Lines) -> Found {
        let (line, found) = match *self {
            Self::Faster { ref fast, ref slow, from, to, everywhere } => {
                (slow, faster(lines, fast, slow, (from, to), everywhere))
            }
            Self::Times { ref slow, ref fast, from, low, high } => {
                let ratio = lines.mean_ratio(slow, fast, (from, f64::INFINITY));
                (slow, ratio.map(|it| (longer(slow, fast, it), within(it, low, high))))
            }
            Self::AlwaysTimes { ref slow, ref fast, times, from } => {
                (slow, always_times(lines, slow, fast, times, from))
            }
            Self::Apart { ref slow, ref fast } => (slow, apart(lines, slow, fast)),
            Self::Explodes { ref line, from } => (line, explodes(lines, line, from)),
            Self::Linear { ref line } => {
                let found = lines.growth(line, 0.0).map(|Growth { exponent, .. }| {
                    let found = format!("{line} grows with exponent {exponent}");
                    (found, within(exponent, f64::NEG_INFINITY, STEEP))
                });
                (line, found)
            }
            Self::Alike { ref one, ref other } => (one, alike(lines, one, other)),
            Self::Reaches { ref line, at, within } => (line, reaches(lines, line, at, within)),
            Self::Takes { ref line, at, low, high } => {
                let time = lines.at(line, at).and_then(Measured::estimate);
                (line, time.map(|it| (format!("{line} takes {it} s"), within(it, low, high))))
            }
        };
        let open = || format!("{line} was not measured there, or at too few sizes");
        found.unwrap_or_else(|| (open(), Ruling::Open))
    }
}

/// The verdict on a claim that the data may show to hold or to fail.
fn decided(holds: bool, fails: bool) -> Ruling {
    if holds || fails { Ruling::of(!fails) } else { Ruling::Open }
}

/// Whether an estimate is in a range.
fn within(estimate: Estimated, low: f64, high: f64) -> Ruling {
    let reaches_low = estimate.low.is_some_and(|end| end >= low) || low.is_infinite();
    let reaches_high = estimate.high.is_some_and(|end| end <= high) || high.is_infinite();
    let is_outside = estimate.is_above(high) || estimate.is_below(low);
    decided(reaches_low && reaches_high, is_outside)
}

/// The ratio of two times in words.
fn longer(slow: &str, fast: &str, ratio: Estimated) -> String {
    let (slow, fast, ratio) =
        if ratio.value < 1.0 { (fast, slow, ratio.recip()) } else { (slow, fast, ratio) };
    format!("in the mean, {slow} takes {ratio} times as long as {fast}")
}

/// Whether the first of two times is certainly the longer one by their ratio. Two known times may count as equal, but
/// a time up to the lower bound of another is shorter, however close they are.
fn is_longer(ratio: Estimated) -> bool {
    ratio.is_above(1.0 + CLOSE) || ratio.high.is_none() && ratio.low.is_some_and(|low| low >= 1.0)
}

fn faster(lines: &Lines, fast: &str, slow: &str, span: Span, everywhere: bool) -> Option<Found> {
    let ratios = lines.ratios(slow, fast, span);
    let slower = ratios.iter().filter(|(_, ratio)| is_longer(ratio.recip())).map(|(x, _)| *x);
    let slower: Vec<f64> = slower.collect();
    let faster = ratios.iter().filter(|(_, ratio)| is_longer(*ratio)).count();
    let noun = if ratios.len() == 1 { "size" } else { "sizes" };
    let all = ratios.len();
    let mean = lines.mean_ratio(slow, fast, span);
    let words = mean.map_or(String::new(), |ratio| format!("; {}", longer(slow, fast, ratio)));
    if !slower.is_empty() {
        let (times, list) = (slower.len(), listed(slower));
        let found = format!("{fast} is slower at {times} of {all} {noun}, {list}{words}");
        return Some((found, Ruling::Fails));
    }
    // If the times are equal at most of a few places, a difference at one place is not evidence.
    let is_clear = all >= ENOUGH && mean.is_some_and(|ratio| ratio.is_above(1.0));
    let is_clear = if everywhere { faster == all } else { is_clear || 2 * faster > all };
    let found = format!("{fast} is faster at {faster} of {all} {noun}, and slower at none{words}");
    (all > 0).then(|| (found, decided(is_clear, false)))
}

fn always_times(lines: &Lines, slow: &str, fast: &str, times: f64, from: f64) -> Option<Found> {
    let is_asked = |x: &f64| lines.at(slow, *x).is_some_and(|point| !point.dropped_out);
    let asked = lines.places((from, f64::INFINITY)).into_iter().filter(is_asked);
    let (mut known, mut undecided) = (Vec::new(), Vec::new());
    for x in asked {
        let ratio = lines.ratio(slow, fast, x);
        known.extend(ratio.map(|ratio| (x, ratio)));
        if ratio.and_then(|ratio| ratio.low).is_none_or(|low| low < times) {
            undecided.push(x);
        }
    }
    let least = known.iter().min_by(|(_, one), (_, other)| one.value.total_cmp(&other.value));
    let (x, ratio) = least?;
    let mut found = format!("{slow} takes {ratio} times as long at {x}, the smallest ratio");
    let fails = known.iter().any(|(_, ratio)| ratio.is_below(times));
    let verdict = decided(undecided.is_empty(), fails);
    if verdict == Ruling::Open {
        found = format!("{found}; undecided at {}", listed(undecided));
    }
    Some((found, verdict))
}

/// Compares the exponents of two lines.
fn alike(lines: &Lines, one: &str, other: &str) -> Option<Found> {
    let ratios = lines.ratios(one, other, EVERYWHERE).into_iter();
    let known = ratios.filter(|(_, it)| it.low.is_some() && it.high.is_some());
    let logs: Vec<(f64, f64)> = known.map(|(x, ratio)| (x.ln(), ratio.value.ln())).collect();
    let difference = Estimated::from(least_squares(&logs, 1)?[1]);
    let found = format!("the exponent of {one} minus that of {other} is {difference}");
    Some((found, within(difference, -ALIKE, ALIKE)))
}

fn apart(lines: &Lines, slow: &str, fast: &str) -> Option<Found> {
    let gap = |x| {
        let (one, other) = (lines.at(slow, x)?.estimate()?, lines.at(fast, x)?.estimate()?);
        let half = |it: Estimated| Some((it.high? - it.low?) / 2.0);
        Some((one.value - other.value, half(one)?.hypot(half(other)?)))
    };
    let gaps: Vec<(f64, f64)> = lines.places(EVERYWHERE).into_iter().filter_map(gap).collect();
    let [first, .., last] = gaps[..] else { return None };
    let (growth, half) = (last.0 - first.0.abs(), last.1.hypot(first.1));
    let found = format!("the difference changes from {} to {}", time(first.0), time(last.0));
    Some((found, decided(growth > half, growth < -half)))
}

fn explodes(lines: &Lines, line: &str, from: f64) -> Option<Found> {
    let Growth { exponent, factor, bend } = lines.growth(line, from)?;
    let found =
        format!("{line} grows by a factor of {factor} per step, or with exponent {exponent}");
    let is_flat = exponent.is_below(STEEP);
    let Some(bend) = bend else {
        let found = format!("{found}; too few sizes show how that changes");
        return Some((found, decided(false, is_flat)));
    };
    let holds = exponent.is_above(STEEP) && bend.is_above(STRAIGHT);
    let found = format!("{found}, which changes by {bend} with each factor e of the size");
    Some((found, decided(holds, is_flat || bend.is_below(STRAIGHT))))
}

fn reaches(lines: &Lines, line: &str, at: f64, within: f64) -> Option<Found> {
    let Measured { times, average, .. } = lines.at(line, at)?;
    let longest = times.iter().flatten().map(|time| time.value).fold((*average)?.value, f64::max);
    let answered = times.iter().flatten().filter(|time| !time.at_least).count();
    let all = times.len();
    let (words, verdict) = if answered == all {
        ("in at most", Ruling::of(longest <= within))
    } else {
        // A method that was stopped before this time might have answered in time.
        ("and is stopped on others after", decided(false, longest >= within))
    };
    let longest = time(longest);
    Some((format!("{line} answers {answered} of {all} at {at}, {words} {longest}"), verdict))
}
