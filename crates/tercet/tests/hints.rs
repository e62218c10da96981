//! The laws of hints, each checked against a listing by the definition.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use tercet::board::BoardError;
use tercet::hint::{Hint, Need};
use tercet::notation::Names;
use tercet::set::is_set;
use tercet::solver::{Limit, Stop};
use tercet::{Board, Card};
use tercet_testkit::boards::{by_definition, dealt, deck};

/// A dealt board with few enough cards to list its sets by the definition: from sparse to whole decks.
fn board() -> impl Strategy<Value = Board> {
    let shapes = vec![
        (1, 2, 3_usize),
        (2, 3, 8),
        (2, 20, 10),
        (3, 2, 9),
        (3, 3, 27),
        (3, 4, 24),
        (3, 13, 12),
        (4, 2, 16),
        (4, 3, 24),
        (5, 2, 18),
        (6, 2, 18),
    ];
    select(shapes).prop_flat_map(|(v, p, most)| {
        (0..=most, any::<u64>()).prop_map(move |(cards, seed)| dealt(deck(v, p), seed, cards))
    })
}

/// Distinct positions of a board: some cards of one of its sets, or any cards.
fn held(board: &Board, sets: &[Vec<usize>], set: Index, order: &[Index], any: bool) -> Vec<usize> {
    let mut from: Vec<usize> = match sets {
        [] => (0..board.len()).collect(),
        _ if any => (0..board.len()).collect(),
        _ => set.get(sets).clone(),
    };
    let mut held = Vec::new();
    for index in order {
        if !from.is_empty() {
            held.push(from.remove(index.index(from.len())));
        }
    }
    held
}

fn sets_of(board: &Board) -> Vec<Vec<usize>> {
    by_definition(board).iter().map(|set| set.to_vec()).collect()
}

fn ask(board: &Board, held: &[usize], stage: usize) -> Hint {
    board.hint().holding(held).unwrap().stage(stage, &Limit::none()).unwrap()
}

/// Sets compare by the number of properties in which they differ, then by their positions.
fn rank(board: &Board, set: &[usize]) -> (usize, Vec<usize>) {
    let (deck, cards) = (board.deck(), board.at(set));
    let differ = |&property: &usize| {
        cards.iter().any(|&card| deck.value(card, property) != deck.value(cards[0], property))
    };
    ((0..deck.properties()).filter(differ).count(), set.to_vec())
}

