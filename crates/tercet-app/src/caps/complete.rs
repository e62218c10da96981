//! Whether a set-free hand is complete, and which cards can be added to it.

use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::caps::{addable, least_addable};
use tercet::notation::Notation;
use tercet::solver::Reason;
use tercet::{Deck, Stop};

use crate::board::{notation, write_cards};
use crate::cost::{self, Cost, Means};
use crate::question::{Answered, Question};
use crate::{BoardSpec, Decision, Error, Seconds, Session, Status, Whole};

/// Whether a set-free hand is complete: any card added to it makes a set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CapsComplete {
    /// The hand.
    pub board: BoardSpec,
    /// How cards are written in the answer; the shortest notation by default.
    pub notation: Option<Notation>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// Whether a set-free hand is complete.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CapsCompleted {
    /// The deck.
    pub deck: Deck,
    /// The name of the hand, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the hand has.
    pub size: usize,
    /// Whether the hand is complete.
    #[serde(flatten)]
    pub decision: Decision,
    /// Each card that can be added without making a set; empty if they are too many to be listed.
    pub addable: Vec<String>,
    /// A lower bound on the number of these cards, if they are too many to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<Whole>,
}

impl Answered for CapsCompleted {
    fn status(&self) -> Status {
        self.decision.status()
    }
}

impl Question for CapsComplete {
    type Answer = CapsCompleted;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        Ok(Cost::of(self.timeout, self.board.is_small(cost::BOARD)?))
    }

    fn ask(&self, session: &Session) -> Result<CapsCompleted, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        let deck = board.deck();
        let notation = notation(self.notation, deck)?;
        session.start(|| format!("trying the cards of {deck}"));
        let least = least_addable(board);
        let (decision, addable, lower_bound) = match addable(board, &session.limit(self.timeout)) {
            Ok(cards) => (Decision::of(cards.is_empty()), cards, None),
            // There are too many cards to try, but some of them can be added.
            Err(Stop { reason: Reason::Unsupported(_), .. }) if least > BigUint::ZERO => {
                (Decision::of(false), Vec::new(), Some(Whole(least)))
            }
            Err(stop) => (Decision::stopped(stop.with(()))?, Vec::new(), None),
        };
        Ok(CapsCompleted {
            deck,
            board: named.name.clone(),
            size: board.len(),
            decision,
            addable: write_cards(deck, notation, &addable),
            lower_bound,
        })
    }
}
