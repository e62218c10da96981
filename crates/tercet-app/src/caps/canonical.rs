//! The canonical form of a hand, its stabiliser and its orbit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::deck::Unsupported;
use tercet::notation::Notation;
use tercet::symmetry::Group;

use crate::board::{notation, write_cards};
use crate::cost::{self, Cost, Means};
use crate::question::{Answered, Question};
use crate::{BoardSpec, Code, Ending, Error, Generator, Seconds, Session, Status, Whole};

/// The canonical form of a hand, and the symmetries of the deck that map this form to itself. The
/// symmetries are the affine maps for v = 3, up to 6 properties; otherwise the permutations of the
/// properties and of the values in each, up to 10,000 cards.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CapsCanonical {
    /// The hand.
    pub board: BoardSpec,
    /// How cards are written in the answer; the shortest notation by default.
    pub notation: Option<Notation>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// The canonical form of a hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CanonicalForm {
    /// The deck.
    pub deck: Deck,
    /// The name of the hand, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the hand has.
    pub size: usize,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
    /// The cards of the canonical form; empty if the work was stopped.
    pub cards: Vec<String>,
    /// How many symmetries map the hand to itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stabiliser: Option<Whole>,
    /// The size of its orbit: to how many hands the symmetries map it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbit: Option<Whole>,
    /// Symmetries that generate those that map the canonical form to itself; empty if only the
    /// identity does so.
    #[serde(default)]
    pub generators: Vec<Generator>,
}

impl Answered for CanonicalForm {
    fn status(&self) -> Status {
        self.ending.status()
    }
}

impl Question for CapsCanonical {
    type Answer = CanonicalForm;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        self.board.bound(cost::WRITTEN)?;
        Ok(Cost::work(self.timeout))
    }

    fn ask(&self, session: &Session) -> Result<CanonicalForm, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        let deck = board.deck();
        let notation = notation(self.notation, deck)?;
        session.start(|| format!("mapping {} cards", board.len()));
        let mut answer = CanonicalForm {
            deck,
            board: named.name.clone(),
            size: board.len(),
            ending: Ending::found(true),
            cards: Vec::new(),
            stabiliser: None,
            orbit: None,
            generators: Vec::new(),
        };
        let unsupported = |why: Unsupported| Error::new(Code::NoSuchDeck, why.to_string());
        let group = Group::new(deck).map_err(|why| unsupported(why).with("deck", deck))?;
        let limit = session.limit(self.timeout);
        let canonical = group.canonical(board, &limit);
        let both = canonical.and_then(|form| Ok((group.generators(&form.hand, &limit)?, form)));
        match both {
            Ok((generators, form)) => {
                answer.cards = write_cards(deck, notation, form.hand.cards());
                answer.stabiliser = Some(form.stabiliser.into());
                answer.orbit = Some(form.orbit.into());
                answer.generators = generators.iter().map(Generator::from).collect();
            }
            Err(stop) => answer.ending = Ending::stopped(stop)?,
        }
        Ok(answer)
    }
}
