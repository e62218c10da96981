//! Moments: the powers of the number of sets, summed over all hands.
//!
//! The number X of sets of a hand has C(X, j) choices of j sets. Count such a choice by the union of its sets:
//! if M(j, u) choices of j sets of the deck have a union of u cards, then the sum of C(X, j) over all hands of n
//! cards is the sum over u of M(j, u)·C(N−u, n−u), where N is the number of cards in the deck. No union of j sets
//! of v cards exceeds v·j cards. So the [distributions](super::sets) of hands of up to v·k cards, which are counted
//! up to symmetry, give all M(j, u) with j ≤ k, one u after the other, and these give the moments up to the power k
//! of hands of any size.
//!
//! A power becomes binomials by x·C(x, j) = j·C(x, j) + (j+1)·C(x, j+1).

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{check_size, sets};
use crate::deck::{Deck, OutOfRange, binomial};
use crate::solver::{Limit, NoAnswer, Stop};

/// The largest power of [`moments`].
pub const MOST_POWER: usize = 64;

/// For every power, from 0 to `most`: this power of the number of sets, summed over all hands of `cards` cards.
///
/// Takes the classes of hands of up to `v·most` cards, so the memory bounds the power, but not the number of cards.
///
/// # Errors
///
/// [`NoAnswer`] if the deck is too small or too large, the power is not from 1 to [`MOST_POWER`], or a limit ended
/// the work. `memory` is the limit for the classes, in bytes.
///
/// ```
/// use tercet::Deck;
/// use tercet::odds::moments;
/// use tercet::solver::Limit;
///
/// // Of 126 hands, 72 hold a set and 54 hold two.
/// let sums = moments(Deck::new(3, 2)?, 5, 2, 1 << 20, &Limit::none())?;
/// assert_eq!(sums, [126_u32, 180, 288].map(Into::into));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn moments(
    deck: Deck,
    cards: usize,
    most: usize,
    memory: usize,
    limit: &Limit,
) -> Result<Vec<BigUint>, NoAnswer> {
    check_size(deck, cards, 0..=deck.size_up_to_max())?;
    OutOfRange::check(most as u128, 1..=MOST_POWER as u128, || {
        format!("no moment of power {most}")
    })?;
    let size = deck.size();
    // For each size of a union, its choices of sets by their number.
    let mut unions: Vec<Vec<BigUint>> = Vec::new();
    let within = |unions: &[Vec<BigUint>], cards: usize, j: usize| -> BigUint {
        let hands = |u: usize| binomial(&(&size - u), cards - u);
        unions.iter().enumerate().map(|(u, choices)| &choices[j] * hands(u)).sum()
    };
    for union in 0..=cards.min(deck.values() * most) {
        let hands = sets(deck, union, memory, limit)?;
        let choices = |j: usize| -> Result<BigUint, Stop> {
            limit.check()?;
            let sets = hands.iter().enumerate().filter(|(_, hands)| **hands > 0);
            let all: BigUint = sets.map(|(sets, &hands)| binomial(&sets.into(), j) * hands).sum();
            Ok(all - within(&unions, union, j))
        };
        unions.push((0..=most).map(choices).collect::<Result<_, _>>()?);
    }
    let choices: Vec<BigUint> = (0..=most).map(|j| within(&unions, cards, j)).collect();
    let mut power = vec![BigUint::zero(); most + 1];
    power[0] = BigUint::one();
    let mut sums = Vec::new();
    for _ in 0..=most {
        sums.push(power.iter().zip(&choices).map(|(times, choices)| times * choices).sum());
        for j in (0..=most).rev() {
            let fewer = if j > 0 { power[j - 1].clone() } else { BigUint::zero() };
            power[j] = (&power[j] + fewer) * j;
        }
    }
    Ok(sums)
}
