//! Brute force: every choice of v cards, by the definition.
//!
//! This is the first method of all sources (generate and test). For every choice of v cards of the
//! board, in layout order, it tests property by property whether they are all the same or all
//! different. This takes `C(n,v)` tests of up to `v·p` steps. It shares no technique with the other
//! methods, which are tested against it.
//!
//! To find one set, choices are ordered by their last card: the sets that end in the k-th card are
//! sought before those that end in the next. So cards already known to hold no set are not tried
//! again among themselves, and a search that was stopped keeps what it has proved.

use std::ops::ControlFlow;

use super::{
    Count, Effort, Enumerate, Found, KeepsLayout, Layout, Limit, New, Report, Solver, Stop,
    count_each,
};
use crate::board::Board;
use crate::card::Card;
use crate::deck::Deck;
use crate::set::is_set;

/// Tries every choice of v cards by the definition.
#[derive(Clone, Debug)]
pub(super) struct Brute {
    layout: Layout,
    tried: u64,
}

impl New for Brute {
    fn new(board: &Board) -> Self {
        Self { layout: Layout::new(board), tried: 0 }
    }
}

impl KeepsLayout for Brute {
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

impl Solver for Brute {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        find_by_trial(&mut self.layout, &mut self.tried, limit, is_set)
    }
}

impl Enumerate for Brute {
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        for_each_by_trial(&self.layout, &mut self.tried, limit, is_set, visit)
    }
}

impl Count for Brute {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        count_each(self, limit)
    }
}

/// Finds v cards that pass a test: those with the earliest last card, and the first among these.
/// Counts the choices.
pub(super) fn find_by_trial(
    layout: &mut Layout,
    tried: &mut u64,
    limit: &Limit,
    passes: impl Fn(Deck, &[Card]) -> bool,
) -> Result<Option<Found>, Stop> {
    let deck = layout.deck();
    let mut watch = limit.watch();
    let mut cards = Vec::with_capacity(deck.values());
    for last in layout.settled()..layout.len() {
        let end = each_subset(last, deck.values() - 1, &mut |others| {
            if let Err(stop) = watch.tick(1) {
                return ControlFlow::Break(Err(stop));
            }
            *tried += 1;
            cards.clear();
            cards.extend(others.iter().chain([&last]).map(|&position| layout.cards()[position]));
            if !passes(deck, &cards) {
                return ControlFlow::Continue(());
            }
            ControlFlow::Break(Ok(Some(Found::new([others, &[last]].concat()))))
        });
        if let ControlFlow::Break(found) = end {
            return found;
        }
        layout.settle(last + 1);
    }
    Ok(None)
}

/// Visits every choice of v cards that passes a test, in layout order. Counts the choices.
pub(super) fn for_each_by_trial(
    layout: &Layout,
    tried: &mut u64,
    limit: &Limit,
    passes: impl Fn(Deck, &[Card]) -> bool,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let deck = layout.deck();
    let mut watch = limit.watch();
    let mut cards = Vec::with_capacity(deck.values());
    let end = each_subset(layout.len(), deck.values(), &mut |positions| {
        if let Err(stop) = watch.tick(1) {
            return ControlFlow::Break(Err(stop));
        }
        *tried += 1;
        cards.clear();
        cards.extend(positions.iter().map(|&position| layout.cards()[position]));
        if passes(deck, &cards) && visit(positions).is_break() {
            return ControlFlow::Break(Ok(()));
        }
        ControlFlow::Continue(())
    });
    end.break_value().unwrap_or(Ok(()))
}

/// Visits every subset of `size` numbers below `n`, ascending and in lexicographic order.
fn each_subset<B>(
    n: usize,
    size: usize,
    visit: &mut impl FnMut(&[usize]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if size > n {
        return ControlFlow::Continue(());
    }
    let mut subset: Vec<usize> = (0..size).collect();
    loop {
        visit(&subset)?;
        // The last number that can grow; those after it follow consecutively.
        let Some(i) = (0..size).rev().find(|&i| subset[i] < n - size + i) else {
            return ControlFlow::Continue(());
        };
        subset[i] += 1;
        for j in i + 1..size {
            subset[j] = subset[j - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        let _ = each_subset::<()>(n, size, &mut |subset| {
            all.push(subset.to_vec());
            ControlFlow::Continue(())
        });
        all
    }

    #[test]
    fn subsets_come_in_order_and_once() {
        assert_eq!(subsets(4, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(subsets(3, 3), [[0, 1, 2]]);
        assert_eq!(subsets(3, 0), [[0; 0]]);
        assert!(subsets(2, 3).is_empty());
        let many = subsets(12, 5);
        assert_eq!(many.len(), 792);
        assert!(many.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_set_with_the_earliest_last_card_is_found() {
        let deck = Deck::new(3, 2).unwrap();
        let cards = [[0, 0], [2, 2], [0, 1], [1, 1], [0, 2]].map(|card| deck.card(&card).unwrap());
        let mut brute = Brute::new(&Board::empty(deck));
        brute.layout.add(&cards).unwrap();
        assert_eq!(brute.find(&Limit::none()), Ok(Some(Found::new([0, 1, 3]))));
        assert_eq!(brute.layout.settled(), 3);
        brute.layout.remove(&[cards[3]]).unwrap();
        assert_eq!(brute.find(&Limit::none()), Ok(Some(Found::new([0, 2, 3]))));
    }
}
