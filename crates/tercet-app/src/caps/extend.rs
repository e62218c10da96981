//! Extending a set-free hand to a complete one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::caps::{best, bounds, extend};
use tercet::deal::Dealer;
use tercet::notation::Notation;
use tercet::{Deck, Stop};

use super::search;
use crate::board::{notation, write_cards};
use crate::cost::{self, Cost, Means};
use crate::question::{Answered, Question};
use crate::{BoardSpec, Ending, Error, Seconds, Session, Status, Whole};

/// A set-free hand, with cards added to it until it is complete.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CapsExtend {
    /// The hand to begin with, which may be empty.
    pub board: BoardSpec,
    /// Which cards to add.
    pub by: ExtendBy,
    /// The seed of random choices, of at most 64 bits; a fresh one by default.
    pub seed: Option<Whole>,
    /// How cards are written in the answer; the shortest notation by default.
    pub notation: Option<Notation>,
    /// The time limit; no limit by default. For `best`, the time of the search; 2 seconds by
    /// default.
    pub timeout: Option<Seconds>,
}

/// Which cards are added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExtendBy {
    /// Each card of the deck that can be added, in ascending order.
    #[default]
    Greedy,
    /// Each card of the deck that can be added, in a random order.
    Random,
    /// Local search for the largest hand that can be found in the time.
    Best,
}

/// A set-free hand made complete.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CapsExtended {
    /// The deck.
    pub deck: Deck,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
    /// Which cards were added.
    pub by: ExtendBy,
    /// The seed, if there were random choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Whole>,
    /// How many cards were given; they come first.
    pub given: usize,
    /// How many cards the hand has; 0 if the work was stopped, but an interrupted search has the
    /// largest hand that it found.
    pub size: usize,
    /// The cards of the hand.
    pub cards: Vec<String>,
    /// How many hands the search tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<Whole>,
    /// How long the work took.
    pub seconds: Seconds,
}

impl Answered for CapsExtended {
    fn status(&self) -> Status {
        self.ending.status()
    }
}

impl Question for CapsExtend {
    type Answer = CapsExtended;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        self.board.bound(cost::BOARD)?;
        Ok(Cost::work(self.timeout))
    }

    fn ask(&self, session: &Session) -> Result<CapsExtended, Error> {
        let given = &self.board.board()?.board;
        let deck = given.deck();
        let notation = notation(self.notation, deck)?;
        let seed =
            if self.by == ExtendBy::Greedy { 0 } else { session.seed(self.seed.as_ref())? };
        session.start(|| format!("adding cards of {deck}"));
        let watch = session.stopwatch();
        let limit = session.limit(self.timeout);
        let made = match self.by {
            ExtendBy::Greedy => extend(given, deck.cards(), &limit).map(|hand| (hand, None)),
            ExtendBy::Random => {
                extend(given, Dealer::new(deck, seed), &limit).map(|hand| (hand, None))
            }
            ExtendBy::Best => {
                // A search can stop at the known maximum.
                let enough = usize::try_from(bounds(deck).most).unwrap_or(usize::MAX);
                let best = best(given, given.len(), seed, enough, &search(session, self.timeout));
                best.map(|(hand, rounds)| (hand, Some(rounds.into())))
                    .map_err(|stop| stop.with(given.clone()))
            }
        };
        let seconds = watch.elapsed();
        let (ending, cards, tried) = match made {
            Ok((hand, tried)) => {
                // The timeout of a search is not a limit, but an interruption is.
                let ending = if tried.is_some() && session.is_cancelled() {
                    Ending::stopped(Stop::INTERRUPTED)?
                } else {
                    Ending::found(true)
                };
                (ending, write_cards(deck, notation, hand.cards()), tried)
            }
            Err(stop) => (Ending::stopped(stop.with(()))?, Vec::new(), None),
        };
        Ok(CapsExtended {
            deck,
            ending,
            by: self.by,
            seed: (self.by != ExtendBy::Greedy).then(|| seed.into()),
            given: given.len(),
            size: cards.len(),
            cards,
            tried,
            seconds,
        })
    }
}
