use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::board::Board;
use crate::deal;
use crate::solver::{Limit, Listing, Options, list, method};

fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).unwrap()
}

fn boards(deck: Deck, cards: usize) -> Boards {
    Boards::new(deck, cards, &Options::default()).unwrap()
}

fn board_of(deck: Deck, numbers: &[u64]) -> Board {
    Board::new(deck, numbers.iter().map(|&number| deck.nth(number.into()))).unwrap()
}

fn bytes(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().map(|&number| number.try_into().unwrap()).collect()
}

/// The number of sets of a board, and the positions of the first, by brute force.
fn oracle(board: &Board) -> (u32, Vec<u32>) {
    let brute = method("brute").unwrap();
    let mut brute = brute.enumerator(board, &Options::default()).unwrap();
    let Listing { sets, found } = list(&mut *brute, Some(1), &Limit::none()).unwrap();
    let none = vec![NONE; board.deck().values()];
    let first = sets.first().map_or(none, |set| set.iter().map(|&at| at as u32).collect());
    (found as u32, first)
}

fn answers(deck: Deck, each: usize, cards: &[u64], rows: usize) -> (Vec<u32>, Vec<u32>) {
    let (mut counts, mut found) = (vec![7; rows], vec![7; rows * deck.values()]);
    boards(deck, each).count(cards, &mut counts, &Limit::none()).unwrap();
    boards(deck, each).find(cards, &mut found, &Limit::none()).unwrap();
    (counts, found)
}

fn small_answers(deck: Deck, each: usize, cards: &[u8], rows: usize) -> (Vec<u32>, Vec<u32>) {
    let small = SmallBoards::new(deck, each).unwrap();
    let (mut counts, mut found) = (vec![7; rows], vec![7; rows * 3]);
    small.count(cards, &mut counts, &Limit::none()).unwrap();
    small.find(cards, &mut found, &Limit::none()).unwrap();
    (counts, found)
}

