//! A game that was played, as an answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::game::{Pick, Refill};

use crate::question::Answered;
use crate::{AnsweredBy, Reason, Remembered, Seconds, Status, Whole};

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Played {
    /// The deck.
    pub deck: Deck,
    /// The seed.
    pub seed: Whole,
    /// The rules.
    pub rules: GameRules,
    /// The method that found the sets.
    #[serde(flatten)]
    pub method: AnsweredBy,
    /// How the game ended.
    pub answer: GameEnd,
    /// Which limit ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// How many sets were taken.
    pub count: Whole,
    /// The sets in the order in which they were taken.
    pub taken: Vec<TakenSet>,
    /// How many cards are left on the board.
    pub size: usize,
    /// These cards.
    pub cards: Vec<String>,
    /// How many cards are left in the deck.
    pub deck_left: Whole,
    /// How many boards held no set.
    pub boards_without_set: usize,
    /// The most cards that lay on the board at once.
    pub largest_board: usize,
    /// The most partial sets that the method remembered, for methods that remember them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<Remembered>,
    /// How long the game took.
    pub seconds: Seconds,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GameEnd {
    /// With the last set of its goal.
    Goal,
    /// With the deck: it is empty, and the board holds no set.
    Deck,
    /// By a limit, or the game is not over.
    Stopped,
}

/// The rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameRules {
    /// How many cards are dealt at first.
    pub start: usize,
    /// What is dealt after a set.
    pub refill: Refill,
    /// Which set is taken.
    pub pick: Pick,
    /// After how many sets the game ends; `null` if it continues to the end of the deck.
    pub goal: Option<Whole>,
}

/// A set that was taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TakenSet {
    /// Its cards.
    pub cards: Vec<String>,
    /// How many cards lay on the board, the set included.
    pub size: usize,
    /// How many cards were left in the deck.
    pub deck_left: Whole,
}

impl Answered for Played {
    fn status(&self) -> Status {
        match self.answer {
            GameEnd::Stopped => Status::Stopped,
            GameEnd::Deck if self.rules.goal.is_some() => Status::No,
            GameEnd::Deck | GameEnd::Goal => Status::Yes,
        }
    }
}
