//! Estimates with 95 % intervals, of which an end may be open.

use std::fmt;

use serde::{Deserialize, Serialize};
use tercet::statistics::{Estimate, least_squares};
use tercet_plot::words::number;

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    pub fn normal(value: f64, deviation: f64) -> Self {
        let half = 1.959_964 * deviation;
        Self { value, low: Some(value - half), high: Some(value + half) }
    }

    /// The mean of some numbers, with the interval of Student's t distribution; `None` without numbers.
    pub fn mean(numbers: &[f64]) -> Option<Self> {
        let points: Vec<(f64, f64)> = numbers.iter().map(|&number| (0.0, number)).collect();
        let value = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let fitted = least_squares(&points, 0).map(|means| means[0].into());
        (!numbers.is_empty()).then(|| fitted.unwrap_or(Self { value, low: None, high: None }))
    }

    /// The estimate of a rising function of the number.
    #[must_use]
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        let Self { value, low, high } = self;
        Self { value: rising(value), low: low.map(&rising), high: high.map(&rising) }
    }

    /// The estimate of a number by that of its logarithm.
    #[must_use]
    pub fn exp(self) -> Self {
        self.map(f64::exp)
    }

    /// The estimate of the reciprocal of a positive number.
    #[must_use]
    pub fn recip(self) -> Self {
        let Self { value, low, high } = self;
        Self { value: value.recip(), low: high.map(f64::recip), high: low.map(f64::recip) }
    }

    /// Whether the whole interval lies above a number.
    pub fn is_above(self, bound: f64) -> bool {
        self.low.is_some_and(|low| low > bound)
    }

    /// Whether the whole interval lies below a number.
    pub fn is_below(self, bound: f64) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_said_with_their_ends() {
        let estimate = |low, high| Estimated { value: 2.5, low, high }.to_string();
        assert_eq!(estimate(Some(2.0), Some(3.0)), "2.50 (2.00 to 3.00)");
        assert_eq!(estimate(Some(2.0), None), "at least 2.00");
        assert_eq!(estimate(None, None), "2.50");
    }
}
