//! Whether a board is set-free.
//!
//! For v = 3 pairs are tried: the third card of each, computed by bit logic, is looked up in a
//! table with one bit a card. Of three cards, two lie in the same half of the layout, so the pairs
//! within the two halves decide whether there is a set: n²/4 steps of a few nanoseconds, in inner
//! loops without a branch. Only if there is a set, all pairs are tried in layout order. The first
//! pair whose third card is on the board gives the first set in that order: the third card cannot
//! lie before the second, because its pair with the first would have come earlier. Decks too large
//! for the table, and decks with v ≠ 3, are handled by [`auto`](Auto).

use super::extend::GrowingHand;
use super::require_free;
use crate::solver::{Auto, Found, Limit, NoAnswer, Options, Solver, Stop};
use crate::{Board, Card};

/// The most properties for which the table, of 4^p bytes, is built: at most 1 MB.
const MOST_PROPERTIES: usize = 10;

/// A set of the board, or `None` if the board is set-free.
///
/// For v = 3 it is the first set in layout order: by its first card, then by its second. For other
/// decks it is the set that the method `auto` finds.
///
/// ```
/// use tercet::caps::{cap, first_set};
/// use tercet::solver::Limit;
///
/// let cap = cap(112).expect("a construction is known");
/// assert_eq!(first_set(&cap, &Limit::none()), Ok(None));
/// ```
///
/// # Errors
///
/// [`Stop`] if the limit ended the work.
pub fn first_set(board: &Board, limit: &Limit) -> Result<Option<Found>, Stop> {
    let three = board.deck().values() == 3;
    if three && board.deck().properties() <= MOST_PROPERTIES {
        return if holds_set(board, limit)? { first_by_pairs(board, limit) } else { Ok(None) };
    }
    match Auto::new(board, &Options::default()).find(limit)? {
        Some(_) if three => first_by_pairs(board, limit),
        found => Ok(found),
    }
}

/// The first set, found by looking up the third card of every pair on the board.
fn first_by_pairs(board: &Board, limit: &Limit) -> Result<Option<Found>, Stop> {
    let mut watch = limit.watch();
    for (i, &a) in board.cards().iter().enumerate() {
        for (j, &b) in board.cards().iter().enumerate().skip(i + 1) {
            watch.tick(2)?;
            let third = a.third(b);
            if board.contains(third) {
                let k = board.cards().iter().position(|&card| card == third);
                return Ok(Some(Found::new([i, j, k.expect("the board contains it")])));
            }
        }
    }
    Ok(None)
}

