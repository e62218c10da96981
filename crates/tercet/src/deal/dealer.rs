//! The dealer: cards of a deck in a random order, without replacement.
//!
//! A sparse Fisher–Yates shuffle (Takeshita 4.1 modifies the same shuffle). Number the places of
//! the deck 0, 1, 2, …; before the shuffle place i holds the card of rank i. Draw i swaps place i
//! with a place chosen uniformly from i to the last, and deals the card that is then at place i.
//! Only the swapped places are stored, so a deck of 20^20 cards costs as much as one of 81:
//! constant time and memory for each draw, at any point of the deck. Drawing until a new card
//! comes, as the thesis does, would need the same memory and slow down at the end.

use std::collections::HashMap;

use chacha20::ChaCha8Rng;
use num_bigint::BigUint;
use num_traits::Zero;
use rand_core::{Rng, SeedableRng};

use crate::board::CardHash;
use crate::solver::{Limit, Stop};
use crate::{Board, Card, Deck};

/// Deals the cards of a deck in a random order that the seed determines, or in a given one.
///
/// The order depends on the deck and the seed alone: it is the same on every machine and in every
/// version that reads the same records.
///
/// ```
/// use tercet::{Deck, deal::Dealer};
///
/// let dealt: Vec<_> = Dealer::new(Deck::CLASSIC, 1).collect();
/// assert_eq!(dealt.len(), 81);
/// ```
#[derive(Debug)]
pub struct Dealer {
    deck: Deck,
    seed: u64,
    random: ChaCha8Rng,
    /// The number of cards dealt, or `None` once all are dealt.
    dealt: Option<u128>,
    /// The ranks at the places that no longer hold their own rank.
    moved: HashMap<u128, u128, CardHash>,
    /// All cards, if their order is given.
    order: Vec<Card>,
}

impl Dealer {
    /// A dealer with the whole deck.
    pub fn new(deck: Deck, seed: u64) -> Self {
        Self::of_stream(deck, seed, 0)
    }

    /// A dealer with the whole deck and another stream of the seed's random numbers; [`new`](Self::new)
    /// takes stream 0.
    pub(crate) fn of_stream(deck: Deck, seed: u64, stream: u64) -> Self {
        let random = self::stream(seed, stream);
        Self { deck, seed, random, dealt: Some(0), moved: HashMap::default(), order: Vec::new() }
    }

    /// A dealer with the cards of a board alone, in their order. The seed determines what else is random in a game.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn in_order(board: &Board, seed: u64) -> Self {
        assert!(!board.is_empty(), "there are cards to deal");
        Self { order: board.cards().to_vec(), ..Self::new(board.deck(), seed) }
    }

    /// A dealer with the deck but for these cards, as if they had been dealt.
    ///
    /// # Panics
    ///
    /// If a card is not one of the deck, or is named twice.
    pub fn without(deck: Deck, seed: u64, cards: &[Card]) -> Self {
        let mut dealer = Self::new(deck, seed);
        // Where the ranks lie that are not at their own place.
        let mut places: HashMap<u128, u128> = HashMap::new();
        for &card in cards {
            let place = dealer.dealt.expect("no card is named twice");
            let rank = deck.rank(card);
            // A rank that lies nowhere else is at its own place, unless another lies there: then it was dealt.
            let own = (!dealer.moved.contains_key(&rank)).then_some(rank);
            let held = places.remove(&rank).or(own).filter(|&held| held >= place);
            let held = held.unwrap_or_else(|| panic!("{} was dealt", deck.show(card)));
            let here = dealer.moved.remove(&place).unwrap_or(place);
            if held != place {
                dealer.moved.insert(held, here);
                places.insert(here, held);
            }
            dealer.dealt = (place < deck.last_rank()).then(|| place + 1);
        }
        dealer
    }

    /// The deck.
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The seed that determines the order.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Makes room for this many more cards at once: otherwise the memory of a dealer of millions
    /// grows in steps, some of which take a second.
    pub fn reserve(&mut self, cards: usize) {
        self.moved.reserve(cards);
    }

    /// All cards in their order, if it is given; none if the seed determines it.
    pub fn order(&self) -> &[Card] {
        &self.order
    }

    /// The last place.
    fn last_place(&self) -> u128 {
        match self.order.len() {
            0 => self.deck.last_rank(),
            cards => cards as u128 - 1,
        }
    }

    /// The number of cards left to be dealt.
    pub fn left(&self) -> BigUint {
        self.dealt
            .map_or_else(BigUint::zero, |dealt| BigUint::from(self.last_place() - dealt) + 1_u8)
    }

    /// The fraction of the cards that was dealt, from 0 to 1.
    pub fn share_dealt(&self) -> f64 {
        let size = self.last_place() as f64 + 1.0;
        self.dealt.map_or(1.0, |dealt| dealt as f64 / size)
    }

    /// Whether all cards were dealt.
    pub const fn is_empty(&self) -> bool {
        self.dealt.is_none()
    }
}

