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
mod masks;
mod verify;

use crate::board::Board;
use crate::solver::{Cannot, Limit, NoAnswer};

pub use classify::{CompleteCaps, LEAST, classified_sizes, complete_caps};
pub use constructions::{CAPS, COMPLETE, MOST_PROVED, bounds, cap, product};
pub use extend::{best, extend};
pub use largest::{Largest, largest, largest_within};
pub use verify::{addable, first_set, least_addable};

/// The largest size of a deck whose cards are tried one by one: 3^12.
pub const MOST_CARDS: usize = 531_441;

/// Refuses a hand that holds a set.
fn require_free(hand: &Board, limit: &Limit) -> Result<(), NoAnswer> {
    match first_set(hand, limit)? {
        Some(found) => Err(Cannot::HoldsSet(Box::new(found.set(hand))).into()),
        None => Ok(()),
    }
}
