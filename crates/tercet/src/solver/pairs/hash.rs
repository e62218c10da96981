//! Pairs with tuples and a hash table.
//!
//! [`PairsHash`] is the recipe's `findsets_fast` as published: the values of the third card are computed
//! property by property, and their tuple is looked up in a hash table that maps each card of the board to
//! its position. This takes `n(n−1)/2` lookups of p steps. A set is listed at the pair of its first two
//! cards. Between questions, only the knowledge which cards hold no set is kept;
//! [`PairsBits`](super::PairsBits) is the fast form of this method.
//!
//! [`HalvesListed`] tries the pairs within each half of the board, as Overney and Sieving built their optimum
//! pair checking: all pairs of both halves are listed first, and then the third card of each is looked up.
//! Where a set is soon found, the list costs more than the search. [`Halves`](super::Halves) is the fast form
//! of this method, and explains why the halves suffice. Every set is listed once, at its first pair: the third
//! card lies after the pair, or in the first half when the pair is in the second. The list takes 16 bytes a pair,
//! up to the limit of memory.

use std::collections::HashMap;

use crate::solver::{Algorithm, Found, Layout, Limit, Stop, Visit, Watch};

/// Looks up the third card of two by its values.
#[derive(Clone, Debug)]
pub(in crate::solver) struct PairsHash;

impl Algorithm for PairsHash {
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        let mut watch = limit.watch();
        let mut tuples = Tuples::new(layout, &mut watch)?;
        // A set is sought at its last card, so what is known of the cards before it is kept.
        for k in layout.settled()..layout.len() {
            for i in 0..k {
                watch.tick(1)?;
                if let Some(j) = tuples.third(i, k).filter(|&j| j < k) {
                    return Ok(Some(Found::new([i, j, k])));
                }
            }
            layout.settle(k + 1);
        }
        Ok(None)
    }

    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        let (mut watch, n) = (limit.watch(), layout.len());
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        let tuples = Tuples::new(layout, &mut watch)?;
        tuples.visit(pairs, |_, j, k| k > j, &mut watch, visit)
    }
}

/// Lists the pairs within each half, and looks up the third card of each.
#[derive(Clone, Debug)]
pub(in crate::solver) struct HalvesListed {
    /// The maximum memory for pairs in bytes.
    pub(in crate::solver) memory: usize,
}

impl Algorithm for HalvesListed {
    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        let (mut watch, middle) = (limit.watch(), layout.len() / 2);
        let tuples = Tuples::new(layout, &mut watch)?;
        let halves = [0..middle, middle..layout.len()];
        let number: usize = halves.iter().map(|half| half.len() * half.len() / 2).sum();
        // Room that is not used yet takes no memory.
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let room = number.min(self.memory / size_of::<(usize, usize)>());
        pairs.try_reserve_exact(room).map_err(|_| Stop::MEMORY)?;
        for half in halves {
            for i in half.clone() {
                watch.tick(half.end - i)?;
                if pairs.len() + half.end - i - 1 > room {
                    return Err(Stop::MEMORY);
                }
                pairs.extend((i + 1..half.end).map(|j| (i, j)));
            }
        }
        let is_first = |i, j, k| k > j || k < middle && middle <= i;
        tuples.visit(pairs.into_iter(), is_first, &mut watch, visit)
    }
}

/// The values of each card, property by property, and its position.
struct Tuples {
    properties: usize,
    /// The values of card after card, in layout order.
    values: Vec<u8>,
    positions: HashMap<Box<[u8]>, usize>,
    /// The values of the third card that was looked up last.
    third: Vec<u8>,
}

impl Tuples {
    fn new(layout: &Layout, watch: &mut Watch) -> Result<Self, Stop> {
        let (deck, properties) = (layout.deck(), layout.deck().properties());
        let mut values = Vec::with_capacity(layout.len() * properties);
        let mut positions = HashMap::with_capacity(layout.len());
        for (position, &card) in layout.cards().iter().enumerate() {
            watch.tick(2 * properties)?;
            values.extend(deck.values_of(card).map(|value| value as u8));
            positions.insert(values[position * properties..].into(), position);
        }
        Ok(Self { properties, values, positions, third: Vec::new() })
    }

    /// The position of the third card of two.
    fn third(&mut self, i: usize, j: usize) -> Option<usize> {
        let of = |position: usize| &self.values[position * self.properties..][..self.properties];
        self.third.clear();
        self.third.extend(of(i).iter().zip(of(j)).map(|(x, y)| (6 - x - y) % 3));
        self.positions.get(&self.third[..]).copied()
    }

    /// Visits the sets of the pairs that are the first of their sets, as the third card tells.
    fn visit(
        mut self,
        pairs: impl Iterator<Item = (usize, usize)>,
        is_first: impl Fn(usize, usize, usize) -> bool,
        watch: &mut Watch,
        visit: Visit,
    ) -> Result<(), Stop> {
        for (i, j) in pairs {
            watch.tick(1)?;
            if let Some(k) = self.third(i, j).filter(|&k| is_first(i, j, k)) {
                let mut set = [i, j, k];
                set.sort_unstable();
                if visit(&set).is_break() {
                    break;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal;
    use crate::deck::Deck;
    use crate::solver::{Count, OnBoard};

    #[test]
    fn the_list_of_pairs_keeps_its_memory() {
        let board = deal::board(Deck::new(3, 6).unwrap(), 101, 1).unwrap();
        let count = |memory| OnBoard::new(&board, HalvesListed { memory }).count(&Limit::none());
        let sets = OnBoard::new(&board, PairsHash).count(&Limit::none());
        // 50 and 51 cards have 1225 and 1275 pairs.
        assert_eq!((count(39_999), count(40_000)), (Err(Stop::MEMORY), sets));
    }
}
