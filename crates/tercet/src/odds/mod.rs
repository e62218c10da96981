//! Odds: the number of hands of a deck by the sets they hold.
//!
//! All functions are exact and count hands up to symmetry (see [`symmetry`](crate::symmetry)),
//! except [`sample`](sample()), which deals random hands; its results come with confidence
//! intervals.
//!
//! ```
//! use tercet::Deck;
//! use tercet::odds::{FreeHands, decimal};
//! use tercet::solver::Limit;
//!
//! // The odds that twelve cards hold no set.
//! let limit = Limit::none();
//! let twelve = FreeHands::new(Deck::CLASSIC, &limit).nth(12).expect("there are such hands")?;
//! assert_eq!(decimal(&twelve.free, &twelve.hands, 4), "0.0323");
//! # Ok::<(), tercet::NoAnswer>(())
//! ```
//!
//! - [`FreeHands`]: the set-free hands by their number of cards;
//! - [`sets`](sets()): the number of sets in a hand;
//! - [`disjoint`](disjoint()): the largest number of disjoint sets in a hand;
//! - [`Counting`]: all of these, cut into units that machines can share;
//! - [`given()`]: the odds of a hand of which a part is known to be set-free;
//! - [`second_round`]: the second layout of a game;
//! - [`variance`]: the variance of the number of sets, by a formula; the mean is
//!   [`Deck::expected_sets`](crate::Deck::expected_sets).
//!
//! [`BoardSampler`](crate::sampler::BoardSampler) uses the same classes to draw random boards
//! with a given number of sets.

mod counting;
mod formula;
mod free;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::deal::{Dealer, MOST_CARDS};
use crate::deck::{Deck, OutOfRange, Unsupported};
use crate::solver::{Auto, Count, Limit, Options, Solver, Stop};
use crate::symmetry::Classes;
use crate::{Board, Card};
use counting::packed;
pub use counting::{Counting, disjoint, sets};
pub use formula::{decimal, hands, scientific, variance};
pub use free::{FreeClasses, FreeHands, FreeRow, given, second_round};

/// The hands of a deck are not classified.
fn out_of_reach(deck: Deck) -> Unsupported {
    let why = format!("need {}, and the deck is {deck}", Classes::DECKS);
    Unsupported { what: "exact odds".into(), why, deck, able: Vec::new() }
}

/// Checks that the deck has as many cards as a hand.
fn check_size(deck: Deck, cards: usize, range: RangeInclusive<u128>) -> Result<(), OutOfRange> {
    OutOfRange::check(cards as u128, range, || format!("no hand of {cards} cards of {deck}"))
}

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
/// [`MOST_CARDS`] cards.
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