/// Whether a board holds a set, by a table that says for the bits of any card whether the board has
/// it.
fn holds_set(board: &Board, limit: &Limit) -> Result<bool, Stop> {
    let mut present = vec![0_u8; 1 << (2 * board.deck().properties())];
    let cards: Vec<u32> = board.cards().iter().map(|card| card.to_bits() as u32).collect();
    for &card in &cards {
        present[card as usize] = 1;
    }
    let mut watch = limit.watch();
    // Changes no card, but lets the compiler prove that every index is in the table.
    let (present, mask) = (&present[..], present.len() - 1);
    let (front, back) = cards.split_at(cards.len() / 2);
    for half in [front, back] {
        for (i, &a) in half.iter().enumerate() {
            watch.tick(i)?;
            let thirds = half[..i].iter().map(|&b| present[third(a, b) as usize & mask]);
            if thirds.fold(0, |any, present| any | present) > 0 {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// [`Card::third`] on 32 bits.
#[inline]
fn third(x: u32, y: u32) -> u32 {
    const LOW: u32 = u32::MAX / 3;
    let difference = x ^ y;
    let swapped = ((difference >> 1) & LOW) | ((difference & LOW) << 1);
    (x & y) | (!(x | y) & swapped)
}

// Whether a set-free hand is complete, and which cards can be added to it.
//
// Each card of the deck is tried (`extend.rs`).

/// The cards that can be added to a hand without making a set, in ascending order; none if the hand
/// is complete.
///
/// ```
/// use tercet::caps::{addable, cap};
/// use tercet::solver::Limit;
///
/// let cap = cap(20).expect("a construction is known");
/// assert_eq!(addable(&cap, &Limit::none()), Ok(vec![]));
/// ```
///
/// # Errors
///
/// [`NoAnswer`] if the hand is not set-free, if the deck has more than [`MOST_CARDS`](super::MOST_CARDS)
/// cards, or, with the cards that were found, if the limit ended the work.
pub fn addable(hand: &Board, limit: &Limit) -> Result<Vec<Card>, NoAnswer<Vec<Card>>> {
    let mut found = Vec::new();
    match find_addable(hand, limit, &mut found) {
        Ok(()) => Ok(found),
        Err(no) => Err(no.with(found)),
    }
}

fn find_addable(hand: &Board, limit: &Limit, found: &mut Vec<Card>) -> Result<(), NoAnswer> {
    require_free(hand, limit)?;
    let mut growing = GrowingHand::new(hand)?;
    let mut watch = limit.watch();
    for card in 0..growing.deck.len() {
        watch.tick(4)?;
        if !growing.in_hand[card] && growing.fits(card, limit)? {
            found.push(growing.deck[card]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caps::{extend, first_set};
    use crate::deal::Dealer;
    use crate::deck::Deck;
    use crate::solver::{Method, list};

    fn deal(deck: Deck, cards: usize, seed: u64) -> Board {
        Board::new(deck, Dealer::new(deck, seed).take(cards)).unwrap()
    }

    #[test]
    fn the_first_set_is_that_of_the_list() {
        for (v, p, cards) in [(3, 1, 3), (3, 2, 5), (3, 4, 9), (3, 6, 20), (3, 10, 30), (3, 11, 9)]
        {
            for seed in 0..50 {
                let board = deal(Deck::new(v, p).unwrap(), cards, seed);
                let mut brute = Method::BRUTE.enumerator(&board, &Options::default()).unwrap();
                let listing = list(&mut *brute, Some(1), &Limit::none()).unwrap();
                let first = listing.sets.into_iter().next();
                assert_eq!(first_set(&board, &Limit::none()), Ok(first.clone()));
                assert_eq!(first_by_pairs(&board, &Limit::none()), Ok(first));
            }
        }
    }

    #[test]
    fn large_decks_and_other_values_are_asked_too() {
        let deck = Deck::new(3, 20).unwrap();
        let card = |row: [usize; 20]| deck.card_of(&row).unwrap();
        let board = Board::new(deck, [card([1; 20]), card([2; 20]), card([0; 20])]).unwrap();
        assert!(first_set(&board, &Limit::none()).unwrap().is_some());
        for (v, p) in [(1, 2), (2, 3), (4, 3), (5, 2)] {
            let deck = Deck::new(v, p).unwrap();
            for seed in 0..20 {
                let board = deal(deck, (v * p).min(deck.size().try_into().unwrap()), seed);
                let sets = board.search().by(Method::BRUTE).count().unwrap();
                assert_eq!(first_set(&board, &Limit::none()).unwrap().is_some(), sets > 0);
            }
        }
    }

    #[test]
    fn a_limit_stops() {
        let limit = Limit::timeout(std::time::Duration::ZERO);
        let board = deal(Deck::new(3, 10).unwrap(), 1, 0);
        assert_eq!(first_set(&board, &limit), Ok(None));
        let deck = Deck::new(3, 10).unwrap();
        let cards = deck.cards().filter(|card| card.to_bits() & (u128::MAX / 3) << 1 == 0);
        let cap = Board::new(deck, cards).unwrap();
        assert_eq!(first_set(&cap, &limit), Err(Stop::DEADLINE));
        assert_eq!(first_set(&cap, &Limit::none()), Ok(None));
    }

    /// Tries every card, by the definition of a set.
    fn naive(hand: &Board) -> Vec<Card> {
        let deck = hand.deck();
        let fits = |&card: &Card| {
            let mut with = hand.clone();
            with.add(&[card]).is_ok() && first_set(&with, &Limit::none()) == Ok(None)
        };
        deck.cards().filter(fits).collect()
    }

    #[test]
    fn free_cards_are_those_that_can_be_tried() {
        for (v, p) in [(1, 2), (2, 3), (3, 2), (3, 4), (4, 2), (4, 3), (5, 2)] {
            let deck = Deck::new(v, p).unwrap();
            for seed in 0..10 {
                let full = extend(&Board::empty(deck), Dealer::new(deck, seed), &Limit::none());
                let full = full.unwrap();
                for cards in 0..=full.len() {
                    let hand = Board::new(deck, &full.cards()[..cards]).unwrap();
                    let free = naive(&hand);
                    assert_eq!(addable(&hand, &Limit::none()), Ok(free));
                }
            }
        }
    }
}
