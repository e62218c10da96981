//! Statistics of games, deals and hands: estimates with their confidence intervals, and tests.
//!
//! Estimates have 95 % confidence intervals.
//!
//! Independent trials use Wilson's interval (E. B. Wilson, "Probable Inference, the Law of
//! Succession, and Statistical Inference", 1927), whose coverage is good for rare events too.
//! Layouts of one game are not independent, so the odds of all layouts of a size are estimated as a
//! ratio of two means over games (W. G. Cochran, *Sampling Techniques*, 1977, chapter 6), whose
//! variance comes from the differences between games.

use num_bigint::BigUint;
use num_traits::{CheckedSub, FromPrimitive, ToPrimitive};

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate<T = f64> {
    /// The value.
    pub value: T,
    /// The lower and the upper end of the interval, if there are enough data for one. The upper end can
    /// be infinite.
    pub interval: Option<(T, T)>,
}

/// The numbers of layouts that held a set and that held none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Trials {
    /// Layouts with a set.
    pub with: u64,
    /// Layouts without a set.
    pub without: u64,
}

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The smallest number of layouts of either kind for which the variance of their ratio is
/// estimated.
const FEWEST: u128 = 10;

/// The probability of an event that occurred in `events` of `trials` independent trials, with
/// Wilson's interval: the probabilities p with `|k/n − p| ≤ z·√(p(1−p)/n)`. `None` without trials.
///
/// # Panics
///
/// If there are more events than trials.
pub fn proportion(events: u64, trials: u64) -> Option<Estimate> {
    assert!(events <= trials, "{events} events in {trials} trials");
    if trials == 0 {
        return None;
    }
    let (n, share) = (trials as f64, events as f64 / trials as f64);
    let centre = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    // The ends are exact where rounding could miss them.
    let low = if events == 0 { 0.0 } else { (centre - half) / whole };
    let high = if events == trials { 1.0 } else { (centre + half) / whole };
    Some(Estimate { value: share, interval: Some((low, high)) })
}

/// The odds of a set, as the number to one, in independent trials: p/(1−p) of [`proportion`] and of
/// both ends of its interval. `None` if every layout held a set.
pub fn odds(trials: Trials) -> Option<Estimate> {
    if trials.without == 0 {
        return None;
    }
    // The rare event is a layout without a set; its probability keeps all its digits.
    let without = proportion(trials.without, trials.with + trials.without)?;
    let to_one = |without: f64| (1.0 - without) / without;
    Some(Estimate {
        value: trials.with as f64 / trials.without as f64,
        interval: without.interval.map(|(low, high)| (to_one(high), to_one(low))),
    })
}

/// The odds of a set among all layouts of a size while the deck was not empty, as the number to one:
/// R = Σa/Σb over games. `None` if every layout held a set.
///
/// Let a and b be the numbers of such layouts with and without a set in one game; the arguments are
/// the sums over games of a and b, and of a², ab and b². The layouts of one game depend on each
/// other, so intervals must come from the differences between games, not from the number of layouts.
///
/// With e = a − R·b in each of N games, the variance of R is about `N/(N−1)·Σe²/(Σb)²`. The
/// interval is symmetric in ln R, whose standard deviation is that of R divided by R (the delta
/// method), because the distribution of R itself is skewed if failures are few. There is no
/// interval for fewer than ten games or fewer than ten layouts of either kind.
pub(crate) fn odds_over_games(
    games: u64,
    [with, without]: [u128; 2],
    squares: [u128; 3],
) -> Option<Estimate> {
    if without == 0 {
        return None;
    }
    let enough = with.min(without).min(games.into()) >= FEWEST;
    let (games, with, without) = (games as f64, with as f64, without as f64);
    let odds = with / without;
    let interval = enough.then(|| {
        let [with_with, with_without, without_without] = squares.map(|sum| sum as f64);
        let squares = with_with - 2.0 * odds * with_without + odds * odds * without_without;
        let deviation = (squares.max(0.0) * games / (games - 1.0)).sqrt() / without;
        let factor = (Z * deviation / odds).exp();
        (odds / factor, odds * factor)
    });
    Some(Estimate { value: odds, interval })
}

