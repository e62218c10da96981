//! The models on boards with known answers.

use std::ops::ControlFlow;

use tercet::deal::Dealer;
use tercet::solver::{Limit, METHODS, Options, list};
use tercet::{Board, Card, Deck, Method, Set, Stop};
use tercet_models::{Models, method, methods};

const CLASSIC: Deck = Deck::CLASSIC;

fn board(cards: impl IntoIterator<Item = Card>) -> Board {
    Board::new(CLASSIC, cards).unwrap()
}

fn models() -> Vec<Method> {
    Models::default().methods()
}

fn find(row: &Method, board: &Board) -> Result<Option<Set>, Stop> {
    board.search().by(row.clone()).find()
}

#[test]
fn the_deck_holds_1080_sets() {
    for row in models().iter().filter(|row| !SLOW.contains(&row.name)) {
        lists_1080_sets(row);
    }
}

#[test]
#[ignore = "takes minutes"]
fn slow_methods_find_1080_sets_too() {
    for name in SLOW {
        lists_1080_sets(&method(name).unwrap());
    }
}

/// Methods that solve the whole deck again for each of its sets.
const SLOW: &[&str] =
    if cfg!(feature = "highs") { &["ip-resolve", "ip-highs"] } else { &["ip-resolve"] };

fn lists_1080_sets(row: &Method) {
    let mut solver = row.enumerator(&board(CLASSIC.cards()), &Options::default()).unwrap();
    let listing = list(&mut *solver, None, &Limit::none()).unwrap();
    assert!(listing.sets.windows(2).all(|pair| pair[0] < pair[1]), "each set comes once");
    assert_eq!((listing.sets.len(), listing.found), (1080, 1080));
}

#[test]
fn among_21_cards_there_is_a_set() {
    for row in models() {
        for seed in 0..100 {
            let board = board(Dealer::new(CLASSIC, seed).take(21));
            assert!(matches!(find(&row, &board), Ok(Some(_))), "{} with {seed}", row.name);
        }
    }
}

/// A set-free hand of 20 cards, the maximum (Pellegrino 1971): ten pairs of opposite points of the
/// affine space over three elements, around an eleventh point that is not among them.
fn cap() -> Vec<Card> {
    grow(&mut Vec::new(), &CLASSIC.cards().collect::<Vec<_>>()).expect("there is one")
}

/// Adds pairs (c + d, c − d) around the centre c = 1111 until there are 20 cards without a set.
fn grow(cap: &mut Vec<Card>, left: &[Card]) -> Option<Vec<Card>> {
    if cap.len() == 20 {
        return Some(cap.clone());
    }
    let centre = CLASSIC.card_of(&[1, 1, 1, 1]).unwrap();
    for (i, &card) in left.iter().enumerate() {
        let opposite = centre.third(card);
        if card >= opposite {
            continue;
        }
        let all = [&cap[..], &[card, opposite]].concat();
        let is_free = |a: Card, b: Card| !all.contains(&a.third(b));
        let free = all.iter().all(|&a| all.iter().all(|&b| a == b || is_free(a, b)));
        if free {
            cap.extend([card, opposite]);
            if let Some(whole) = grow(cap, &left[i + 1..]) {
                return Some(whole);
            }
            cap.truncate(cap.len() - 2);
        }
    }
    None
}

/// The write-up could not go beyond 15.
#[test]
fn boards_of_15_to_20_cards_may_hold_none() {
    let cap = cap();
    assert_eq!(cap.len(), 20);
    for row in models() {
        for n in 15..=20 {
            for first in 0..cap.len() {
                let cards = cap.iter().cycle().skip(first).take(n).copied();
                assert_eq!(find(&row, &board(cards)), Ok(None), "{n} cards, {}", row.name);
            }
        }
        // Any further card completes a set.
        let mut solver = row.solver(&board(cap.clone()), &Options::default()).unwrap();
        assert_eq!(solver.find(&Limit::none()), Ok(None));
        for card in CLASSIC.cards().filter(|card| !cap.contains(card)) {
            solver.add(&[card]).unwrap();
            let found = solver.find(&Limit::none()).unwrap().expect("21 cards");
            assert!(found.set(solver.board()).contains(&card));
            solver.remove(&[card]).unwrap();
            assert_eq!(solver.find(&Limit::none()), Ok(None));
        }
    }
}

/// A game in which the sets that are found are taken, to the end of the deck.
#[test]
fn whole_games_are_played() {
    for row in models() {
        for seed in 0..10 {
            let cards: Vec<Card> = Dealer::new(CLASSIC, seed).collect();
            let (start, mut rest) = cards.split_at(12);
            let mut solver =
                row.solver(&board(start.iter().copied()), &Options::default()).unwrap();
            loop {
                let expected = find(&Method::BRUTE, solver.board());
                let found = solver.find(&Limit::none()).unwrap();
                assert_eq!(found.is_some(), expected != Ok(None));
                if let Some(found) = found {
                    solver.remove(&found.set(solver.board())).unwrap();
                } else {
                    let Some((new, left)) = rest.split_at_checked(3) else { break };
                    solver.add(new).unwrap();
                    rest = left;
                }
            }
        }
    }
}

#[test]
fn both_tables_are_one() {
    let names: Vec<&str> = methods().iter().map(|row| row.name).collect();
    assert_eq!(names.len(), METHODS.len() + models().len());
    for (i, row) in methods().iter().enumerate() {
        assert_eq!(method(row.name), Ok(row.clone()));
        assert!(!names[..i].contains(&row.name));
    }
    let unknown = method("magic").unwrap_err().to_string();
    assert_eq!(unknown, format!("no method is called 'magic': choose one of {}", names.join(", ")));
}

/// A visitor that breaks off has no effect: the next enumeration visits everything.
#[test]
fn an_enumeration_can_be_broken_off() {
    for row in models() {
        let mut solver = row.enumerator(&board(CLASSIC.cards()), &Options::default()).unwrap();
        for visits in [1, 10, 100] {
            let mut left = visits;
            let visited = solver.for_each(&Limit::none(), &mut |_| {
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((visited, left), (Ok(()), 0));
        }
        if !SLOW.contains(&row.name) {
            assert_eq!(list(&mut *solver, None, &Limit::none()).unwrap().found, 1080);
        }
    }
}
