//! Halves: two of the three cards of a set are in the same half of the board.
//!
//! Chaudhuri et al. split the cards into two halves and try only the pairs within each half, with
//! the third card anywhere; Overney and Sieving run it as their optimum pair checking. This takes
//! `n²/4` of the `n²/2` pairs. No choice of pairs by position alone takes fewer, because the pairs
//! left out must not form a triangle (Mantel's theorem).
//!
//! Differences from the source: a set within one half has three pairs there, of which only one may
//! list it. In the first half that is the pair of its first two cards, in the second that of its
//! last two. So the third card must lie after a pair of the first half, and before a pair of the
//! second, which is also right for sets across the halves. The lookup is that of `pairs-bits`.

use super::pairs::{Lookup, Row};
use super::{Algorithm, Layout, Limit, Stop, Visit};
use crate::board::BoardError;
use crate::{Card, Deck};

/// Tries the pairs within each half of the board.
#[derive(Clone, Debug)]
pub(super) struct Halves {
    lookup: Lookup,
}

impl Halves {
    pub(super) fn new(deck: Deck) -> Self {
        Self { lookup: Lookup::new(deck) }
    }

    /// A row for each second card of a set whose first two cards are in the first half of n.
    fn first_half(n: usize) -> impl Iterator<Item = Row> {
        (1..n / 2).map(move |j| Row { card: j, others: 0..j, thirds: j + 1..n })
    }

    /// A row for each second card of a set whose last two cards are in the second half of n.
    fn second_half(n: usize) -> impl Iterator<Item = Row> {
        (n / 2..n).map(move |j| Row { card: j, others: j + 1..n, thirds: 0..j })
    }
}

impl Algorithm for Halves {
    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        let (mut watch, cards) = (limit.watch(), layout.cards());
        let set = |j, i, k| visit(&[i, j, k]);
        let rows = Self::first_half(cards.len());
        if self.lookup.visit(cards, &mut watch, rows, set)?.is_break() {
            return Ok(());
        }
        let set = |j, k, i| visit(&[i, j, k]);
        self.lookup.visit(cards, &mut watch, Self::second_half(cards.len()), set).map(|_| ())
    }

    fn count(&mut self, layout: &mut Layout, limit: &Limit) -> Result<u128, Stop> {
        let (mut watch, cards) = (limit.watch(), layout.cards());
        let first = self.lookup.count(cards, &mut watch, Self::first_half(cards.len()))?;
        Ok(first + self.lookup.count(cards, &mut watch, Self::second_half(cards.len()))?)
    }

    fn remove(&mut self, layout: &mut Layout, cards: &[Card]) -> Result<(), BoardError> {
        self.lookup.remove(layout, cards)
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
