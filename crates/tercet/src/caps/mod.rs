//! Set-free hands: checking, completing and maximising them.
//!
//! A hand that holds no set is *set-free*; for v = 3, where sets are the lines of AG(p,3), it is a
//! *cap*. A set-free hand is *complete* if no card can be added to it. The maximum size of a cap of
//! AG(p,3) is known up to p = 6 (2, 4, 9, 20, 45, 112; OEIS A090245) and open for p ≥ 7.

pub mod bounds;
pub mod complete;
pub mod constructions;
pub mod extend;
mod growing_hand;
mod large;
pub mod largest;
pub mod maximum;
pub mod sizes;
pub mod verify;

use thiserror::Error;

use crate::deck::Deck;
use crate::set::Set;
use crate::solver::Stop;

pub use bounds::{Bound, bounds};
pub use complete::{Addable, addable};
pub use constructions::{cap, product};
pub use extend::{Best, Order, best, extend, improve};
pub use largest::complete_caps;
pub use maximum::{Maximum, constructed, maximum};
pub use sizes::{Size, sizes};
pub use verify::first_set;

/// The largest size of a deck whose cards are tried one by one: 3^12.
pub const MOST_CARDS: usize = 531_441;

/// Why a hand cannot be examined or extended.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CapError {
    /// The hand holds a set.
    #[error("{}: {} make a set", not_free(*.0), .0.show_all(.1.cards()))]
    HoldsSet(Deck, Set),
    /// The deck is too large for its cards to be tried one by one.
    #[error("{0} has {size} cards, and the maximum is {MOST_CARDS}", size = .0.size())]
    TooLarge(Deck),
    /// A limit ended the work.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

fn not_free(deck: Deck) -> &'static str {
    if deck.values() == 3 { "no cap" } else { "no set-free hand" }
}
