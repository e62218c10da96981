//! A number for each signature.

use super::half::Signature;
use crate::solver::bits::Bits;
use crate::solver::{Stop, Watch};

/// The number of half-sets with each signature: a hash table with open addressing and linear
/// probing.
///
/// Its memory is limited. It is full, which is [`Stop::MEMORY`], if a signature has no room or a
/// number would pass 64 bits.
#[derive(Clone, Debug)]
pub(super) struct NumberTable<const W: usize> {
    /// The entries. Their number is a power of two, and at least half of them are free, which means
    /// zero.
    slots: Vec<([u64; W], u64)>,
    /// The bits of a hash that do not go into the number of its slot.
    shift: u32,
    len: usize,
    /// The maximum number of slots, together with those that growth replaces.
    room: usize,
}

impl<const W: usize> NumberTable<W> {
    pub(super) const FEWEST_SLOTS: usize = 32;

    /// The bytes of a slot.
    pub(super) const SLOT: usize = size_of::<([u64; W], u64)>();

    /// An empty table of at most `room` slots.
    pub(super) fn with_room(room: usize) -> Result<Self, Stop> {
        Self::with_slots(Self::FEWEST_SLOTS, room)
    }

    fn with_slots(slots: usize, room: usize) -> Result<Self, Stop> {
        let mut free = Vec::new();
        // The system may have less memory than the limit allows.
        if slots > room || free.try_reserve_exact(slots).is_err() {
            return Err(Stop::MEMORY);
        }
        free.resize(slots, ([0; W], 0));
        Ok(Self { slots: free, shift: u64::BITS - slots.trailing_zeros(), len: 0, room })
    }

    /// A table of at most `room` slots with these numbers.
    pub(super) fn of(
        numbers: impl Iterator<Item = (Signature<W>, u64)>,
        room: usize,
        watch: &mut Watch,
    ) -> Result<Self, Stop> {
        let mut table = Self::with_room(room)?;
        for (signature, number) in numbers {
            watch.tick(1)?;
            table.add(signature, number, watch)?;
        }
        Ok(table)
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Adds to the number of a signature, which starts at 0.
    #[inline]
    pub(super) fn add(
        &mut self,
        signature: Signature<W>,
        number: u64,
        watch: &mut Watch,
    ) -> Result<(), Stop> {
        let slot = self.slot(signature);
        let (known, sum) = &mut self.slots[slot];
        if *known == signature.0 {
            *sum = sum.checked_add(number).ok_or(Stop::MEMORY)?;
            return Ok(());
        }
        (*known, *sum) = (signature.0, number);
        self.len += 1;
        if 2 * self.len > self.slots.len() {
            self.grow(watch)?;
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
        let slots = self.slots.iter().map(|&(words, number)| (Bits(words), number));
        slots.filter(|slot| slot.0 != Signature::EMPTY)
    }

    /// The slot of a signature, or the free slot for it.
    #[inline]
    fn slot(&self, signature: Signature<W>) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = (hash(signature) >> self.shift) as usize & last;
        while self.slots[slot].0 != signature.0 && self.slots[slot].0 != [0; W] {
            slot = (slot + 1) & last;
        }
        slot
    }

    #[cold]
    fn grow(&mut self, watch: &mut Watch) -> Result<(), Stop> {
        let mut larger = Self::with_slots(4 * self.slots.len(), self.room - self.slots.len())?;
        for (signature, number) in self.iter() {
            watch.tick(4)?;
            let slot = larger.slot(signature);
            larger.slots[slot] = (signature.0, number);
        }
        *self = Self { len: self.len, room: self.room, ..larger };
        Ok(())
    }
}

/// A hash whose high bits are best, by multiplications (Knuth, TAOCP 6.4). With a single word,
/// signatures that differ in few bits have nearby hashes, which suits the caches.
#[inline]
fn hash<const W: usize>(signature: Signature<W>) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    signature.0.iter().fold(0, |hash: u64, word| (hash.rotate_left(32) ^ word).wrapping_mul(ODD))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::half::Fields;
    use super::*;
    use crate::deck::Deck;
    use crate::solver::Limit;

    #[test]
    fn numbers_add_up_until_there_is_no_room() {
        let deck = Deck::new(4, 20).unwrap();
        let fields = Fields::<2>::new(deck);
        let card = |rank| fields.card(deck.nth(rank));
        // 512 slots are taken until there are 2048.
        let (mut table, limit) = (NumberTable::with_room(2560).unwrap(), Limit::none());
        let watch = &mut limit.watch();
        for rank in 0..2000 {
            table.add(card(rank % 1000), rank as u64, watch).unwrap();
        }
        assert_eq!((table.len, table.slots()), (1000, 2048));
        for rank in 0..1000 {
            assert_eq!(table.get(card(rank)), 2 * rank as u64 + 1000);
        }
        assert_eq!(table.get(card(1000)), 0);
        let all: u64 = table.iter().map(|(_, number)| number).sum();
        assert_eq!(all, 1_999_000);
        assert_eq!(table.add(card(0), u64::MAX, watch), Err(Stop::MEMORY));
        for rank in 1000..1024 {
            table.add(card(rank), 1, watch).unwrap();
        }
        assert_eq!(table.add(card(1024), 1, watch), Err(Stop::MEMORY));
        assert_eq!(table.slots(), 2048);
        let entries = |number: u128| (0..number).map(|rank| (card(rank), 1));
        for (room, number) in [(31, 0), (159, 17), (639, 65), (2559, 257)] {
            assert_eq!(NumberTable::of(entries(number), room, watch).err(), Some(Stop::MEMORY));
            let fits = NumberTable::of(entries(number), room + 1, watch).unwrap();
            assert!(fits.len == number as usize && fits.slots() <= room + 1);
        }
    }

    #[test]
    fn a_table_stops_growing_at_its_limit() {
        let fields = Fields::<1>::new(Deck::new(4, 8).unwrap());
        let (mut table, limit) =
            (NumberTable::with_room(1 << 19).unwrap(), Limit::timeout(Duration::ZERO));
        let mut ranks = 0..1 << 16;
        let end = ranks.try_for_each(|rank| {
            let card = fields.card(Deck::new(4, 8).unwrap().nth(rank));
            table.add(card, 1, &mut limit.watch())
        });
        assert_eq!(end, Err(Stop::DEADLINE));
    }
}
