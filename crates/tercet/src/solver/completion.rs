//! Completion: v−1 cards determine the last one.
//!
//! For three values, two cards determine the third, so a lookup replaces trying every third card.
//! Overney and Sieving (Part 3) generalise this to any v: v−1 cards of a set determine the last
//! one, which takes `Θ(n^(v−1)·p)` steps. In a property in which the cards agree, the last card has
//! their value; in a property in which they differ, it has the missing value. The missing value is
//! the ⊕ of `0 ⊕ 1 ⊕ … ⊕ (v−1)` and all values present; on a packed card this is computed for all
//! properties at once.
//!
//! Differences from the source: the card that is last in the layout is chosen first and the others
//! are added in layout order, so each set is visited once, and a card that cannot be in a set with
//! those already chosen is skipped. (The first two cards determine in which properties the cards of
//! the set agree; every other pair must agree in the same ones.) This pruning is new. It cuts most
//! of the tree, but the number of pairs still grows as n², and that of triples as n³ on boards that
//! hold most of the deck.
//!
//! With v = 2 one card does not determine the other, and with v = 1 there is no other card: every v
//! cards are a set, and they are listed directly.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::algorithm::count_each;
use super::brute::Brute;
use super::{Algorithm, Found, Layout, Limit, Stop, Visit, Watch};
use crate::board::CardHash;
use crate::{Card, Deck};

/// Chooses v−1 cards and looks up the last one.
#[derive(Clone, Debug)]
pub(super) struct Completion;

impl Algorithm for Completion {
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        if layout.deck().values() <= 2 {
            return Brute::new(|_, _| true).find(layout, limit);
        }
        let mut search = Choices::new(layout, limit)?;
        let mut settled = layout.settled();
        let mut found = None;
        let mut end = Ok(ControlFlow::Continue(()));
        while settled < layout.len() {
            end = search.sets_ending_in(settled, &mut |set| {
                found = Some(Found::new(set));
                ControlFlow::Break(())
            });
            if end != Ok(ControlFlow::Continue(())) {
                break;
            }
            settled += 1;
        }
        layout.settle(settled);
        end.map(|_| found)
    }

    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        if layout.deck().values() <= 2 {
            return Brute::new(|_, _| true).for_each(layout, limit, visit);
        }
        let mut search = Choices::new(layout, limit)?;
        for last in 0..layout.len() {
            if search.sets_ending_in(last, visit)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn count(&mut self, layout: &mut Layout, limit: &Limit) -> Result<u128, Stop> {
        let n = layout.len() as u128;
        match layout.deck().values() {
            1 => Ok(n),
            2 => Ok(n * n.saturating_sub(1) / 2),
            _ => count_each(self, layout, limit),
        }
    }
}

/// The tree of chosen cards that can still become a set.
struct Choices<'a> {
    cards: &'a [Card],
    positions: HashMap<Card, usize, CardHash>,
    watch: Watch<'a>,
    values: usize,
    fields: Fields,
    /// The positions of the chosen cards: the last one in the layout, then the others in ascending
    /// order.
    chosen: Vec<usize>,
}

impl<'a> Choices<'a> {
    fn new(layout: &'a Layout, limit: &'a Limit) -> Result<Self, Stop> {
        let (deck, cards, mut watch) = (layout.deck(), layout.cards(), limit.watch());
        let mut positions = HashMap::with_capacity_and_hasher(cards.len(), CardHash::default());
        for (position, &card) in cards.iter().enumerate() {
            watch.tick(1)?;
            positions.insert(card, position);
        }
        let (values, fields) = (deck.values(), Fields::new(deck));
        Ok(Self { cards, positions, watch, values, fields, chosen: Vec::with_capacity(values) })
    }

    /// Visits the sets whose last card in the layout is this one.
    fn sets_ending_in(&mut self, last: usize, visit: Visit) -> Result<ControlFlow<()>, Stop> {
        let behind = self.values - 2;
        for position in 0..last.saturating_sub(behind) {
            self.watch.tick(1)?;
            let (a, b) = (self.cards[last], self.cards[position]);
            self.chosen.clear();
            self.chosen.extend([last, position]);
            let sum = a.to_bits() ^ b.to_bits();
            if self.extend(self.fields.difference(a, b), sum, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Adds cards to those chosen, which differ pairwise in the fields of `different`, agree in the
    /// others, and whose ⊕ is `sum`.
    fn extend(
        &mut self,
        different: u128,
        sum: u128,
        visit: Visit,
    ) -> Result<ControlFlow<()>, Stop> {
        let last = self.chosen[0];
        let next = self.chosen[self.chosen.len() - 1] + 1;
        if self.chosen.len() == self.values - 1 {
            let missing = self.fields.missing(different, self.cards[last], sum);
            return Ok(match self.positions.get(&missing) {
                Some(&position) if (next..last).contains(&position) => {
                    let mut set = self.chosen[1..].to_vec();
                    set.extend([position, last]);
                    visit(&set)
                }
                _ => ControlFlow::Continue(()),
            });
        }
        // The number of cards of the set between this one and the last.
        let behind = self.values - self.chosen.len() - 1;
        for position in next..last.saturating_sub(behind) {
            self.watch.tick(1)?;
            let card = self.cards[position];
            let fits =
                |&chosen: &usize| self.fields.difference(self.cards[chosen], card) == different;
            if self.chosen.iter().all(fits) {
                self.chosen.push(position);
                let end = self.extend(different, sum ^ card.to_bits(), visit)?;
                self.chosen.pop();
                if end.is_break() {
                    return Ok(end);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The layout of the properties of a deck in a card.
///
/// Overney and Sieving (Part 3): v−1 cards of a set determine the last one. In a property in which
/// the cards agree, it has their value; in a property in which they differ, it has the missing
/// value, which is the ⊕ of `0 ⊕ 1 ⊕ … ⊕ (v−1)` and all values present.
#[derive(Clone, Copy, Debug, Default)]
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
