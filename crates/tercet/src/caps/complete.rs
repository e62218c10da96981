//! Whether a set-free hand is complete, and which cards can be added to it.
//!
//! Every v−1 cards of a hand exclude at most one further card. So a hand of n cards is not complete
//! if n + C(n, v−1) is less than the size of the deck; this needs no look at the cards, however
//! large the deck is. Otherwise each card of the deck is tried (`growing_hand.rs`).

use num_bigint::BigUint;
use num_traits::One;

use crate::board::Board;
use crate::card::Card;
use crate::solver::Limit;

use super::growing_hand::GrowingHand;
use super::{CapError, first_set};

/// The cards that can be added to a set-free hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Addable {
    /// All addable cards, in ascending order; the list is empty if the hand is complete.
    Cards(Vec<Card>),
    /// There are too many to list: at least this many.
    AtLeast(BigUint),
}

/// The cards that can be added to a hand without making a set.
///
/// ```
/// use tercet::caps::{Addable, cap, addable};
/// use tercet::solver::Limit;
///
/// let cap = cap(20).expect("a construction is known");
/// assert_eq!(addable(&cap, &Limit::none()), Ok(Addable::Cards(vec![])));
/// ```
///
/// # Errors
///
/// [`CapError`] if the hand is not set-free, if the deck has more than
/// [`MOST_CARDS`](super::MOST_CARDS) cards and the hand could be complete, or if the limit ended the
/// work.
pub fn addable(hand: &Board, limit: &Limit) -> Result<Addable, CapError> {
    if let Some(found) = first_set(hand, limit)? {
        return Err(CapError::HoldsSet { set: Box::new(found.set(hand)) });
    }
    let mut growing = match GrowingHand::new(hand) {
        Ok(growing) => growing,
        Err(refusal) => {
            let forbidden = most_forbidden(hand) + hand.len();
            let size = hand.deck().size();
            if size <= forbidden {
                return Err(refusal.into());
            }
            return Ok(Addable::AtLeast(size - forbidden));
        }
    };
    let mut watch = limit.watch();
    let mut free = Vec::new();
    for card in 0..growing.deck.len() {
        watch.tick(4)?;
        if !growing.holds(card) && growing.fits(card, limit)? {
            free.push(growing.deck[card]);
        }
    }
    Ok(Addable::Cards(free))
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
    use crate::caps::{Order, extend};
    use crate::deal::Dealer;
    use crate::deck::Deck;

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
                let full = extend(&Board::empty(deck), Order::Random(seed), &Limit::none());
                let full = full.unwrap();
                for cards in 0..=full.len() {
                    let hand = Board::new(deck, &full.cards()[..cards]).unwrap();
                    let free = naive(&hand);
                    assert_eq!(
                        free.is_empty(),
                        addable(&hand, &Limit::none()) == Ok(Addable::Cards(vec![]))
                    );
                    assert_eq!(addable(&hand, &Limit::none()), Ok(Addable::Cards(free)));
                }
            }
        }
    }

    #[test]
    fn decks_that_are_too_large_are_counted() {
        let deck = Deck::new(3, 64).unwrap();
        let hand = Board::new(deck, Dealer::new(deck, 0).take(4)).unwrap();
        let free = deck.size() - 10_u32;
        assert_eq!(addable(&hand, &Limit::none()), Ok(Addable::AtLeast(free)));
        let deck = Deck::new(2, 64).unwrap();
        let one = Board::new(deck, Dealer::new(deck, 0).take(1)).unwrap();
        let refusal = addable(&one, &Limit::none()).unwrap_err();
        assert!(matches!(refusal, CapError::Stopped(_)));
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
        assert!(matches!(refusal, CapError::HoldsSet { .. }));
        assert!(refusal.to_string().starts_with("no cap: "), "{refusal}");
    }
}
