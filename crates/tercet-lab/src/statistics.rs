//! Estimates with 95 % intervals, of which an end may be open, and intervals by the bootstrap over boards.
//!
//! A score is a ratio of two sums over boards. A resample draws boards with replacement, as many as the
//! race has, and computes the score on them. The middle 95 % of the scores of many resamples are the
//! interval (B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7,
//! 1979). All scores are computed on the same resamples.
//!
//! For few boards the percentile interval is too narrow, because it takes neither the lost degree of
//! freedom nor the tails of the t distribution into account. The *expanded* percentile interval takes
//! the quantiles at `Φ(∓√(n/(n−1))·t)` instead of 2.5 % and 97.5 %, where t is the 97.5 % point of the t
//! distribution with n−1 degrees of freedom (T. C. Hesterberg, "What Teachers Should Know About the
//! Bootstrap", The American Statistician 69, 2015). A test measures the coverage.

use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::statistics::{Estimate, chi_squared_tail, least_squares, t_quantile};
use tercet_plot::words::number;

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Estimated {
    /// The value on these boards.
    pub value: f64,
    /// The lower end of the interval; absent if there are too few boards for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The upper end of the interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

impl Estimated {
    /// A value with an error of 1.96 standard deviations to both sides.
    pub(crate) fn normal(value: f64, deviation: f64) -> Self {
        let half = 1.959_964 * deviation;
        Self { value, low: Some(value - half), high: Some(value + half) }
    }

    /// The mean of some numbers, with the interval of Student's t distribution; `None` without numbers.
    pub(crate) fn mean(numbers: &[f64]) -> Option<Self> {
        let points: Vec<(f64, f64)> = numbers.iter().map(|&number| (0.0, number)).collect();
        let value = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let fitted = least_squares(&points, 0).map(|means| means[0].into());
        (!numbers.is_empty()).then(|| fitted.unwrap_or(Self { value, low: None, high: None }))
    }

    /// The estimate of a rising function of the number.
    pub(crate) fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        let Self { value, low, high } = self;
        Self { value: rising(value), low: low.map(&rising), high: high.map(&rising) }
    }

    /// The estimate of a number by that of its logarithm.
    pub(crate) fn exp(self) -> Self {
        self.map(f64::exp)
    }

    /// The estimate of the reciprocal of a positive number.
    pub(crate) fn recip(self) -> Self {
        let Self { value, low, high } = self;
        Self { value: value.recip(), low: high.map(f64::recip), high: low.map(f64::recip) }
    }

    /// Whether the whole interval lies above a number.
    pub(crate) fn is_above(self, bound: f64) -> bool {
        self.low.is_some_and(|low| low > bound)
    }

    /// Whether the whole interval lies below a number.
    pub(crate) fn is_below(self, bound: f64) -> bool {
        self.high.is_some_and(|high| high < bound)
    }
}

impl From<Estimate> for Estimated {
    fn from(Estimate { value, interval }: Estimate) -> Self {
        let (low, high) = interval.unzip();
        Self { value, low, high }
    }
}

impl fmt::Display for Estimated {
    /// `2.50 (2.10 to 2.95)`, `at least 12.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |value: f64| {
            let sign = if value < 0.0 { "−" } else { "" };
            format!("{sign}{}", number(value.abs()))
        };
        match (self.low, self.high) {
            (Some(low), Some(high)) => {
                write!(f, "{} ({} to {})", words(self.value), words(low), words(high))
            }
            (Some(low), None) => write!(f, "at least {}", words(low)),
            (None, Some(high)) => write!(f, "at most {}", words(high)),
            (None, None) => f.write_str(&words(self.value)),
        }
    }
}

/// The number of resamples.
pub(crate) const RESAMPLES: usize = 2000;

/// The smallest number of boards that have an interval.
pub const FEWEST: usize = 5;

/// The stream of random numbers, so that boards dealt with the same seed share none with it.
const STREAM: u64 = 0xb007_57a9;

/// A score as a ratio of two sums over boards: the summand of each board above, and that below, which is at least 0.
pub(crate) type Summands = Vec<(f64, f64)>;

/// The mean of these numbers as a score.
pub(crate) fn mean(numbers: impl Iterator<Item = f64>) -> Summands {
    numbers.map(|number| (number, 1.0)).collect()
}

/// The score on these boards; `None` if the sum below is 0.
fn ratio(score: &[(f64, f64)], boards: impl Iterator<Item = usize>) -> Option<f64> {
    let (above, below) = boards
        .fold((0.0, 0.0), |(above, below), board| (above + score[board].0, below + score[board].1));
    (below > 0.0).then(|| above / below)
}

