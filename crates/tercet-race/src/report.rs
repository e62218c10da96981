//! The answer of a race as plain data, which goes to JSON and back.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::data::Whole;

use super::Heat;
use super::protocol::{Costs, Effort};
use super::score::Scores;

/// The results of a race.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Report {
    /// The seed of the boards and games.
    pub seed: Whole,
    /// The number of threads that each contestant could use.
    pub threads: NonZeroUsize,
    /// The limit of each task, in seconds.
    pub timeout: f64,
    /// The quantity that the places of the courses are numbers of: `values v`.
    pub axis: String,
    /// Whether the race was stopped before its end.
    pub stopped: bool,
    /// The scores on all boards.
    pub scores: Scores,
    /// The contestants.
    pub contestants: Vec<Entry>,
    /// The courses, by ascending size.
    pub courses: Vec<CourseReport>,
}

/// A contestant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Entry {
    /// The name in the results.
    pub name: String,
    /// The name and version that it gave, if it replied: `OR-Tools CP-SAT 9.15`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver: Option<String>,
}

/// The results for the tasks of one size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CourseReport {
    /// The size in words: `(10,4), 113 cards`.
    pub label: String,
    /// The place on the horizontal axis of a plot.
    pub x: f64,
    /// The deck.
    pub deck: Deck,
    /// The number of cards of each board, or of the first board of each game.
    pub size: usize,
    /// The number of sets after which each game ends; absent for boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Whole>,
    /// The results, contestant by contestant.
    pub results: Vec<Standing>,
}

/// The results of a contestant on a course.
///
/// The time of a trial that was stopped is a lower bound: it is sorted behind all measured times and never
/// averaged with them. So the median of ten trials is a time if at most four were stopped, and a lower
/// bound otherwise. A trial that failed has no time.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The name of the contestant.
    pub contestant: String,
    /// The wall times, in seconds.
    pub seconds: Option<Spread>,
    /// The processor times, in seconds.
    pub cpu: Option<Spread>,
    /// The peak memory of all trials, in bytes.
    pub memory: Option<u64>,
    /// The median size of the search, if it was counted; of an even number of trials the lower median.
    pub effort: Option<Effort>,
    /// The median wall time divided by that of the fastest contestant.
    pub ratio: Option<Value>,
    /// Whether it was not asked because it was stopped on all tasks of a smaller size.
    pub dropped_out: bool,
    /// A trial for each task; null for a task that it was not given.
    pub trials: Vec<Option<Trial>>,
}

impl Report {
    /// All heats, in the order in which they are run. The contestant that begins changes from task to
    /// task.
    pub fn heats(&self) -> Vec<Heat> {
        let tasks = |course: &CourseReport| course.results.first().map_or(0, |it| it.trials.len());
        Heat::order(self.contestants.len(), self.courses.iter().map(tasks))
    }

    /// The trial of a heat, if it was run.
    pub fn trial(&self, heat: Heat) -> Option<&Trial> {
        self.courses[heat.course].results[heat.contestant].trials[heat.task].as_ref()
    }
}

impl CourseReport {
    /// Sets the ratios of the results.
    pub(super) fn compare(&mut self) {
        let medians = self.results.iter().filter_map(|it| it.seconds.map(|spread| spread.median));
        let exact = medians.filter(|median| !median.at_least).map(|median| median.value);
        let Some(fastest) = exact.min_by(f64::total_cmp) else { return };
        for it in &mut self.results {
            let ratio = |median: Value| Value { value: median.value / fastest, ..median };
            it.ratio = it.seconds.map(|spread| ratio(spread.median));
        }
    }
}

