//! The protocol of a race: a contestant reads a question, one line of JSON, and writes its reply, one
//! line of JSON.
//!
//! `peers/README.md` describes the protocol for authors of contestants. Only Tercet's own methods are
//! asked for whole games, because they keep what they know from one board of a game to the next;
//! other contestants are asked board by board.
//!
//! **The clock that counts.** A contestant measures itself, since only it knows when it had read the
//! question and when it knew the answer. The race measures from outside, from sending the question to
//! receiving the reply. A time that cannot be true is refused; a time that explains too little of what
//! passed outside is replaced by what passed. The replacement spares Tercet's own methods, which
//! [`serve`](super::serve) measures: on a busy machine a pipe may take much longer than a thousand runs
//! of some microseconds.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tercet::data::Whole;
use tercet::game::{Refill, Rules};
use tercet::{Deck, solver};

use super::contestant::Terms;
use super::task::Task;
use tercet_plot::words;

/// The name of the protocol, in every question.
pub const SCHEMA: &str = "tercet.peer/1";

/// The time from the start of a contestant until it must have answered its first question, which is
/// easy and not measured. A contestant that takes longer does not race.
pub const START: Duration = Duration::from_secs(10);

/// The time that a contestant is given beyond its limit, besides a tenth of the limit, to say that it
/// was stopped. After that it is ended and counts as stopped.
pub const GRACE: Duration = Duration::from_secs(2);

/// The share of its limit that must have passed before a contestant may say that it was stopped: some
/// solvers stop a little early. One that says so earlier has failed.
pub const STOPPED_AFTER: f64 = 0.9;

/// The share of the time that passed outside for which the times of a reply must account, once
/// [`OVERHEAD`] is taken off. The time of a reply that accounts for less is measured from outside,
/// unless a method of Tercet replied.
pub const ACCOUNTED: f64 = 0.1;

/// The time that starting, reading and writing may take without being questioned.
pub const OVERHEAD: Duration = Duration::from_millis(10);

/// The largest number of runs that a reply may be the median of.
pub const MOST_RUNS: u32 = 1000;

/// A question to a contestant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// [`SCHEMA`].
    pub schema: String,
    /// The number of the question, which the reply repeats.
    pub id: u32,
    /// What is asked.
    #[serde(flatten)]
    pub question: Ask,
    /// The deck.
    pub deck: Deck,
    /// The cards of the board, each as its values; of a game, those on the table before the first deal.
    #[serde(default)]
    pub cards: Vec<Vec<usize>>,
    /// The limit in seconds, after which the contestant gives up.
    pub seconds: f64,
    /// The largest number of threads to use.
    pub threads: NonZeroUsize,
    /// Repeat the work from the beginning until this many seconds have passed, and report the median:
    /// a single run of a microsecond cannot be measured. 0 asks for one run.
    #[serde(default)]
    pub again: f64,
}

/// What a question asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "question", rename_all = "lowercase")]
pub enum Ask {
    /// One set of the board, or that it holds none.
    Find,
    /// All sets.
    List,
    /// The number of sets.
    Count,
    /// A whole game.
    Game {
        /// The game to be played.
        game: GameOf,
    },
    /// The number of random hands that hold a set.
    Hands {
        /// The hands to be searched.
        hands: HandsOf,
    },
}

/// A game: its [`Rules`] and the seed of its dealer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameOf {
    /// The seed.
    pub seed: Whole,
    /// The cards at the start.
    pub start: usize,
    /// The deal after a set was taken.
    pub refill: Refill,
    /// The number of sets after which the game ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets: Option<Whole>,
}

/// Random hands: hand i is the board that is dealt with the seed plus i.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandsOf {
    /// The seed.
    pub seed: Whole,
    /// The cards of a hand.
    pub cards: usize,
    /// The number of hands.
    pub number: u64,
}

/// A reply to a question.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// The number of the question. Only a reply to a line that is not a question may lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// The answer.
    #[serde(flatten)]
    pub claim: Claim,
    /// The wall time from having read the question to knowing the answer, in seconds; building a model
    /// counts. Of several runs, the median. Without it, the race measures from outside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The number of runs; 1 if it is absent, at most [`MOST_RUNS`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<u32>,
    /// The other costs of the answer.
    #[serde(flatten)]
    pub costs: Costs,
    /// The name and version of the solver: `OR-Tools CP-SAT 9.15`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver: Option<String>,
    /// The method that answered, for a method that chooses among others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whether the next question needs a new process for its memory to be measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

