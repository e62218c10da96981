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
//!
//! For three values there is a second test, the "more mathy (and slightly faster) way" (`isset_mod`)
//! of the recipe: three values of a property are all the same or all different exactly if their sum
//! is divisible by three. `0+0+0`, `1+1+1`, `2+2+2` and `0+1+2` are, and no other sum is.

use std::ops::ControlFlow;

use super::{Algorithm, Effort, Found, Layout, Limit, Report, Stop, Visit, Watch};
use crate::{Card, Deck};

/// Tries every choice of v cards by a test.
#[derive(Clone, Debug)]
pub(super) struct Brute<T> {
    passes: T,
    tried: u64,
}

impl<T: Fn(Deck, &[Card]) -> bool + Send> Brute<T> {
    /// `passes` is a test for v cards, such as [`is_set`](crate::set::is_set).
    pub(super) const fn new(passes: T) -> Self {
        Self { passes, tried: 0 }
    }

    /// Visits the choices that pass the test: of cards before `end`, and these last ones.
    fn each_passing(
        &mut self,
        layout: &Layout,
        end: usize,
        last: &[usize],
        watch: &mut Watch,
        visit: Visit,
    ) -> Result<ControlFlow<()>, Stop> {
        let deck = layout.deck();
        let (mut cards, mut set) = (Vec::with_capacity(deck.values()), Vec::new());
        each_subset(end, deck.values() - last.len(), &mut |positions| {
            watch.tick(1)?;
            self.tried += 1;
            cards.clear();
            cards.extend(positions.iter().chain(last).map(|&position| layout[position]));
            if !(self.passes)(deck, &cards) {
                return Ok(ControlFlow::Continue(()));
            }
            set.clear();
            set.extend(positions.iter().chain(last));
            Ok(visit(&set))
        })
    }
}

impl<T: Fn(Deck, &[Card]) -> bool + Send> Algorithm for Brute<T> {
    /// Those with the earliest last card, and the first among these.
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        let (mut watch, mut found) = (limit.watch(), None);
        for last in layout.settled()..layout.len() {
            let mut visit = |set: &[usize]| {
                found = Some(Found::new(set));
                ControlFlow::Break(())
            };
            if self.each_passing(layout, last, &[last], &mut watch, &mut visit)?.is_break() {
                break;
            }
            layout.settle(last + 1);
        }
        Ok(found)
    }

    /// In layout order.
    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        self.each_passing(layout, layout.len(), &[], &mut limit.watch(), visit).map(|_| ())
    }

    fn report(&self) -> Report {
        Effort { count: self.tried, unit: "candidates" }.into()
    }
}

/// Whether the values of three cards sum to 0 modulo 3 in every property.
pub(super) fn sums_to_zero(deck: Deck, cards: &[Card]) -> bool {
    (0..deck.properties()).all(|property| {
        cards.iter().map(|&card| deck.value(card, property)).sum::<usize>() % 3 == 0
    })
}

/// Visits every subset of `size` numbers below `n`, ascending and in lexicographic order.
fn each_subset(
    n: usize,
    size: usize,
    visit: &mut impl FnMut(&[usize]) -> Result<ControlFlow<()>, Stop>,
) -> Result<ControlFlow<()>, Stop> {
    if size > n {
        return Ok(ControlFlow::Continue(()));
    }
    let mut subset: Vec<usize> = (0..size).collect();
    loop {
        let end = visit(&subset)?;
        // The last number that can grow; those after it follow consecutively.
        let next = (0..size).rev().find(|&i| subset[i] < n - size + i);
        let (Some(i), ControlFlow::Continue(())) = (next, end) else { return Ok(end) };
        subset[i] += 1;
        for j in i + 1..size {
            subset[j] = subset[j - 1] + 1;
        }
    }
}