/// Each score with its 95 % interval, which is absent if there are fewer than [`FEWEST`] boards, or if half of the
/// resamples have no score; `None` without a score.
pub(crate) fn estimates(
    scores: &[Summands],
    boards: usize,
    seed: u64,
) -> impl Iterator<Item = Option<Estimated>> {
    scores.iter().zip(intervals(scores, boards, seed)).map(move |(score, interval)| {
        let (low, high) = interval.unzip();
        ratio(score, 0..boards).map(|value| Estimated { value, low, high })
    })
}

/// Takes [`RESAMPLES`] times the number of boards times that of the scores.
fn intervals(scores: &[Summands], boards: usize, seed: u64) -> Vec<Option<(f64, f64)>> {
    if boards < FEWEST {
        return vec![None; scores.len()];
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(STREAM);
    let mut resampled = vec![Vec::with_capacity(RESAMPLES); scores.len()];
    let mut drawn = vec![0; boards];
    for _ in 0..RESAMPLES {
        for board in &mut drawn {
            *board = below(&mut random, boards);
        }
        for (score, resampled) in scores.iter().zip(&mut resampled) {
            resampled.extend(ratio(score, drawn.iter().copied()));
        }
    }
    let tail = tail(boards);
    resampled.into_iter().map(|scores| middle(scores, tail)).collect()
}

/// A random number below a bound: the high half of a product, whose bias is below bound/2^64.
fn below(random: &mut ChaCha8Rng, bound: usize) -> usize {
    let product = u128::from(random.next_u64()) * bound as u128;
    (product >> u64::BITS) as usize
}

/// The ends of the middle of some numbers, where each tail has this probability.
fn middle(mut scores: Vec<f64>, tail: f64) -> Option<(f64, f64)> {
    if scores.len() < RESAMPLES / 2 {
        return None;
    }
    scores.sort_by(f64::total_cmp);
    // The k-th smallest of B numbers is their k/(B+1) quantile.
    let outside = ((scores.len() + 1) as f64 * tail).floor().max(1.0) as usize;
    Some((scores[outside - 1], scores[scores.len() - outside]))
}

/// The probability of each tail for a number of boards, at least two. That of the square of a standard normal number
/// is the probability of both tails.
fn tail(boards: usize) -> f64 {
    let freedom = (boards - 1) as f64;
    chi_squared_tail(boards as f64 / freedom * t_quantile(freedom).powi(2), 1) / 2.0
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn estimates_are_said_with_their_ends() {
        let estimate = |low, high| Estimated { value: 2.5, low, high }.to_string();
        assert_eq!(estimate(Some(2.0), Some(3.0)), "2.50 (2.00 to 3.00)");
        assert_eq!(estimate(Some(2.0), None), "at least 2.00");
        assert_eq!(estimate(None, None), "2.50");
    }

    #[test]
    fn many_boards_have_normal_tails() {
        assert!((tail(1_000_000) - 0.025).abs() < 1e-6);
    }

    /// A standard normal number, by Box and Muller.
    fn normal(random: &mut ChaCha8Rng) -> f64 {
        let mut uniform = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let (one, other) = (1.0 - uniform(), uniform());
        (-2.0 * one.ln()).sqrt() * (2.0 * std::f64::consts::PI * other).cos()
    }

    #[test]
    fn intervals_cover_the_true_mean() {
        // Logarithms of log-normal times around 3, of 8, 20 and 50 boards.
        for boards in [8, 20, 50] {
            let mut random = ChaCha8Rng::seed_from_u64(boards as u64);
            let covered = (0..400).filter(|&seed| {
                let times = mean((0..boards).map(|_| 3.0 + normal(&mut random)));
                let (low, high) = intervals(&[times], boards, seed)[0].unwrap();
                (low..=high).contains(&3.0)
            });
            // 95 % with a standard deviation of 1.1 % of 400, and the error of the bootstrap.
            let share = covered.count() as f64 / 400.0;
            assert!((0.92..=0.98).contains(&share), "{boards} boards: {share}");
        }
    }

    #[test]
    fn intervals_depend_on_the_seed_alone() {
        let sums = mean((0..30).map(|i| f64::from(i * i % 17)));
        let one = intervals(slice::from_ref(&sums), 30, 1);
        assert_eq!(one, intervals(slice::from_ref(&sums), 30, 1));
        // Another score in the same call changes nothing.
        assert_eq!(one[0], intervals(&[sums.clone(), sums.clone()], 30, 1)[1]);
        assert_ne!(one, intervals(&[sums], 30, 2));
        assert_eq!(intervals(&[vec![(1.0, 1.0); 4]], 4, 1), [None]);
        assert_eq!(intervals(&[vec![(1.0, 1.0); 5]], 5, 1), [Some((1.0, 1.0))]);
        let nothing = vec![(0.0, 0.0); 5];
        assert_eq!(ratio(&nothing, 0..5), None);
        assert_eq!(intervals(&[nothing], 5, 1), [None]);
    }
}
