//! Laws of set-free hands.

use proptest::prelude::*;
use tercet::caps::{addable, bounds, extend, first_set, product};
use tercet::deal::Dealer;
use tercet::solver::{Limit, Method};
use tercet::symmetry::canonical;
use tercet::{Board, Card, Deck};

fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).unwrap()
}

fn decks() -> impl Strategy<Value = Deck> {
    let decks = [(1, 2), (2, 4), (3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (4, 2), (4, 3), (5, 2)];
    prop::sample::select(decks.map(|(v, p)| deck(v, p)).to_vec())
}

fn deal(deck: Deck, cards: usize, seed: u64) -> Board {
    Board::new(deck, Dealer::new(deck, seed).take(cards)).unwrap()
}

fn free(deck: Deck, seed: u64) -> Board {
    extend(&Board::empty(deck), Dealer::new(deck, seed), &Limit::none()).unwrap()
}

/// The hand with its properties in another order, and the values of each renamed.
fn renamed(hand: &Board, order: &[usize], shifts: &[usize]) -> Board {
    let deck = hand.deck();
    let image = |&card: &Card| {
        let values: Vec<usize> = deck.values_of(card).collect();
        let shifted = order.iter().zip(shifts).map(|(&i, shift)| match shift {
            // All six permutations of three values.
            0..3 => (values[i] + shift) % 3,
            _ => (2 * values[i] + shift) % 3,
        });
        deck.card_of(&shifted.collect::<Vec<_>>()).unwrap()
    };
    Board::new(deck, hand.cards().iter().map(image)).unwrap()
}

proptest! {
    #[test]
    fn a_hand_is_free_if_it_has_no_set(deck in decks(), cards in 0..14_usize, seed: u64) {
        let board = deal(deck, cards, seed);
        let sets = board.search().by(Method::BRUTE).count().unwrap();
        prop_assert_eq!(first_set(&board, &Limit::none()).unwrap().is_none(), sets == 0);
    }

    #[test]
    fn an_extended_hand_is_free_complete_and_no_larger_than_any(deck in decks(), seed: u64) {
        let hand = free(deck, seed);
        prop_assert_eq!(addable(&hand, &Limit::none()), Ok(vec![]));
        prop_assert!(bounds(deck).most >= hand.len().into());
    }

    #[test]
    fn what_is_free_can_be_added(deck in decks(), part in 0.0..1.0, seed: u64) {
        let full = free(deck, seed);
        let cards = &full.cards()[..(full.len() as f64 * part) as usize];
        let Ok(open) = addable(&Board::new(deck, cards).unwrap(), &Limit::none())
        else {
            panic!("small decks are gone through")
        };
        for card in deck.cards().filter(|card| !cards.contains(card)) {
            let more = Board::new(deck, [cards, &[card]].concat()).unwrap();
            let fits = first_set(&more, &Limit::none()).unwrap().is_none();
            prop_assert_eq!(open.contains(&card), fits);
        }
    }

    #[test]
    fn a_product_of_free_hands_is_free(p in 1..3_usize, q in 1..3_usize, v in 2..5_usize, seed: u64) {
        let (first, second) = (free(deck(v, p), seed), free(deck(v, q), !seed));
        let both = product(&first, &second).unwrap();
        prop_assert_eq!(both.len(), first.len() * second.len());
        prop_assert_eq!(first_set(&both, &Limit::none()), Ok(None));
    }

    #[test]
    fn images_have_one_canonical_form(
        cards in 0..25_usize,
        seed: u64,
        order in Just((0..4).collect::<Vec<usize>>()).prop_shuffle(),
        shifts in prop::collection::vec(0..6_usize, 4),
    ) {
        let hand = deal(Deck::CLASSIC, cards, seed);
        let image = renamed(&hand, &order, &shifts);
        let form = canonical(&hand, &Limit::none()).unwrap();
        prop_assert_eq!(canonical(&image, &Limit::none()).unwrap(), form.clone());
        prop_assert_eq!(canonical(&form.hand, &Limit::none()).unwrap(), form.clone());
        prop_assert_eq!(form.stabiliser * form.orbit, 1_965_150_720);
        prop_assert_eq!(
            first_set(&form.hand, &Limit::none()).unwrap().is_none(),
            first_set(&hand, &Limit::none()).unwrap().is_none()
        );
    }
}
