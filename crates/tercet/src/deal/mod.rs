//! Dealing: fair random boards, boards with a planted set, boards with a given number of sets.
//!
//! A [`Dealer`] deals a deck card by card in a random order, and [`board()`] takes the first cards
//! that it deals. [`planted`] hides a set among random cards. A [`BoardSampler`] draws boards with
//! a given number of sets, each equally likely. [`Fairness`] counts how often each card is dealt.
//! All results are determined by a seed, on every machine.

mod dealer;
mod fairness;
mod planted;
pub(crate) mod random;
mod sampler;

use num_traits::ToPrimitive;
use thiserror::Error;

use crate::board::Board;
use crate::card::Card;
use crate::deck::Deck;

pub use dealer::Dealer;
pub use fairness::{Fairness, FairnessError};
pub use planted::{planted, planted_cards};
pub use sampler::{BoardSampler, Drawn, Possible, SamplerError};

/// The maximum number of cards that the functions of this module deal at once. A board of that size
/// takes about 1 GB; a [`Dealer`] itself has no such bound.
pub const MOST_CARDS: usize = 10_000_000;

/// A number of cards that cannot be dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("cannot deal {asked} cards of {deck}: the range is {least} to {most}")]
pub struct DealError {
    /// The deck.
    pub deck: Deck,
    /// The requested number of cards.
    pub asked: u128,
    /// The smallest number of cards that can be dealt.
    pub least: usize,
    /// The largest number of cards that can be dealt: the size of the deck, or [`MOST_CARDS`].
    pub most: usize,
}

/// Checks that a number of cards of the deck, at least `least`, can be dealt at once.
fn in_range(deck: Deck, asked: u128, least: usize) -> Result<usize, DealError> {
    let most = deck.size().to_usize().unwrap_or(usize::MAX).min(MOST_CARDS);
    let cards = usize::try_from(asked).ok().filter(|cards| (least..=most).contains(cards));
    cards.ok_or(DealError { deck, asked, least, most })
}

/// The first cards that the [`Dealer`] with this seed deals.
///
/// ```
/// use tercet::Deck;
/// use tercet::deal;
///
/// assert_eq!(deal::board(Deck::CLASSIC, 12, 1)?.len(), 12);
/// assert!(deal::board(Deck::CLASSIC, 82, 1).is_err());
/// # Ok::<(), tercet::deal::DealError>(())
/// ```
///
/// # Errors
///
/// [`DealError`] for more cards than the deck has or more than [`MOST_CARDS`].
pub fn board(deck: Deck, cards: usize, seed: u64) -> Result<Board, DealError> {
    board_of(deck, cards as u128, seed)
}

/// The [`board()`] with as many cards as make one set expected ([`Deck::threshold`]). Boards with
/// and without a set are both common there, and deciding which it is is hardest.
///
/// # Errors
///
/// [`DealError`] if the threshold exceeds [`MOST_CARDS`].
pub fn at_threshold(deck: Deck, seed: u64) -> Result<Board, DealError> {
    board_of(deck, deck.threshold(), seed)
}

fn board_of(deck: Deck, cards: u128, seed: u64) -> Result<Board, DealError> {
    let cards = in_range(deck, cards, 0)?;
    let dealt: Vec<Card> = Dealer::new(deck, seed).take(cards).collect();
    Ok(Board::new(deck, &dealt).expect("a dealer deals every card once"))
}
