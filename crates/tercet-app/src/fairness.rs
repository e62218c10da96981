//! How often each card is dealt in many deals.

use tercet::deal::{self, MOST_COUNTED};
use tercet::statistics::chi_squared;

use crate::prelude::*;

request! {
    /// How often each card of a deck is dealt in many deals.
    ///
    /// A deal is v·p cards (the board at the start) and v cards after them (the first ones drawn).
    pub struct Fairness {
        /// It has at most 2^20 cards.
        deck,
        /// How many deals, at least 1; 10,000 by default.
        pub deals: Whole = 10_000_u32.into(),
        /// The first deal has it, and each further deal has the next one.
        seed,
        timeout,
        notation,
    }
}

/// How often each card was dealt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CardFrequencies {
    /// The deck.
    pub deck: Deck,
    /// The seed of the first deal.
    pub seed: Whole,
    /// How many deals.
    pub deals: Whole,
    /// Pearson's chi-squared statistic of the first v·p cards and of the v cards after them; `null`
    /// if every card or no card is dealt.
    pub chi_squared: [Option<f64>; 2],
    /// The degrees of freedom: one less than the deck has cards.
    pub freedom: usize,
    /// Each card with its numbers.
    pub frequencies: Vec<CardFrequency>,
}

/// How often a card was dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CardFrequency {
    /// The card.
    pub card: String,
    /// In how many deals it was among the first v·p cards.
    pub at_start: Whole,
    /// In how many deals it was among the v cards after them.
    pub drawn: Whole,
}

impl Answered for CardFrequencies {}

impl Question for Fairness {
    type Answer = CardFrequencies;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        cost::deck(self.deck)?;
        cost::of(self, means)
    }

    fn ask(&self, session: &Session) -> Result<CardFrequencies, Error> {
        let deck = self.deck;
        let notation = notation(self.notation, deck)?;
        let deals = self.deals.get().filter(|&deals| deals > 0).ok_or_else(|| {
            error!(OutOfRange, "a number of deals is at least 1 and less than 2^64")
                .about(self.deals.to_string())
        })?;
        let seed = session.seed(self.seed.as_ref())?;
        session.start(|| format!("dealing {deals} times"));
        let limit = session.limit(self.timeout);
        let counts = match deal::frequencies(deck, seed, deals, &limit) {
            Ok(counts) => counts,
            Err(NoAnswer::Cannot(why)) => {
                return Err(
                    Error::new(Code::OutOfRange, why.to_string()).with("most", MOST_COUNTED)
                );
            }
            Err(error) => return Err(error.into()),
        };
        let each = |of: usize| counts.iter().map(|count| count[of]).collect::<Vec<u64>>();
        let frequency = |(card, &[start, drawn]): (_, &[u64; 2])| CardFrequency {
            card: notation.write(deck, card),
            at_start: start.into(),
            drawn: drawn.into(),
        };
        Ok(CardFrequencies {
            deck,
            seed: seed.into(),
            deals: deals.into(),
            chi_squared: [0, 1].map(|of| chi_squared(&each(of), deals)),
            freedom: counts.len() - 1,
            frequencies: deck.cards().zip(&counts).map(frequency).collect(),
        })
    }
}