impl Iterator for Dealer {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let (place, last) = (self.dealt?, self.last_place());
        if let Some(&card) = self.order.get(place as usize) {
            self.dealt = (place < last).then(|| place + 1);
            return Some(card);
        }
        let chosen = between(&mut self.random, place, last);
        let here = self.moved.remove(&place).unwrap_or(place);
        let rank =
            if chosen == place { here } else { self.moved.insert(chosen, here).unwrap_or(chosen) };
        self.dealt = (place < last).then(|| place + 1);
        Some(self.deck.nth(rank))
    }
}

/// The random numbers of a stream of a seed.
pub(crate) fn stream(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    random
}

/// A uniform random number from `low` to `high`, both included: as many random bits as the width
/// needs, drawn until they are in range (fewer than two tries on average).
pub(crate) fn between(random: &mut impl Rng, low: u128, high: u128) -> u128 {
    let width = high - low;
    let unused = width.leading_zeros();
    if unused == u128::BITS {
        return low;
    }
    loop {
        let mut bits = u128::from(random.next_u64());
        if unused < u64::BITS {
            bits |= u128::from(random.next_u64()) << u64::BITS;
        }
        bits &= u128::MAX >> unused;
        if bits <= width {
            return low + bits;
        }
    }
}

/// Puts items in a random order, each equally likely (Fisher–Yates).
pub(crate) fn shuffle<T>(things: &mut [T], random: &mut impl Rng) {
    shuffle_within(things, random, &Limit::none()).expect("there is no limit");
}

/// As [`shuffle`], under a limit.
pub(crate) fn shuffle_within<T>(
    things: &mut [T],
    random: &mut impl Rng,
    limit: &Limit,
) -> Result<(), Stop> {
    let mut watch = limit.watch();
    for i in (1..things.len()).rev() {
        watch.tick(1)?;
        things.swap(i, between(random, 0, i as u128) as usize);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_card_is_dealt_once() {
        for (v, p) in [(1, 5), (2, 1), (3, 4), (4, 3), (7, 2)] {
            let deck = Deck::new(v, p).unwrap();
            for seed in 0..20 {
                let mut dealt: Vec<Card> = Dealer::new(deck, seed).collect();
                dealt.sort_unstable();
                assert!(dealt.into_iter().eq(deck.cards()), "{deck} seed {seed}");
            }
        }
    }

    #[test]
    fn cards_on_the_table_are_not_dealt() {
        let deck = Deck::new(3, 3).unwrap();
        for seed in 0..200 {
            let mut cards: Vec<Card> = Dealer::new(deck, seed).collect();
            let rest = cards.split_off(seed as usize % 28);
            let mut dealt: Vec<Card> = Dealer::without(deck, seed, &cards).collect();
            assert_eq!(dealt.len(), rest.len());
            dealt.extend(cards);
            dealt.sort_unstable();
            assert!(dealt.into_iter().eq(deck.cards()), "seed {seed}");
        }
    }

    #[test]
    fn cards_in_a_given_order_are_dealt_in_it() {
        for cards in [1, 5, 81] {
            let board = crate::deal::board(Deck::CLASSIC, cards, 3).unwrap();
            let mut dealer = Dealer::in_order(&board, 9);
            assert_eq!(dealer.order(), board.cards());
            for (dealt, card) in board.iter().enumerate() {
                assert_eq!(dealer.left(), (cards - dealt).into());
                assert_eq!(dealer.next(), Some(card));
            }
            assert!(dealer.is_empty() && dealer.left().is_zero() && dealer.next().is_none());
        }
    }

    #[test]
    #[should_panic(expected = "was dealt")]
    fn no_card_is_on_the_table_twice() {
        let deck = Deck::new(3, 3).unwrap();
        Dealer::without(deck, 1, &[deck.nth(20), deck.nth(20)]);
    }

    #[test]
    fn decks_of_any_size_are_dealt() {
        for (v, p) in [(2, 128), (20, 20), (64, 21), (256, 16)] {
            let deck = Deck::new(v, p).unwrap();
            let dealt: HashSet<Card> = Dealer::new(deck, 9).take(2000).collect();
            assert_eq!(dealt.len(), 2000);
            assert!(dealt.into_iter().all(|card| deck.contains(card)));
        }
    }

    #[test]
    fn the_order_of_a_seed_stays_the_same() {
        let first =
            |deck: Deck, seed| deck.show_all(&Dealer::new(deck, seed).take(5).collect::<Vec<_>>());
        assert_eq!(first(Deck::CLASSIC, 1), first(Deck::CLASSIC, 1));
        assert_ne!(first(Deck::CLASSIC, 1), first(Deck::CLASSIC, 2));
    }
}