impl From<Claim> for Reply {
    /// A reply that holds nothing but an answer.
    fn from(claim: Claim) -> Self {
        Self { claim, ..Self::default() }
    }
}

/// The costs of an answer besides wall time, as far as they are known.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Costs {
    /// The processor time in seconds, child processes included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
    /// The peak memory in bytes, child processes included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// The size of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
}

/// The size of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Effort {
    /// The number of units.
    pub count: Whole,
    /// The unit, in the plural: `nodes`, `conflicts`.
    pub unit: String,
}

/// A set, each card as its values.
pub type SetOf = Vec<Vec<usize>>;

/// The answers of a game, board by board: a set, or that the board holds none.
pub type Answers = Vec<Option<SetOf>>;

/// The answer of a contestant, before it is checked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    /// The number of sets.
    Counted {
        /// The number.
        count: Whole,
    },
    /// A game was played.
    Played {
        /// The answer to each board of the game.
        answers: Answers,
    },
    /// The limit was reached before an answer.
    #[default]
    Stopped,
    /// The question cannot be answered.
    Failed {
        /// Why, in one line.
        reason: String,
    },
}

impl Claim {
    /// That this answers another question, in words that follow the name of the contestant.
    pub(super) fn mismatch(&self, question: impl Display) -> String {
        let claim = serde_json::to_value(self).expect("a claim is plain data");
        let answer = claim["answer"].as_str().unwrap_or_default();
        format!("answers '{answer}' to the question '{question}'")
    }
}

impl Question {
    /// The question of a task.
    pub(super) fn of(id: u32, task: &Task, terms: Terms) -> Self {
        let deck = task.deck();
        let values = |&card| deck.values_of(card).collect();
        let (question, cards) = match task {
            Task::Board { board, question } => {
                let question = match question {
                    solver::Question::Find => Ask::Find,
                    solver::Question::Enumerate => Ask::List,
                    solver::Question::Count => Ask::Count,
                };
                (question, board.cards())
            }
            Task::Game { seed, rules, table, .. } => {
                let Rules { start, refill, sets, .. } = *rules;
                let (seed, sets) = ((*seed).into(), sets.map(Whole::from));
                (Ask::Game { game: GameOf { seed, start, refill, sets } }, table.cards())
            }
            &Task::Hands { cards, number, seed, .. } => {
                (Ask::Hands { hands: HandsOf { seed: seed.into(), cards, number } }, &[][..])
            }
        };
        Self {
            schema: SCHEMA.into(),
            id,
            question,
            deck,
            cards: cards.iter().map(values).collect(),
            seconds: terms.timeout.as_secs_f64(),
            threads: terms.threads,
            again: terms.again.as_secs_f64(),
        }
    }
}

/// Two clocks may differ by this much, in seconds.
const SLACK: f64 = 1e-3;

/// The time in seconds that counts for an answer, where this much passed `outside`. `is_repeated`
/// says whether the question asked for repetition, `is_ours` whether a method of Tercet replied.
///
/// # Errors
///
/// A time or a number of runs that cannot be true, in words that follow the name of the contestant.
pub(super) fn counted(
    reply: &Reply,
    outside: Duration,
    is_repeated: bool,
    is_ours: bool,
) -> Result<f64, String> {
    let outside = outside.as_secs_f64();
    let runs = reply.runs.unwrap_or(1);
    if runs == 0 || runs > if is_repeated { MOST_RUNS } else { 1 } {
        let asked = if is_repeated { "repetition" } else { "one run" };
        return Err(format!("reports {runs} runs of a question that asks for {asked}"));
    }
    let runs = f64::from(runs);
    let Some(seconds) = reply.seconds else { return Ok(outside / runs) };
    // At least half of the runs took the median or longer.
    let least = seconds * (runs / 2.0).max(1.0);
    if !(seconds > 0.0 && least <= outside + SLACK) {
        return Err(format!(
            "reports {seconds} s for each of {runs} runs, in {outside:.6} s that passed outside"
        ));
    }
    let is_accounted = seconds * runs >= (outside - OVERHEAD.as_secs_f64()) * ACCOUNTED;
    Ok(if is_accounted || is_ours { seconds } else { outside / runs })
}

