//! Odds: the number of hands of a deck by the sets they hold.
//!
//! All functions are exact and count hands up to symmetry (see [`symmetry`](crate::symmetry)),
//! except [`sample`](sample()), which deals random hands; its results come with confidence
//! intervals.
//!
//! ```
//! use tercet::Deck;
//! use tercet::odds::{decimal, free_hands};
//! use tercet::solver::Limit;
//!
//! // The odds that twelve cards hold no set.
//! let limit = Limit::none();
//! let twelve = free_hands(Deck::CLASSIC, 1 << 30, &limit).nth(12).expect("there are such hands")?;
//! assert_eq!(decimal(&twelve.free, &twelve.hands, 4), "0.0323");
//! # Ok::<(), tercet::NoAnswer>(())
//! ```
//!
//! - [`free_hands`]: the set-free hands by their number of cards;
//! - [`sets`](sets()): the number of sets in a hand;
//! - [`disjoint`](disjoint()): the largest number of disjoint sets in a hand;
//! - [`Counting`]: all of these, cut into units that machines can share;
//! - [`given()`]: the odds of a hand of which a part is known to be set-free;
//! - [`second_round`]: the second layout of a game;
//! - [`moments`]: the powers of the number of sets, summed over all hands of any size;
//! - [`variance`]: the variance of the number of sets, by a formula; the mean is
//!   [`Deck::expected_sets`](crate::Deck::expected_sets).
//!
//! [`BoardSampler`](crate::sampler::BoardSampler) uses the same classes to draw random boards
//! with a given number of sets.

mod counting;
mod free;
mod moments;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::Zero;

use crate::deal::{Dealer, MOST_CARDS};
use crate::deck::{Deck, OutOfRange, Unsupported, binomial};
use crate::solver::{Auto, Count, Limit, Options, Solver, Stop};
use crate::symmetry::Classes;
use crate::{Board, Card};
use counting::packed;
pub use counting::{Counting, disjoint, sets};
pub use free::{FreeClasses, FreeRow, free_hands, given, second_round};
pub use moments::{MOST_POWER, moments};

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

// Quantities with a formula, and the notation of exact numbers.

/// The number of hands of `cards` cards in a deck: the binomial coefficient C(v^p, k).
///
/// Takes one multiplication of large numbers for each card in the hand or, if they are fewer, for
/// each card outside.
pub fn hands(deck: Deck, cards: usize) -> BigUint {
    binomial(&deck.size(), cards)
}

/// The exact variance of the number of sets among `cards` cards drawn at random, for v = 3 and at
/// most as many cards as the deck has; `None` otherwise.
///
/// Two sets share no card, one card, or all. Of the n(n−1)/6 sets of a deck of n cards, (n−1)/2
/// contain a given card; so the number of pairs of each kind is known, and the probability that a
/// pair is drawn is that of its 6, 5 or 3 cards.
pub fn variance(deck: Deck, cards: usize) -> Option<Ratio<BigUint>> {
    let n = deck.size();
    if deck.values() != 3 || n < BigUint::from(cards) {
        return None;
    }
    let sets = deck.number_of_sets();
    let drawn = |some: usize| {
        if n < BigUint::from(some) {
            return Ratio::zero();
        }
        Ratio::new(binomial(&cards.into(), some), binomial(&n, some))
    };
    let through = (&n - 1_u32) / 2_u32;
    let meeting = (through - 1_u32) * 3_u32;
    let apart = &sets - 1_u32 - &meeting;
    let square = (drawn(3) + drawn(5) * meeting + drawn(6) * apart) * &sets;
    let mean = deck.expected_sets(cards as u128)?;
    Some(square - &mean * &mean)
}

/// A fraction as a decimal with `digits` digits after the point, rounded to nearest, halves up.
///
/// # Panics
///
/// If the denominator is zero.
pub fn decimal(numerator: &BigUint, denominator: &BigUint, digits: usize) -> String {
    let scale = BigUint::from(10_u32).pow(digits as u32);
    let rounded = (numerator * scale * 2_u32 + denominator) / (denominator * 2_u32);
    let text = format!("{rounded:0>width$}", rounded = rounded.to_string(), width = digits + 1);
    let (whole, rest) = text.split_at(text.len() - digits);
    if digits == 0 { whole.into() } else { format!("{whole}.{rest}") }
}

/// A fraction in scientific notation with `digits` significant digits, such as `1.234e-40`, rounded
/// to nearest, halves up. The computation uses integers only, so the exponent is not bounded.
///
/// # Panics
///
/// If the numerator, the denominator or `digits` is zero.
pub fn scientific(numerator: &BigUint, denominator: &BigUint, digits: u32) -> String {
    assert!(!numerator.is_zero() && digits > 0, "zero has no exponent");
    // So many places after the point that there is a digit more than is wanted, by which the others are rounded.
    let (places, digits) = (denominator.to_string().len() + digits as usize, digits as usize);
    let scale = BigUint::from(10_u32).pow(places as u32);
    let quotient = (numerator * scale / denominator).to_string();
    let mut exponent = quotient.len() as i128 - 1 - places as i128;
    let first: BigUint = quotient[..=digits].parse().expect("these are digits");
    let mut rounded = ((first + 5_u32) / 10_u32).to_string();
    if rounded.len() > digits {
        rounded.pop();
        exponent += 1;
    }
    let (first, rest) = rounded.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    format!("{first}{point}{rest}e{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scientific_notation_has_its_digits() {
        let big = |text: &str| text.parse::<BigUint>().unwrap();
        for (numerator, denominator, digits, expected) in [
            ("1", "3", 3, "3.33e-1"),
            ("2", "3", 1, "7e-1"),
            ("9999", "10000", 3, "1.00e0"),
            ("12345", "1", 3, "1.23e4"),
            ("12350", "1", 3, "1.24e4"),
            ("1", "1000000", 2, "1.0e-6"),
            ("99", "1000", 2, "9.9e-2"),
        ] {
            let text = scientific(&big(numerator), &big(denominator), digits);
            assert_eq!(text, expected, "{numerator}/{denominator}");
        }
        // Beyond the range of a double in both directions.
        let huge = BigUint::from(10_u32).pow(5000);
        assert_eq!(scientific(&7_u32.into(), &huge, 8), "7.0000000e-5000");
        assert_eq!(scientific(&huge, &7_u32.into(), 8), "1.4285714e4999");
    }

    #[test]
    fn decimals_are_rounded() {
        let decimal = |a: u32, b: u32, digits| decimal(&a.into(), &b.into(), digits);
        assert_eq!(decimal(0, 7, 3), "0.000");
        assert_eq!(decimal(1, 79, 14), "0.01265822784810");
        assert_eq!(decimal(199, 100, 1), "2.0");
        assert_eq!(decimal(5, 2, 0), "3");
        assert_eq!(decimal(1, 8, 2), "0.13");
        assert_eq!(decimal(123, 1, 2), "123.00");
    }
}
