//! What came of a task, and what it took.

use serde::{Deserialize, Serialize};

use super::protocol::Costs;

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
    /// What else it took.
    #[serde(flatten)]
    pub costs: Costs,
    /// The method that answered, where the contestant lets others answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl Trial {
    /// The headings of [`cells`](Self::cells).
    pub const HEADINGS: [&str; 5] = ["seconds", "cpu", "memory", "effort", "unit"];

    /// What it took, as a row of a table has it; empty where it is not known.
    pub fn cells(&self) -> [String; 5] {
        fn text<T: ToString>(number: Option<T>) -> String {
            number.map_or(String::new(), |number| number.to_string())
        }
        let Costs { cpu, memory, effort } = &self.costs;
        [
            self.seconds.to_string(),
            text(*cpu),
            text(*memory),
            text(effort.as_ref().map(|effort| effort.count)),
            text(effort.as_ref().map(|effort| &effort.unit)),
        ]
    }
}
