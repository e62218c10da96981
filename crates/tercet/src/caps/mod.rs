//! Set-free hands: checking, completing and maximising them.
//!
//! A hand that holds no set is *set-free*; for v = 3, where sets are the lines of AG(p,3), it is a
//! *cap*. A set-free hand is *complete* if no card can be added to it. The maximum size of a cap of
//! AG(p,3) is known up to p = 6 (2, 4, 9, 20, 45, 112; OEIS A090245) and open for p ≥ 7.

mod bounds;
mod classify;
mod complete;
mod constructions;
mod extend;
mod growing_hand;
mod large;
mod largest;
mod masks;
mod verify;

use thiserror::Error;

use crate::set::Set;
use crate::solver::Stop;

pub use bounds::{Bound, bounds};
pub use classify::{LEAST, Progress, classified_sizes, complete_caps};
pub use complete::{Addable, addable};
pub use constructions::{CAPS, MOST_PROVED, cap, product};
pub use extend::{Best, Order, best, extend, improve};
pub use largest::{Largest, largest, largest_within};
pub use verify::first_set;

/// The largest size of a deck whose cards are tried one by one: 3^12.
pub const MOST_CARDS: usize = 531_441;

/// Why a hand cannot be examined or extended.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CapError {
    /// The hand holds this set.
    #[error("{}: {set} make a set", not_free(set))]
    HoldsSet {
        /// The set.
        set: Box<Set>,
    },
    /// The deck is too large for its cards to be tried one by one, or a limit ended the work.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

fn not_free(set: &Set) -> &'static str {
    if set.len() == 3 { "no cap" } else { "no set-free hand" }
}
