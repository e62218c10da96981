//! What is remembered of the states of a search.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};

use smallvec::SmallVec;

use crate::board::CardHash;

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
