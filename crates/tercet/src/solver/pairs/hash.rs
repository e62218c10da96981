//! Pairs with tuples and a hash table: the recipe's `findsets_fast` as published.
//!
//! The values of the third card are computed property by property, and their tuple is looked up in
//! a hash table that maps each card of the board to its position. This takes `n(n−1)/2` lookups of
//! p steps. A set is listed at the pair of its first two cards. Between questions, only the
//! knowledge which cards hold no set is kept; [`PairsBits`](super::PairsBits) is the fast form of
//! this method.

use std::collections::HashMap;

use crate::solver::{Algorithm, Found, Layout, Limit, Stop, Visit, Watch};

/// Looks up the third card of two by its values.
#[derive(Clone, Debug)]
pub(in crate::solver) struct PairsHash;

/// The values of a card, property by property.
pub(super) type Values = [u8];

impl Algorithm for PairsHash {
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        let (mut watch, mut values) = (limit.watch(), Vec::new());
        let tuples = Tuples::new(layout, &mut watch)?;
        let positions = tuples.positions(&mut watch)?;
        // A set is sought at its last card, so what is known of the cards before it is kept.
        for k in layout.settled()..layout.len() {
            for i in 0..k {
                watch.tick(1)?;
                third(tuples.of(i), tuples.of(k), &mut values);
                if let Some(&j) = positions.get(&values[..])
                    && j < k
                {
                    return Ok(Some(Found::new([i, j, k])));
                }
            }
            layout.settle(k + 1);
        }
        Ok(None)
    }

    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        let (mut watch, mut values) = (limit.watch(), Vec::new());
        let tuples = Tuples::new(layout, &mut watch)?;
        let positions = tuples.positions(&mut watch)?;
        for i in 0..layout.len() {
            for j in i + 1..layout.len() {
                watch.tick(1)?;
                third(tuples.of(i), tuples.of(j), &mut values);
                if let Some(&k) = positions.get(&values[..])
                    && k > j
                    && visit(&[i, j, k]).is_break()
                {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// The values of each card, in layout order.
pub(super) struct Tuples {
    properties: usize,
    values: Vec<u8>,
}

impl Tuples {
    pub(super) fn new(layout: &Layout, watch: &mut Watch) -> Result<Self, Stop> {
        let (deck, properties) = (layout.deck(), layout.deck().properties());
        let mut values = Vec::with_capacity(layout.len() * properties);
        for &card in layout.cards() {
            watch.tick(properties)?;
            values.extend(deck.values_of(card).map(|value| value as u8));
        }
        Ok(Self { properties, values })
    }

    pub(super) fn of(&self, position: usize) -> &Values {
        &self.values[position * self.properties..][..self.properties]
    }

    pub(super) fn positions(&self, watch: &mut Watch) -> Result<HashMap<&Values, usize>, Stop> {
        let mut positions = HashMap::with_capacity(self.values.len() / self.properties);
        for (position, values) in self.values.chunks_exact(self.properties).enumerate() {
            watch.tick(self.properties)?;
            positions.insert(values, position);
        }
        Ok(positions)
    }
}

pub(super) fn third(a: &Values, b: &Values, third: &mut Vec<u8>) {
    third.clear();
    third.extend(a.iter().zip(b).map(|(x, y)| (6 - x - y) % 3));
}
