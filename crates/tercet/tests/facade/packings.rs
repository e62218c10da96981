//! The most disjoint sets.

use super::*;

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
    let stopped = board.search().within(after_checks(5)).pack().unwrap_err().stop().unwrap();
    assert_eq!(stopped.reason, Reason::Deadline);
    assert!(!stopped.found.is_proved() && stopped.found.bound() <= 20);
    is_packing(&board, &stopped.found);
    let stopped = board.search().cancelled_by(&raised()).pack().unwrap_err().stop().unwrap();
    assert_eq!(stopped.reason, Reason::Interrupted);
    is_packing(&board, &stopped.found);
}
