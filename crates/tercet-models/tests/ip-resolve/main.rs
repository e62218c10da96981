//! `ip-resolve`, or `ip-highs` where that is built, on boards with few sets, since their time grows with
//! the square of the number.

#[path = "../../../tercet/tests/methods/limits.rs"]
mod limits;
#[path = "../../../tercet/tests/methods/subject.rs"]
mod subject;

use tercet::solver::{Limit, Method, Options, list};
use tercet_models::method;

use subject::{Case, able, agrees, by_definition, dealt, deck, most_cards, random_board};

/// The method that is tested.
fn rows() -> Vec<&'static Method> {
    let name = if cfg!(feature = "highs") { "ip-highs" } else { "ip-resolve" };
    vec![method(name).expect("it is a method")]
}

/// How large a program may be, v·n·p, to be solved within a moment.
const LARGEST: usize = 1_500;

#[test]
fn it_agrees_with_the_definition() {
    for v in 1..=6 {
        for p in 1..=4 {
            let deck = deck(v, p);
            for seed in 0..4 {
                let board = random_board(deck, seed, most_cards(v, 1_000.0));
                let sets = by_definition(&board);
                for (row, question) in able(deck).filter(|_| sets.len() <= 40) {
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
        for row in rows() {
            let mut solver = row.enumerator(&board, &Options::default()).unwrap();
            let listing = list(&mut *solver, None, &Limit::none());
            assert_eq!(listing.sets, sets, "{}", row.name);
        }
    }
}
