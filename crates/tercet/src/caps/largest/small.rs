//! All set-free hands of a deck of at most 32 cards, each a word with one bit a card.
//!
//! Cards are added in ascending order. A card can be added if it completes no set with cards of the
//! hand. A new card forbids the last card of each set that contains it, so the forbidden cards are
//! known at every step, and no hand that holds a set is visited. A branch is cut if the remaining
//! cards cannot make the hand as large as required.

use crate::board::Board;
use crate::caps::masks::{points, size};
use crate::deck::Deck;
use crate::solver::{Limit, Stop, Watch};
use crate::symmetry::sets_through;

pub(super) struct Small {
    deck: Deck,
    /// For each card the sets that contain it, without it.
    sets: Vec<Vec<u32>>,
    /// The cards that are not a set on their own.
    open: u32,
}

impl Small {
    /// A deck of at most 32 cards.
    pub(super) fn new(deck: Deck) -> Self {
        assert!(deck.size() <= 32_u32.into(), "{deck} is too large for a word");
        let words = |sets: Vec<u128>| sets.into_iter().map(|set| set as u32).collect();
        let sets: Vec<Vec<u32>> = sets_through(deck).into_iter().map(words).collect();
        let open =
            sets.iter().rev().fold(0, |open, sets| open << 1 | u32::from(!sets.contains(&0)));
        Self { deck, sets, open }
    }

    /// Calls `visit` for every set-free hand with at least `least` cards.
    pub(super) fn for_each(
        &self,
        least: usize,
        limit: &Limit,
        mut visit: impl FnMut(u32),
    ) -> Result<(), Stop> {
        let visit = &mut |hand| {
            visit(hand);
            least
        };
        self.walk(0, self.open, &mut { least }, &mut limit.watch(), visit)
    }

    /// A largest set-free hand among some cards, if it has at least `least` cards.
    pub(super) fn largest(
        &self,
        among: u32,
        mut least: usize,
        watch: &mut Watch,
    ) -> Result<Option<u32>, Stop> {
        let mut largest = None;
        self.walk(0, self.open & among, &mut least, watch, &mut |hand| {
            largest = Some(hand);
            size(hand) + 1
        })?;
        Ok(largest)
    }

    /// Visits this hand and all hands that extend it by open cards. Each visit returns the number
    /// of cards required from then on.
    fn walk(
        &self,
        hand: u32,
        mut open: u32,
        least: &mut usize,
        watch: &mut Watch,
        visit: &mut impl FnMut(u32) -> usize,
    ) -> Result<(), Stop> {
        watch.tick(8)?;
        let cards = size(hand);
        if cards >= *least {
            *least = visit(hand);
        }
        while open != 0 && cards + size(open) >= *least {
            let card = open.trailing_zeros();
            open &= open - 1;
            let lacking = self.sets[card as usize].iter().map(|set| set & !hand);
            let forbidden = lacking.filter(|lacking| lacking.is_power_of_two());
            let forbidden = forbidden.fold(0, |all, card| all | card);
            self.walk(hand | 1 << card, open & !forbidden, least, watch, visit)?;
        }
        Ok(())
    }

    /// The hand as a board.
    pub(super) fn board(&self, hand: u32) -> Board {
        let cards = points(hand).map(|card| self.deck.nth(card as u128));
        Board::new(self.deck, cards).expect("distinct cards")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(v: usize, p: usize) -> Vec<u64> {
        let mut counts = vec![0; 33];
        let small = Small::new(Deck::new(v, p).unwrap());
        let visit = |hand: u32| counts[hand.count_ones() as usize] += 1;
        small.for_each(0, &Limit::none(), visit).unwrap();
        counts.truncate(counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        counts
    }

    /// The numbers of hands by size, as counted independently.
    #[test]
    fn hands_are_as_many_as_there_are() {
        assert_eq!(counts(1, 3), [1]);
        assert_eq!(counts(2, 5), [1, 32]);
        assert_eq!(counts(3, 2), [1, 9, 36, 72, 54]);
        let space = [1, 27, 351, 2808, 14742, 50544, 107_406, 126_360, 63180, 2106];
        assert_eq!(counts(3, 3), space);
        assert_eq!(counts(4, 2), [1, 16, 120, 560, 1788, 3984, 5968, 5424, 2496, 496]);
    }

    #[test]
    fn the_largest_hands_of_two_properties_are_those_of_the_theorem() {
        for v in 1..=5_usize {
            let small = Small::new(Deck::new(v, 2).unwrap());
            let largest = small.largest(u32::MAX, 0, &mut Limit::none().watch()).unwrap().unwrap();
            assert_eq!(largest.count_ones() as usize, (v - 1).pow(2));
            let proved = super::super::largest(Deck::new(v, 2).unwrap());
            assert!(proved.is_proved());
            assert_eq!(proved.hand.unwrap().len(), (v - 1).pow(2));
        }
    }
}
