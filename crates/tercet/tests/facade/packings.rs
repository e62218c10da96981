//! The most disjoint sets.

use super::*;

/// The largest number of disjoint sets, by trying each set that contains the first card, and none.
fn most_disjoint(cards: &[Card], sets: &[Set]) -> usize {
    let Some((first, rest)) = cards.split_first() else { return 0 };
    let free = |set: &Set, cards: &[Card]| set.iter().all(|card| cards.contains(card));
    let mut most = most_disjoint(rest, sets);
    for set in sets.iter().filter(|set| set.contains(first) && free(set, cards)) {
        let left: Vec<Card> = rest.iter().copied().filter(|card| !set.contains(card)).collect();
        most = most.max(1 + most_disjoint(&left, sets));
    }
    most
}

#[test]
fn a_packing_has_the_most_disjoint_sets() {
    let mut several = 0;
    for (v, p, most) in [(1, 2, 1), (2, 3, 8), (3, 2, 9), (3, 3, 13), (3, 4, 14), (4, 2, 12)] {
        for seed in 0..40 {
            let board = random_board(deck(v, p), seed, most);
            let packing = board.search().pack().unwrap();
            assert!(packing.is_proved());
            let expected = most_disjoint(board.cards(), &sets(&board));
            assert_eq!((packing.len(), packing.bound()), (expected, expected), "{board:?}");
            assert_eq!(packing.is_empty(), expected == 0);
            several += usize::from(expected > 1);
            is_packing(&board, &packing);
            for name in ["brute", "auto", "cover"] {
                let by = board.search().method(name).unwrap().pack().unwrap();
                assert_eq!(by.len(), expected);
            }
        }
    }
    assert!(several > 30, "{several}");
}

/// Disjoint sets of the board in layout order.
fn is_packing(board: &Board, packing: &Packing) {
    let places: Vec<Vec<usize>> = packing.sets().iter().map(|set| positions(board, set)).collect();
    assert!(places.is_sorted());
    let mut taken = places.concat();
    taken.sort_unstable();
    assert!(taken.windows(2).all(|pair| pair[0] < pair[1]), "they share a card");

    // The same sets, without their positions, in another order.
    let bare = packing.sets().iter().rev().map(|set| Set::new(set.deck(), set).unwrap());
    let again = Packing::new(board, bare).unwrap();
    assert_eq!(again.sets(), packing.sets());
    let [again, packing] = [&again, packing].map(|packing| packing.sets().iter());
    assert!(again.map(Set::positions).eq(packing.map(Set::positions)));
}

#[test]
fn a_packing_that_is_stopped_is_one() {
    let board = dealt(deck(5, 3), 1, 100);
    let stopped = board.search().within(after_checks(5)).pack().unwrap_err();
    assert_eq!(stopped.reason, Reason::Deadline);
    assert!(!stopped.found.is_proved() && stopped.found.bound() <= 20);
    is_packing(&board, &stopped.found);
    let stopped = board.search().cancelled_by(&raised()).pack().unwrap_err();
    assert_eq!(stopped.reason, Reason::Interrupted);
    is_packing(&board, &stopped.found);
}