/// The mean of numbers of 0 or more, from pairs of a number and how often it occurred, with the interval of
/// the normal distribution: `m ± z·s/√N`, but not below 0. `None` without numbers, no interval for one.
pub fn mean(numbers: impl Iterator<Item = (f64, u64)>) -> Option<Estimate> {
    // Sums of differences, which stay exact for large numbers that are close (B. P. Welford, Technometrics 4, 1962).
    let occurred = numbers.filter(|&(_, times)| times > 0);
    let (n, mean, squares) = occurred.fold((0, 0.0, 0.0), |(n, mean, squares), (number, times)| {
        let (n, times, away) = (n + times, times as f64, number - mean);
        let moved = mean + away * times / n as f64;
        (n, moved, squares + times * away * (number - moved))
    });
    around(n, mean, squares)
}

/// The mean of so many numbers, with its interval from the sum of their squared differences to it.
fn around(numbers: u64, mean: f64, squares: f64) -> Option<Estimate> {
    let n = numbers as f64;
    let half = Z * (squares / (n - 1.0) / n).sqrt();
    let interval = (numbers > 1).then_some(((mean - half).max(0.0), mean + half));
    (numbers > 0).then_some(Estimate { value: mean, interval })
}

/// [`mean`] of so many whole numbers with this sum and this sum of squares, each without its last `shift` bits.
pub(crate) fn mean_of_sums(
    numbers: u64,
    sum: &BigUint,
    squares: &BigUint,
    shift: u64,
) -> Option<Estimate> {
    let scaled = |number: BigUint, shift: u64| (number >> shift).to_f64().expect("few bits");
    let differences = (squares * numbers).checked_sub(&(sum * sum)).unwrap_or_default();
    let n = numbers as f64;
    around(numbers, scaled(sum.clone(), shift) / n, scaled(differences, 2 * shift) / n)
}

/// [`mean`] of whole numbers of any size, of which so many have this sum and this sum of squares. It is
/// rounded to a whole number, the ends of its interval outwards.
pub(crate) fn whole_mean(
    numbers: u64,
    sum: &BigUint,
    squares: &BigUint,
) -> Option<Estimate<BigUint>> {
    // The square of a number of 400 bits is in the range of a double.
    let shift = sum.bits().saturating_sub(400);
    let whole = |number: f64| BigUint::from_f64(number).expect("a finite number") << shift;
    let all = mean_of_sums(numbers, sum, squares, shift)?;
    let interval = all.interval.map(|(low, high)| (whole(low.floor()), whole(high.ceil())));
    Some(Estimate { value: whole(all.value.round()), interval })
}

// Pearson's test: the probability of a deviation at least as large as the observed one.

