//! The dictionary from a missing card to all partial sets that lack only this card.

use std::hash::BuildHasher;

use super::chunks::Chunks;
use super::tree::NONE;
use crate::board::CardHash;
use crate::card::Card;
use crate::solver::{Stop, Watch};

/// A partial set of v−1 cards.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ready {
    /// The position of its last card, and the partial set without it.
    pub(super) card: u32,
    pub(super) parent: u32,
    /// The hash of the missing card, and the next entry in the list of that hash.
    hash: u32,
    next: u32,
}

/// All partial sets of v−1 cards, by the card that they lack.
///
/// Entries are created far more often than they are looked up (once for each card of a game), so a
/// list holds all entries with its hash, and a lookup compares them.
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary {
    ready: Chunks<Ready>,
    /// The newest entry of each list. The number of lists is a power of two, or 0.
    lists: Vec<u32>,
    /// How many entries, the oldest ones, are in the lists: all of them, except while there are new
    /// lists, or after that was stopped.
    linked: usize,
}

/// The smallest number of lists, unless there are none.
const FEWEST_LISTS: usize = 64;

impl Dictionary {
    pub(super) fn len(&self) -> usize {
        self.ready.len()
    }

    /// The bytes taken from the heap.
    pub(super) fn bytes(&self) -> usize {
        self.ready.bytes() + size_of::<u32>() * self.lists.capacity()
    }

    /// The bytes that one more entry takes from the heap.
    #[inline]
    pub(super) fn bytes_of_next(&self) -> usize {
        let lists = if self.lists.is_empty() { size_of::<u32>() * FEWEST_LISTS } else { 0 };
        self.ready.bytes_of_next() + lists
    }

    /// The bytes that more lists would take, if more are needed.
    #[inline]
    pub(super) fn bytes_of_more_lists(&self) -> Option<usize> {
        let due = self.ready.len() > self.lists.len();
        due.then_some(size_of::<u32>() * self.lists.len())
    }

    /// Makes twice as many lists.
    ///
    /// # Errors
    ///
    /// As [`link_all`](Self::link_all).
    pub(super) fn add_lists(&mut self, watch: &mut Watch) -> Result<(), Stop> {
        self.set_lists(2 * self.lists.len());
        self.link_all(watch)
    }

    /// Puts the entries into the lists that are in none, as is needed before any is looked up.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work.
    pub(super) fn link_all(&mut self, watch: &mut Watch) -> Result<(), Stop> {
        while self.linked < self.ready.len() {
            watch.tick(1)?;
            self.link();
        }
        Ok(())
    }

    /// Creates `lists` empty lists. The old ones are freed first.
    fn set_lists(&mut self, lists: usize) {
        self.linked = 0;
        if lists == self.lists.len() {
            self.lists.fill(NONE);
        } else {
            self.lists = Vec::new();
            self.lists = vec![NONE; lists];
        }
    }

    /// Puts the oldest entry that is in no list at the head of its list.
    #[inline]
    fn link(&mut self) {
        let entry = &mut self.ready[self.linked];
        let list = entry.hash as usize & (self.lists.len() - 1);
        entry.next = std::mem::replace(&mut self.lists[list], self.linked as u32);
        self.linked += 1;
    }

    /// Adds the partial set of a parent with one more card. All others are in the lists.
    #[inline]
    pub(super) fn insert(&mut self, parent: u32, card: u32, missing: Card) {
        if self.lists.is_empty() {
            self.set_lists(FEWEST_LISTS);
        }
        self.ready.push(Ready { card, parent, hash: hash(missing), next: NONE });
        self.link();
    }

    /// The partial sets that may lack this card: all that do, and maybe others.
    pub(super) fn candidates(&self, missing: Card) -> impl Iterator<Item = Ready> {
        let hash = hash(missing);
        let lists = self.lists.len();
        let mut next = if lists == 0 { NONE } else { self.lists[hash as usize & (lists - 1)] };
        std::iter::from_fn(move || {
            let entry = (next != NONE).then(|| self.ready[next as usize])?;
            next = entry.next;
            Some(entry)
        })
        .filter(move |entry| entry.hash == hash)
    }

    /// Forgets all but the oldest entries.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work.
    pub(super) fn forget(&mut self, len: usize, watch: &mut Watch) -> Result<(), Stop> {
        while self.linked > len {
            watch.tick(1)?;
            self.linked -= 1;
            // The newest entry is the head of its list.
            let entry = self.ready[self.linked];
            let list = entry.hash as usize & (self.lists.len() - 1);
            self.lists[list] = entry.next;
        }
        self.tidy(len);
        Ok(())
    }

    /// Keeps the entries for which `moved` returns the new parent and card.
    pub(super) fn retain(&mut self, mut moved: impl FnMut(Ready) -> Option<(u32, u32)>) {
        let mut kept = 0;
        for i in 0..self.ready.len() {
            let entry = self.ready[i];
            if let Some((parent, card)) = moved(entry) {
                self.ready[kept] = Ready { card, parent, ..entry };
                kept += 1;
            }
        }
        self.tidy(kept);
        self.lists.fill(NONE);
        self.linked = 0;
        (0..kept).for_each(|_| self.link());
    }

    /// Frees the memory of all entries except the first, and of lists that are far too many.
    fn tidy(&mut self, len: usize) {
        self.ready.truncate(len);
        let enough = if len == 0 { 0 } else { len.next_power_of_two().max(FEWEST_LISTS) };
        if self.lists.len() > 2 * enough {
            self.set_lists(enough);
            (0..len).for_each(|_| self.link());
        }
    }
}

fn hash(card: Card) -> u32 {
    CardHash::default().hash_one(card) as u32
}
