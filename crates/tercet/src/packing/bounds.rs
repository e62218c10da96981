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
use crate::{Board, Card, Deck};

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

// The kinds of the sets of a packing.
//
// In a property, the values of a set differ, or all are the same value a: these are its v + 1 *kinds*.
// Let D of the sets of a packing differ, and `S_a` have the value a. Of the `n_a` cards with the value a, D
// are in sets that differ, and `v·S_a` in sets of this kind. Hence `S_a ≤ ⌊(n_a − D)/v⌋`, and
// `D + Σ S_a` is the number of sets. These *capacities* of the kinds reach a number of sets near n/v for
// few D, and often for none. Then no packing has that number of sets.
//
// For v ≤ 3 this says the same as the sum of the uncovered cards (above). For larger v it says
// much more: it decides how many cards of each value are uncovered, and the sum only the sum of
// these values.

/// The rows of the linear program of a packing: first one for each card, which at most one set contains,
/// then one for each kind in each property, of which there are at most as many sets as its capacity.
pub(super) struct Rows<'a> {
    size: usize,
    /// The positions of the cards on the board.
    cards: &'a [u32],
    /// The rows of all sets, one set after the other.
    of: Vec<u32>,
    /// How many rows a set is in.
    width: usize,
    /// For each property, the number of cards with each value.
    counts: Vec<Vec<usize>>,
}

impl<'a> Rows<'a> {
    /// The rows for the sets of some cards of a board.
    pub(super) fn new(board: &Board, cards: &'a [u32], instance: &Instance) -> Self {
        let (v, p) = (board.deck().values(), board.deck().properties());
        let value = |card: u32, property| {
            board.deck().value(board[cards[card as usize] as usize], property)
        };
        let mut of = Vec::with_capacity(instance.len() * (v + p));
        for set in instance.all() {
            let set = instance.set(set);
            of.extend(set);
            of.extend((0..p).map(|property| {
                let first = value(set[0], property);
                let kind = if first == value(set[1], property) { 1 + first } else { 0 };
                (cards.len() + property * (v + 1) + kind) as u32
            }));
        }
        let mut counts = vec![vec![0; v]; p];
        for (property, counts) in counts.iter_mut().enumerate() {
            (0..cards.len() as u32).for_each(|card| counts[value(card, property)] += 1);
        }
        Self { size: v, cards, of, width: v + p, counts }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.cards.len() + self.counts.len() * (self.size + 1)
    }

    /// The position of a card on the board.
    pub(super) fn position(&self, card: usize) -> u32 {
        self.cards[card]
    }

    /// The same weight for all cards.
    pub(super) fn plain(&self) -> Vec<f64> {
        (0..self.len()).map(|row| f64::from(u8::from(row < self.cards.len()))).collect()
    }

    /// The rows of the kinds in a property.
    pub(super) fn kinds(&self, property: usize) -> std::ops::Range<usize> {
        let first = self.cards.len() + property * (self.size + 1);
        first..first + self.size + 1
    }

    /// The rows of a set.
    pub(super) fn set(&self, set: u32) -> &[u32] {
        &self.of[set as usize * self.width..][..self.width]
    }

    /// The rows of all sets.
    pub(super) fn sets(&self) -> impl Iterator<Item = &[u32]> {
        self.of.chunks(self.width)
    }

    /// Whether the capacities of the kinds let a packing have `goal` sets.
    pub(super) fn can_reach(&self, goal: usize) -> bool {
        self.choices(goal).iter().all(|choices| !choices.is_empty())
    }

    /// For each property, the capacities of its kinds in a packing of `goal` sets: one choice for each
    /// number of sets that differ.
    pub(super) fn choices(&self, goal: usize) -> Vec<Vec<Vec<u64>>> {
        let of = |counts: &Vec<usize>| {
            let most = *counts.iter().min().expect("there are values");
            let choice = |differ: usize| -> Vec<u64> {
                let same = counts.iter().map(|cards| (cards - differ) / self.size);
                std::iter::once(differ).chain(same).map(|sets| sets as u64).collect()
            };
            let choices = (0..=most.min(goal)).map(choice);
            choices.filter(|choice| choice.iter().sum::<u64>() >= goal as u64).collect()
        };
        self.counts.iter().map(of).collect()
    }
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
