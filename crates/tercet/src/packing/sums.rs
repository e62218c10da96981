//! What a packing leaves uncovered has a known sum.
//!
//! In a property, the values of a set are v times one value, which is 0 modulo v, or 0 + 1 + … +
//! (v−1) = v(v−1)/2, which is 0 modulo v for odd v and v/2 for even v. So modulo m = v for odd v and
//! m = v/2 for even v a set adds up to 0 in every property, and with it all cards that a packing covers.
//! The cards that it leaves add up to what all cards add up to. That says which single card can be
//! left, or which pairs; from three on nearly all sums occur. For v = 3 it is why a game that
//! empties the deck cannot end with three cards.

use std::collections::HashSet;

use crate::board::CardHash;
use crate::card::Card;
use crate::deck::Deck;
use crate::solver::{Stop, Watch};

/// The sums of some cards modulo m, each as the card with these values.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    deck: Deck,
    modulus: usize,
    /// The remainders of the cards, in their order.
    cards: Vec<Card>,
    /// The same, to look them up.
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

    /// The remainder of a card, given by its number.
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

    /// Whether so many of the cards could have this sum. A yes may be wrong.
    pub(super) fn can_be(&self, sum: Card, cards: usize) -> bool {
        match cards {
            0 => sum == self.deck.nth(0),
            1 => self.present.contains(&sum),
            2 => self.cards.iter().any(|&card| {
                let other = self.minus(sum, card);
                // Where the remainder of a card is the card itself, no two are alike.
                (other != card || self.modulus < self.deck.values())
                    && self.present.contains(&other)
            }),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::instance::dealt;
    use super::*;
    use crate::solver::Limit;

    #[test]
    fn a_set_leaves_the_sum_as_it_is() {
        for (v, p, cards) in [(3, 4, 20), (4, 2, 16), (5, 2, 20), (6, 2, 24), (7, 1, 7)] {
            let (board, instance) = dealt(v, p, cards, 1);
            let limit = Limit::none();
            let cards = board.cards().iter().copied();
            let sums = Sums::new(board.deck(), cards, &mut limit.watch()).unwrap();
            assert!(instance.len() > 0);
            for set in instance.all() {
                let minus = |sum, &card: &u32| sums.minus(sum, sums.of(card));
                assert_eq!(instance.set(set).iter().fold(sums.total, minus), sums.total);
            }
        }
    }

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
                deck.card(&(0..p).map(of).collect::<Vec<_>>()).unwrap()
            };
            let cards = board.cards();
            for goal in deck.cards().filter(|&card| deck.values_of(card).all(|value| value < m)) {
                assert_eq!(sums.can_be(goal, 0), sum(&[]) == goal);
                assert_eq!(sums.can_be(goal, 1), cards.iter().any(|&card| sum(&[card]) == goal));
                let pair =
                    |(i, &a): (usize, &Card)| cards[..i].iter().any(|&b| sum(&[a, b]) == goal);
                let is_pair = cards.iter().enumerate().any(pair);
                // With half of the values two cards can be alike, or one is taken for two.
                assert!(sums.can_be(goal, 2) >= is_pair);
                assert!(v % 2 == 0 || sums.can_be(goal, 2) == is_pair);
            }
        }
    }
}
