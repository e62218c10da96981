//! Whether a hand is set-free.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::caps::first_set;
use tercet::notation::Notation;

use crate::board::{notation, write_cards};
use crate::cost::{self, Cost, Means};
use crate::question::{Answered, Question};
use crate::{BoardSpec, Decision, Error, Seconds, Session, Status};

/// Whether a hand is set-free: it holds no set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CapsVerify {
    /// The hand.
    pub board: BoardSpec,
    /// How cards are written in the answer; the shortest notation by default.
    pub notation: Option<Notation>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// Whether a hand is set-free.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CapsVerified {
    /// The deck.
    pub deck: Deck,
    /// The name of the hand, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the hand has.
    pub size: usize,
    /// Whether the hand is set-free.
    #[serde(flatten)]
    pub decision: Decision,
    /// A set of the hand, as its cards, if it is not set-free.
    pub sets: Vec<Vec<String>>,
    /// The same set, as the positions of its cards, from 0.
    pub positions: Vec<Vec<usize>>,
    /// How long the search took.
    pub seconds: Seconds,
}

impl Answered for CapsVerified {
    fn status(&self) -> Status {
        self.decision.status()
    }
}

impl Question for CapsVerify {
    type Answer = CapsVerified;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        Ok(Cost::of(self.timeout, self.board.is_small(cost::BOARD)?))
    }

    fn ask(&self, session: &Session) -> Result<CapsVerified, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        let deck = board.deck();
        let notation = notation(self.notation, deck)?;
        session.start(|| format!("verifying {} cards", board.len()));
        let watch = session.stopwatch();
        let found = first_set(board, &session.limit(self.timeout));
        let seconds = watch.elapsed();
        let (set, decision) = match found {
            Ok(found) => {
                let decision = Decision::of(found.is_none());
                (found.map(|found| found.to_vec()), decision)
            }
            Err(stop) => (None, Decision::stopped(stop)?),
        };
        let positions: Vec<Vec<usize>> = set.into_iter().collect();
        Ok(CapsVerified {
            deck,
            board: named.name.clone(),
            size: board.len(),
            decision,
            sets: positions.iter().map(|it| write_cards(deck, notation, &board.at(it))).collect(),
            positions,
            seconds,
        })
    }
}