#[test]
fn all_boards_are_answered_as_by_brute_force() {
    let sizes = [0, 1, 2, 3, 5, 9, 12, 13, 15, 18, 21, 30];
    let decks = [(3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (1, 3), (2, 4), (4, 2), (4, 3), (5, 2)];
    for (v, p) in decks {
        let deck = deck(v, p);
        let size = usize::try_from(deck.last_rank() + 1).unwrap();
        for each in sizes.into_iter().filter(|&each| each < size.min(40 - 6 * v)).chain([size]) {
            if v == 4 && each == 64 {
                continue; // Too many choices for the oracle; see below.
            }
            let rows: usize = if each > 100 { 2 } else { 20 };
            let mut cards = vec![0; rows * each];
            boards(deck, each).deal(5, 0..rows as u64, &mut cards, &Limit::none()).unwrap();
            let (mut counts, mut found) = (Vec::new(), Vec::new());
            for row in 0..rows {
                let (count, first) = oracle(&board_of(deck, &cards[row * each..][..each]));
                counts.push(count);
                found.extend(first);
            }
            let expected = (counts, found);
            assert_eq!(answers(deck, each, &cards, rows), expected, "{deck} {each}");
            if v == 3 {
                assert_eq!(small_answers(deck, each, &bytes(&cards), rows), expected, "{deck}");
            }
        }
    }
}

#[test]
fn dense_boards_have_their_first_set() {
    // So many sets that all would not be listed; every first card has one.
    let (counts, found) = answers(deck(4, 3), 64, &(0..64).collect::<Vec<_>>(), 1);
    assert_eq!((&counts[..], &found[..]), (&[912][..], &[0, 1, 2, 3][..]));
    let whole: Vec<u64> = (0..2401).collect();
    let mut found = [0; 7];
    boards(deck(7, 4), 2401).find(&whole, &mut found, &Limit::none()).unwrap();
    assert_eq!(found, [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn no_boards_are_no_error() {
    for each in [0, 1, 12] {
        assert_eq!(small_answers(Deck::CLASSIC, each, &[], 0), (vec![], vec![]));
        assert_eq!(answers(Deck::CLASSIC, each, &[], 0), (vec![], vec![]));
    }
    assert_eq!(small_answers(Deck::CLASSIC, 0, &[], 2), (vec![0; 2], vec![NONE; 6]));
    assert_eq!(answers(deck(4, 4), 0, &[], 2), (vec![0; 2], vec![NONE; 8]));
}

#[test]
fn faults_are_named_by_row_and_column() {
    let deck = Deck::CLASSIC;
    let foreign = |number, row, column| BulkError::Foreign { deck, number, row, column };
    let twice = |number, row, columns| BulkError::Duplicate { number, row, columns };
    for each in [12, 13] {
        let good: Vec<u64> = (0..3).flat_map(|row| row * 20..row * 20 + each as u64).collect();
        let at = |row: usize, column: usize| row * each + column;
        for (changes, error) in [
            (vec![(at(1, 4), 81)], foreign(81, 1, 4)),
            (vec![(at(2, 0), 255), (at(2, 9), 255)], foreign(255, 2, 0)),
            (vec![(at(0, 11), 2), (at(1, 0), 99)], twice(2, 0, [2, 11])),
            (vec![(at(1, 7), 22), (at(1, 6), 21)], twice(21, 1, [1, 6])),
            (vec![(at(1, 5), 23), (at(1, 6), 90)], twice(23, 1, [3, 5])),
            (vec![(at(1, 5), 90), (at(1, 6), 23)], foreign(90, 1, 5)),
            (vec![(at(2, 5), 43), (at(2, 8), 43)], twice(43, 2, [3, 5])),
        ] {
            let mut cards = good.clone();
            for (place, card) in changes {
                cards[place] = card;
            }
            let (none, small) = (Limit::none(), SmallBoards::new(deck, each).unwrap());
            let (mut counts, mut found) = ([0; 3], [0; 9]);
            let expected = Err(error);
            assert_eq!(small.count(&bytes(&cards), &mut counts, &none), expected);
            assert_eq!(small.find(&bytes(&cards), &mut found, &none), expected);
            assert_eq!(boards(deck, each).count(&cards, &mut counts, &none), expected);
            assert_eq!(boards(deck, each).find(&cards, &mut found, &none), expected);
        }
    }
    assert_eq!(foreign(81, 1, 4).to_string(), "(3,4) has no card 81 (row 1, column 4)");
    assert_eq!(
        twice(21, 1, [1, 6]).to_string(),
        "the card 21 occurs twice (row 1, columns 1 and 6)"
    );
}

#[test]
fn a_count_that_does_not_fit_is_an_error() {
    // Any two of 2^17 cards are a set.
    let each = 1 << 17;
    let mut cards = vec![0; each];
    boards(deck(2, 17), each).deal(0, 0..1, &mut cards, &Limit::none()).unwrap();
    let error = boards(deck(2, 17), each).count(&cards, &mut [0], &Limit::none()).unwrap_err();
    assert_eq!(error, BulkError::TooMany { row: 0, sets: (1 << 16) * ((1 << 17) - 1) });
}

#[test]
fn unsuitable_shapes_are_refused() {
    for (v, p) in [(3, 6), (2, 3), (4, 3)] {
        let error = SmallBoards::new(deck(v, p), 3).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("an array of bytes needs v = 3 and p ≤ 5, and the deck is ({v},{p})")
        );
    }
    let error = SmallBoards::new(Deck::CLASSIC, 82).unwrap_err();
    assert_eq!(error.to_string(), "no board of 82 cards of (3,4): the range is 0 to 81");
    assert!(Boards::new(deck(2, 64), 12, &Options::default()).is_ok());
    assert!(Boards::new(deck(2, 65), 12, &Options::default()).is_err());
    assert!(Boards::new(deck(4, 2), 17, &Options::default()).is_err());
    assert!(Boards::new(deck(3, 40), NONE as usize + 1, &Options::default()).is_err());
}

#[test]
fn a_limit_stops_the_work() {
    let raised = Limit::none().or_flag(Arc::new(AtomicBool::new(true)));
    let stopped = Err(BulkError::Stopped(Stop::INTERRUPTED));
    let small = SmallBoards::new(Deck::CLASSIC, 3).unwrap();
    assert_eq!(small.count(&[1, 2, 3], &mut [0], &raised), stopped);
    assert_eq!(small.find(&[1, 2, 3], &mut [0; 3], &raised), stopped);
    assert_eq!(small.deal(0, 0..500, &mut [0; 1500], &raised), Err(Stop::INTERRUPTED));
    let boards = boards(deck(4, 4), 3);
    assert_eq!(boards.count(&[1, 2, 3], &mut [0], &raised), stopped);
    assert_eq!(boards.find(&[1, 2, 3], &mut [0; 4], &raised), stopped);
    assert_eq!(boards.deal(0, 0..500, &mut [0; 1500], &raised), Err(Stop::INTERRUPTED));
}

#[test]
fn dealt_boards_are_those_of_the_dealer_however_they_are_cut() {
    const ROWS: usize = 60;
    for (v, p, each) in [(3, 4, 12), (3, 5, 243), (3, 1, 1), (3, 2, 0), (4, 3, 20), (2, 64, 5)] {
        let (deck, boards) = (deck(v, p), boards(deck(v, p), each));
        let mut whole = vec![0; ROWS * each];
        boards.deal(9, 0..ROWS as u64, &mut whole, &Limit::none()).unwrap();
        let first = deal::board(deck, each, 9).unwrap();
        let ranks = first.cards().iter().map(|&card| deck.rank(card) as u64);
        assert!(ranks.eq(whole[..each].iter().copied()));
        for row in 0..ROWS {
            assert_eq!(board_of(deck, &whole[row * each..][..each]).len(), each);
        }
        if each > 1 {
            assert_ne!(whole[..each], whole[each..2 * each]);
        }
        let mut parts = vec![0; ROWS * each];
        for (from, to) in [(0, 1), (1, 23), (23, 23), (23, ROWS)] {
            let part = &mut parts[from * each..to * each];
            boards.deal(9, from as u64..to as u64, part, &Limit::none()).unwrap();
        }
        assert_eq!(parts, whole);
        if let Ok(small) = SmallBoards::new(deck, each) {
            let mut parts = vec![0; ROWS * each];
            for (from, to) in [(0, 7), (7, ROWS)] {
                let part = &mut parts[from * each..to * each];
                small.deal(9, from as u64..to as u64, part, &Limit::none()).unwrap();
            }
            assert_eq!(parts, bytes(&whole));
        }
    }
}

#[test]
#[should_panic(expected = "2 boards of 12 cards")]
fn arrays_must_have_the_same_number_of_boards() {
    let small = SmallBoards::new(Deck::CLASSIC, 12).unwrap();
    let _ = small.count(&[0; 25], &mut [0; 2], &Limit::none());
}
