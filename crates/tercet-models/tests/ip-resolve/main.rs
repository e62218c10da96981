//! `ip-resolve`, or `ip-highs` if that is built, on boards with few sets, since their time is
//! quadratic in the number of sets.

use tercet::solver::{Limit, Method, Options, list};
use tercet_models::method;
use tercet_testkit::boards::{by_definition, dealt, deck, most_cards, random_board};
use tercet_testkit::subject::{Case, agrees};
use tercet_testkit::{Kit, suite};

/// The method that is tested.
fn tested() -> Method {
    let name = if cfg!(feature = "highs") { "ip-highs" } else { "ip-resolve" };
    method(name).expect("it is a method")
}

/// Of the suite, only the tests of limits: they need no long lists.
fn kit() -> Kit {
    Kit { methods: vec![tested()], boards: |good| good, easy: 12, largest: 1_500 }
}

suite!(kit: limits);

#[test]
fn it_agrees_with_the_definition() {
    for v in 1..=6 {
        for p in 1..=4 {
            let deck = deck(v, p);
            for seed in 0..4 {
                let board = random_board(deck, seed, most_cards(v, 1_000.0));
                let sets = by_definition(&board);
                for (row, question) in kit().able(deck).filter(|_| sets.len() <= 40) {
                    let _case = Case { row, question, seed, board: &board };
                    agrees(row, question, &board, &sets);
                }
            }
        }
    }
}

#[test]
fn it_lists_whole_decks() {
    for (v, p, number) in [(1, 3, 1), (2, 3, 28), (3, 2, 12), (3, 3, 117), (4, 2, 32), (6, 1, 1)] {
        let board = dealt(deck(v, p), 1, usize::MAX);
        let sets = by_definition(&board);
        assert_eq!(sets.len(), number);
        let mut solver = tested().enumerator(&board, &Options::default()).unwrap();
        assert_eq!(list(&mut *solver, None, &Limit::none()).unwrap().sets, sets);
    }
}
