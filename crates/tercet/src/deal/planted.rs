//! Boards with a planted set among random cards.
//!
//! Besides the planted set, such a board holds about [`Deck::expected_sets`] others. So below the
//! threshold the planted set is usually the only one, and the board is a fair test of a search; far
//! above the threshold there are many sets.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::dealer::{between, shuffle, shuffle_within};
use super::{Dealer, in_range};
use crate::deck::{Deck, OutOfRange};
use crate::solver::{Limit, NoAnswer, Stop};
use crate::{Board, Card, Set};

/// A board of a random set, each set of the deck equally likely, and other random cards, in random
/// order; also returns the set.
///
/// # Errors
///
/// [`OutOfRange`] for fewer cards than a set has, more than the deck has, or more than
/// [`MOST_CARDS`](super::MOST_CARDS).
pub fn planted(deck: Deck, cards: usize, seed: u64) -> Result<(Board, Set), OutOfRange> {
    let cards = in_range(deck, cards as u128, deck.values())?;
    let (cards, set) = draw(deck, cards, seed, &Limit::none()).expect("there is no limit");
    let board = Board::new(deck, &cards).expect("the cards are distinct");
    Ok((board, set))
}

/// The cards of a [`planted`] board in layout order, and the set, under a limit.
///
/// # Errors
///
/// [`NoAnswer`] as [`planted`], or if the limit ended the work.
pub fn planted_cards(
    deck: Deck,
    cards: usize,
    seed: u64,
    limit: &Limit,
) -> Result<(Vec<Card>, Set), NoAnswer> {
    let cards = in_range(deck, cards as u128, deck.values())?;
    Ok(draw(deck, cards, seed, limit)?)
}

fn draw(deck: Deck, cards: usize, seed: u64, limit: &Limit) -> Result<(Vec<Card>, Set), Stop> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let set = random_set(deck, &mut random);
    let mut dealer = Dealer::new(deck, random.next_u64());
    dealer.reserve(cards);
    let mut all = set.cards().to_vec();
    let mut watch = limit.watch();
    while all.len() < cards {
        watch.tick(4)?;
        let card = dealer.next().expect("the deck has as many cards");
        if set.cards().binary_search(&card).is_err() {
            all.push(card);
        }
    }
    shuffle_within(&mut all, &mut random, limit)?;
    Ok((all, set))
}

/// A random set of the deck, each equally likely.
///
/// In each property the cards of a set, in some order, show one of v values or one of v! orders of
/// the values. Drawn with equal probabilities, every set comes up in its v! orders; cards that are
/// all the same in every property are not a set and are drawn again.
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
        let card = |values: &Vec<usize>| deck.card_of(values).expect("p values below v");
        let cards: Vec<Card> = values.iter().map(card).collect();
        if let Ok(set) = Set::new(deck, &cards) {
            return set;
        }
    }
}

/// Chooses between v values and v! orders: true with probability `1 / (1 + (v−1)!)`. From v = 35 on
/// that is less than 2^−127, and is taken as 0.
fn all_same(v: usize, random: &mut ChaCha8Rng) -> bool {
    let orders: Option<u128> = (1..v as u128).try_fold(1, u128::checked_mul);
    orders.is_some_and(|orders| between(random, 0, orders) == 0)
}
