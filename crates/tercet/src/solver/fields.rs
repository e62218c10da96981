//! The properties of packed cards, all at once.

use crate::card::Card;
use crate::deck::Deck;

/// The layout of the properties of a deck in a card.
///
/// Overney and Sieving (Part 3): v−1 cards of a set determine the last one. In a property in which
/// the cards agree, it has their value; in a property in which they differ, it has the missing
/// value, which is the ⊕ of `0 ⊕ 1 ⊕ … ⊕ (v−1)` and all values present.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    /// The number of bits of a field, and the lowest bit of every field.
    bits: u32,
    low: u128,
    /// The ⊕ of all values of a property, in every field.
    every: u128,
}

impl Fields {
    pub(super) fn new(deck: Deck) -> Self {
        let low = (0..deck.properties()).fold(0, |low, property| low | 1 << deck.shift(property));
        let every = (0..deck.values()).fold(0, |every, value| every ^ value as u128);
        Self { bits: deck.bits(), low, every: low * every }
    }

    /// The lowest bit of every field in which two cards differ.
    #[inline]
    pub(super) fn difference(self, a: Card, b: Card) -> u128 {
        let difference = a.to_bits() ^ b.to_bits();
        (0..self.bits).fold(0, |any, bit| any | difference >> bit) & self.low
    }

    /// The card that completes v−1 cards, which differ pairwise in the fields of `different`, agree
    /// with `one` of them in the others, and whose ⊕ is `sum`.
    #[inline]
    pub(super) fn missing(self, different: u128, one: Card, sum: u128) -> Card {
        let fields = different * ((1 << self.bits) - 1);
        Card::from_bits((one.to_bits() & !fields) | ((self.every ^ sum) & fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_card_is_fixed_by_the_others() {
        let deck = Deck::new(5, 4).unwrap();
        let rows = [[0, 4, 1, 0], [3, 4, 3, 4], [2, 4, 0, 1], [4, 4, 4, 2], [1, 4, 2, 3]];
        let cards = rows.map(|row| deck.card_of(&row).unwrap());
        let fields = Fields::new(deck);
        let sum = cards[..4].iter().fold(0, |sum, card| sum ^ card.to_bits());
        let different = fields.difference(cards[0], cards[1]);
        assert_eq!(fields.missing(different, cards[0], sum), cards[4]);
    }
}
