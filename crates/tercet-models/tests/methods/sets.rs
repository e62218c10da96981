//! The models on boards with known answers.

use tercet::caps::cap;
use tercet::solver::{Limit, METHODS, Options, list};
use tercet::{Board, Card, Deck, Method};
use tercet_models::{Models, method, methods};

const CLASSIC: Deck = Deck::CLASSIC;

fn board(cards: impl IntoIterator<Item = Card>) -> Board {
    Board::new(CLASSIC, cards).unwrap()
}

fn models() -> Vec<Method> {
    Models::default().methods()
}

/// Methods that solve the whole deck again for each of its sets are left out: they take minutes.
#[test]
fn the_deck_holds_1080_sets() {
    for row in models().iter().filter(|row| !["ip-resolve", "ip-highs"].contains(&row.name)) {
        let mut solver = row.enumerator(&board(CLASSIC.cards()), &Options::default()).unwrap();
        let listing = list(&mut *solver, None, &Limit::none()).unwrap();
        assert!(listing.sets.windows(2).all(|pair| pair[0] < pair[1]), "each set comes once");
        assert_eq!((listing.sets.len(), listing.found), (1080, 1080));
    }
}

/// Of a hand of 20 cards without a set, the maximum (Pellegrino 1971). The write-up could not go beyond
/// 15.
#[test]
fn boards_of_15_to_20_cards_may_hold_none() {
    let cap = cap(20).unwrap();
    for row in models() {
        for (n, first) in (15..=20).zip([0, 3, 7, 11, 14, 0]) {
            let cards = cap.iter().cycle().skip(first).take(n);
            let found = board(cards).search().by(row.clone()).find();
            assert_eq!(found, Ok(None), "{n} cards, {}", row.name);
        }
        // Any further card completes a set.
        let mut solver = row.solver(&cap, &Options::default()).unwrap();
        assert_eq!(solver.find(&Limit::none()), Ok(None));
        for card in CLASSIC.cards().filter(|&card| !cap.contains(card)).step_by(4) {
            solver.add(&[card]).unwrap();
            let found = solver.find(&Limit::none()).unwrap().expect("21 cards");
            assert!(found.set(solver.board()).contains(&card));
            solver.remove(&[card]).unwrap();
            assert_eq!(solver.find(&Limit::none()), Ok(None));
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
