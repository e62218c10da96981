//! Pearson's test: the probability of a deviation at least as large as the observed one.

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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn tails_fall() {
        for freedom in [1, 2, 3, 63, 624] {
            let tails: Vec<f64> =
                (0..200).map(|i| chi_squared_tail(f64::from(i) * 10.0, freedom)).collect();
            assert!(tails.is_sorted_by(|a, b| a >= b), "{freedom}");
            assert!(tails.iter().all(|tail| (0.0..=1.0).contains(tail)), "{freedom}");
        }
    }

    #[test]
    fn rare_counts_are_told_from_usual_ones() {
        assert!(events_tail(500, 1000, 0.5) > 0.99);
        assert!((events_tail(531, 1000, 0.5) - 0.05).abs() < 0.001);
        assert!(events_tail(700, 1000, 0.5) < 1e-9);
    }
}