/// The set to hint at, and how many of the held cards it contains.
fn best(board: &Board, sets: &[Vec<usize>], held: &[usize]) -> Option<(Vec<usize>, usize)> {
    let contains = |set: &&Vec<usize>| held.iter().all(|position| set.contains(position));
    let key = |set: &&Vec<usize>| rank(board, set);
    let theirs = sets.iter().filter(contains).min_by_key(key);
    let own = if theirs.is_some() { held.len() } else { 0 };
    Some((theirs.or_else(|| sets.iter().min_by_key(key))?.clone(), own))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_stage_shows_one_more_card_of_the_best_set(
        board in board(),
        set in any::<Index>(),
        order in proptest::collection::vec(any::<Index>(), 0..4),
        any in any::<bool>(),
    ) {
        let (v, sets) = (board.deck().values(), sets_of(&board));
        let held = held(&board, &sets, set, &order, any);
        let best = best(&board, &sets, &held);
        // One by one, up to a whole set; a stage that is asked for takes none of them.
        let mut hints = board.hint().holding(&held).unwrap();
        prop_assert_eq!(hints.stage(0, &Limit::none()).unwrap().sets, Some(sets.len() as u128));
        let all: Vec<Hint> = hints.by_ref().collect();
        prop_assert_eq!(hints.next(), None);
        let missing = best.as_ref().map_or(0, |(_, own)| (v - own).max(1));
        prop_assert_eq!(all.len(), 1 + missing);
        for stage in 0..=v + 1 {
            let hint = ask(&board, &held, stage);
            prop_assert!(all.get(stage).is_none_or(|next| *next == hint));
            prop_assert_eq!(hint.sets, Some(sets.len() as u128));
            let Some((best, own)) = best.as_ref().filter(|_| stage > 0) else {
                prop_assert!(hint.positions.is_empty() && hint.held == 0);
                prop_assert!(hint.needs.is_empty() && hint.last.is_none());
                continue;
            };
            let mut order = held[..*own].to_vec();
            order.extend(best.iter().filter(|position| !held[..*own].contains(position)));
            order.truncate(own + stage);
            prop_assert_eq!(hint.held, *own);
            prop_assert_eq!(&hint.positions, &order, "stage {}", stage);
            prop_assert_eq!(&hint.cards, &board.at(&order));
            if own + stage >= v {
                prop_assert!(is_set(board.deck(), &board.at(&hint.positions)));
            }
        }
    }

    /// The needs are true of the set, and follow from the shown cards: a set that shares these cards
    /// has the same needs.
    #[test]
    fn needs_are_true_and_follow_from_what_is_shown(board in board(), stage in 1..7_usize) {
        let (deck, hint) = (board.deck(), ask(&board, &[], stage));
        if hint.positions.is_empty() || hint.positions.len() == deck.values() {
            prop_assert!(hint.needs.is_empty() && hint.last.is_none());
            return Ok(());
        }
        prop_assert_eq!(hint.needs.len(), deck.properties());
        let shown = board.at(&hint.positions);
        for set in sets_of(&board) {
            if !hint.positions.iter().all(|position| set.contains(position)) {
                continue;
            }
            let missing: Vec<usize> =
                set.iter().copied().filter(|position| !hint.positions.contains(position)).collect();
            for (property, need) in hint.needs.iter().enumerate() {
                let mut values: Vec<usize> =
                    board.at(&missing).iter().map(|&card| deck.value(card, property)).collect();
                values.sort_unstable();
                let same = |value| values.iter().all(|&other| other == value);
                match need {
                    Need::Open(value) => {
                        prop_assert_eq!(deck.value(shown[0], property), *value);
                        prop_assert!(shown.len() == 1 && (same(*value) || !values.contains(value)));
                    }
                    Need::Same(value) => prop_assert!(shown.len() > 1 && same(*value)),
                    Need::StillToCome(rest) => prop_assert!(shown.len() > 1 && values == *rest),
                }
            }
            if let Some(last) = hint.last {
                prop_assert_eq!(board.at(&missing), [last]);
            }
            let fixed = deck.values() > 2 && missing.len() == 1;
            prop_assert_eq!(hint.last.is_some(), fixed);
        }
    }

    #[test]
    fn positions_that_are_out_of_range_or_repeated_are_refused(
        board in board(), beyond in 0..3_usize, twice in any::<Index>()
    ) {
        let position = board.len() + beyond;
        let refused = board.hint().holding(&[position]).err();
        prop_assert_eq!(refused, Some(BoardError::Position { position, cards: board.len() }));
        if !board.is_empty() {
            let twice = twice.index(board.len());
            let refused = board.hint().holding(&[twice, twice]).err();
            prop_assert_eq!(refused, Some(BoardError::Repeated(twice)));
        }
    }
}

#[test]
fn boards_without_a_set_say_so_at_every_stage() {
    for deck in [deck(1, 2), deck(2, 2), deck(3, 4), deck(4, 3), deck(64, 2)] {
        let board = Board::empty(deck);
        for stage in 0..3 {
            let hint = ask(&board, &[], stage);
            assert_eq!((hint.sets, hint.positions), (Some(0), vec![]), "{deck}");
        }
    }
    // Without the last value of each property there is no set.
    let deck = deck(4, 3);
    let free: Vec<Card> =
        deck.cards().filter(|&card| deck.values_of(card).all(|value| value < 3)).collect();
    let board = Board::new(deck, &free).unwrap();
    assert_eq!(ask(&board, &[3, 1], 4).sets, Some(0));
}

