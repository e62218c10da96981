//! Odds: the number of hands of a deck by the sets they hold.
//!
//! All functions are exact and count hands up to symmetry (see [`symmetry`](crate::symmetry)),
//! except [`sample`](sample()), which deals random hands; its results come with confidence
//! intervals.
//!
//! ```
//! use tercet::Deck;
//! use tercet::odds::{FreeHands, decimal};
//! use tercet::solver::Limit;
//!
//! // The odds that twelve cards hold no set.
//! let limit = Limit::none();
//! let twelve = FreeHands::new(Deck::CLASSIC, &limit).nth(12).expect("there are such hands")?;
//! assert_eq!(decimal(&twelve.free, &twelve.hands, 4), "0.0323");
//! # Ok::<(), tercet::Stop>(())
//! ```
//!
//! - [`FreeHands`]: the set-free hands by their number of cards;
//! - [`sets`](sets()): the number of sets in a hand;
//! - [`disjoint`](disjoint()): the largest number of disjoint sets in a hand;
//! - [`given()`]: the odds of a hand of which a part is known to be set-free;
//! - [`second_round`]: the second layout of a game;
//! - [`variance`]: the variance of the number of sets, by a formula; the mean is
//!   [`Deck::expected_sets`](crate::Deck::expected_sets).
//!
//! [`BoardSampler`](crate::sampler::BoardSampler) uses the same classes to draw random boards
//! with a given number of sets.

mod disjoint;
mod formula;
mod free;
mod given;
mod sample;
mod sets;

use std::ops::RangeInclusive;

use crate::deck::{Deck, OutOfRange, Unsupported};
use crate::solver::{Limit, Stop};
use crate::symmetry::{Classes, Kind};

pub use disjoint::disjoint;
pub use formula::{decimal, hands, scientific, variance};
pub use free::{FreeClasses, FreeHands, Row};
pub use given::{given, second_round};
pub use sample::{Statistic, sample};
pub use sets::sets;

/// The classes of hands of `cards` cards.
fn classes(
    deck: Deck,
    kind: Kind,
    cards: usize,
    memory: usize,
    limit: &Limit,
) -> Result<Classes, Stop> {
    let classes = Classes::new(deck, kind).map_err(|_| out_of_reach(deck))?;
    let mut classes = classes.with_memory(memory);
    classes.advance_to(cards, limit)?;
    Ok(classes)
}

/// The hands of a deck are not classified.
fn out_of_reach(deck: Deck) -> Unsupported {
    let why = format!("need {}, and the deck is {deck}", Classes::DECKS);
    Unsupported { what: "exact odds".into(), why, deck, able: Vec::new() }
}

/// Checks that the deck has as many cards as a hand.
fn check_size(deck: Deck, cards: usize, range: RangeInclusive<u128>) -> Result<(), OutOfRange> {
    OutOfRange::check(cards as u128, range, || format!("no hand of {cards} cards of {deck}"))
}
