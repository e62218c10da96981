//! A number for each signature.

use super::signature::Signature;

/// The number of half-sets with each signature: a hash table with open addressing and linear
/// probing.
///
/// Its capacity is fixed, and it reports when it is full.
#[derive(Clone, Debug)]
pub(super) struct Table<const W: usize> {
    /// A power of two of slots, at least half of them free; a free slot has the empty signature.
    slots: Vec<(Signature<W>, u64)>,
    /// The bits of a hash that do not go into the number of its slot.
    shift: u32,
    len: usize,
    room: usize,
}

/// There is no place for one more signature, or a number would exceed 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Full;

impl<const W: usize> Table<W> {
    const FEWEST_SLOTS: usize = 32;

    /// An empty table for at most `room` signatures.
    pub(super) fn with_room(room: usize) -> Self {
        Self::with_slots(Self::FEWEST_SLOTS, room)
    }

    fn with_slots(slots: usize, room: usize) -> Self {
        let shift = u64::BITS - slots.trailing_zeros();
        Self { slots: vec![(Signature::EMPTY, 0); slots], shift, len: 0, room }
    }

    /// The number of signatures in the table.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds to the number of a signature, which starts at 0.
    #[inline]
    pub(super) fn add(&mut self, signature: Signature<W>, number: u64) -> Result<(), Full> {
        let slot = self.slot(signature);
        let (known, sum) = &mut self.slots[slot];
        if *known == signature {
            *sum = sum.checked_add(number).ok_or(Full)?;
            return Ok(());
        }
        (*known, *sum) = (signature, number);
        self.len += 1;
        if self.len > self.room {
            return Err(Full);
        }
        if 2 * self.len > self.slots.len() {
            self.grow();
        }
        Ok(())
    }

    /// The number of a signature; 0 if it is not in the table.
    #[inline]
    pub(super) fn get(&self, signature: Signature<W>) -> u64 {
        self.slots[self.slot(signature)].1
    }

    /// All signatures with their numbers, in an order that depends only on the additions.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Signature<W>, u64)> {
        self.slots.iter().copied().filter(|slot| slot.0 != Signature::EMPTY)
    }

    /// The slot of a signature, or the free slot for it.
    #[inline]
    fn slot(&self, signature: Signature<W>) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = (signature.hash() >> self.shift) as usize & last;
        while self.slots[slot].0 != signature && self.slots[slot].0 != Signature::EMPTY {
            slot = (slot + 1) & last;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Self::with_slots(4 * self.slots.len(), self.room);
        for (signature, number) in self.iter() {
            let slot = larger.slot(signature);
            larger.slots[slot] = (signature, number);
        }
        larger.len = self.len;
        *self = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::super::signature::Fields;
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn numbers_add_up_until_there_is_no_room() {
        let deck = Deck::new(4, 20).unwrap();
        let fields = Fields::<2>::new(deck);
        let card = |rank| fields.card(deck.nth(rank));
        let mut table = Table::with_room(1000);
        for rank in 0..2000 {
            table.add(card(rank % 1000), rank as u64).unwrap();
        }
        assert_eq!(table.len(), 1000);
        for rank in 0..1000 {
            assert_eq!(table.get(card(rank)), 2 * rank as u64 + 1000);
        }
        assert_eq!(table.get(card(1000)), 0);
        let all: u64 = table.iter().map(|(_, number)| number).sum();
        assert_eq!(all, 1_999_000);
        assert!(table.add(card(0), u64::MAX).is_err());
        assert!(table.add(card(1000), 1).is_err());
    }
}
