//! Pairs with bit logic and a special lookup: of the whole board, or within its halves.
//!
//! [`PairsBits`] is the method of the recipe and of Overney and Sieving: for each of the `n(n−1)/2` pairs compute
//! the third card and look up its position. A set is listed at the pair of its first two cards.
//!
//! Differences from the sources: bit logic and a special lookup replace tuples and a hash table
//! (see `lookup`), and the lookup is kept through the updates. A set is sought at its last card, so
//! each card is tried once with the cards before it and never again: in a game of adds and removes
//! a card costs n steps in total, for any number of searches.
//!
//! [`Halves`]: two of the three cards of a set are in the same half of the board. Chaudhuri et al. split the
//! cards into two halves and try only the pairs within each half, with the third card anywhere; Overney and
//! Sieving run it as their optimum pair checking. This takes `n²/4` of the `n²/2` pairs. No choice of pairs by
//! position alone takes fewer, because the pairs left out must not form a triangle (Mantel's theorem).
//! Differences from the source: a set within one half has three pairs there, of which only one may list it. In
//! the first half that is the pair of its first two cards, in the second that of its last two. So the third card
//! must lie after a pair of the first half, and before a pair of the second, which is also right for sets across
//! the halves.

use std::iter::once;
use std::ops::ControlFlow;

use super::{Lookup, PairRow};
use crate::board::BoardError;
use crate::solver::{Algorithm, Found, Layout, Limit, Stop, Visit};
use crate::{Card, Deck};

/// Looks up the third card of two by its bits.
#[derive(Clone, Debug)]
pub(in crate::solver) struct PairsBits(Lookup);

impl PairsBits {
    pub(in crate::solver) fn new(deck: Deck) -> Self {
        Self(Lookup::new(deck))
    }

    /// A row for each second card of a set: the first card before it, the third after it.
    fn rows(n: usize) -> impl Iterator<Item = PairRow> {
        (1..n.saturating_sub(1)).map(move |j| PairRow { card: j, others: 0..j, thirds: j + 1..n })
    }
}

impl Algorithm for PairsBits {
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        let mut watch = limit.watch();
        for k in layout.settled()..layout.len() {
            let row = PairRow { card: k, others: 0..k, thirds: 0..k };
            let mut found = None;
            let _ = self.0.visit(layout.cards(), &mut watch, once(row), |_, i, j| {
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
        self.0.visit(cards, &mut limit.watch(), Self::rows(cards.len()), set).map(|_| ())
    }

    fn for_each_in_order(
        &mut self,
        layout: &mut Layout,
        limit: &Limit,
        visit: Visit,
    ) -> Option<Result<(), Stop>> {
        // A row for each first card. Each of its sets occurs twice, once with j and k in order.
        let (cards, n) = (layout.cards(), layout.len());
        let rows = (0..n).map(|i| PairRow { card: i, others: i + 1..n, thirds: i + 1..n });
        let set = |i, j, k| if j < k { visit(&[i, j, k]) } else { ControlFlow::Continue(()) };
        Some(self.0.visit(cards, &mut limit.watch(), rows, set).map(|_| ()))
    }

    fn count(&mut self, layout: &mut Layout, limit: &Limit) -> Result<u128, Stop> {
        let cards = layout.cards();
        self.0.count(cards, &mut limit.watch(), Self::rows(cards.len()))
    }

    fn remove(&mut self, layout: &mut Layout, cards: &[Card]) -> Result<(), BoardError> {
        self.0.remove(layout, cards)
    }
}

/// Tries the pairs within each half of the board.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Halves(Lookup);

impl Halves {
    pub(in crate::solver) fn new(deck: Deck) -> Self {
        Self(Lookup::new(deck))
    }

    /// A row for each second card of a set whose first two cards are in the first half of n.
    fn first_half(n: usize) -> impl Iterator<Item = PairRow> {
        (1..n / 2).map(move |j| PairRow { card: j, others: 0..j, thirds: j + 1..n })
    }

    /// A row for each second card of a set whose last two cards are in the second half of n.
    fn second_half(n: usize) -> impl Iterator<Item = PairRow> {
        (n / 2..n).map(move |j| PairRow { card: j, others: j + 1..n, thirds: 0..j })
    }
}

impl Algorithm for Halves {
    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        let (mut watch, cards) = (limit.watch(), layout.cards());
        let set = |j, i, k| visit(&[i, j, k]);
        let rows = Self::first_half(cards.len());
        if self.0.visit(cards, &mut watch, rows, set)?.is_break() {
            return Ok(());
        }
        let set = |j, k, i| visit(&[i, j, k]);
        self.0.visit(cards, &mut watch, Self::second_half(cards.len()), set).map(|_| ())
    }

    fn count(&mut self, layout: &mut Layout, limit: &Limit) -> Result<u128, Stop> {
        let (mut watch, cards) = (limit.watch(), layout.cards());
        let first = self.0.count(cards, &mut watch, Self::first_half(cards.len()))?;
        Ok(first + self.0.count(cards, &mut watch, Self::second_half(cards.len()))?)
    }

    fn remove(&mut self, layout: &mut Layout, cards: &[Card]) -> Result<(), BoardError> {
        self.0.remove(layout, cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pairs_are_those_inside_the_halves() {
        for n in 0..12 {
            let rows = Halves::first_half(n).chain(Halves::second_half(n));
            let pairs: usize = rows.map(|row| row.others.len()).sum();
            let inside = |half: usize| half * half.saturating_sub(1) / 2;
            assert_eq!(pairs, inside(n / 2) + inside(n - n / 2));
        }
    }
}
