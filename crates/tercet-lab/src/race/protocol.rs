//! The protocol of a race: a line of JSON with a question goes in, a line with its answer comes out.
//!
//! `peers/README.md` describes it for those who write a contestant of their own. Games are asked of
//! our own methods only, which keep what they know from one question of a game to the next; others
//! are asked board by board.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use super::task::Task;

/// The name of the protocol, in every question.
pub const SCHEMA: &str = "tercet.peer/1";

/// What a contestant is asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// [`SCHEMA`].
    pub schema: String,
    /// What is asked.
    pub question: Ask,
    /// The deck.
    pub deck: Shape,
    /// The cards of the board, each as its values.
    #[serde(default)]
    pub cards: Vec<Vec<usize>>,
    /// The game that is to be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameOf>,
    /// Give up after so many seconds.
    pub seconds: f64,
    /// Use so many threads at most.
    pub threads: NonZeroUsize,
    /// Work on the question from the beginning again and again until so many seconds have passed,
    /// and report the median: a single run of a microsecond cannot be measured.
    #[serde(default)]
    pub again: f64,
}

/// What can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// One set of the board, or that it holds none.
    Find,
    /// All sets.
    List,
    /// The number of sets.
    Count,
    /// A whole game.
    Game,
}

/// A deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// The values of a property.
    pub values: usize,
    /// The properties of a card.
    pub properties: usize,
}

/// A game: what [`Rules`](tercet::game::Rules) say, and the seed of its dealer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameOf {
    /// The seed.
    pub seed: u64,
    /// The cards at the start.
    pub start: usize,
    /// What is dealt after a set, by its name.
    pub refill: String,
    /// After how many sets the game ends.
    pub sets: Option<u64>,
}

/// What a contestant answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// The answer.
    #[serde(flatten)]
    pub claim: Claim,
    /// The wall time from having read the question to knowing the answer. To build a model counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// What else it took.
    #[serde(flatten)]
    pub costs: Costs,
    /// Who answered, with the version: `OR-Tools CP-SAT 9.15`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver: Option<String>,
    /// The method that answered, of one that lets others answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whether the next measurement is right only in a new process.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

impl Reply {
    /// An answer of which nothing else is known.
    pub const fn of(claim: Claim) -> Self {
        let costs = Costs { cpu: None, memory: None, effort: None };
        Self { claim, seconds: None, costs, solver: None, by: None, restart: false }
    }
}

/// What an answer took besides time, where that is known.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Costs {
    /// The processor time, that of started programs included, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
    /// The most memory that was held at once, that of started programs included, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// What was searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
}

/// How much was searched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effort {
    /// How many.
    pub count: u64,
    /// Of what: `nodes`, `conflicts`.
    pub unit: String,
}

/// A set as the values of its cards.
pub type SetOf = Vec<Vec<usize>>;

/// The answer at each question of a game: a set, or that there was none.
pub type Answers = Vec<Option<SetOf>>;

/// An answer before it was checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
pub enum Claim {
    /// The cards at these positions, from 0, are a set.
    Found {
        /// The positions.
        set: Vec<usize>,
    },
    /// There is no set.
    None,
    /// These are all sets.
    Listed {
        /// The positions of each.
        sets: Vec<Vec<usize>>,
    },
    /// There are so many sets.
    Counted {
        /// The number in decimal digits.
        count: String,
    },
    /// The game went so.
    Played {
        /// The answer at each question of the game.
        answers: Answers,
    },
    /// The time ran out.
    Stopped,
    /// There is no answer.
    Failed {
        /// Why, in a line.
        reason: String,
    },
}

impl Question {
    /// The question that a task puts.
    pub fn of(task: &Task, seconds: f64, threads: NonZeroUsize, again: f64) -> Self {
        let deck = task.deck();
        let (question, cards, game) = match task {
            Task::Board { board, question } => {
                let values = |&card| deck.values_of(card).collect();
                ((*question).into(), board.cards().iter().map(values).collect(), None)
            }
            Task::Game { seed, rules, .. } => {
                let game = GameOf {
                    seed: *seed,
                    start: rules.start,
                    refill: rules.refill.name().into(),
                    sets: rules.sets,
                };
                (Ask::Game, Vec::new(), Some(game))
            }
        };
        let deck = Shape { values: deck.values(), properties: deck.properties() };
        Self { schema: SCHEMA.into(), question, deck, cards, game, seconds, threads, again }
    }
}

impl From<tercet::solver::Question> for Ask {
    fn from(question: tercet::solver::Question) -> Self {
        match question {
            tercet::solver::Question::Find => Self::Find,
            tercet::solver::Question::Enumerate => Self::List,
            tercet::solver::Question::Count => Self::Count,
        }
    }
}
