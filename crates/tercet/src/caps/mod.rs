//! Set-free hands: checking, completing and maximising them.
//!
//! A hand that holds no set is *set-free*; for v = 3, where sets are the lines of AG(p,3), it is a
//! *cap*. A set-free hand is *complete* if no card can be added to it. The maximum size of a cap of
//! AG(p,3) is known up to p = 6 (2, 4, 9, 20, 45, 112; OEIS A090245) and open for p ≥ 7.

mod classify;
mod constructions;
mod extend;
mod large;
mod largest;
mod verify;

use crate::board::Board;
use crate::solver::{Cannot, Limit, NoAnswer};

pub use classify::{CompleteCaps, LEAST, classified_sizes, complete_caps};
pub use constructions::{CAPS, COMPLETE, MOST_PROVED, bounds, cap, partition, product};
pub use extend::{best, extend};
pub use largest::{Largest, largest, largest_within};
pub use verify::{addable, first_set};

/// The largest size of a deck whose cards are tried one by one: 3^12.
pub const MOST_CARDS: usize = 531_441;

/// Refuses a hand that holds a set.
fn require_free(hand: &Board, limit: &Limit) -> Result<(), NoAnswer> {
    match first_set(hand, limit)? {
        Some(found) => Err(Cannot::HoldsSet(Box::new(found.set(hand))).into()),
        None => Ok(()),
    }
}

// Sets of points of a small space, as bit masks.
//
// The images that a search needs are unions over the points of a set of at most 27, so each is read
// from three tables of 512 entries, one for nine points each.

/// A set of at most 32 points.
type Mask = u32;

/// Takes the lowest point out of a mask.
#[inline]
fn take_lowest(mask: &mut Mask) -> Option<usize> {
    let point = (*mask != 0).then(|| mask.trailing_zeros() as usize)?;
    *mask &= *mask - 1;
    Some(point)
}

/// The points of a mask.
fn points(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || take_lowest(&mut mask))
}

/// The number of points of a mask.
fn size(mask: Mask) -> usize {
    mask.count_ones() as usize
}

/// The union of the images of the points of a set, for any set.
struct Images([[Mask; 1 << 9]; 3]);

impl Images {
    /// The table for a block of `points` points, given the image of each.
    fn new(points: usize, image: impl Fn(usize) -> Mask) -> Self {
        let mut tables = [[0; 1 << 9]; 3];
        for (part, table) in tables.iter_mut().enumerate() {
            for set in 1..table.len() {
                let lowest = 9 * part + set.trailing_zeros() as usize;
                let image = if lowest < points { image(lowest) } else { 0 };
                table[set] = table[set & (set - 1)] | image;
            }
        }
        Self(tables)
    }

    #[inline]
    fn of(&self, set: Mask) -> Mask {
        let part = |i: usize| self.0[i][(set >> (9 * i)) as usize & 0x1ff];
        part(0) | part(1) | part(2)
    }
}
