//! The number of candidates of each item, in binary: a bit of all numbers at a time.
//!
//! Bit j of the number of item i is bit i of plane j. To add cards to such numbers takes a few
//! instructions, however many items there are, as a row of full adders does ("carry save"): the
//! carries of a plane go to the next one, all at once. Four cards are added together.

#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor that `tables::descend` has found"
)]

use wide::u64x2;

use crate::solver::bits::Bits;

/// A set of items.
pub(super) type Items = Bits<2>;

/// The most items.
pub(super) const ITEMS: usize = 128;

/// The items of each card: of card i in row i/64, place i mod 64. The place 64 of a row stands for no
/// card.
pub(super) type Rows<const C: usize> = [[Items; 65]; C];

/// A number below 2^P for each item.
#[derive(Clone, Copy)]
pub(super) struct Counts<const P: usize>([u64x2; P]);

impl<const P: usize> Counts<P> {
    /// The largest number.
    pub(super) const LARGEST: usize = (1 << P) - 1;

    /// How many of some cards show each item: of 64·C cards, with C at most 4.
    #[inline(always)]
    pub(super) fn of<const C: usize>(cards: Bits<C>, shows: &Rows<C>) -> Self {
        let mut counts = Self([u64x2::ZERO; P]);
        let mut words = cards.0;
        // The smallest card of each word at once: where a loop ends is what a processor predicts worst
        // here, and so there is one loop, and it is short.
        loop {
            let row = |word: usize| match words.get(word) {
                Some(rest) => shows[word][rest.trailing_zeros() as usize].into(),
                None => u64x2::ZERO,
            };
            counts.add(row(0), row(1), row(2), row(3));
            for word in &mut words {
                *word &= word.wrapping_sub(1);
            }
            if words == [0; C] {
                return counts;
            }
        }
    }

    /// Adds one for each of some items, four times.
    #[inline(always)]
    fn add(&mut self, a: u64x2, b: u64x2, c: u64x2, d: u64x2) {
        let (sum, first) = full_adder(a, b, c);
        let (sum, second) = full_adder(self.0[0], sum, d);
        self.0[0] = sum;
        let (sum, mut carry) = full_adder(self.0[1], first, second);
        self.0[1] = sum;
        for plane in &mut self.0[2..] {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// Subtracts numbers that are at most as large.
    #[inline(always)]
    pub(super) fn subtract(&mut self, other: &Self) {
        let mut borrow = u64x2::ZERO;
        for (plane, &other) in self.0.iter_mut().zip(&other.0) {
            let differ = *plane ^ other;
            let next = (!*plane & other) | (!differ & borrow);
            *plane = differ ^ borrow;
            borrow = next;
        }
    }

    /// The items with the number 0, 1 and 2.
    #[inline(always)]
    pub(super) fn few(&self) -> [Items; 3] {
        let (low, high) = (self.0[0], self.0[1]);
        let larger = self.0[2..].iter().fold(u64x2::ZERO, |all, &plane| all | plane);
        [!(low | high | larger), low & !(high | larger), high & !(low | larger)].map(Items::from)
    }

    /// The items with the smallest number above one; none if there is no such item.
    #[inline(always)]
    pub(super) fn fewest(&self) -> Items {
        let mut fewest = self.0[1..].iter().fold(u64x2::ZERO, |all, &plane| all | plane);
        for &plane in self.0.iter().rev() {
            let fewer = fewest & !plane;
            if fewer != u64x2::ZERO {
                fewest = fewer;
            }
        }
        fewest.into()
    }
}

/// The sum of three bits, and the carry, in every place.
#[inline(always)]
fn full_adder(a: u64x2, b: u64x2, c: u64x2) -> (u64x2, u64x2) {
    let differ = a ^ b;
    (differ ^ c, (a & b) | (differ & c))
}

impl From<Items> for u64x2 {
    #[inline(always)]
    fn from(items: Items) -> Self {
        Self::new(items.0)
    }
}

impl From<u64x2> for Items {
    #[inline(always)]
    fn from(items: u64x2) -> Self {
        Bits(items.to_array())
    }
}
