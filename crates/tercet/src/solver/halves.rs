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

use std::ops::ControlFlow;

use super::pairs::{Lookup, Row};
use super::{Count, Enumerate, Found, Limit, New, Solver, Stop, Update, find_by_visit};
use crate::board::{Board, BoardError};
use crate::card::Card;

/// Tries the pairs within each half of the board.
#[derive(Clone, Debug)]
pub(super) struct Halves {
    lookup: Lookup,
}

impl New for Halves {
    fn new(board: &Board) -> Self {
        Self { lookup: Lookup::new(board) }
    }
}

impl Update for Halves {
    fn board(&self) -> &Board {
        self.lookup.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.lookup.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.lookup.remove(cards)
    }
}

impl Halves {
    /// A row for each second card of a set whose first two cards are in the first half.
    fn first_half(&self) -> impl Iterator<Item = Row> + use<> {
        let n = self.lookup.len();
        (1..n / 2).map(move |j| Row { card: j, others: 0..j, thirds: j + 1..n })
    }

    /// A row for each second card of a set whose last two cards are in the second half.
    fn second_half(&self) -> impl Iterator<Item = Row> + use<> {
        let n = self.lookup.len();
        (n / 2..n).map(move |j| Row { card: j, others: j + 1..n, thirds: 0..j })
    }
}

impl Solver for Halves {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let n = self.lookup.len();
        if self.lookup.settled() == n {
            return Ok(None);
        }
        let found = find_by_visit(self, limit)?;
        if found.is_none() {
            self.lookup.settle(n);
        }
        Ok(found)
    }
}

impl Enumerate for Halves {
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let mut watch = limit.watch();
        let set = |j, i, k| visit(&[i, j, k]);
        if self.lookup.visit(&mut watch, self.first_half(), set)?.is_break() {
            return Ok(());
        }
        let set = |j, k, i| visit(&[i, j, k]);
        self.lookup.visit(&mut watch, self.second_half(), set).map(|_| ())
    }
}

impl Count for Halves {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        let mut watch = limit.watch();
        let first = self.lookup.count(&mut watch, self.first_half())?;
        Ok(first + self.lookup.count(&mut watch, self.second_half())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn the_pairs_are_those_inside_the_halves() {
        for n in 0..12 {
            let mut halves = Halves::new(&Board::empty(Deck::CLASSIC));
            halves.add(&Deck::CLASSIC.cards().take(n).collect::<Vec<_>>()).unwrap();
            let rows = halves.first_half().chain(halves.second_half());
            let pairs: usize = rows.map(|row| row.others.len()).sum();
            let inside = |half: usize| half * half.saturating_sub(1) / 2;
            assert_eq!(pairs, inside(n / 2) + inside(n - n / 2));
        }
    }
}