/// A property of 64 values: one set of all cards, and none if one is missing.
#[test]
fn a_set_of_64_cards_is_shown_one_by_one() {
    let deck = deck(64, 2);
    let column: Vec<Card> = (0..64).rev().map(|value| deck.card_of(&[value, 7]).unwrap()).collect();
    let board = Board::new(deck, &column).unwrap();
    let hint = ask(&board, &[], 63);
    assert_eq!(hint.positions, (0..63).collect::<Vec<_>>());
    assert_eq!(hint.needs, [Need::StillToCome(vec![0]), Need::Same(7)]);
    assert_eq!((hint.sets, hint.last), (Some(1), Some(column[63])));
    assert_eq!(ask(&board, &[63, 9], 1).positions, [63, 9, 0]);
    let fewer = Board::new(deck, &column[1..]).unwrap();
    assert_eq!(ask(&fewer, &[], 64).sets, Some(0));
}

/// Whole decks hold far more sets than could be listed or counted; each holds sets that differ in one
/// property, and the best is known.
#[test]
fn boards_with_very_many_sets_have_hints() {
    for (v, p) in [(3, 13), (4, 6), (10, 3), (20, 2), (64, 2)] {
        let deck = deck(v, p);
        let size = usize::try_from(deck.size()).unwrap().min(5000);
        let board = Board::new(deck, deck.cards().take(size)).unwrap();
        let hint = ask(&board, &[], v);
        assert_eq!(hint.sets, None, "{deck}");
        assert_eq!(hint.positions, (0..v).collect::<Vec<_>>(), "{deck}");
    }
}

/// No set with one differing property, and permutations of 20 with a few forbidden places as sets: too
/// many to visit.
#[test]
fn the_first_of_very_many_equally_good_sets_is_found() {
    let deck = deck(20, 2);
    let off_diagonal = deck.cards().filter(|&card| deck.value(card, 0) != deck.value(card, 1));
    let board = Board::new(deck, off_diagonal).unwrap();
    let hint = ask(&board, &[], 20);
    // The first derangement in lexicographic order swaps neighbours.
    let shown: Vec<[usize; 2]> = board
        .at(&hint.positions)
        .into_iter()
        .map(|card| [deck.value(card, 0), deck.value(card, 1)])
        .collect();
    assert_eq!(shown, (0..20).map(|row| [row, row ^ 1]).collect::<Vec<_>>());
    // Row 0 takes column 5, which the player holds, and the others follow in order.
    let position = board.cards().iter().position(|&card| card == deck.card_of(&[0, 5]).unwrap());
    let theirs = ask(&board, &[position.unwrap()], 20);
    assert_eq!((theirs.held, theirs.positions[0]), (1, position.unwrap()));
    assert_eq!(board.at(&theirs.positions)[1], deck.card_of(&[1, 0]).unwrap());
}

#[test]
fn a_limit_ends_a_hint() {
    let flag = Arc::new(AtomicBool::new(true));
    let raised = Limit::none().or_flag(flag);
    // Enough work that the limit is asked.
    for (v, p, cards) in [(3, 20, 5000), (4, 12, 3000), (20, 4, 280)] {
        let board = dealt(deck(v, p), 1, cards);
        let stopped = |limit| board.hint().stage(1, limit);
        assert_eq!(stopped(&raised), Err(Stop::INTERRUPTED));
        let late = Limit::timeout(Duration::ZERO);
        assert_eq!(stopped(&late), Err(Stop::DEADLINE));
    }
}

#[test]
fn needs_in_words() {
    let rest = |values| Need::StillToCome(values).in_words(deck(50, 2), 0, Names::Plain);
    assert_eq!(rest(vec![0, 2]), "still to come: 0, 2");
    assert_eq!(rest(vec![40]), "still to come: 40");
}
