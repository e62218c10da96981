//! Fairness of the dealer, measured by counting cards (Takeshita 4.1, figures 3 to 6).

use crate::card::Card;
use crate::deck::{Deck, Unsupported};
use crate::solver::{Limit, NoAnswer};
use crate::statistics::chi_squared;

use super::Dealer;

/// For each card the number of times it was dealt in many deals: among the first v·p cards (the
/// starting board) and among the v cards after them (the first cards drawn).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fairness {
    deck: Deck,
    trials: u64,
    /// By the ranks of the cards.
    counts: Vec<[u64; 2]>,
}

impl Fairness {
    /// The maximum size of a deck.
    pub const MOST_CARDS: u32 = 1 << 20;

    /// Deals `deals` times, with the seeds `seed`, `seed + 1`, and so on, and counts.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] if the deck is too large or the limit ended the work.
    pub fn measure(deck: Deck, seed: u64, trials: u64, limit: &Limit) -> Result<Self, NoAnswer> {
        if deck.size() > Self::MOST_CARDS.into() {
            let decks = format!("a deck of at most {} cards", Self::MOST_CARDS);
            return Err(Unsupported::needs("counting each card", decks, deck).into());
        }
        let (start, drawn) = (deck.values() * deck.properties(), deck.values());
        let mut counts = vec![[0; 2]; deck.cards().count()];
        let mut watch = limit.watch();
        for trial in 0..trials {
            watch.tick(start + drawn)?;
            let dealt = Dealer::new(deck, seed.wrapping_add(trial)).take(start + drawn);
            for (place, card) in dealt.enumerate() {
                counts[deck.rank(card) as usize][usize::from(place >= start)] += 1;
            }
        }
        Ok(Self { deck, trials, counts })
    }

    /// Each card with its number of times on the starting board, and among the first cards drawn.
    pub fn counts(&self) -> impl Iterator<Item = (Card, u64, u64)> {
        self.deck.cards().zip(&self.counts).map(|(card, &[start, drawn])| (card, start, drawn))
    }

    /// [`chi_squared`] of the cards on the starting board and of those drawn first.
    pub fn chi_squared(&self) -> [Option<f64>; 2] {
        [0, 1].map(|which| {
            let counts: Vec<u64> = self.counts.iter().map(|count| count[which]).collect();
            chi_squared(&counts, self.trials)
        })
    }

    /// The degrees of freedom: the size of the deck minus one.
    pub fn freedom(&self) -> usize {
        self.counts.len() - 1
    }

    /// The deck.
    pub const fn deck(&self) -> Deck {
        self.deck
    }
}
