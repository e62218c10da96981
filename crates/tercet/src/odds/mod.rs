//! Odds: the number of hands of a deck by the sets they hold.
//!
//! All functions are exact and count hands up to symmetry (see [`symmetry`](crate::symmetry)),
//! except [`sample`](sample()), which deals random hands; its results come with confidence
//! intervals.
//!
//! - [`FreeHands`]: the set-free hands by their number of cards;
//! - [`sets`](sets()): the number of sets in a hand;
//! - [`disjoint`](disjoint()): the largest number of disjoint sets in a hand;
//! - [`given()`]: the odds of a hand of which a part is known to be set-free;
//! - [`second_round`]: the second layout of a game;
//! - [`variance`]: the variance of the number of sets, by a formula; the mean is
//!   [`Deck::expected_sets`](crate::Deck::expected_sets).
//!
//! [`deal::BoardSampler`](crate::deal::BoardSampler) uses the same classes to draw random boards
//! with a given number of sets.

mod disjoint;
mod formula;
mod free;
mod given;
mod sample;
mod sets;

use thiserror::Error;

use crate::deck::Deck;
use crate::solver::{Limit, Stop};
use crate::symmetry::{Classes, Kind};

pub use disjoint::disjoint;
pub use formula::{decimal, hands, scientific, variance};
pub use free::{FreeClasses, FreeHands, Row};
pub use given::{given, second_round};
pub use sample::{Question, sample};
pub use sets::sets;

/// Why exact odds are out of reach.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OutOfReach {
    /// The hands of the deck are not classified.
    #[error(
        "hands of {0} are not classified: that needs v = 3 and p ≤ 6, or at most 128 cards and \
         100000 sets"
    )]
    Deck(Deck),
    /// The question needs a deck with three values.
    #[error("this needs v = 3, but the deck is {0}")]
    Values(Deck),
    /// The deck has fewer cards than the hand.
    #[error("the deck {0} has no hands of {1} cards")]
    Cards(Deck, usize),
    /// A limit ended the work.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The classes of hands of `cards` cards.
fn classes(
    deck: Deck,
    kind: Kind,
    cards: usize,
    memory: usize,
    limit: &Limit,
) -> Result<Classes, OutOfReach> {
    let classes = Classes::new(deck, kind).ok_or(OutOfReach::Deck(deck))?;
    let mut classes = classes.with_memory(memory);
    classes.advance_to(cards, limit)?;
    Ok(classes)
}
