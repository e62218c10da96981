//! The parts of a local search for a large hand: short searches, each with its own seed.

use std::ops::Range;

use tercet::caps::{best, bounds, first_set};

use super::hand::{CapsExtend, CapsExtended, ExtendBy};
use crate::prelude::*;
use crate::run::{Journal, Parted, Run, Units, reason};

/// How many hands a search tries.
const HANDS: u64 = 1000;

/// Searches for the largest hand that begins with these cards.
pub struct Searches {
    given: Board,
    seed: u64,
    number: u64,
    /// The known maximum, which ends all searches.
    enough: usize,
}

/// The largest hand of some searches; of equal ones, that of the first search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LargeHand {
    search: u64,
    /// The ranks of the cards.
    ranks: Vec<u64>,
    is_maximum: bool,
}

impl Parted for CapsExtend {
    type Work = Searches;

    fn settled(&self, session: &Session) -> Result<Self, Error> {
        if self.by != ExtendBy::Best {
            let message = "only searches for the best hand have parts";
            return Err(Error::new(Code::Conflict, message).of_field("by"));
        }
        if self.searches.is_none() {
            let message = "parts and checkpoints need the number of searches: say how many";
            return Err(Error::new(Code::Conflict, message).of_field("searches"));
        }
        Ok(Self {
            board: self.board.board()?.board.clone().into(),
            seed: Some(session.seed(self.seed.as_ref())?.into()),
            threads: None,
            timeout: None,
            ..self.clone()
        })
    }

    fn prepare(&self, limit: &Limit) -> Result<Searches, Error> {
        let given = self.board.board()?.board.clone();
        let number = |number: &Option<Whole>| number.as_ref().and_then(Whole::get);
        let (Some(seed), Some(number)) = (number(&self.seed), number(&self.searches)) else {
            return Err(error!(OutOfRange, "the seed or the number of searches is too large"));
        };
        if number == 0 {
            return Err(error!(OutOfRange, "there must be a search").of_field("searches"));
        }
        let enough = usize::try_from(bounds(given.deck()).most).unwrap_or(usize::MAX);
        // Refuses what no search can begin with.
        best(&given, given.len(), seed, 0, 0, limit)?;
        Ok(Searches { given, seed, number, enough })
    }

    fn answer(&self, journal: &Journal<Searches>, run: Run) -> Result<CapsExtended, Error> {
        let (Searches { given, .. }, hand) = (&**journal.work(), journal.sum());
        let (deck, seconds) = (given.deck(), run.seconds.unwrap_or_default());
        let reason = reason(journal, run).filter(|_| !hand.is_maximum);
        let cards: Vec<Card> = hand.ranks.iter().map(|&rank| deck.nth(rank.into())).collect();
        Ok(CapsExtended {
            deck,
            ending: Ending::unless(reason, true),
            by: self.by,
            seed: self.seed.clone(),
            given: given.len(),
            size: cards.len(),
            cards: write_cards(deck, notation(self.notation, deck)?, &cards),
            tried: None,
            seconds,
        })
    }
}

impl Units for Searches {
    type Yield = LargeHand;
    const COUNTED: &'static str = "searches";

    fn number(&self) -> u64 {
        self.number
    }

    fn work(&self, units: Range<u64>, limit: &Limit, _: &mut Vec<u8>) -> Result<LargeHand, Error> {
        let (mut sum, fixed) = (LargeHand::default(), self.given.len());
        for search in units {
            let seed = self.seed.wrapping_add(search);
            let (hand, _) = best(&self.given, fixed, seed, self.enough, HANDS, limit)?;
            // A search that was ended by the limit is another one.
            limit.check()?;
            let ranks = hand.cards().iter().map(|&card| hand.deck().rank(card) as u64);
            let is_maximum = hand.len() >= self.enough;
            Self::add(&mut sum, &LargeHand { search, ranks: ranks.collect(), is_maximum });
            if is_maximum {
                break;
            }
        }
        Ok(sum)
    }

    fn add(sum: &mut LargeHand, next: &LargeHand) {
        if next.ranks.len() > sum.ranks.len() {
            sum.clone_from(next);
        }
    }

    fn fault(&self, units: Range<u64>, hand: &LargeHand) -> Option<String> {
        let LargeHand { search, ranks, is_maximum } = hand;
        let deck = self.given.deck();
        let are_cards = ranks.iter().all(|&rank| deck.size() > rank.into());
        let cards = ranks.iter().filter(|_| are_cards).map(|&rank| deck.nth(rank.into()));
        let is_free = |hand: Board| {
            hand.cards().starts_with(self.given.cards())
                && first_set(&hand, &Limit::none()) == Ok(None)
        };
        let is_possible = are_cards
            && (ranks.is_empty() || units.contains(search))
            && (!is_maximum || ranks.len() >= self.enough)
            && (ranks.is_empty() || Board::new(deck, cards).is_ok_and(is_free));
        (!is_possible).then(|| "this is no such hand".into())
    }

    fn end(hand: &LargeHand) -> Option<u64> {
        hand.is_maximum.then_some(hand.search)
    }
}
