//! Whether a set-free hand is complete, and which cards can be added to it.
//!
//! Every v−1 cards of a hand exclude at most one further card. So a hand of n cards is not complete
//! if n + C(n, v−1) is less than the size of the deck; this needs no look at the cards, however
//! large the deck is. Otherwise each card of the deck is tried (`growing_hand.rs`).

use num_bigint::BigUint;
use num_traits::{CheckedSub, One};

use crate::board::Board;
use crate::card::Card;
use crate::solver::{Limit, Stop};

use super::growing_hand::GrowingHand;
use super::require_free;

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
/// [`Stop`] if the hand is not set-free, if the deck has more than [`MOST_CARDS`](super::MOST_CARDS)
/// cards (see [`least_addable`]), or, with the cards that were found, if the limit ended the work.
pub fn addable(hand: &Board, limit: &Limit) -> Result<Vec<Card>, Stop<Vec<Card>>> {
    let mut found = Vec::new();
    match find_addable(hand, limit, &mut found) {
        Ok(()) => Ok(found),
        Err(stop) => Err(stop.with(found)),
    }
}

fn find_addable(hand: &Board, limit: &Limit, found: &mut Vec<Card>) -> Result<(), Stop> {
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

/// A lower bound on the number of cards that can be added to a set-free hand, from its size alone. If
/// it is not 0, the hand is not complete.
pub fn least_addable(hand: &Board) -> BigUint {
    let forbidden = most_forbidden(hand) + hand.len();
    hand.deck().size().checked_sub(&forbidden).unwrap_or_default()
}

/// `C(n, v−1)`; for v < 3, where any card excludes all others, the size of the deck.
fn most_forbidden(hand: &Board) -> BigUint {
    let (n, v) = (hand.len(), hand.deck().values());
    if v < 3 {
        return hand.deck().size();
    }
    (0..v - 1).fold(BigUint::one(), |product, i| product * n.saturating_sub(i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caps::extend;
    use crate::caps::first_set;
    use crate::deal::Dealer;
    use crate::deck::Deck;
    use crate::solver::Reason;

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
                    assert!(least_addable(&hand) <= free.len().into());
                    assert_eq!(addable(&hand, &Limit::none()), Ok(free));
                }
            }
        }
    }

    #[test]
    fn decks_that_are_too_large_are_counted() {
        let deck = Deck::new(3, 64).unwrap();
        let hand = Board::new(deck, Dealer::new(deck, 0).take(4)).unwrap();
        let free = deck.size() - 10_u32;
        assert_eq!(least_addable(&hand), free);
        let deck = Deck::new(2, 64).unwrap();
        let one = Board::new(deck, Dealer::new(deck, 0).take(1)).unwrap();
        let refusal = addable(&one, &Limit::none()).unwrap_err();
        assert!(matches!(refusal.reason, Reason::Unsupported(_)));
        assert_eq!(least_addable(&one), BigUint::ZERO);
        assert_eq!(
            refusal.to_string(),
            "trying each card needs a deck of at most 531441 cards, and the deck is (2,64)"
        );
    }

    #[test]
    fn a_hand_with_a_set_is_refused() {
        let deck = Deck::CLASSIC;
        let all: Vec<Card> = deck.cards().collect();
        let refusal = addable(&Board::new(deck, &all[..3]).unwrap(), &Limit::none()).unwrap_err();
        assert!(matches!(refusal.reason, Reason::HoldsSet(_)));
        assert!(refusal.to_string().starts_with("the hand holds the set "), "{refusal}");
    }
}
