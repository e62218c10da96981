//! Dealt hands by the number of their sets, in parts.

use std::collections::BTreeMap;
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::bulk::{BoardArrays, Boards, SmallBoards};
use tercet::solver::{Limit, Options};
use tercet_app::run::{Journal, Parted, Run, Units};
use tercet_app::{Answered, Bounded, Entry, Error, Head, Question, Session};

use crate::bulk::of_bulk;

/// How many of some hands have how many sets. The hands are numbered, and each is dealt by itself.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Sample {
    deck: Deck,
    cards: usize,
    hands: u64,
    seed: u64,
}

/// The number of hands by the number of their sets.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Hands(BTreeMap<u32, u64>);

impl Sample {
    fn count_sets(&self, hands: Range<u64>, limit: &Limit) -> Result<Hands, Error> {
        if SmallBoards::suits(self.deck) {
            self.count_in(&SmallBoards::new(self.deck, self.cards)?, hands, limit)
        } else {
            let boards = Boards::new(self.deck, self.cards, &Options::default())?;
            self.count_in(&boards, hands, limit)
        }
    }

    /// Counts the sets of hands that are dealt into arrays of at most a million cards.
    fn count_in<B: BoardArrays>(
        &self,
        boards: &B,
        hands: Range<u64>,
        limit: &Limit,
    ) -> Result<Hands, Error> {
        let mut counted = Hands::default();
        let most = (1_000_000 / self.cards.max(1)).max(1);
        let (mut dealt, mut counts) = (Vec::new(), Vec::new());
        for first in hands.clone().step_by(most) {
            let end = hands.end.min(first + most as u64);
            counts.resize((end - first) as usize, 0);
            dealt.resize(counts.len() * self.cards, B::Number::default());
            boards.deal(self.seed, first..end, &mut dealt, limit)?;
            boards.count(&dealt, &mut counts, limit).map_err(of_bulk)?;
            for &sets in &counts {
                *counted.0.entry(sets).or_default() += 1;
            }
        }
        Ok(counted)
    }
}

impl Answered for Hands {}

impl Entry for Sample {
    const NAME: &'static str = "sample";
    const SCHEMA: &'static str = "tercet.sample/1";

    fn write(hands: &Hands, _: Head<'_>, text: &mut Vec<u8>) {
        text.extend_from_slice(&serde_json::to_vec(hands).expect("numbers are JSON"));
    }
}

impl Bounded for Sample {}

impl Question for Sample {
    type Answer = Hands;

    fn ask(&self, session: &Session) -> Result<Hands, Error> {
        self.count_sets(0..self.hands, &session.limit(None))
    }
}

impl Parted for Sample {
    type Work = Self;

    fn settled(&self, _: &Session) -> Result<Self, Error> {
        Ok(self.clone())
    }

    fn prepare(&self, limit: &Limit) -> Result<Self, Error> {
        self.count_sets(0..0, limit)?;
        Ok(self.clone())
    }

    fn answer(&self, journal: &Journal<Self>, _: Run) -> Result<Hands, Error> {
        Ok(journal.sum())
    }
}

impl Units for Sample {
    type Yield = Hands;
    const COUNTED: &'static str = "hands";

    fn number(&self) -> u64 {
        self.hands
    }

    fn work(&self, hands: Range<u64>, limit: &Limit, _: &mut Vec<u8>) -> Result<Hands, Error> {
        self.count_sets(hands, limit)
    }

    fn add(Hands(sum): &mut Hands, Hands(next): &Hands) {
        for (&sets, hands) in next {
            *sum.entry(sets).or_default() += hands;
        }
    }
}
