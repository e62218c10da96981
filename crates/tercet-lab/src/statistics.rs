//! Estimates with 95 % intervals: means, and trends fitted by least squares.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet_plot::words::number;

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Estimated {
    /// The value on these boards.
    pub value: f64,
    /// The lower end of the interval; absent if there are too few boards to tell.
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
        let fitted = fit(&points, 0).map(|means| means[0]);
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

/// The polynomial of a degree up to 2 that fits some points best by least squares: its coefficients, that of the
/// constant first, with their intervals. `None` if there are too few places to tell how well it fits.
pub(crate) fn fit(points: &[(f64, f64)], degree: usize) -> Option<Vec<Estimated>> {
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
        Estimated { value, low: Some(value - half), high: Some(value + half) }
    };
    Some(rows.iter().enumerate().map(coefficient).collect())
}

/// The 97.5 % point of the t distribution, by the expansion in M. Abramowitz and I. A. Stegun, *Handbook
/// of Mathematical Functions*, 26.7.5, with an error below 0.01; for fewer than four degrees of freedom, from their
/// table 26.10.
pub(crate) fn t_quantile(freedom: f64) -> f64 {
    const Z: f64 = 1.959_963_984_540_054;
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
    use super::*;

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
        let exact = fit(&points, 2).unwrap();
        for (found, wanted) in exact.iter().zip([2.0, -3.0, 0.5]) {
            assert!((found.value - wanted).abs() < 1e-6, "{exact:?}");
        }
        // The mean of 1, 2, 3, 4, 5 is 3 ± 2.776·√(2.5/5).
        let mean = Estimated::mean(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert!((mean.value - 3.0).abs() < 1e-9 && (mean.high.unwrap() - 4.963).abs() < 0.01);
        // A line through (0,0), (1,1), (2,3): slope 1.5, s² = 1/6, error √(1/12), t = 12.706.
        let line = fit(&[(0.0, 0.0), (1.0, 1.0), (2.0, 3.0)], 1).unwrap();
        assert!((line[1].value - 1.5).abs() < 1e-9);
        assert!((line[1].high.unwrap() - 1.5 - 12.706 / 12.0_f64.sqrt()).abs() < 0.01, "{line:?}");
        assert_eq!(fit(&[(1.0, 1.0), (2.0, 3.0)], 1), None);
        assert_eq!(fit(&[(1.0, 1.0), (1.0, 3.0), (1.0, 2.0)], 1), None);
        assert_eq!(Estimated::mean(&[]), None);
        assert_eq!(Estimated::mean(&[4.0]).unwrap().low, None);
    }

    #[test]
    fn estimates_are_said_with_their_ends() {
        let estimate = |low, high| Estimated { value: 2.5, low, high }.to_string();
        assert_eq!(estimate(Some(2.0), Some(3.0)), "2.50 (2.00 to 3.00)");
        assert_eq!(estimate(Some(2.0), None), "at least 2.00");
        assert_eq!(estimate(None, None), "2.50");
    }
}
