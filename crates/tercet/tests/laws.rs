//! The laws of the game, in the order of a textbook: the rule, its symmetries, and the numbers of sets.
//! That every method keeps them follows from the suite of `methods`, which compares each with the
//! definition.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use num_rational::Ratio;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tercet::set::{NotASet, explain, is_set};
use tercet::{Board, Card, Deck, Set};
use tercet_testkit::boards::{by_definition, deck, random_board};

/// A deck whose boards are small enough to list their sets by the definition.
fn small_deck() -> impl Strategy<Value = Deck> {
    let shapes =
        [(1, 2), (2, 3), (3, 1), (3, 2), (3, 3), (3, 4), (4, 1), (4, 2), (4, 3), (5, 2), (6, 2)];
    select(shapes.map(|(v, p)| deck(v, p)).to_vec())
}

/// Any deck at all.
fn any_deck() -> impl Strategy<Value = Deck> {
    let values = prop_oneof![1..=4_usize, 1..=36_usize, 1..=Deck::MOST_VALUES];
    (values, any::<Index>()).prop_map(|(v, p)| {
        let fitting = (1..=128).take_while(|&p| Deck::new(v, p).is_ok()).count();
        deck(v, 1 + p.index(fitting))
    })
}

/// A card of a deck.
fn card(deck: Deck) -> impl Strategy<Value = Card> {
    vec(0..deck.values(), deck.properties()).prop_map(move |values| deck.card_of(&values).unwrap())
}

/// An order of the numbers below n.
fn order(n: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..n).collect::<Vec<_>>()).prop_shuffle()
}

/// The cards of a set: each property shows one value or an order of all.
fn set(deck: Deck) -> impl Strategy<Value = Vec<Card>> {
    let (v, p) = (deck.values(), deck.properties());
    let property = prop_oneof![order(v), (0..v).prop_map(move |value| vec![value; v])];
    (vec(property, p), 0..p, order(v)).prop_map(move |(mut shown, property, order)| {
        // At least one property shows all values.
        shown[property] = order;
        let card = |i| shown.iter().map(|values| values[i]).collect::<Vec<_>>();
        (0..v).map(|i| deck.card_of(&card(i)).unwrap()).collect()
    })
}

/// A board of a small deck: any cards, cards with few values, planted sets.
fn board() -> impl Strategy<Value = Board> {
    (small_deck(), any::<u64>())
        .prop_map(|(deck, seed)| random_board(deck, seed, [0, 2, 8, 18, 16, 14, 14][deck.values()]))
}

/// The sets of a board, by the definition.
fn sets(board: &Board) -> BTreeSet<Set> {
    by_definition(board).iter().map(|found| found.set(board)).collect()
}

/// The mean number of sets over all hands of k cards, for every k, is the expected one.
#[test]
fn expectations_are_averages_over_all_hands() {
    #[rustfmt::skip]
    let shapes = [
        (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1), (4, 2), (7, 1),
        (16, 1),
    ];
    for (v, p) in shapes {
        let deck = deck(v, p);
        let all: Vec<Card> = deck.cards().collect();
        let hand = |mask: u32| -> Vec<Card> {
            (0..all.len()).filter(|i| mask >> i & 1 == 1).map(|i| all[i]).collect()
        };
        let hands = 0..1_u32 << all.len();
        let sets: Vec<u32> = hands.clone().filter(|&mask| is_set(deck, &hand(mask))).collect();
        assert_eq!(deck.number_of_sets(), BigUint::from(sets.len()), "{deck}");

        let (mut held, mut number) = (vec![0_usize; all.len() + 1], vec![0_usize; all.len() + 1]);
        for mask in hands {
            let cards = mask.count_ones() as usize;
            held[cards] += sets.iter().filter(|&&set| set & mask == set).count();
            number[cards] += 1;
        }
        for (cards, (&held, &number)) in held.iter().zip(&number).enumerate() {
            let mean = Ratio::new(BigUint::from(held), BigUint::from(number));
            assert_eq!(deck.expected_sets(cards as u128), Some(mean), "{deck}, {cards} cards");
        }
        assert_eq!(deck.expected_sets(all.len() as u128 + 1), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_third_card_makes_a_set(
        (deck, a, b) in (1..=64_usize).prop_map(|p| deck(3, p))
            .prop_flat_map(|deck| (Just(deck), card(deck), card(deck)))
    ) {
        prop_assert!(a == b || is_set(deck, &[a, b, a.third(b)]));
        prop_assert_eq!(a.third(b), b.third(a));
    }

    #[test]
    fn a_set_has_no_order(
        (deck, set, order) in any_deck()
            .prop_flat_map(|deck| (Just(deck), set(deck), order(deck.values())))
    ) {
        let shuffled = Set::new(deck, order.iter().map(|&i| set[i])).unwrap();
        prop_assert_eq!(Set::new(deck, &set).unwrap(), shuffled);
    }

    #[test]
    fn the_explanation_of_a_set_agrees_with_the_rule(
        (deck, mut cards, other, length) in prop_oneof![small_deck(), any_deck()]
            .prop_flat_map(|deck| (Just(deck), set(deck), card(deck), 0..=deck.values() + 1)),
        place in any::<Index>(),
        kind in 0..4,
    ) {
        let place = place.index(cards.len());
        match kind {
            0 => {}
            1 => cards[place] = other,
            2 => cards[place] = cards[0],
            _ => cards = cards.iter().copied().cycle().take(length).collect(),
        }
        let why = explain(deck, &cards);
        prop_assert_eq!(why.is_set(), is_set(deck, &cards), "{}", why);
        prop_assert!(kind > 0 || why.is_set());
        match Set::new(deck, &cards) {
            Ok(set) => prop_assert!(why.is_set() && set.is_sorted()),
            Err(NotASet(reason)) => prop_assert_eq!(reason, why),
        }
    }

    #[test]
    fn symmetries_move_the_sets_along(
        (board, properties, values, layout) in board().prop_flat_map(|board| {
            let (v, p, n) = (board.deck().values(), board.deck().properties(), board.len());
            (Just(board), order(p), vec(order(v), p), order(n))
        })
    ) {
        let deck = board.deck();
        // Property i becomes property properties[i], and its value x becomes values[i][x].
        let image = |card: Card| {
            let mut shown = vec![0; deck.properties()];
            for (i, value) in deck.values_of(card).enumerate() {
                shown[properties[i]] = values[i][value];
            }
            deck.card_of(&shown).unwrap()
        };
        let moved = Board::new(deck, layout.iter().map(|&i| image(board[i]))).unwrap();
        let along: BTreeSet<Set> = sets(&board)
            .iter()
            .map(|set| Set::new(deck, set.iter().map(|&card| image(card))).unwrap())
            .collect();
        prop_assert_eq!(sets(&moved), along);
    }

    #[test]
    fn more_cards_hold_more_sets_on_average(deck in any_deck(), cards in 0..2000_u128) {
        let (fewer, more) = (deck.expected_sets(cards), deck.expected_sets(cards + 1));
        prop_assert!(more.is_none() || fewer <= more);
        prop_assert_eq!(fewer.is_none(), BigUint::from(cards) > deck.size());
    }

    #[test]
    fn a_card_is_its_values(
        (deck, card) in any_deck().prop_flat_map(|deck| (Just(deck), card(deck)))
    ) {
        prop_assert!(deck.contains(card));
        let values: Vec<usize> = deck.values_of(card).collect();
        prop_assert_eq!(deck.card_of(&values), Ok(card));
    }
}
