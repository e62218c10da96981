//! The spread of numbers of which some are only lower bounds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A number, or a lower bound of one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Value {
    /// The number.
    pub value: f64,
    /// Whether it is a lower bound.
    pub at_least: bool,
}

/// The median and the ends of some numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Spread {
    /// The smallest.
    pub min: Value,
    /// The median; of an even number of values the mean of the two in the middle.
    pub median: Value,
    /// The largest.
    pub max: Value,
}

impl Spread {
    /// The spread of some values; `None` without values. Lower bounds are sorted after all numbers.
    pub fn of(mut values: Vec<Value>) -> Option<Self> {
        values.sort_by(|one, other| {
            one.at_least.cmp(&other.at_least).then(one.value.total_cmp(&other.value))
        });
        let (&min, &max) = (values.first()?, values.last()?);
        let (one, other) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
        // The mean of a number and a lower bound is a lower bound.
        let median = Value { value: one.value.midpoint(other.value), at_least: other.at_least };
        Some(Self { min, median, max })
    }
}
