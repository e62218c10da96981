//! Dealing: fair random boards, and boards with a planted set.
//!
//! A [`Dealer`] deals a deck card by card in a random order, and [`board()`] takes the first cards
//! that it deals. [`planted()`] hides a set among random cards. [`frequencies`] counts how often
//! each card is dealt. All results are determined by a seed, on every machine.

pub(crate) mod dealer;

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::deck::{Deck, OutOfRange, Unsupported};
use crate::solver::{Limit, NoAnswer};
use crate::{Board, Card, Set};
use dealer::{between, shuffle, shuffle_within};

pub use dealer::Dealer;

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
    let cards = in_range(deck, cards as u128, 0)?;
    let dealt: Vec<Card> = Dealer::new(deck, seed).take(cards).collect();
    Ok(Board::new(deck, &dealt).expect("a dealer deals every card once"))
}

// Boards with a planted set among random cards.
//
// Besides the planted set, such a board holds about [`Deck::expected_sets`] others. So below the
// threshold the planted set is usually the only one, and the board is a fair test of a search; far
// above the threshold there are many sets.

/// The cards of a board of a random set, each set of the deck equally likely, and other random cards, in random
/// order; and the set.
///
/// # Errors
///
/// [`NoAnswer`] for fewer cards than a set has, more than the deck has, or more than [`MOST_CARDS`], or if the
/// limit ended the work.
pub fn planted(
    deck: Deck,
    cards: usize,
    seed: u64,
    limit: &Limit,
) -> Result<(Vec<Card>, Set), NoAnswer> {
    let cards = in_range(deck, cards as u128, deck.values())?;
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

// Fairness of the dealer, measured by counting cards (Takeshita 4.1, figures 3 to 6).

/// The maximum size of a deck whose cards [`frequencies`] counts.
pub const MOST_COUNTED: u32 = 1 << 20;

/// For each card, by its rank, the number of times it was dealt in some deals with the seeds `seed`, `seed + 1`, and
/// so on: among the first v·p cards (the starting board) and among the v cards after them (the first cards drawn).
///
/// # Errors
///
/// [`NoAnswer`] if the deck has more than [`MOST_COUNTED`] cards or the limit ended the work.
pub fn frequencies(
    deck: Deck,
    seed: u64,
    deals: u64,
    limit: &Limit,
) -> Result<Vec<[u64; 2]>, NoAnswer> {
    if deck.size() > MOST_COUNTED.into() {
        let decks = format!("a deck of at most {MOST_COUNTED} cards");
        return Err(Unsupported::needs("counting each card", decks, deck).into());
    }
    let (start, drawn) = (deck.values() * deck.properties(), deck.values());
    let mut counts = vec![[0; 2]; deck.cards().count()];
    let mut watch = limit.watch();
    for deal in 0..deals {
        watch.tick(start + drawn)?;
        let dealt = Dealer::new(deck, seed.wrapping_add(deal)).take(start + drawn);
        for (place, card) in dealt.enumerate() {
            counts[deck.rank(card) as usize][usize::from(place >= start)] += 1;
        }
    }
    Ok(counts)
}
