//! Half-sets, grown card by card.

use super::signature::{Fields, Signature};
use super::table::Table;
use crate::solver::{Stop, Watch};

/// The cards with one value of the property by which the set is split.
pub(super) type Class<'a, const W: usize> = &'a [Signature<W>];

/// All half-sets with one card of each of some classes, by their signatures.
///
/// The first two cards of a half-set determine the properties in which its cards agree. From then
/// on the signature alone determines which cards may follow, so half-sets with the same signature
/// share one entry, with their number.
pub(super) struct Half<'a, const W: usize> {
    fields: &'a Fields<W>,
    classes: &'a [Class<'a, W>],
    /// The half-sets of the first class, of the first two, and so on; the last class is left out.
    grown: Vec<Table<W>>,
    /// The maximum number of slots of the next table.
    room: usize,
}

/// A half-set with its last card.
#[derive(Clone, Copy)]
pub(super) struct Step<const W: usize> {
    /// The signature of the cards before.
    pub(super) before: Signature<W>,
    /// The number of half-sets with that signature.
    pub(super) number: u64,
    pub(super) card: Signature<W>,
    /// The fields in which the cards differ.
    pub(super) difference: Signature<W>,
}

impl<const W: usize> Step<W> {
    /// The signature of all cards.
    #[inline]
    pub(super) fn whole(&self) -> Signature<W> {
        self.before | self.card
    }

    /// The signature of the half-sets that complete this one to a set: the same values where the
    /// cards agree, and all other values where they differ.
    #[inline]
    pub(super) fn complement(&self) -> Signature<W> {
        self.whole() ^ self.difference
    }
}

impl<'a, const W: usize> Half<'a, W> {
    /// Grows half-sets through all of two or more classes but the last.
    pub(super) fn grow(
        fields: &'a Fields<W>,
        classes: &'a [Class<'a, W>],
        room: usize,
        watch: &mut Watch,
    ) -> Result<Self, Stop> {
        let cards = Table::of(classes[0].iter().map(|&card| (card, 1)), room, watch)?;
        let mut half = Self { fields, classes, room: room - cards.slots(), grown: vec![cards] };
        for _ in 2..classes.len() {
            let next = half.next(watch)?;
            half.room -= next.slots();
            half.grown.push(next);
        }
        Ok(half)
    }

    /// The number of cards of a complete half-set.
    pub(super) fn size(&self) -> usize {
        self.classes.len()
    }

    /// The half-sets with one more card.
    pub(super) fn next(&self, watch: &mut Watch) -> Result<Table<W>, Stop> {
        let mut next = Table::with_room(self.room)?;
        self.each_step(watch, |step, watch| next.add(step.whole(), step.number, watch))?;
        Ok(next)
    }

    /// Visits every way to add a card of the next class.
    #[inline]
    pub(super) fn each_step<E: From<Stop>>(
        &self,
        watch: &mut Watch,
        mut visit: impl FnMut(Step<W>, &mut Watch) -> Result<(), E>,
    ) -> Result<(), E> {
        let class = self.classes[self.grown.len()];
        for (before, number) in self.grown[self.grown.len() - 1].iter() {
            watch.tick(class.len())?;
            if self.grown.len() == 1 {
                for &card in class {
                    let difference = self.fields.difference(before, card);
                    visit(Step { before, number, card, difference }, watch)?;
                }
            } else {
                let difference = self.fields.differing(before);
                let shared = before & !difference;
                for &card in class.iter().filter(|&&card| card & before == shared) {
                    visit(Step { before, number, card, difference }, watch)?;
                }
            }
        }
        Ok(())
    }

    /// The positions of the cards of the `number` half-sets with this signature, one after the
    /// other: the first `size` positions are those of the first half-set, and so on.
    pub(super) fn cards(
        &self,
        size: usize,
        (signature, number): (Signature<W>, u64),
        positions: &Table<W>,
        watch: &mut Watch,
    ) -> Result<Vec<u64>, Stop> {
        let mut found = Vec::with_capacity(number as usize * size);
        self.trace(size, signature, positions, &mut Vec::with_capacity(size), &mut found, watch)?;
        Ok(found)
    }

    /// Removes the last card from a signature of `size` cards in every possible way.
    fn trace(
        &self,
        size: usize,
        signature: Signature<W>,
        positions: &Table<W>,
        behind: &mut Vec<u64>,
        found: &mut Vec<u64>,
        watch: &mut Watch,
    ) -> Result<(), Stop> {
        if size == 1 {
            found.push(positions.get(signature));
            found.extend_from_slice(behind);
            return Ok(());
        }
        watch.tick(self.classes[size - 1].len())?;
        let difference = self.fields.differing(signature);
        for &card in self.classes[size - 1].iter().filter(|&&card| card & signature == card) {
            let before = signature & !(card & difference);
            if self.grown[size - 2].get(before) > 0 {
                behind.push(positions.get(card));
                self.trace(size - 1, before, positions, behind, found, watch)?;
                behind.pop();
            }
        }
        Ok(())
    }
}
