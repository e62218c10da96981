//! The sets of a board, by every method.

use super::*;

#[test]
fn a_board_knows_its_sets() {
    let (mut with, mut without) = (0, 0);
    for board in boards(30) {
        let expected = sets(&board);
        *if expected.is_empty() { &mut without } else { &mut with } += 1;
        agrees(&board, &expected);
    }
    assert!(with > 200 && without > 100, "{with} with sets, {without} without");
    // Empty boards, whole decks, and boards that are too large for the quick ways of small ones.
    for (v, p, cards) in [(3, 4, 0), (5, 2, 0), (3, 5, 243), (3, 6, 200), (4, 2, 16), (6, 1, 6)] {
        let board = dealt(deck(v, p), 7, cards);
        agrees(&board, &sets(&board));
    }
}

/// Compares all ways to ask with the sets by the definition.
fn agrees(board: &Board, expected: &[Set]) {
    assert_eq!(board.count(), expected.len() as u128, "{board:?}");
    let found = board.find();
    assert_eq!(found.is_some(), !expected.is_empty(), "{board:?}");
    if let Some(set) = &found {
        assert!(expected.contains(set));
        positions(board, set);
    }
    assert_eq!(board.find(), found, "the same set again");

    let places = |sets: &[Set]| -> Vec<Vec<usize>> {
        sets.iter().map(|set| positions(board, set)).collect()
    };
    let listed = board.search().list().unwrap();
    assert_eq!(listed, expected, "{board:?}");
    assert_eq!(places(&listed), places(expected));
    assert!(places(&listed).is_sorted());

    let mut iterator = board.sets();
    let mut one_by_one: Vec<Set> = iterator.by_ref().collect();
    assert_eq!(iterator.next(), None);
    assert_eq!(iterator.next(), None, "it stays at its end");
    if board.deck().values() > 3 {
        // In any order, but the same each time.
        assert_eq!(board.sets().collect::<Vec<_>>(), one_by_one);
        one_by_one.sort_by_key(|set| positions(board, set));
    }
    assert_eq!(one_by_one, expected, "each set once: {board:?}");
    assert_eq!(places(&one_by_one), places(expected));

    // A copy goes on at the same set.
    let mut begun = board.sets();
    let taken = begun.by_ref().take(expected.len() / 2).count();
    let rest: Vec<Set> = begun.clone().collect();
    assert_eq!(taken + rest.len(), expected.len());
    assert_eq!(begun.collect::<Vec<_>>(), rest);
    assert!(board.sets().skip(taken).eq(rest));
}

/// The first sets come at once, where all would take ages.
#[test]
fn sets_are_searched_for_when_they_are_taken() {
    for (v, p, cards) in
        [(3, 10, usize::MAX), (4, 6, usize::MAX), (10, 3, usize::MAX), (64, 2, 4096)]
    {
        let board = dealt(deck(v, p), 1, cards);
        let some: Vec<Set> = board.sets().take(100).collect();
        assert_eq!(BTreeSet::from_iter(&some).len(), 100, "({v},{p})");
        assert!(some.iter().all(|set| positions(&board, set).len() == v));
    }
    let (mut with, mut without) = (0, 0);
    for seed in 0..6 {
        let board = dealt(deck(20, 4), seed, 290);
        let (first, found) = (board.sets().next(), board.find());
        assert_eq!(first.is_some(), found.is_some(), "seed {seed}");
        let Some(first) = first else {
            without += 1;
            continue;
        };
        with += 1;
        positions(&board, &first);
    }
    assert!(with > 0 && without > 0, "{with} with a set, {without} without");
}
