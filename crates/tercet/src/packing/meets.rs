//! The sets of a board, which of them share cards, and what is remembered of the
//! states of a search.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};

use smallvec::SmallVec;

use super::instance::{Instance, all_sets};
use super::most::positions;
use crate::board::CardHash;
use crate::solver::{Enumerate, Found, Limit, Stop};

/// Sets, numbered in layout order.
pub(super) struct Meets {
    instance: Instance,
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
        let listed = all_sets(lister, memory, limit)?;
        let mut sets: Vec<&[u32]> = listed.chunks(size).collect();
        let (number, mut watch) = (sets.len(), limit.watch());
        watch.sort(&mut sets)?;
        if number * (Instance::bytes_a_set(size) + number / 8) > memory {
            return Err(Stop::MEMORY);
        }
        let instance = Instance::new(cards, size, sets.concat(), &mut watch)?;
        let mut of = Vec::new();
        for set in instance.all() {
            watch.tick(number / 16)?;
            let near = instance.set(set).iter().flat_map(|&card| instance.with(card));
            of.push(Bits::new(number, near.copied()));
        }
        Ok(Self { instance, of })
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
        positions(self.instance.set(set))
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

/// Cards or sets, one bit each. Those of a usual board are not on the heap: millions of them are freed
/// when the search ends, which a limit must not wait for.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Bits(pub(super) SmallVec<[u64; 4]>);

impl Bits {
    /// About the bytes of a remembered state: its entry in a half-full table, and what is on the heap.
    pub(super) fn bytes<T>(bits: usize) -> usize {
        let words = bits.div_ceil(64);
        let heap = if words > 4 { 16 + 8 * words } else { 0 };
        32 + 2 * size_of::<(Self, T)>() + heap
    }

    /// Those of `number` bits that are listed.
    pub(super) fn new(number: usize, ones: impl IntoIterator<Item = u32>) -> Self {
        let mut bits = SmallVec::from_elem(0, number.div_ceil(64));
        ones.into_iter().for_each(|bit| bits[bit as usize / 64] |= 1 << (bit % 64));
        Self(bits)
    }

    /// The bits that are set, ascending.
    pub(super) fn ones(&self) -> impl Iterator<Item = u32> {
        (0_u32..).zip(&self.0).flat_map(|(at, &word)| {
            let step = |&left: &u64| Some(left & (left - 1)).filter(|&left| left != 0);
            std::iter::successors(Some(word).filter(|&word| word != 0), step)
                .map(move |left| 64 * at + left.trailing_zeros())
        })
    }

    /// How many bits are set.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    pub(super) fn remove(&mut self, bit: u32) {
        self.0[bit as usize / 64] &= !(1 << (bit % 64));
    }

    /// The bits that are not set in the other.
    pub(super) fn minus(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    fn with(&self, other: &Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(&a, &b)| of(a, b)).collect())
    }
}

/// Combines all words into one number for the hash.
impl Hash for Bits {
    fn hash<H: Hasher>(&self, state: &mut H) {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mix = |mixed: u64, word: &u64| (mixed.rotate_left(29) ^ word).wrapping_mul(ODD);
        state.write_u128(self.0.iter().fold(0, mix).into());
    }
}

/// The remembered states, in tables that grow one at a time: a large one would take too long to grow.
pub(super) struct Known<T> {
    tables: Vec<HashMap<Bits, T, CardHash>>,
    pub(super) len: usize,
}

impl<T: Clone> Known<T> {
    const TABLES: usize = 256;

    pub(super) fn new() -> Self {
        Self { tables: vec![HashMap::default(); Self::TABLES], len: 0 }
    }

    /// The table of a state. A table itself uses the other bits of the hash.
    fn table(&self, state: &Bits) -> usize {
        (self.tables[0].hasher().hash_one(state) >> 32) as usize % Self::TABLES
    }

    pub(super) fn get(&self, state: &Bits) -> Option<&T> {
        self.tables[self.table(state)].get(state)
    }

    pub(super) fn insert(&mut self, state: Bits, known: T) {
        let table = self.table(&state);
        self.tables[table].insert(state, known);
        self.len += 1;
    }
}