/// The probability that a chi-squared variable with `freedom` degrees of freedom is at least
/// `statistic`: the p-value of Pearson's test. 1 for a statistic of 0 or less.
///
/// It is the regularised incomplete gamma function Q(a, x), where a is half the degrees and x half the
/// statistic. Below a + 1 it is computed by the power series of 1 − Q, which has positive terms only; above,
/// by Lentz' continued fraction, so that small probabilities keep their digits (Abramowitz and Stegun
/// 6.5.29 and 6.5.31). It takes about √a steps.
///
/// # Panics
///
/// If there are no degrees of freedom.
pub fn chi_squared_tail(statistic: f64, freedom: usize) -> f64 {
    assert!(freedom > 0, "a degree of freedom");
    let (a, x) = (freedom as f64 / 2.0, statistic / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - ln_gamma_of_half(freedom)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * f64::EPSILON {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return 1.0 - front * sum;
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (f64::MAX, 1.0 / b);
    let mut fraction = d;
    for i in 1_u32.. {
        let i = f64::from(i);
        let numerator = -i * (i - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < f64::EPSILON * 4.0 {
            break;
        }
    }
    front * fraction
}

/// ln Γ(n/2), from Γ(1/2) = √π or Γ(1) = 1 by Γ(a + 1) = a·Γ(a).
fn ln_gamma_of_half(n: usize) -> f64 {
    let (first, start) =
        if n.is_multiple_of(2) { (2, 0.0) } else { (1, std::f64::consts::PI.ln() / 2.0) };
    (first..n).step_by(2).fold(start, |sum, k| sum + (k as f64 / 2.0).ln())
}

/// The p-value of a number of events in independent trials with a given probability, by the normal
/// approximation, which needs at least about ten expected events.
pub fn events_tail(events: u64, trials: u64, probability: f64) -> f64 {
    let expected = trials as f64 * probability;
    let variance = expected * (1.0 - probability);
    chi_squared_tail((events as f64 - expected).powi(2) / variance, 1)
}

/// Pearson's statistic of the number of times that each of some cards was dealt in `trials` deals,
/// to be compared with the chi-squared distribution with one degree of freedom fewer than there are
/// cards. `None` if all cards or no cards are dealt, so that the counts are not random.
///
/// A card is dealt at most once in a deal, so counts vary less than those of independent draws: for
/// k of N cards by the factor (N−k)/(N−1). The sum is divided by this factor.
pub fn chi_squared(counts: &[u64], trials: u64) -> Option<f64> {
    let size = counts.len() as f64;
    let total: u64 = counts.iter().sum();
    let expected = total as f64 / size;
    let each = total as f64 / trials as f64;
    let square = |&count: &u64| (count as f64 - expected).powi(2) / expected;
    let statistic: f64 = counts.iter().map(square).sum();
    (each > 0.0 && each < size).then(|| statistic * (size - 1.0) / (size - each))
}

/// The polynomial of a degree up to 2 that fits some points best by least squares: its coefficients, that of the
/// constant first, with their 95 % intervals. `None` if there are too few points for an estimate of its errors.
pub fn least_squares(points: &[(f64, f64)], degree: usize) -> Option<Vec<Estimate>> {
    let terms = degree + 1;
    let freedom = points.len().checked_sub(terms).filter(|&freedom| freedom > 0)? as f64;
    // Powers of large numbers differ so much that the equations would lose digits.
    let scale = points.iter().map(|(x, _)| x.abs()).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let powers =
        |x: f64| std::iter::successors(Some(1.0), move |power| Some(power * x / scale)).take(terms);
    // The normal equations, beside the right side and the unit matrix.
    let mut rows = vec![vec![0.0; 2 * terms + 1]; terms];
    for &(x, y) in points {
        for (row, left) in rows.iter_mut().zip(powers(x)) {
            for (cell, right) in row.iter_mut().zip(powers(x)) {
                *cell += left * right;
            }
            row[terms] += left * y;
        }
    }
    for (i, row) in rows.iter_mut().enumerate() {
        row[terms + 1 + i] = 1.0;
    }
    for pivot in 0..terms {
        let head = rows[pivot][pivot];
        if head.abs() < 1e-12 * points.len() as f64 {
            return None;
        }
        rows[pivot].iter_mut().for_each(|cell| *cell /= head);
        let line = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|&(i, _)| i != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(&line).for_each(|(cell, above)| *cell -= factor * above);
        }
    }
    let at = |x: f64| powers(x).zip(&rows).map(|(power, row)| power * row[terms]).sum::<f64>();
    let squares: f64 = points.iter().map(|&(x, y)| (y - at(x)).powi(2)).sum();
    let coefficient = |(power, row): (usize, &Vec<f64>)| {
        let unit = scale.powf(power as f64);
        let error = (squares / freedom * row[terms + 1 + power].max(0.0)).sqrt();
        let (value, half) = (row[terms] / unit, t_quantile(freedom) * error / unit);
        Estimate { value, interval: Some((value - half, value + half)) }
    };
    Some(rows.iter().enumerate().map(coefficient).collect())
}

/// The 97.5 % point of the t distribution, by the expansion in M. Abramowitz and I. A. Stegun, *Handbook
/// of Mathematical Functions*, 26.7.5, with an error below 0.01; for fewer than four degrees of freedom, from their
/// table 26.10.
fn t_quantile(freedom: f64) -> f64 {
    const FEW: [f64; 4] = [f64::INFINITY, 12.706, 4.303, 3.182];
    if let Some(&quantile) = FEW.get(freedom as usize) {
        return quantile;
    }
    let power = |exponent| Z.powi(exponent);
    let first = (power(3) + Z) / 4.0;
    let second = (5.0 * power(5) + 16.0 * power(3) + 3.0 * Z) / 96.0;
    let third = (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * Z) / 384.0;
    Z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::deal::dealer::between;

    fn assert_near(estimate: Estimate, value: f64, low: f64, high: f64) {
        let (lower, upper) = estimate.interval.unwrap();
        for (found, expected) in [(estimate.value, value), (lower, low), (upper, high)] {
            assert!((found - expected).abs() <= 1e-4 * expected.abs(), "{estimate:?}");
        }
    }

    /// Also beyond the range of a double. The standard error of 1, 1 and 4 is 1.
    #[test]
    fn whole_numbers_of_any_size_have_a_mean() {
        for shift in [0_usize, 20, 500, 2000] {
            let [one, two, four] = [1_u32, 2, 4].map(|number| BigUint::from(number) << shift);
            let (sum, squares) = (&one + &one + &four, &one * &one * 2_u32 + &four * &four);
            let found = whole_mean(3, &sum, &squares).unwrap();
            let (low, high) = found.interval.unwrap();
            assert_eq!(found.value, two, "{shift}");
            // 2 ± 1.96, rounded outwards.
            let near = |number: BigUint| ((number * 1000_u32) >> shift).to_f64().unwrap();
            let ends = if shift == 0 { (0.0, 4000.0) } else { (40.0, 3959.0) };
            let is_near = (near(low) - ends.0).abs() <= 1.0 && (near(high) - ends.1).abs() <= 1.0;
            assert!(is_near, "{shift}");
        }
        assert_eq!(whole_mean(0, &BigUint::ZERO, &BigUint::ZERO), None);
    }

    #[test]
    fn proportions_have_wilsons_interval() {
        // R: prop.test(x, n, correct = FALSE).
        assert_near(proportion(8, 10).unwrap(), 0.8, 0.490_162_5, 0.943_317_8);
        assert_near(proportion(0, 10).unwrap(), 0.0, 0.0, 0.277_532_8);
        assert_near(proportion(10, 10).unwrap(), 1.0, 0.722_467_2, 1.0);
        assert_eq!(proportion(0, 0), None);
        // Both ends solve |k/n − p| = z·√(p(1−p)/n).
        for (events, trials) in [(1, 3), (70, 81), (3, 1_000_000_000)] {
            let Estimate { value, interval } = proportion(events, trials).unwrap();
            for p in <[f64; 2]>::from(interval.unwrap()) {
                let deviation = Z * (p * (1.0 - p) / trials as f64).sqrt();
                assert!(((value - p).abs() / deviation - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn odds_are_those_of_a_proportion() {
        let some = odds(Trials { with: 8, without: 2 }).unwrap();
        assert_near(some, 4.0, 0.490_162_5 / 0.509_837_5, 0.943_317_8 / 0.056_682_2);
        assert_near(odds(Trials { with: 0, without: 10 }).unwrap(), 0.0, 0.0, 0.384_144_6);
        assert_eq!(odds(Trials { with: 9, without: 0 }), None);
        assert_eq!(odds(Trials::default()), None);
    }

    #[test]
    fn means_have_the_normal_interval() {
        // 1, 2, 2, 3: s² = 2/3, so s/√4 = 0.408248.
        let numbers = [(1.0, 1), (2.0, 2), (3.0, 1)];
        assert_near(mean(numbers.into_iter()).unwrap(), 2.0, 1.199_848, 2.800_152);
        // 0, 0, 0, 1: s/√4 = 0.25.
        assert_near(mean([(0.0, 3), (1.0, 1)].into_iter()).unwrap(), 0.25, 0.0, 0.739_991);
        assert_eq!(mean(std::iter::empty()), None);
        assert_eq!(mean([(5.0, 1)].into_iter()).unwrap().interval, None);
    }

    /// Games with different probabilities of a set and random numbers of layouts: the interval of
    /// the ratio contains the true odds in about 95 of 100 experiments; the interval for
    /// independent trials would contain them in far fewer.
    #[test]
    fn ratios_know_that_layouts_of_a_game_depend_on_each_other() {
        const EXPERIMENTS: u32 = 1000;
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let (mut held, mut held_by_wilson) = (0, 0);
        for _ in 0..EXPERIMENTS {
            let (mut sums, mut squares) = ([0; 2], [0; 3]);
            for _ in 0..300 {
                // In one game of three no layout holds a set, in the others all do.
                let layouts = between(&mut random, 0, 12);
                let (a, b) =
                    if between(&mut random, 0, 2) == 0 { (0, layouts) } else { (layouts, 0) };
                sums = [sums[0] + a, sums[1] + b];
                squares = [squares[0] + a * a, squares[1] + a * b, squares[2] + b * b];
            }
            let holds = |interval: Option<(f64, f64)>| {
                interval.is_some_and(|(low, high)| low <= 2.0 && 2.0 <= high)
            };
            held += u32::from(holds(odds_over_games(300, sums, squares).unwrap().interval));
            let trials = Trials { with: sums[0] as u64, without: sums[1] as u64 };
            held_by_wilson += u32::from(holds(odds(trials).unwrap().interval));
        }
        assert!((925..975).contains(&held), "{held}");
        assert!(held_by_wilson < 700, "{held_by_wilson}");
    }

    #[test]
    fn ratios_of_few_layouts_have_no_interval() {
        let few = Estimate { value: 50.0 / 9.0, interval: None };
        assert_eq!(odds_over_games(100, [50, 9], [0; 3]), Some(few));
        assert_eq!(odds_over_games(100, [50, 0], [0; 3]), None);
    }

    #[test]
    fn tails_are_those_of_the_tables() {
        // Points of the usual tables, and of their far tails.
        for (statistic, freedom, expected) in [
            (3.841_458_820_694_124, 1, 0.05),
            (6.634_896_601_021_214, 1, 0.01),
            (5.991_464_547_107_979, 2, 0.05),
            (18.307_038_053_275_146, 10, 0.05),
            (3.940_299_136_119_06, 10, 0.95),
            (82.528_726_544_718_8, 63, 0.05),
            (124.342_113_400_407_5, 100, 0.05),
        ] {
            let tail = chi_squared_tail(statistic, freedom);
            assert!((tail - expected).abs() < 1e-6, "{statistic} {freedom}: {tail}");
        }
        // With two degrees the tail is the exponential function.
        for x in [0.1, 1.0, 10.0, 100.0, 600.0] {
            let tail = chi_squared_tail(x, 2);
            assert!((tail / (-x / 2.0).exp() - 1.0).abs() < 1e-12, "{x}: {tail}");
        }
        assert!((chi_squared_tail(0.0, 7) - 1.0).abs() < f64::EPSILON);
        assert!((chi_squared_tail(624.0, 624) - 0.5).abs() < 0.02);
    }

    #[test]
    fn rare_counts_are_told_from_usual_ones() {
        assert!(events_tail(500, 1000, 0.5) > 0.99);
        assert!((events_tail(531, 1000, 0.5) - 0.05).abs() < 0.001);
        assert!(events_tail(700, 1000, 0.5) < 1e-9);
    }

    #[test]
    fn quantiles_are_those_of_tables() {
        let table =
            [(1.0, 12.706), (3.0, 3.182), (4.0, 2.776), (9.0, 2.262), (29.0, 2.045), (1e6, 1.960)];
        for (freedom, quantile) in table {
            assert!((t_quantile(freedom) - quantile).abs() < 0.01, "{freedom}");
        }
    }

    #[test]
    fn trends_are_found_again_with_their_errors() {
        // y = 2 - 3x + 0.5x², and an error that is orthogonal to no trend of such a degree.
        let curve = |x: f64| 2.0 - 3.0 * x + 0.5 * x * x;
        let points: Vec<(f64, f64)> =
            (8..=81).map(|x| (f64::from(x), curve(f64::from(x)))).collect();
        let exact = least_squares(&points, 2).unwrap();
        for (found, wanted) in exact.iter().zip([2.0, -3.0, 0.5]) {
            assert!((found.value - wanted).abs() < 1e-6, "{exact:?}");
        }
        // The mean of 1, 2, 3, 4, 5 is 3 ± 2.776·√(2.5/5).
        let five = [1.0, 2.0, 3.0, 4.0, 5.0].map(|y| (0.0, y));
        let mean = least_squares(&five, 0).unwrap()[0];
        assert!((mean.value - 3.0).abs() < 1e-9 && (mean.interval.unwrap().1 - 4.963).abs() < 0.01);
        // A line through (0,0), (1,1), (2,3): slope 1.5, s² = 1/6, error √(1/12), t = 12.706.
        let line = least_squares(&[(0.0, 0.0), (1.0, 1.0), (2.0, 3.0)], 1).unwrap();
        assert!((line[1].value - 1.5).abs() < 1e-9);
        assert!(
            (line[1].interval.unwrap().1 - 1.5 - 12.706 / 12.0_f64.sqrt()).abs() < 0.01,
            "{line:?}"
        );
        assert_eq!(least_squares(&[(1.0, 1.0), (2.0, 3.0)], 1), None);
        assert_eq!(least_squares(&[(1.0, 1.0), (1.0, 3.0), (1.0, 2.0)], 1), None);
        assert_eq!(least_squares(&[(0.0, 4.0)], 0), None);
    }
}
