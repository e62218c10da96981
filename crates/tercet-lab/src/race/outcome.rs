//! The outcome of a task, and what it took.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::decimal::{self, Decimal};
use super::protocol::Costs;
use crate::words::optional;

/// The outcome of a task: the answer of a contestant after it was checked. Lists are checked and then
/// counted, and the answers of a game are replayed, so an outcome is small.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
        #[serde(with = "decimal")]
        #[schemars(with = "Decimal")]
        count: u128,
    },
    /// A game was played.
    Played {
        /// The number of sets taken.
        #[serde(with = "decimal", rename = "count")]
        #[schemars(with = "Decimal")]
        sets: u64,
    },
    /// The limit was reached before an answer.
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Trial {
    /// The outcome.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The wall time in seconds. If the contestant was stopped, the time until then; absent if it
    /// failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// What else it took.
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
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Round {
    /// The wall time; if the contestant was stopped, the time until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The processor time, if the contestant reported it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
    /// The time of the yardstick (a small fixed computation), measured immediately before and after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yardstick: Option<f64>,
}

impl Trial {
    /// The times of this trial as those of a round.
    pub(super) fn round(&self, yardstick: f64) -> Round {
        Round { seconds: self.seconds, cpu: self.costs.cpu, yardstick: Some(yardstick) }
    }

    /// Adds the times of another round; the times of the trial become the medians of all rounds.
    pub(super) fn add(&mut self, round: Round) {
        self.timings.push(round);
        self.seconds = median(self.timings.iter().filter_map(|round| round.seconds));
        self.costs.cpu = median(self.timings.iter().filter_map(|round| round.cpu));
    }

    /// Whether the contestant was stopped or failed: it gave no answer.
    pub(crate) const fn has_no_answer(&self) -> bool {
        matches!(self.outcome, Outcome::Stopped | Outcome::Failed { .. })
    }

    /// The headings of [`cells`](Self::cells).
    pub const HEADINGS: [&str; 5] = ["seconds", "cpu", "memory", "effort", "unit"];

    /// The costs as cells of a row; a cell is empty where its cost is not known.
    pub fn cells(&self) -> [String; 5] {
        let Costs { cpu, memory, effort } = &self.costs;
        [
            optional(self.seconds),
            optional(*cpu),
            optional(*memory),
            optional(effort.as_ref().map(|effort| effort.count)),
            optional(effort.as_ref().map(|effort| &effort.unit)),
        ]
    }
}

/// The median of some numbers; of an even number of them the mean of the two in the middle.
pub(crate) fn median(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    let (one, other) = (numbers.len().checked_sub(1)? / 2, numbers.len() / 2);
    Some(numbers[one].midpoint(numbers[other]))
}
