//! The sum of the cards that a packing leaves uncovered.
//!
//! In a property the values of a set sum to v times one value, which is 0 modulo v, or to the sum
//! v(v−1)/2 of all values, which is 0 modulo v for odd v and v/2 for even v. Let m be v for odd v
//! and v/2 for even v. Modulo m a set sums to 0 in every property, and so do all cards that a packing
//! covers. Hence the uncovered cards have the same sum as all cards. That determines which single
//! card or which pairs can be left; with three or more cards nearly all sums occur. For v = 3 it is
//! the reason that a game that uses up the deck cannot end with three cards.

use std::collections::HashSet;

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
