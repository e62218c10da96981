//! The dictionary from a missing card to all partial sets that lack only this card.

use std::hash::BuildHasher;
use std::ops::{Index, IndexMut};

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
        self.ready.truncate(len);
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
        self.ready.truncate(kept);
        // Lists that are far too many give their memory back.
        let enough = if kept == 0 { 0 } else { kept.next_power_of_two().max(FEWEST_LISTS) };
        let lists = self.lists.len();
        self.set_lists(if lists > 2 * enough { enough } else { lists });
        (0..kept).for_each(|_| self.link());
    }
}

fn hash(card: Card) -> u32 {
    CardHash::default().hash_one(card) as u32
}

/// An array that grows by a few kilobytes at a time. Its elements are never copied, so unlike a
/// vector it never takes twice its memory while it grows.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunks<T> {
    chunks: Vec<Box<[T; CHUNK]>>,
    len: usize,
}

/// The number of elements of a piece.
const CHUNK: usize = 256;

impl<T: Copy + Default> Chunks<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The bytes taken from the heap.
    pub(super) fn bytes(&self) -> usize {
        size_of::<[T; CHUNK]>() * self.chunks.len() + size_of::<usize>() * self.chunks.capacity()
    }

    /// The bytes that one more element would take from the heap: none in most cases.
    #[inline]
    pub(super) fn bytes_of_next(&self) -> usize {
        if self.len < CHUNK * self.chunks.len() {
            return 0;
        }
        let table = self.chunks.capacity();
        let longer = if self.chunks.len() < table { 0 } else { 2 * table.max(2) };
        size_of::<[T; CHUNK]>() + size_of::<usize>() * longer
    }

    #[inline]
    pub(super) fn push(&mut self, element: T) {
        if self.len == CHUNK * self.chunks.len() {
            let chunk = vec![T::default(); CHUNK].try_into();
            self.chunks.push(chunk.unwrap_or_else(|_| unreachable!("it has the length")));
        }
        self.chunks[self.len / CHUNK][self.len % CHUNK] = element;
        self.len += 1;
    }

    /// Removes the last element, but keeps its memory.
    pub(super) fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.chunks[self.len / CHUNK][self.len % CHUNK])
    }

    /// Keeps the first elements and frees the memory of the others.
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        self.chunks.truncate(self.len.div_ceil(CHUNK));
        if self.chunks.capacity() > 4 * self.chunks.len() {
            self.chunks.shrink_to_fit();
        }
    }
}

impl<T> Index<usize> for Chunks<T> {
    type Output = T;

    #[inline]
    fn index(&self, i: usize) -> &T {
        debug_assert!(i < self.len);
        &self.chunks[i / CHUNK][i % CHUNK]
    }
}

impl<T> IndexMut<usize> for Chunks<T> {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut T {
        debug_assert!(i < self.len);
        &mut self.chunks[i / CHUNK][i % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_told_before() {
        let mut chunks = Chunks::<u32>::default();
        assert_eq!((chunks.len(), chunks.bytes(), chunks.pop()), (0, 0, None));
        for i in 0..10_000 {
            let told = chunks.bytes() + chunks.bytes_of_next();
            chunks.push(i);
            assert!(chunks.bytes() <= told, "{i}: {} of {told}", chunks.bytes());
        }
        assert!((0..10_000).all(|i| chunks[i] == i as u32));
        assert!(chunks.bytes() < 42_000);
        assert_eq!(chunks.pop(), Some(9_999));
        chunks.truncate(300);
        assert_eq!((chunks.len(), chunks[299]), (300, 299));
        assert!(chunks.bytes() < 2 * 1024 + 100);
        chunks.truncate(0);
        assert_eq!(chunks.bytes(), 0);
    }
}
