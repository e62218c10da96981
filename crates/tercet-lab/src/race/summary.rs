//! Medians of trials in which some were stopped.
//!
//! The time of a trial that was stopped is at least the limit: it is put behind all times that were
//! measured and is never averaged with them. So a median of ten is a time as long as no more than
//! four were stopped, and "at least the limit" beyond.

use super::outcome::{Outcome, Trial};
use super::protocol::Effort;

/// A number, or the least that it can be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The number.
    pub value: f64,
    /// Whether it is only the least that it can be.
    pub at_least: bool,
}

/// The middle and the ends of some numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The smallest.
    pub low: Value,
    /// The median: of an even number of trials the mean of the two in the middle.
    pub median: Value,
    /// The largest.
    pub high: Value,
}

impl Spread {
    /// The spread of some values, if there are any.
    pub fn of(mut values: Vec<Value>) -> Option<Self> {
        values.sort_by(|one, other| {
            one.at_least.cmp(&other.at_least).then(one.value.total_cmp(&other.value))
        });
        let (&low, &high) = (values.first()?, values.last()?);
        let (one, other) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
        // Half of the way to what is at least so much is at least half of the way.
        let median = Value { value: one.value.midpoint(other.value), at_least: other.at_least };
        Some(Self { low, median, high })
    }
}

/// What a contestant did on a course.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// How many trials ended with each outcome, by its name, in the order in which they came.
    pub outcomes: Vec<(&'static str, usize)>,
    /// The wall times in seconds.
    pub seconds: Option<Spread>,
    /// The processor times in seconds.
    pub cpu: Option<Spread>,
    /// The most memory of all trials, in bytes.
    pub memory: Option<u64>,
    /// The median of what was searched, where it was counted; of an even number the lower one.
    pub effort: Option<Effort>,
}

impl Summary {
    /// What these trials amount to. Those that failed count as outcomes and nowhere else.
    pub fn of<'a>(trials: impl Iterator<Item = &'a Trial>) -> Self {
        let trials: Vec<&Trial> = trials.collect();
        let mut outcomes: Vec<(&'static str, usize)> = Vec::new();
        for trial in &trials {
            let name = trial.outcome.name();
            match outcomes.iter_mut().find(|(known, _)| *known == name) {
                Some((_, number)) => *number += 1,
                None => outcomes.push((name, 1)),
            }
        }
        let timed =
            || trials.iter().filter(|trial| !matches!(trial.outcome, Outcome::Failed { .. }));
        let value = |value: f64, trial: &Trial| Value {
            value,
            at_least: trial.outcome == Outcome::Stopped,
        };
        // Who had to be ended could not say; it had at least the time, if it is one that tells at all.
        let tells = trials.iter().any(|trial| trial.costs.cpu.is_some())
            || trials.iter().all(|trial| trial.outcome == Outcome::Stopped);
        let cpu = |trial: &Trial| {
            let had = trial.seconds.filter(|_| trial.outcome == Outcome::Stopped && tells);
            trial.costs.cpu.or(had)
        };
        let mut efforts: Vec<&Effort> =
            trials.iter().filter_map(|trial| trial.costs.effort.as_ref()).collect();
        efforts.sort_by_key(|effort| effort.count);
        Self {
            seconds: Spread::of(
                timed().filter_map(|trial| Some(value(trial.seconds?, trial))).collect(),
            ),
            cpu: Spread::of(timed().filter_map(|trial| Some(value(cpu(trial)?, trial))).collect()),
            memory: trials.iter().filter_map(|trial| trial.costs.memory).max(),
            effort: efforts.get(efforts.len().saturating_sub(1) / 2).map(|&effort| effort.clone()),
            outcomes,
        }
    }

    /// How many trials ended so.
    pub fn number(&self, outcome: &str) -> usize {
        self.outcomes.iter().find(|(name, _)| *name == outcome).map_or(0, |(_, number)| *number)
    }

    /// How many times as long as another this one took, by the medians of their wall times.
    pub fn ratio(&self, other: &Self) -> Option<Value> {
        let (ours, theirs) = (self.seconds?.median, other.seconds?.median);
        (!theirs.at_least && theirs.value > 0.0)
            .then(|| Value { value: ours.value / theirs.value, at_least: ours.at_least })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::protocol::Costs;

    fn trial(outcome: Outcome, seconds: f64) -> Trial {
        Trial { outcome, seconds: Some(seconds), costs: Costs::default(), by: None }
    }

    #[test]
    fn what_was_stopped_is_not_averaged() {
        let mut trials = vec![trial(Outcome::None, 1.0), trial(Outcome::None, 2.0)];
        trials.push(trial(Outcome::Stopped, 10.0));
        let spread = Summary::of(trials.iter()).seconds.unwrap();
        assert_eq!(spread.median, Value { value: 2.0, at_least: false });
        assert_eq!(spread.high, Value { value: 10.0, at_least: true });
        trials.push(trial(Outcome::Stopped, 10.0));
        let summary = Summary::of(trials.iter());
        assert!(summary.seconds.unwrap().median.at_least);
        assert_eq!(summary.outcomes, [("none", 2), ("stopped", 2)]);
        // A median that is not known is nobody's measure.
        assert_eq!(summary.ratio(&summary), None);
    }

    #[test]
    fn failures_have_no_time() {
        let failed = Outcome::Failed { reason: "crashed".into() };
        let trials = [trial(failed, 0.0), trial(Outcome::None, 3.0)];
        let summary = Summary::of(trials.iter());
        assert_eq!(summary.seconds.unwrap().median, Value { value: 3.0, at_least: false });
        assert_eq!(summary.number("failed"), 1);
        assert_eq!(Summary::of([].iter()).seconds, None);
    }
}
