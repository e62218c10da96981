//! What came of a task, and what it took.

use serde::{Deserialize, Serialize};

use super::protocol::Effort;

/// What came of a task, after it was checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
pub enum Outcome {
    /// The cards at these positions of the board are a set.
    Found {
        /// The positions.
        set: Vec<usize>,
    },
    /// The board was said to hold no set.
    None,
    /// So many sets were listed or counted.
    Number {
        /// The number in decimal digits.
        number: String,
    },
    /// A game was played to so many sets.
    Played {
        /// The sets that were taken.
        sets: u64,
    },
    /// The time ran out.
    Stopped,
    /// The contestant failed: it crashed, it claimed something wrong, its memory was too small.
    Failed {
        /// What happened, in words that follow its name.
        what: String,
    },
}

impl Outcome {
    /// The outcome in one word.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Found { .. } => "found",
            Self::None => "none",
            Self::Number { .. } => "number",
            Self::Played { .. } => "played",
            Self::Stopped => "stopped",
            Self::Failed { .. } => "failed",
        }
    }

    /// Whether the task was done.
    pub const fn is_answer(&self) -> bool {
        !matches!(self, Self::Stopped | Self::Failed { .. })
    }
}

/// A task done by a contestant, or not.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The wall time in seconds; where the time ran out, the limit; none where it failed.
    pub seconds: f64,
    /// The processor time in seconds, that of started programs included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
    /// The most memory that was held at once, in bytes, that of started programs included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// What was searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// The method that answered, where the contestant lets others answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}
