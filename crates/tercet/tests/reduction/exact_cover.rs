//! The exact covers of a board.

use std::collections::BTreeSet;

use tercet::deal;
use tercet::reduction::{ExactCover, exact_covers, exact_covers_within};
use tercet::solver::Limit;
use tercet::{Board, Card, Deck, Set, Stop};

use super::{full, sets};

/// All exact covers of a problem: Knuth's Algorithm X, on plain lists.
fn algorithm_x(problem: &ExactCover) -> Vec<Vec<usize>> {
    fn search(
        problem: &ExactCover,
        covered: &mut Vec<bool>,
        chosen: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        let Some(item) = covered.iter().position(|&covered| !covered) else {
            found.push(chosen.clone());
            return;
        };
        for (index, option) in problem.options.iter().enumerate() {
            if option.contains(&item) && option.iter().all(|&item| !covered[item]) {
                for &item in option {
                    covered[item] = true;
                }
                chosen.push(index);
                search(problem, covered, chosen, found);
                chosen.pop();
                for &item in option {
                    covered[item] = false;
                }
            }
        }
    }
    let mut found = Vec::new();
    search(problem, &mut vec![false; problem.items.len()], &mut Vec::new(), &mut found);
    found
}

/// Checks that the exact covers of the problems of a board are its sets; returns their number.
fn check_covers(board: &Board) -> usize {
    let mut read = Vec::new();
    let mut agreements = BTreeSet::new();
    for problem in exact_covers(board) {
        assert!(agreements.insert(problem.agreement.clone()), "one problem an agreement");
        for (option, &position) in problem.options.iter().zip(&problem.positions) {
            // An option spells its card, together with the agreement.
            let card = board.cards()[position];
            let shown = option.iter().map(|&item| problem.items[item]);
            let mut values: Vec<_> = shown.chain(problem.agreement.iter().copied()).collect();
            values.sort_unstable();
            let values: Vec<usize> = values.iter().map(|item| item.value).collect();
            assert_eq!(board.deck().card_of(&values), Ok(card));
        }
        for cover in algorithm_x(&problem) {
            let set = problem.set(&cover).expect("an exact cover is a set");
            for item in &problem.agreement {
                let same = |&card: &Card| board.deck().value(card, item.property) == item.value;
                assert!(set.iter().all(same));
            }
            read.push(set);
        }
    }
    let distinct: BTreeSet<Set> = read.iter().cloned().collect();
    assert_eq!(distinct.len(), read.len(), "two exact covers give one set");
    assert_eq!(distinct, sets(board));
    read.len()
}

#[test]
fn exact_covers_are_the_sets() {
    for (v, p, number) in
        [(3, 4, 1080), (3, 3, 117), (4, 2, 32), (4, 3, 912), (5, 2, 130), (2, 5, 496), (3, 1, 1)]
    {
        assert_eq!(check_covers(&full(v, p)), number, "({v},{p})");
    }
    for (v, p) in [(2, 7), (3, 4), (3, 6), (4, 3), (4, 5), (5, 3), (6, 2), (7, 2)] {
        for seed in 0..10 {
            let deck = Deck::new(v, p).unwrap();
            let cards = deck.threshold() as usize;
            check_covers(&deal::board(deck, cards, seed).unwrap());
            let (cards, _) = deal::planted(deck, 3 * v, seed, &Limit::none()).unwrap();
            check_covers(&Board::new(deck, &cards).unwrap());
        }
    }
}

#[test]
fn exact_covers_of_the_classic_deck_are_all_patterns() {
    // (v+1)^p − v^p agreements, of which each has sets in the full deck.
    assert_eq!(exact_covers(&full(3, 4)).count(), 4_usize.pow(4) - 3_usize.pow(4));
    let sizes: Vec<usize> = exact_covers(&full(3, 4)).map(|it| it.agreement.len()).collect();
    assert!(sizes.is_sorted());
}

#[test]
fn exact_covers_of_degenerate_boards() {
    for p in [1, 5] {
        assert_eq!(check_covers(&full(1, p)), 1);
        assert_eq!(check_covers(&Board::empty(Deck::new(1, p).unwrap())), 0);
        assert_eq!(check_covers(&full(2, p)), (1 << p) * ((1 << p) - 1) / 2);
    }
    assert_eq!(exact_covers(&Board::empty(Deck::CLASSIC)).count(), 0);
    assert_eq!(exact_covers(&"0000 1111".parse().unwrap()).count(), 0);
    // Many properties, in which patterns cannot be tried one by one.
    let deck = Deck::new(3, 64).unwrap();
    let with = |value: usize, places: &[usize]| {
        let values: Vec<usize> =
            (0..64).map(|i| if places.contains(&i) { value } else { 0 }).collect();
        deck.card_of(&values).unwrap()
    };
    let ends = (0..64).map(|i| with(1, &[i]));
    let cards: Vec<Card> = ends.chain((1..64).map(|i| with(2, &[0, i]))).collect();
    assert_eq!(check_covers(&Board::new(deck, &cards).unwrap()), 63);
}

#[test]
fn agreements_keep_their_memory() {
    let board = full(3, 4);
    let within = |memory| exact_covers_within(&board, memory, &Limit::none()).map(Iterator::count);
    // There are 256 − 81 agreements, the empty one included, each of 96 bytes and 16 for an item.
    let bytes = 175 * 96 + 16 * exact_covers(&board).map(|it| it.agreement.len()).sum::<usize>();
    assert_eq!(within(bytes), Ok(exact_covers(&board).count()));
    assert_eq!(within(bytes - 1), Err(Stop::MEMORY));
}

#[test]
fn what_is_no_exact_cover_is_no_set() {
    let problem = exact_covers(&full(3, 2)).next().unwrap();
    assert_eq!(problem.options.len(), 9);
    assert_eq!(problem.set(&[0, 4]), None);
    assert_eq!(problem.set(&[0, 4, 4]), None);
    assert_eq!(problem.set(&[0, 4, 9]), None);
    assert!(problem.set(&[0, 4, 8]).is_some());
    assert_eq!(problem.items[4].to_string(), "p2=1");
}
