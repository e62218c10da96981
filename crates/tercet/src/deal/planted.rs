//! Boards with a set that is hidden among random cards.
//!
//! The board holds this set for certain, and may hold others: about [`Deck::expected_sets`] of them.
//! So below the threshold the planted set is mostly the only one, and the board a fair test of a
//! search; far above it there are many sets.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::random::{between, shuffle};
use super::{DealError, Dealer, in_range};
use crate::board::Board;
use crate::card::Card;
use crate::deck::Deck;
use crate::set::Set;

/// A random set, each of the deck equally likely, among other random cards at random places: the
/// board, which holds at least this set, and the set.
///
/// # Errors
///
/// [`DealError`] for fewer cards than a set has, or more than the deck has or than
/// [`MOST_CARDS`](super::MOST_CARDS).
pub fn planted(deck: Deck, cards: usize, seed: u64) -> Result<(Board, Set), DealError> {
    let cards = in_range(deck, cards as u128, deck.values())?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let set = random_set(deck, &mut random);
    let others = Dealer::new(deck, random.next_u64())
        .filter(|card| set.cards().binary_search(card).is_err())
        .take(cards - set.cards().len());
    let mut all: Vec<Card> = set.cards().iter().copied().chain(others).collect();
    shuffle(&mut all, &mut random);
    let board = Board::new(deck, &all).expect("the other cards are dealt once, and not of the set");
    Ok((board, set))
}

/// A random set of the deck, each equally likely.
///
/// In each property the cards of a set, in some order, show one of v values or one of v! orders of
/// them. Drawn with equal probabilities, every set comes up in its v! orders; what is no set, all
/// the same everywhere, is drawn again.
fn random_set(deck: Deck, random: &mut ChaCha8Rng) -> Set {
    let (v, p) = (deck.values(), deck.properties());
    loop {
        let mut values = vec![vec![0; p]; v];
        for property in 0..p {
            let mut shown: Vec<usize> = (0..v).collect();
            if all_same(v, random) {
                let value = between(random, 0, v as u128 - 1) as usize;
                shown.fill(value);
            } else {
                shuffle(&mut shown, random);
            }
            for (card, value) in values.iter_mut().zip(shown) {
                card[property] = value;
            }
        }
        let card = |values: &Vec<usize>| deck.card(values).expect("p values below v");
        let cards: Vec<Card> = values.iter().map(card).collect();
        if let Ok(set) = Set::new(deck, &cards) {
            return set;
        }
    }
}

/// One of v values against one of v! orders: true once in `1 + (v−1)!` draws. From v = 35 on that
/// is less than once in 2^127, and taken as never.
fn all_same(v: usize, random: &mut ChaCha8Rng) -> bool {
    let orders: Option<u128> = (1..v as u128).try_fold(1, u128::checked_mul);
    orders.is_some_and(|orders| between(random, 0, orders) == 0)
}
