//! The canonical form of a hand, its stabiliser and its orbit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::notation::Notation;
use tercet::symmetry::canonical;

use crate::board::{notation, write_cards};
use crate::question::{Answered, Question};
use crate::{BoardSpec, Code, DeckSpec, Ending, Error, Name, Seconds, Session, Status, Whole};

/// The canonical form of a hand under the affine maps of its deck, and its symmetries. For v = 3 and
/// up to 6 properties.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CapsCanonical {
    /// The hand.
    pub board: BoardSpec,
    /// How cards are written in the answer; the shortest notation by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Name<Notation>>,
    /// The most time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Seconds>,
}

/// The canonical form of a hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CanonicalForm {
    /// The deck.
    pub deck: DeckSpec,
    /// The name of the hand, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the hand has.
    pub size: usize,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
    /// The cards of the canonical form; none if the work was stopped.
    pub cards: Vec<String>,
    /// How many affine maps leave the hand as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stabiliser: Option<Whole>,
    /// How many hands the affine maps make of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbit: Option<Whole>,
}

impl Answered for CanonicalForm {
    fn status(&self) -> Status {
        self.ending.status()
    }
}

impl Question for CapsCanonical {
    type Answer = CanonicalForm;

    fn ask(&self, session: &Session) -> Result<CanonicalForm, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        let deck = board.deck();
        let notation = notation(self.notation, deck)?;
        session.start(|| format!("mapping {} cards", board.len()));
        let mut answer = CanonicalForm {
            deck: deck.into(),
            board: named.name.clone(),
            size: board.len(),
            ending: Ending::found(true),
            cards: Vec::new(),
            stabiliser: None,
            orbit: None,
        };
        match canonical(board, &session.limit(self.timeout)) {
            Ok(Some(found)) => {
                answer.cards = write_cards(deck, notation, found.hand.cards());
                answer.stabiliser = Some(found.stabiliser.into());
                answer.orbit = Some(found.orbit.into());
            }
            Ok(None) => {
                let message = format!(
                    "canonical forms are for three values and up to 6 properties, not for {deck}"
                );
                return Err(Error::new(Code::NoSuchDeck, message).with("deck", answer.deck));
            }
            Err(stop) => answer.ending = Ending::stopped(stop)?,
        }
        Ok(answer)
    }
}
