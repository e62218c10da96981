//! The sum of the cards that a packing leaves uncovered.
//!
//! In a property the values of a set sum to v times one value, which is 0 modulo v, or to the sum
//! v(v−1)/2 of all values, which is 0 modulo v for odd v and v/2 for even v. Let m be v for odd v
//! and v/2 for even v. Modulo m a set sums to 0 in every property, and so do all cards that a packing
//! covers. Hence the uncovered cards have the same sum as all cards. That determines which single
//! card or which pairs can be left; with three or more cards nearly all sums occur. For v = 3 it is
//! the reason that a game that uses up the deck cannot end with three cards.

use std::collections::HashSet;

use super::instance::Instance;
use crate::board::CardHash;
use crate::solver::{Stop, Watch};
use crate::{Card, Deck};

/// The values of some cards modulo m; a sum is represented by the card with these values.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    deck: Deck,
    modulus: usize,
    /// The residues of the cards, in their order.
    cards: Vec<Card>,
    /// The same as a set, for lookup.
    present: HashSet<Card, CardHash>,
    /// The sum of all cards.
    pub(super) total: Card,
}

impl Sums {
    /// The sums of distinct cards of a deck.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work.
    pub(super) fn new(
        deck: Deck,
        cards: impl Iterator<Item = Card>,
        watch: &mut Watch,
    ) -> Result<Self, Stop> {
        let v = deck.values();
        let zero = deck.nth(0);
        let modulus = if v % 2 == 1 { v } else { v / 2 };
        let mut sums =
            Self { deck, modulus, cards: Vec::new(), present: HashSet::default(), total: zero };
        for card in cards {
            watch.tick(4 * deck.properties())?;
            let minus = sums.minus(zero, card);
            // 0 − (0 − a) is the remainder of a.
            let remainder = sums.minus(zero, minus);
            sums.cards.push(remainder);
            sums.present.insert(remainder);
            sums.total = sums.minus(sums.total, minus);
        }
        Ok(sums)
    }

    /// The residue of a card, given by its number.
    pub(super) fn of(&self, card: u32) -> Card {
        self.cards[card as usize]
    }

    /// The difference of two sums.
    pub(super) fn minus(&self, a: Card, b: Card) -> Card {
        let (deck, m) = (self.deck, self.modulus);
        let mut bits = 0;
        for property in 0..deck.properties() {
            let (a, b) = (deck.value(a, property), deck.value(b, property));
            bits |= (((a + 2 * m - b) % m) as u128) << deck.shift(property);
        }
        Card::from_bits(bits)
    }

    /// Whether `cards` of the cards could have this sum. May be wrongly true.
    pub(super) fn can_be(&self, sum: Card, cards: usize) -> bool {
        match cards {
            0 => sum == self.deck.nth(0),
            1 => self.present.contains(&sum),
            2 => self.cards.iter().any(|&card| {
                let other = self.minus(sum, card);
                // If the residue of a card is the card itself, residues are distinct.
                (other != card || self.modulus < self.deck.values())
                    && self.present.contains(&other)
            }),
            _ => true,
        }
    }
}

// Weights of cards that bound a packing from above.
//
// If every set weighs at least 1, no packing has more sets than the total weight of the cards:
// this is the dual of the linear program of set packing. Weights of 1/v each give the bound n/v.
// If many sets share a few cards, less is enough: those cards weigh much and the others little.
//
// The best weights are the optimum of a linear program; these approximate it by subgradients (Held
// and Karp 1971; Fisher 1981): weights rise where sets are too light and fall elsewhere, in steps
// that get shorter. After each step a copy is repaired, first raised until every set is heavy
// enough and then lowered as far as possible, and the best copy is kept. All arithmetic is in
// integers, so the bound is exact for any steps.

/// The minimum weight of a set: a multiple of its size, so that the plain weights are exact.
pub(super) fn unit(size: usize) -> i64 {
    whole(size) << 20
}

/// A number of cards or sets as `i64`.
pub(super) fn whole(number: usize) -> i64 {
    i64::try_from(number).expect("memory holds no more")
}

/// Steps of improvement.
const STEPS: i64 = 150;

/// Weights of cards for which every set weighs at least one [`unit`].
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// The weight of each card; none is negative.
    pub(super) of: Vec<i64>,
    /// The total weight.
    pub(super) total: i64,
}

