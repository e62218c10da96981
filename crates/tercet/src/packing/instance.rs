//! An instance of set packing: numbered cards, and sets of them.

use crate::solver::{Enumerate, Limit, Stop, Watch, flat_list};

/// Cards, numbered from 0, and sets of `size` cards each, which are also numbered.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    size: usize,
    /// The cards of all sets, one set after the other.
    sets: Vec<u32>,
    /// The sets of all cards, one card after the other.
    with: Vec<u32>,
    /// Where the sets of each card start in `with`, and the length of `with` at the end.
    starts: Vec<u32>,
}

/// The positions of all sets of a board, one set after the other. They must fit into `memory` bytes.
pub(super) fn all_sets(
    lister: &mut dyn Enumerate,
    memory: usize,
    limit: &Limit,
) -> Result<Vec<u32>, Stop> {
    let most = memory / Instance::bytes_a_set(lister.board().deck().values());
    flat_list(lister, |_| true, most, limit).map_err(|stop| stop.with(()))
}

/// A connected part of an instance: it shares no set with the rest.
pub(super) struct Component {
    pub(super) instance: Instance,
    /// The numbers of its cards in the whole instance.
    pub(super) cards: Vec<u32>,
    /// The numbers of its sets in the whole instance.
    pub(super) sets: Vec<u32>,
}

impl Instance {
    /// About the bytes that a set of `size` cards takes here and in a search.
    pub(super) const fn bytes_a_set(size: usize) -> usize {
        32 + 24 * size
    }

    /// The problem of the sets whose cards are given one after the other.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work.
    pub(super) fn new(
        cards: usize,
        size: usize,
        sets: Vec<u32>,
        watch: &mut Watch,
    ) -> Result<Self, Stop> {
        let mut starts = vec![0; cards + 1];
        for &card in &sets {
            watch.tick(1)?;
            starts[card as usize + 1] += 1;
        }
        for card in 0..cards {
            starts[card + 1] += starts[card];
        }
        let mut next = starts.clone();
        let mut with = vec![0; sets.len()];
        for (i, &card) in sets.iter().enumerate() {
            watch.tick(1)?;
            let place = &mut next[card as usize];
            with[*place as usize] = (i / size) as u32;
            *place += 1;
        }
        Ok(Self { size, sets, with, starts })
    }

    /// The number of cards of a set.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The number of cards.
    pub(super) fn cards(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of sets.
    pub(super) fn len(&self) -> usize {
        self.sets.len() / self.size
    }

    /// The cards of all sets, one set after the other.
    pub(super) fn flat(&self) -> &[u32] {
        &self.sets
    }

    /// The cards of a set.
    pub(super) fn set(&self, set: u32) -> &[u32] {
        &self.sets[set as usize * self.size..][..self.size]
    }

    /// The sets that contain a card.
    pub(super) fn with(&self, card: u32) -> &[u32] {
        let [start, end] = [0, 1].map(|i| self.starts[card as usize + i] as usize);
        &self.with[start..end]
    }

    /// All sets.
    pub(super) fn all(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.len() as u32
    }

    /// The parts that share no set, in the order of their first cards. Cards in no set are left out.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work.
    pub(super) fn components(&self, watch: &mut Watch) -> Result<Vec<Component>, Stop> {
        const NONE: u32 = u32::MAX;
        let mut place = vec![NONE; self.cards()];
        let mut seen = vec![false; self.len()];
        let mut components = Vec::new();
        for first in 0..self.cards() as u32 {
            if place[first as usize] != NONE || self.with(first).is_empty() {
                continue;
            }
            let (mut cards, mut sets, mut within) = (vec![first], Vec::new(), Vec::new());
            place[first as usize] = 0;
            let mut done = 0;
            while let Some(&card) = cards.get(done) {
                done += 1;
                watch.tick(1 + self.size * self.with(card).len())?;
                for &set in self.with(card) {
                    if std::mem::replace(&mut seen[set as usize], true) {
                        continue;
                    }
                    sets.push(set);
                    for &card in self.set(set) {
                        let place = &mut place[card as usize];
                        if *place == NONE {
                            *place = cards.len() as u32;
                            cards.push(card);
                        }
                        within.push(*place);
                    }
                }
            }
            let instance = Self::new(cards.len(), self.size, within, watch)?;
            components.push(Component { instance, cards, sets });
        }
        Ok(components)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Limit;

    #[test]
    fn components_share_no_card() {
        let sets = vec![0, 1, 2, 2, 3, 4, 6, 7, 8, 10, 11, 6];
        let limit = Limit::none();
        let whole = Instance::new(12, 3, sets, &mut limit.watch()).unwrap();
        assert_eq!((whole.cards(), whole.len(), whole.size()), (12, 4, 3));
        assert_eq!((whole.with(2), whole.with(5)), (&[0, 1][..], &[][..]));
        let parts = whole.components(&mut limit.watch()).unwrap();
        let cards: Vec<&[u32]> = parts.iter().map(|part| &part.cards[..]).collect();
        assert_eq!(cards, [&[0, 1, 2, 3, 4], &[6, 7, 8, 10, 11]]);
        for part in &parts {
            for set in part.instance.all() {
                let cards = part.instance.set(set).iter().map(|&card| part.cards[card as usize]);
                assert!(cards.eq(whole.set(part.sets[set as usize]).iter().copied()));
            }
        }
    }
}
