//! Dealing: fair random boards, and boards with a planted set.
//!
//! A [`Dealer`] deals a deck card by card in a random order, and [`board()`] takes the first cards
//! that it deals. [`planted`] hides a set among random cards. [`Fairness`] counts how often each
//! card is dealt. All results are determined by a seed, on every machine.

pub(crate) mod dealer;
mod fairness;
mod planted;

use crate::deck::{Deck, OutOfRange};
use crate::{Board, Card};

pub use dealer::Dealer;
pub use fairness::Fairness;
pub use planted::{planted, planted_cards};

/// The maximum number of cards that the functions of this module deal at once. A board of that size
/// takes about 1 GB; a [`Dealer`] itself has no such bound.
pub const MOST_CARDS: usize = 10_000_000;

/// Checks that a number of cards of the deck, at least `least`, can be dealt at once.
pub(crate) fn in_range(deck: Deck, asked: u128, least: usize) -> Result<usize, OutOfRange> {
    let most = deck.size_up_to_max().min(MOST_CARDS as u128);
    let cannot = || format!("cannot deal {asked} cards of {deck}");
    OutOfRange::check(asked, least as u128..=most, cannot)?;
    Ok(asked as usize)
}

/// The first cards that the [`Dealer`] with this seed deals.
///
/// ```
/// use tercet::Deck;
/// use tercet::deal;
///
/// assert_eq!(deal::board(Deck::CLASSIC, 12, 1)?.len(), 12);
/// assert!(deal::board(Deck::CLASSIC, 82, 1).is_err());
/// # Ok::<(), tercet::deck::OutOfRange>(())
/// ```
///
/// # Errors
///
/// [`OutOfRange`] for more cards than the deck has or more than [`MOST_CARDS`].
pub fn board(deck: Deck, cards: usize, seed: u64) -> Result<Board, OutOfRange> {
    board_of(deck, cards as u128, seed)
}

/// A [`board()`] with the number of cards among which one set is expected ([`Deck::threshold`]).
/// Boards with and without a set are both common there, and deciding which it is is hardest.
///
/// # Errors
///
/// [`OutOfRange`] if the threshold exceeds [`MOST_CARDS`].
pub fn at_threshold(deck: Deck, seed: u64) -> Result<Board, OutOfRange> {
    board_of(deck, deck.threshold(), seed)
}

fn board_of(deck: Deck, cards: u128, seed: u64) -> Result<Board, OutOfRange> {
    let cards = in_range(deck, cards, 0)?;
    let dealt: Vec<Card> = Dealer::new(deck, seed).take(cards).collect();
    Ok(Board::new(deck, &dealt).expect("a dealer deals every card once"))
}
