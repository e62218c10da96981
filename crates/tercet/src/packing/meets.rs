//! The sets of a board, and which of them share cards.

use super::instance::Instance;
use super::known::Bits;
use super::most::positions;
use crate::solver::{Enumerate, Found, Limit, Stop, flat_list};

/// Sets, numbered in layout order.
pub(super) struct Meets {
    size: usize,
    /// The cards of all sets, one set after the other.
    sets: Vec<u32>,
    /// For each set, the sets that share a card with it, itself included.
    of: Vec<Bits>,
}

impl Meets {
    /// The sets of a board.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work, or it takes more than `memory` bytes.
    pub(super) fn new(
        lister: &mut dyn Enumerate,
        memory: usize,
        limit: &Limit,
    ) -> Result<Self, Stop> {
        let (cards, size) = (lister.board().len(), lister.board().deck().values());
        let listed = flat_list(lister, |_| true, memory / Instance::bytes_a_set(size), limit);
        let listed = listed.map_err(|stop| stop.with(()))?;
        let mut sets: Vec<&[u32]> = listed.chunks(size).collect();
        let (number, mut watch) = (sets.len(), limit.watch());
        watch.sort(&mut sets)?;
        let mut meets = Self { size, sets: sets.concat(), of: Vec::new() };
        if number * (Instance::bytes_a_set(size) + number / 8) > memory {
            return Err(Stop::MEMORY);
        }
        let mut with = vec![Vec::new(); cards];
        for (i, set) in (0..).zip(&sets) {
            watch.tick(size)?;
            set.iter().for_each(|&card| with[card as usize].push(i));
        }
        for set in sets {
            watch.tick(number / 16)?;
            let near = set.iter().flat_map(|&card| &with[card as usize]).copied();
            meets.of.push(Bits::new(number, near));
        }
        Ok(meets)
    }

    /// All sets.
    pub(super) fn all(&self) -> Bits {
        Bits::new(self.of.len(), 0..self.of.len() as u32)
    }

    /// The sets that share a card with this one, itself included.
    pub(super) fn of(&self, set: u32) -> &Bits {
        &self.of[set as usize]
    }

    /// The words of a [`Bits`] of sets.
    pub(super) fn words(&self) -> usize {
        self.of.len().div_ceil(64)
    }

    /// The positions of a set.
    pub(super) fn found(&self, set: u32) -> Found {
        positions(&self.sets[set as usize * self.size..][..self.size])
    }

    /// The parts of some sets that share no card with each other, in the order of their first sets.
    pub(super) fn parts(&self, mut rest: Bits) -> impl Iterator<Item = Bits> {
        std::iter::from_fn(move || {
            let first = rest.ones().next()?;
            let (mut part, mut reached) = (Bits::new(self.of.len(), [first]), vec![first]);
            while part != rest
                && let Some(set) = reached.pop()
            {
                let fresh = self.of(set).and(&rest).minus(&part);
                reached.extend(fresh.ones());
                part = part.or(&fresh);
            }
            rest = rest.minus(&part);
            Some(part)
        })
    }
}
