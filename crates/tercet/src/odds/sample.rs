//! Odds by sampling, for hands whose exact odds are out of reach.

use std::collections::BTreeMap;

use super::disjoint::packed;
use crate::board::Board;
use crate::card::Card;
use crate::deal::{Dealer, MOST_CARDS};
use crate::deck::Deck;
use crate::solver::{Auto, Count, Limit, Options, Solver, Stop};

/// A quantity of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Statistic {
    /// Whether it holds a set: 0 or 1.
    Set,
    /// The number of its sets.
    Sets,
    /// The largest number of disjoint sets in it.
    Disjoint,
}

/// For every value that occurred, the number of dealt hands with this value. Hand i, from 0, is
/// dealt with the seed `seed + i`, which wraps around.
///
/// [`proportion`](crate::statistics::proportion) gives a confidence interval for the probability of
/// a value.
///
/// # Errors
///
/// [`Stop`] if the limit ended the work; [`Stop::MEMORY`] for hands with more than
/// [`MOST_CARDS`](crate::deal::MOST_CARDS) cards.
///
/// # Panics
///
/// If the deck has fewer cards than the hand.
pub fn sample(
    deck: Deck,
    cards: usize,
    statistic: Statistic,
    hands: u64,
    seed: u64,
    limit: &Limit,
) -> Result<BTreeMap<usize, u64>, Stop> {
    if cards > MOST_CARDS {
        return Err(Stop::MEMORY);
    }
    let mut answers = BTreeMap::new();
    for hand in 0..hands {
        limit.check()?;
        let mut watch = limit.watch();
        let mut dealt: Vec<Card> = Vec::new();
        for card in Dealer::new(deck, seed.wrapping_add(hand)).take(cards) {
            watch.tick(16)?;
            dealt.push(card);
        }
        assert_eq!(dealt.len(), cards, "the deck has so many cards");
        let options = Options::default();
        let board = Board::new(deck, &dealt).expect("a deal has no card twice");
        let answer = match statistic {
            Statistic::Set => usize::from(Auto::new(&board, &options).find(limit)?.is_some()),
            Statistic::Sets => Auto::new(&board, &options).count(limit)? as usize,
            Statistic::Disjoint => packed(deck, &dealt, limit)?,
        };
        *answers.entry(answer).or_default() += 1;
    }
    Ok(answers)
}
