//! The suite of the library's own methods, for `ip`, on fewer boards.
//!
//! Of large decks it gets only boards to find a set in: to list hundreds of sets in programs of
//! hundreds of rows takes minutes.

#[path = "../../../tercet/tests/methods/limits.rs"]
mod limits;
#[path = "../../../tercet/tests/methods/subject.rs"]
mod subject;
#[path = "../../../tercet/tests/methods/updates.rs"]
mod updates;

use tercet::solver::{Limit, Method, Options, Question, list};
use tercet_models::METHODS;

use subject::{Case, Subject, able, agrees, by_definition, dealt, deck, most_cards, random_board};

/// The methods that are tested.
fn rows() -> &'static [Method] {
    let row = METHODS.iter().position(|row| row.name == "ip").expect("ip is a method");
    &METHODS[row..=row]
}

/// How many boards to try where so many would be good: one takes a thousand times as long as with
/// our own methods.
fn boards(good: u64) -> u64 {
    good / 150
}

/// Up to how many cards one method or another answers within a moment.
const EASY: usize = 12;

#[test]
fn it_agrees_with_the_definition() {
    for v in 1..=6 {
        for p in 1..=4 {
            let deck = deck(v, p);
            for seed in 0..boards(1000) {
                let most = most_cards(v, if seed % 10 == 0 { 20_000.0 } else { 3_000.0 });
                let board = random_board(deck, seed, most);
                let sets = by_definition(&board);
                for (row, question) in able(deck) {
                    let _case = Case { row, question, seed, board: &board };
                    agrees(row, question, &board, &sets);
                }
            }
        }
    }
    // The largest boards on which every five cards can be tried.
    let board = dealt(deck(5, 4), 0, 40);
    let sets = by_definition(&board);
    for (row, question) in able(board.deck()) {
        agrees(row, question, &board, &sets);
    }
}

#[test]
fn it_finds_sets_of_large_decks() {
    for (v, p, n) in [
        (1, 128, 1),
        (2, 128, 12),
        (3, 32, 24),
        (4, 33, 14),
        (5, 42, 12),
        (9, 32, 12),
        (36, 2, 38),
        (256, 1, 256),
        (256, 16, 257),
    ] {
        let deck = deck(v, p);
        for seed in 0..1 {
            let board = random_board(deck, seed, n);
            let sets = by_definition(&board);
            let (row, question) = (&rows()[0], Question::Find);
            let _case = Case { row, question, seed, board: &board };
            let mut subject = Subject::new(row, question, &board, &Options::default()).unwrap();
            subject.ask(&Limit::none()).unwrap().check(&board, &sets);
        }
    }
}

#[test]
fn it_lists_whole_decks() {
    for (v, p, number) in [(3, 4, 1080), (4, 2, 32), (5, 2, 130), (6, 1, 1)] {
        let board = dealt(deck(v, p), 1, usize::MAX);
        let mut solver = rows()[0].enumerator(&board, &Options::default()).unwrap();
        assert_eq!(list(&mut *solver, None, &Limit::none()).sets.len(), number);
    }
}
