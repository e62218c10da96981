//! Brute force for three values, by sums.
//!
//! Three values of a property are all the same or all different exactly if their sum is divisible
//! by three: `0+0+0`, `1+1+1`, `2+2+2` and `0+1+2` are, and no other sum is. This is the "more
//! mathy (and slightly faster) way" (`isset_mod`) of the recipe, tried on every three cards:
//! `C(n,3)` tests of up to p steps. In all other respects it is brute force.

use std::ops::ControlFlow;

use super::brute::{find_by_trial, for_each_by_trial};
use super::{
    Count, Effort, Enumerate, Found, KeepsLayout, Layout, Limit, New, Report, Solver, Stop,
    count_each,
};
use crate::board::Board;
use crate::card::Card;
use crate::deck::Deck;

/// Tries every choice of three cards by their sums modulo 3.
#[derive(Clone, Debug)]
pub(super) struct BruteMod3 {
    layout: Layout,
    tried: u64,
}

impl New for BruteMod3 {
    fn new(board: &Board) -> Self {
        Self { layout: Layout::new(board), tried: 0 }
    }
}

impl KeepsLayout for BruteMod3 {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn layout_mut(&mut self) -> &mut Layout {
        &mut self.layout
    }

    fn report(&self) -> Report {
        Effort { count: self.tried, unit: "candidates" }.into()
    }
}

impl Solver for BruteMod3 {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        find_by_trial(&mut self.layout, &mut self.tried, limit, sums_to_zero)
    }
}

impl Enumerate for BruteMod3 {
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        for_each_by_trial(&self.layout, &mut self.tried, limit, sums_to_zero, visit)
    }
}

impl Count for BruteMod3 {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        count_each(self, limit)
    }
}

/// Whether the values sum to 0 modulo 3 in every property.
fn sums_to_zero(deck: Deck, cards: &[Card]) -> bool {
    (0..deck.properties()).all(|property| {
        cards.iter().map(|&card| deck.value(card, property)).sum::<usize>() % 3 == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::is_set;

    #[test]
    fn the_sum_is_as_good_as_the_definition() {
        let deck = Deck::new(3, 2).unwrap();
        let all: Vec<Card> = deck.cards().collect();
        for (i, &a) in all.iter().enumerate() {
            for (j, &b) in all[..i].iter().enumerate() {
                for &c in &all[..j] {
                    assert_eq!(sums_to_zero(deck, &[a, b, c]), is_set(deck, &[a, b, c]));
                }
            }
        }
    }
}
