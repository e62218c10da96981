//! A number for each signature.

use super::signature::Signature;
use crate::solver::bits::Bits;
use crate::solver::{Stop, Watch};

/// The number of half-sets with each signature: a hash table with open addressing and linear
/// probing.
///
/// Its capacity is fixed, and it reports when it is full.
#[derive(Clone, Debug)]
pub(super) struct Table<const W: usize> {
    /// A power of two of them, of which half are free at least; what is free is empty. As plain
    /// words they come zeroed from the system, so that it takes no time to make many of them.
    slots: Vec<([u64; W], u64)>,
    /// The bits of a hash that do not go into the number of its slot.
    shift: u32,
    len: usize,
    room: usize,
}

/// Why half-sets were not grown to the end: the limit, or else that they are [`FULL`].
pub(super) type Obstacle = Option<Stop>;

/// There is no room for one more signature, or a number would pass 64 bits.
pub(super) const FULL: Obstacle = None;

/// What was grown, or nothing where it did not fit the room.
pub(super) fn fitting<T>(grown: Result<T, Obstacle>) -> Result<Option<T>, Stop> {
    match grown {
        Ok(grown) => Ok(Some(grown)),
        Err(FULL) => Ok(None),
        Err(Some(stop)) => Err(stop),
    }
}

impl<const W: usize> Table<W> {
    const FEWEST_SLOTS: usize = 32;

    /// An empty table for at most `room` signatures.
    pub(super) fn with_room(room: usize) -> Self {
        Self::with_slots(Self::FEWEST_SLOTS, room)
    }

    fn with_slots(slots: usize, room: usize) -> Self {
        let shift = u64::BITS - slots.trailing_zeros();
        Self { slots: vec![([0; W], 0); slots], shift, len: 0, room }
    }

    /// The number of signatures in the table.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds to the number of a signature, which starts at 0.
    #[inline]
    pub(super) fn add(
        &mut self,
        signature: Signature<W>,
        number: u64,
        watch: &mut Watch,
    ) -> Result<(), Obstacle> {
        let slot = self.slot(signature);
        let (known, sum) = &mut self.slots[slot];
        if *known == signature.0 {
            *sum = sum.checked_add(number).ok_or(FULL)?;
            return Ok(());
        }
        (*known, *sum) = (signature.0, number);
        self.len += 1;
        if self.len > self.room {
            return Err(FULL);
        }
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
        let mut larger = Self::with_slots(4 * self.slots.len(), self.room);
        for (signature, number) in self.iter() {
            // A slot that was never touched is taken from the system now.
            watch.tick(4)?;
            let slot = larger.slot(signature);
            larger.slots[slot] = (signature.0, number);
        }
        larger.len = self.len;
        *self = larger;
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

    use super::super::signature::Fields;
    use super::*;
    use crate::deck::Deck;
    use crate::solver::Limit;

    #[test]
    fn numbers_add_up_until_there_is_no_room() {
        let deck = Deck::new(4, 20).unwrap();
        let fields = Fields::<2>::new(deck);
        let card = |rank| fields.card(deck.nth(rank));
        let (mut table, limit) = (Table::with_room(1000), Limit::none());
        let watch = &mut limit.watch();
        for rank in 0..2000 {
            table.add(card(rank % 1000), rank as u64, watch).unwrap();
        }
        assert_eq!(table.len(), 1000);
        for rank in 0..1000 {
            assert_eq!(table.get(card(rank)), 2 * rank as u64 + 1000);
        }
        assert_eq!(table.get(card(1000)), 0);
        let all: u64 = table.iter().map(|(_, number)| number).sum();
        assert_eq!(all, 1_999_000);
        assert_eq!(table.add(card(0), u64::MAX, watch), Err(FULL));
        assert_eq!(table.add(card(1000), 1, watch), Err(FULL));
    }

    #[test]
    fn a_table_stops_growing_at_its_limit() {
        let fields = Fields::<1>::new(Deck::new(4, 8).unwrap());
        let (mut table, limit) = (Table::with_room(1 << 16), Limit::timeout(Duration::ZERO));
        let mut ranks = 0..1 << 16;
        let end = ranks.try_for_each(|rank| {
            let card = fields.card(Deck::new(4, 8).unwrap().nth(rank));
            table.add(card, 1, &mut limit.watch())
        });
        assert_eq!(end, Err(Some(Stop::DEADLINE)));
    }
}
