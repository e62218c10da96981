//! Small sets of small numbers, as bits of a fixed number of words.

#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor that `cover` has found"
)]

use std::hint::select_unpredictable;
use std::iter;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of numbers below 64·N.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Bits<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> Bits<N> {
    pub(super) const EMPTY: Self = Self([0; N]);

    /// The numbers below `end`.
    pub(super) fn below(end: usize) -> Self {
        Self(std::array::from_fn(|word| match end.saturating_sub(64 * word) {
            64.. => u64::MAX,
            bits => (1 << bits) - 1,
        }))
    }

    /// Every number, or none.
    #[inline(always)]
    pub(super) fn all_if(is_all: bool) -> Self {
        Self([u64::from(is_all).wrapping_neg(); N])
    }

    #[inline(always)]
    pub(super) fn only(number: usize) -> Self {
        let mut only = Self::EMPTY;
        only.insert(number);
        only
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64 % N] |= 1 << (number % 64);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, number: usize) {
        self.0[number / 64 % N] &= !(1 << (number % 64));
    }

    #[inline(always)]
    pub(super) fn contains(self, number: usize) -> bool {
        self.0[number / 64 % N] >> (number % 64) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(super) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// An operation on the words of two sets.
    #[inline(always)]
    pub(super) fn zip(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| operation(self.0[word], other.0[word])))
    }

    /// The smallest member of a set that is not empty.
    #[inline(always)]
    pub(super) fn first(self) -> usize {
        (0..N).rev().fold(0, |first, word| {
            let here = 64 * word + (self.0[word].trailing_zeros() as usize & 63);
            select_unpredictable(self.0[word] != 0, here, first)
        })
    }

    /// The largest member of a set that is not empty.
    #[inline(always)]
    pub(super) fn last(self) -> usize {
        (0..N).fold(0, |last, word| {
            let here = 64 * word + (63 - (self.0[word].leading_zeros() as usize & 63));
            select_unpredictable(self.0[word] != 0, here, last)
        })
    }

    /// Removes the smallest member, if there is one.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let number = 64 * word + self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(number)
    }

    /// Calls `f` with every member in ascending order. Two words at a time: where a word ends is what
    /// a processor predicts worst here.
    #[inline(always)]
    pub(super) fn each(self, mut f: impl FnMut(usize)) {
        for (i, pair) in self.0.chunks(2).enumerate() {
            let high = pair.get(1).map_or(0, |&high| u128::from(high) << 64);
            let mut rest = u128::from(pair[0]) | high;
            while rest != 0 {
                f(128 * i + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

impl Bits<2> {
    /// The members in ascending order.
    #[inline(always)]
    pub(super) fn members(self) -> impl Iterator<Item = usize> {
        let mut rest = u128::from(self.0[0]) | u128::from(self.0[1]) << 64;
        iter::from_fn(
            #[inline(always)]
            move || {
                if rest == 0 {
                    return None;
                }
                let first = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(first)
            },
        )
    }
}

macro_rules! word_by_word {
    ($operator:ident, $function:ident, $assign:ident, $in_place:ident) => {
        impl<const N: usize> $operator for Bits<N> {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                self.zip(other, u64::$function)
            }
        }

        impl<const N: usize> $assign for Bits<N> {
            #[inline(always)]
            fn $in_place(&mut self, other: Self) {
                *self = self.$function(other);
            }
        }
    };
}

word_by_word!(BitAnd, bitand, BitAndAssign, bitand_assign);
word_by_word!(BitOr, bitor, BitOrAssign, bitor_assign);
word_by_word!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl<const N: usize> Not for Bits<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(Not::not))
    }
}