impl Weights {
    /// The same weight for every card that is in a set.
    pub(super) fn plain(instance: &Instance) -> Self {
        let weight = unit(instance.size()) / whole(instance.size());
        let cards = 0..instance.cards() as u32;
        Self::new(
            cards.map(|card| if instance.with(card).is_empty() { 0 } else { weight }).collect(),
        )
    }

    fn new(of: Vec<i64>) -> Self {
        let total = of.iter().sum();
        Self { of, total }
    }

    /// The largest number of sets that a packing can have by these weights.
    pub(super) fn bound(&self, instance: &Instance) -> usize {
        usize::try_from(self.total / unit(instance.size())).expect("no weight is negative")
    }

    /// Lighter weights, if some are found. Ends early if the bound reaches `goal`.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    pub(super) fn improved(
        mut self,
        instance: &Instance,
        goal: usize,
        watch: &mut Watch,
    ) -> Result<Self, Stop> {
        let unit = unit(instance.size());
        let mut weights = self.of.clone();
        for step in 0..STEPS {
            let mut slope = vec![1; instance.cards()];
            for set in instance.all() {
                watch.tick(2 * instance.size())?;
                if weight(instance, &weights, set) < unit {
                    instance.set(set).iter().for_each(|&card| slope[card as usize] -= 1);
                }
            }
            let norm: i64 = slope.iter().map(|slope| slope * slope).sum();
            // The length of a step that would lower a linear function by a fraction of the bound.
            let share = self.total / (8 + 2 * step);
            let length = share / norm.max(1);
            for (card, weight) in weights.iter_mut().enumerate() {
                *weight = (*weight - length * slope[card]).clamp(0, unit);
            }
            let repaired = repaired(instance, weights.clone(), watch)?;
            if repaired.total < self.total {
                self = repaired;
                if self.bound(instance) <= goal {
                    break;
                }
            }
        }
        Ok(self)
    }
}

/// The weight of a set.
fn weight(instance: &Instance, weights: &[i64], set: u32) -> i64 {
    instance.set(set).iter().map(|&card| weights[card as usize]).sum()
}

/// Raises weights until every set is heavy enough, then lowers them as far as possible.
fn repaired(
    instance: &Instance,
    mut weights: Vec<i64>,
    watch: &mut Watch,
) -> Result<Weights, Stop> {
    let unit = unit(instance.size());
    for set in instance.all() {
        watch.tick(2 * instance.size())?;
        let lacks = unit - weight(instance, &weights, set);
        if lacks > 0 {
            let in_most = instance.set(set).iter().max_by_key(|&&card| instance.with(card).len());
            weights[*in_most.expect("a set has cards") as usize] += lacks;
        }
    }
    for card in 0..instance.cards() as u32 {
        let sets = instance.with(card);
        watch.tick(2 * instance.size() * sets.len())?;
        let spare = sets.iter().map(|&set| weight(instance, &weights, set) - unit).min();
        let spare = spare.unwrap_or(i64::MAX).min(weights[card as usize]);
        weights[card as usize] -= spare;
    }
    Ok(Weights::new(weights))
}

#[cfg(test)]
mod tests {
    use super::super::tests::dealt;
    use super::*;
    use crate::solver::Limit;

    #[test]
    fn sums_of_no_card_of_one_and_of_two_are_known() {
        for (v, p) in [(3, 3), (5, 2), (4, 2), (6, 2)] {
            let (board, _) = dealt(v, p, 8, 3);
            let deck = board.deck();
            let limit = Limit::none();
            let sums = Sums::new(deck, board.cards().iter().copied(), &mut limit.watch()).unwrap();
            let m = if v % 2 == 1 { v } else { v / 2 };
            let sum = |cards: &[Card]| {
                let of = |i| cards.iter().map(|&card| deck.value(card, i)).sum::<usize>() % m;
                deck.card_of(&(0..p).map(of).collect::<Vec<_>>()).unwrap()
            };
            let cards = board.cards();
            for goal in deck.cards().filter(|&card| deck.values_of(card).all(|value| value < m)) {
                assert_eq!(sums.can_be(goal, 0), sum(&[]) == goal);
                assert_eq!(sums.can_be(goal, 1), cards.iter().any(|&card| sum(&[card]) == goal));
                let pair =
                    |(i, &a): (usize, &Card)| cards[..i].iter().any(|&b| sum(&[a, b]) == goal);
                let is_pair = cards.iter().enumerate().any(pair);
                // With half as many residues two cards can be alike, or one can be used twice.
                assert!(sums.can_be(goal, 2) >= is_pair);
                assert!(v % 2 == 0 || sums.can_be(goal, 2) == is_pair);
            }
        }
    }
}
