//! A cap that is as large as any.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::caps::constructions::CAPS;
use tercet::caps::{Addable, addable, cap};
use tercet::notation::Notation;

use crate::board::{notation, write_cards};
use crate::question::{Answered, Question};
use crate::{Code, DeckSpec, Error, Name, Session, Status};

/// A cap that is as large as any of its deck, verified.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CapsShow {
    /// How many points it has: 2, 4, 9, 20, 45 or 112.
    pub points: usize,
    /// How cards are written in the answer; the shortest notation by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Name<Notation>>,
}

impl Default for CapsShow {
    fn default() -> Self {
        Self { points: 20, notation: None }
    }
}

/// A cap that is as large as any of its deck.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CapsShown {
    /// The deck.
    pub deck: DeckSpec,
    /// How it is constructed.
    pub construction: String,
    /// How many cards it has.
    pub size: usize,
    /// Its cards.
    pub cards: Vec<String>,
}

impl Answered for CapsShown {
    fn status(&self) -> Status {
        Status::Yes
    }
}

impl Question for CapsShow {
    type Answer = CapsShown;

    fn ask(&self, session: &Session) -> Result<CapsShown, Error> {
        let points = self.points;
        let Some(board) = cap(points) else {
            let message = format!("no construction of {points} points is built in");
            let error = Error::new(Code::OutOfRange, message).of_field("points");
            return Err(error.with("choices", CAPS));
        };
        if addable(&board, &session.limit(None))? != Addable::Cards(Vec::new()) {
            let message = format!("the construction of {points} points is not complete");
            return Err(Error::new(Code::Bug, message));
        }
        let deck = board.deck();
        let construction = match points {
            2 => "all points but one",
            4 => "all points with values 0 and 1",
            9 => "the paraboloid z = x² + y²",
            20 => "the vectors but zero with x² + y² + zw = 0",
            45 => "a layer of the cap of 112 points",
            _ => "Hill's cap of PG(5,3), each point as two opposite vectors",
        };
        let cards = write_cards(deck, notation(self.notation, deck)?, board.cards());
        Ok(CapsShown { deck: deck.into(), construction: construction.into(), size: points, cards })
    }
}