/// The time in seconds after which a contestant was stopped, at most its limit.
///
/// # Errors
///
/// That it gave up early, in words that follow its name.
pub(super) fn stopped(outside: Duration, limit: Duration) -> Result<f64, String> {
    let (outside, limit) = (outside.as_secs_f64(), limit.as_secs_f64());
    if outside < limit * STOPPED_AFTER {
        return Err(format!("gave up after {} of {}", words::time(outside), words::time(limit)));
    }
    Ok(outside.min(limit))
}

/// Whether the costs of a reply can be true.
///
/// # Errors
///
/// A cost that cannot, in words that follow the name of the contestant.
pub(super) fn check(costs: &Costs) -> Result<(), String> {
    // A thousand years on a million cores, and more memory than any machine has.
    const IMPLAUSIBLE: f64 = 1e16;
    if let Some(cpu) = costs.cpu.filter(|cpu| !(0.0..IMPLAUSIBLE).contains(cpu)) {
        return Err(format!("reports {cpu} s of processor time"));
    }
    if let Some(memory) = costs.memory.filter(|&bytes| bytes as f64 >= IMPLAUSIBLE) {
        return Err(format!("reports {memory} bytes of memory"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(seconds: impl Into<Option<f64>>, runs: impl Into<Option<u32>>) -> Reply {
        Reply { seconds: seconds.into(), runs: runs.into(), ..Claim::None.into() }
    }

    const OUTSIDE: Duration = Duration::from_millis(110);

    fn close(time: Result<f64, String>, expected: f64) {
        let time = time.expect("a possible time");
        assert!((time - expected).abs() < 1e-9, "{time}, not {expected}");
    }

    #[test]
    fn an_impossible_time_is_refused() {
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY, 0.2] {
            let error = counted(&reply(seconds, None), OUTSIDE, false, false).unwrap_err();
            assert!(error.starts_with("reports ") && error.contains("0.110000 s"), "{error}");
        }
        // Two runs of 0.1 s may have a median of 0.1 s, but twenty may not.
        assert!(counted(&reply(0.1, 2), OUTSIDE, true, false).is_ok());
        assert!(counted(&reply(0.1, 20), OUTSIDE, true, false).is_err());
        for (runs, is_repeated) in [(0, true), (1001, true), (2, false)] {
            let error = counted(&reply(0.001, runs), OUTSIDE, is_repeated, false).unwrap_err();
            assert!(error.contains("runs of a question"), "{error}");
        }
    }

    #[test]
    fn a_time_that_explains_too_little_is_measured_from_outside() {
        // A tenth of the 100 ms that are left of 110 ms, without the allowed overhead.
        close(counted(&reply(0.0101, None), OUTSIDE, false, false), 0.0101);
        close(counted(&reply(0.0099, None), OUTSIDE, false, false), 0.11);
        close(counted(&reply(1e-9, 1000), OUTSIDE, true, false), 0.00011);
        close(counted(&reply(2e-5, 1000), OUTSIDE, true, false), 2e-5);
        close(counted(&reply(1e-9, None), OVERHEAD, false, false), 1e-9);
        close(counted(&reply(1e-9, 1000), OUTSIDE, true, true), 1e-9);
        assert!(counted(&reply(0.2, None), OUTSIDE, false, true).is_err());
        close(counted(&reply(None, None), OUTSIDE, false, false), 0.11);
        close(counted(&reply(None, 10), OUTSIDE, true, false), 0.011);
    }

    #[test]
    fn nobody_is_credited_with_time_that_did_not_pass() {
        let limit = Duration::from_secs(10);
        let early = stopped(Duration::from_millis(3), limit).unwrap_err();
        assert_eq!(early, "gave up after 3.00 ms of 10.0 s");
        close(stopped(Duration::from_millis(9100), limit), 9.1);
        close(stopped(Duration::from_millis(10_100), limit), 10.0);
    }

    #[test]
    fn impossible_costs_are_refused() {
        let cost = |cpu, memory| check(&Costs { cpu, memory, effort: None });
        assert!(cost(None, None).is_ok() && cost(Some(0.0), Some(1 << 40)).is_ok());
        for cpu in [-1.0, f64::NAN, 1e17] {
            assert!(cost(Some(cpu), None).unwrap_err().contains("processor time"));
        }
        assert!(cost(None, Some(u64::MAX)).unwrap_err().contains("bytes of memory"));
    }
}