impl Standing {
    /// The results of these trials. The ratio is not known yet.
    pub(super) fn of(contestant: String, trials: Vec<Option<Trial>>, dropped_out: bool) -> Self {
        let run = || trials.iter().flatten();
        let is_stopped = |trial: &Trial| trial.outcome == Outcome::Stopped;
        let value = |value: f64, trial: &Trial| Value { value, at_least: is_stopped(trial) };
        // A contestant that was ended could not report. It is credited with the time that passed, if
        // it reports processor time at all.
        let reports = run().any(|trial| trial.costs.cpu.is_some()) || run().all(is_stopped);
        let cpu = |trial: &Trial| {
            let passed = trial.seconds.filter(|_| is_stopped(trial) && reports);
            trial.costs.cpu.or(passed)
        };
        // A trial that failed has no time.
        let timed = || run().filter(|trial| trial.seconds.is_some());
        let mut efforts: Vec<&Effort> =
            run().filter_map(|trial| trial.costs.effort.as_ref()).collect();
        efforts.sort_by_key(|effort| &effort.count);
        Self {
            contestant,
            seconds: Spread::of(
                timed().filter_map(|trial| Some(value(trial.seconds?, trial))).collect(),
            ),
            cpu: Spread::of(timed().filter_map(|trial| Some(value(cpu(trial)?, trial))).collect()),
            memory: run().filter_map(|trial| trial.costs.memory).max(),
            effort: efforts.get(efforts.len().saturating_sub(1) / 2).map(|&effort| effort.clone()),
            ratio: None,
            dropped_out,
            trials,
        }
    }

    /// The number of trials with each outcome, by its name, in the order of first occurrence.
    pub fn tally(&self) -> Vec<(&'static str, usize)> {
        let mut tally: Vec<(&'static str, usize)> = Vec::new();
        for trial in self.trials.iter().flatten() {
            let name = trial.outcome.name();
            match tally.iter_mut().find(|(known, _)| *known == name) {
                Some((_, number)) => *number += 1,
                None => tally.push((name, 1)),
            }
        }
        tally
    }
}

/// A number, or a lower bound of one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Value {
    /// The number.
    pub value: f64,
    /// Whether it is a lower bound.
    pub at_least: bool,
}

/// The median and the ends of some numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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

/// The outcome of a task: the answer of a contestant after it was checked. Lists are checked and then
/// counted, and the answers of a game are replayed, so an outcome is small.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "answer", rename_all = "lowercase")]
pub enum Outcome {
    /// The cards at these positions of the board are a set.
    Found {
        /// The positions.
        set: Vec<usize>,
    },
    /// The contestant claims that the board holds no set.
    None,
    /// The sets of the board were listed or counted.
    Counted {
        /// The number of sets.
        count: Whole,
    },
    /// A game was played.
    Played {
        /// The number of sets taken.
        #[serde(rename = "count")]
        sets: Whole,
    },
    /// The limit was reached before an answer.
    #[default]
    Stopped,
    /// The contestant failed: it crashed, made a claim that is wrong, or could not answer.
    Failed {
        /// Why, in words that follow its name.
        #[serde(rename = "why")]
        reason: String,
    },
}

impl Outcome {
    /// The outcome in one word, as JSON has it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Found { .. } => "found",
            Self::None => "none",
            Self::Counted { .. } => "counted",
            Self::Played { .. } => "played",
            Self::Stopped => "stopped",
            Self::Failed { .. } => "failed",
        }
    }
}

/// One contestant's attempt at one task.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Trial {
    /// The outcome.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The wall time in seconds. If the contestant was stopped, the time until then; absent if it
    /// failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Its other costs.
    #[serde(flatten)]
    pub costs: Costs,
    /// The method that answered, for a method that chooses among others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The times of each round, in order; the trial has their medians. Empty for a trial outside a
    /// whole race.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timings: Vec<Round>,
}

/// The times of one round of a trial, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Round {
    /// The wall time; if the contestant was stopped, the time until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The processor time, if the contestant reported it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
}

