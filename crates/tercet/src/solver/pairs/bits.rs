//! Pairs with bit logic and a special lookup.
//!
//! The method of the recipe and of Overney and Sieving: for each of the `n(n−1)/2` pairs compute
//! the third card and look up its position. A set is listed at the pair of its first two cards.
//!
//! Differences from the sources: bit logic and a special lookup replace tuples and a hash table
//! (see `lookup`), and the lookup is kept through the updates. A set is sought at its last card, so
//! each card is tried once with the cards before it and never again: in a game of adds and removes
//! a card costs n steps in total, for any number of searches.

use std::iter::once;
use std::ops::ControlFlow;

use super::{Lookup, Row};
use crate::board::BoardError;
use crate::solver::{Algorithm, Found, Layout, Limit, Stop, Visit};
use crate::{Card, Deck};

/// Looks up the third card of two by its bits.
#[derive(Clone, Debug)]
pub(in crate::solver) struct PairsBits {
    lookup: Lookup,
}

impl PairsBits {
    pub(in crate::solver) fn new(deck: Deck) -> Self {
        Self { lookup: Lookup::new(deck) }
    }

    /// A row for each second card of a set: the first card before it, the third after it.
    fn rows(n: usize) -> impl Iterator<Item = Row> {
        (1..n.saturating_sub(1)).map(move |j| Row { card: j, others: 0..j, thirds: j + 1..n })
    }
}

impl Algorithm for PairsBits {
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        let mut watch = limit.watch();
        for k in layout.settled()..layout.len() {
            let row = Row { card: k, others: 0..k, thirds: 0..k };
            let mut found = None;
            let _ = self.lookup.visit(layout.cards(), &mut watch, once(row), |_, i, j| {
                found = Some(Found::new([i, j, k]));
                ControlFlow::Break(())
            })?;
            if found.is_some() {
                return Ok(found);
            }
            layout.settle(k + 1);
        }
        Ok(None)
    }

    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        let (cards, set) = (layout.cards(), |j, i, k| visit(&[i, j, k]));
        self.lookup.visit(cards, &mut limit.watch(), Self::rows(cards.len()), set).map(|_| ())
    }

    fn for_each_in_order(
        &mut self,
        layout: &mut Layout,
        limit: &Limit,
        visit: Visit,
    ) -> Option<Result<(), Stop>> {
        // A row for each first card. Each of its sets occurs twice, once with j and k in order.
        let (cards, n) = (layout.cards(), layout.len());
        let rows = (0..n).map(|i| Row { card: i, others: i + 1..n, thirds: i + 1..n });
        let set = |i, j, k| if j < k { visit(&[i, j, k]) } else { ControlFlow::Continue(()) };
        Some(self.lookup.visit(cards, &mut limit.watch(), rows, set).map(|_| ()))
    }

    fn count(&mut self, layout: &mut Layout, limit: &Limit) -> Result<u128, Stop> {
        let cards = layout.cards();
        self.lookup.count(cards, &mut limit.watch(), Self::rows(cards.len()))
    }

    fn remove(&mut self, layout: &mut Layout, cards: &[Card]) -> Result<(), BoardError> {
        self.lookup.remove(layout, cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::solver::{OnBoard, Solver, Update};

    #[test]
    fn what_was_tried_is_not_tried_again() {
        let deck = Deck::CLASSIC;
        let card = |values: [usize; 4]| deck.card_of(&values).unwrap();
        let mut pairs = OnBoard::new(&Board::empty(deck), PairsBits::new(deck));
        pairs.add(&[card([0, 0, 0, 0]), card([1, 1, 1, 1]), card([0, 1, 2, 0])]).unwrap();
        assert_eq!(pairs.find(&Limit::none()), Ok(None));
        assert_eq!(pairs.layout.settled(), 3);
        pairs.add(&[card([0, 1, 0, 2]), card([2, 2, 2, 2])]).unwrap();
        assert_eq!(pairs.find(&Limit::none()), Ok(Some(Found::new([0, 1, 4]))));
        assert_eq!(pairs.layout.settled(), 4);
    }
}