impl Trial {
    /// Adds another round; the times of the trial become the medians of all rounds. If the contestant fails now,
    /// the trial is a failure.
    pub(super) fn add(&mut self, round: Self) {
        self.timings.extend(round.timings);
        let median = |time: fn(&Round) -> Option<f64>| {
            let value = |value| Value { value, at_least: false };
            let times = self.timings.iter().filter_map(time).map(value);
            Some(Spread::of(times.collect())?.median.value)
        };
        (self.seconds, self.costs.cpu) = (median(|round| round.seconds), median(|round| round.cpu));
        if let Outcome::Failed { .. } = round.outcome {
            (self.outcome, self.seconds) = (round.outcome, None);
        }
    }

    /// Whether the contestant was stopped or failed: it gave no answer.
    pub(crate) const fn has_no_answer(&self) -> bool {
        matches!(self.outcome, Outcome::Stopped | Outcome::Failed { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::super::contradict;
    use super::*;

    fn trial(outcome: Outcome, seconds: impl Into<Option<f64>>) -> Trial {
        Trial { outcome, seconds: seconds.into(), ..Trial::default() }
    }

    fn standing(trials: Vec<Trial>) -> Standing {
        let trials = trials.into_iter().map(Some).chain([None]).collect();
        Standing::of("sat".into(), trials, false)
    }

    fn course(results: Vec<Standing>) -> CourseReport {
        let (label, deck) = ("(3,4), 20 cards".into(), Deck::CLASSIC);
        CourseReport { label, x: 3.0, deck, size: 20, goal: None, results }
    }

    #[test]
    fn answers_contradict_each_other_only_if_they_exclude_each_other() {
        let found = |set: &[usize]| Outcome::Found { set: set.to_vec() };
        let counted = |count: u32| Outcome::Counted { count: count.into() };
        for (one, other, is_contradiction) in [
            (found(&[0, 1, 2]), found(&[1, 2, 3]), false),
            (found(&[0, 1, 2]), Outcome::None, true),
            (Outcome::Stopped, Outcome::None, false),
            (counted(3), counted(4), true),
            (counted(3), counted(3), false),
        ] {
            let both = [contradict(&one, &other), contradict(&other, &one)];
            assert_eq!(both, [is_contradiction; 2], "{one:?} {other:?}");
        }
    }

    #[test]
    fn what_was_stopped_is_not_averaged() {
        let mut trials = vec![trial(Outcome::None, 1.0), trial(Outcome::None, 2.0)];
        trials.push(trial(Outcome::Stopped, 10.0));
        let spread = standing(trials.clone()).seconds.unwrap();
        assert_eq!(spread.median, Value { value: 2.0, at_least: false });
        assert_eq!(spread.max, Value { value: 10.0, at_least: true });
        trials.push(trial(Outcome::Stopped, 10.0));
        let standing = standing(trials);
        assert!(standing.seconds.unwrap().median.at_least);
        assert_eq!(standing.tally(), [("none", 2), ("stopped", 2)]);
        // No time is compared with a median that is a bound.
        let mut course = course(vec![standing]);
        course.compare();
        assert_eq!(course.results[0].ratio, None);
    }

    #[test]
    fn the_fastest_contestant_has_the_ratio_one() {
        let at = |seconds, outcome| standing(vec![trial(outcome, seconds)]);
        let mut course = course(vec![
            at(3.0, Outcome::None),
            at(2.0, Outcome::None),
            at(1.0, Outcome::Stopped),
            standing(Vec::new()),
        ]);
        course.compare();
        let ratios: Vec<Option<f64>> =
            course.results.iter().map(|it| it.ratio.map(|ratio| ratio.value)).collect();
        assert_eq!(ratios, [Some(1.5), Some(1.0), Some(0.5), None]);
        assert!(course.results[2].ratio.unwrap().at_least);
    }

    #[test]
    fn failures_have_no_time() {
        let failed = Outcome::Failed { reason: "crashed".into() };
        let standing = standing(vec![trial(failed, None), trial(Outcome::None, 3.0)]);
        assert_eq!(standing.seconds.unwrap().median, Value { value: 3.0, at_least: false });
        assert_eq!(standing.tally(), [("failed", 1), ("none", 1)]);
        assert_eq!(self::standing(Vec::new()).seconds, None);
    }
}
