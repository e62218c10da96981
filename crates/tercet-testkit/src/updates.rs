//! Methods stay right when cards are dealt and taken.

use std::time::Duration;

use tercet::deal::Dealer;
use tercet::solver::{Limit, Method, Options, Question};
use tercet::{Board, Card, Deck};

use crate::boards::{Random, by_definition, dealt, deck, most_cards, random_board};
use crate::subject::{Case, Change, Said, Subject};
use crate::wait::HANG;
use crate::{Kit, some};

/// A solver after updates answers like the definition. All methods get the same updates; which sets
/// are taken is decided by the methods that find them.
pub fn every_method_stays_right_under_updates(kit: &Kit) {
    #[rustfmt::skip]
    let shapes = [
        (1, 2, 1), (2, 3, 8), (3, 2, 9), (3, 4, 40), (3, 6, 40), (4, 2, 16), (4, 4, 40),
        (5, 2, 25), (5, 3, 40), (6, 2, 36),
    ];
    for (v, p, pool) in shapes {
        for seed in 0..kit.number(150) {
            // One game in eight is played on larger boards.
            let most = most_cards(v, if seed % 8 == 0 { 20_000.0 } else { 1_500.0 });
            stays_right_under_updates(kit, deck(v, p), seed, pool, most);
        }
    }
}

fn stays_right_under_updates(kit: &Kit, deck: Deck, seed: u64, pool: usize, most: usize) {
    let mut random = Random::new(seed);
    let pool = random_board(deck, seed, pool);
    let start = &pool.cards()[..random.below(pool.len().min(most) + 1)];
    let mut board = Board::new(deck, start).unwrap();
    let start = |(row, question)| {
        let subject = Subject::new(row, question, &board, &Options::default());
        (row, question, subject)
    };
    let mut subjects: Vec<(&Method, Question, Subject)> = kit.able(deck).map(start).collect();
    for _ in 0..14 {
        let sets = by_definition(&board);
        let mut found = None;
        for (row, question, subject) in &mut subjects {
            let _case = Case { row, question: *question, seed, board: &board };
            assert!(*subject.update().board() == board);
            // Neither a stop nor a skipped question affects later answers.
            let time = Duration::from_nanos(random.below(20_000) as u64);
            if random.one_in(4)
                && let Ok(said) = subject.ask(&Limit::timeout(time))
            {
                said.check(&sets);
            }
            if random.one_in(4) {
                continue;
            }
            let said = subject.ask(&Limit::none()).unwrap();
            said.check(&sets);
            if let Said::Set(Some(set)) = said
                && (found.is_none() || random.one_in(3))
            {
                found = Some(set);
            }
        }
        let change = Change::random(&mut random, &board, pool.cards(), found.as_ref());
        if matches!(&change, Change::Add(cards) if board.len() + cards.len() > most) {
            continue;
        }
        let before = board.clone();
        let done = change.apply_to(&mut board);
        for (row, question, subject) in &mut subjects {
            let _case = Case { row, question: *question, seed, board: &before };
            assert_eq!(change.apply(subject), done, "{change:?}");
        }
    }
}

/// On boards too large for the definition, a solver after updates and stops answers like a new one
/// of the same method.
pub fn updates_and_stops_make_no_difference_on_large_boards(kit: &Kit) {
    for (v, p) in [(3, 7), (3, 30), (4, 7), (5, 5), (7, 3), (10, 4), (14, 4)] {
        let (deck, options) = (deck(v, p), Options::default());
        for seed in 0..some(2) {
            let mut random = Random::new(seed);
            let n = deck.threshold().min(300) as usize;
            let pool = dealt(deck, seed, 2 * n);
            let mut board = Board::new(deck, &pool.cards()[..n]).unwrap();
            let on = |board: &Board| -> Vec<(&Method, Question, Subject)> {
                let start =
                    |(row, question)| (row, question, Subject::new(row, question, board, &options));
                kit.able(deck).map(start).collect()
            };
            let mut subjects = on(&board);
            let mut time = Duration::from_millis(50);
            for _ in 0..6 {
                let mut found = None;
                loop {
                    // A method for which the board is too large is dropped.
                    subjects.retain_mut(|(row, question, subject)| {
                        let _case = Case { row, question: *question, seed, board: &board };
                        assert!(*subject.update().board() == board);
                        let moment = Duration::from_micros(random.below(1_000) as u64);
                        let _ = subject.ask(&Limit::timeout(moment));
                        let mut fresh = Subject::new(row, *question, &board, &options);
                        let Ok(expected) = fresh.ask(&Limit::timeout(time)) else { return false };
                        let Ok(said) = subject.ask(&Limit::timeout(time)) else { return false };
                        match (said, expected) {
                            (Said::Set(said), Said::Set(expected)) => {
                                assert_eq!(said.is_some(), expected.is_some());
                                found = said.or(found.take());
                            }
                            (said, expected) => assert_eq!(said, expected),
                        }
                        true
                    });
                    if !subjects.is_empty() || n > kit.easy || kit.able(deck).next().is_none() {
                        break;
                    }
                    // A slow machine needs more time.
                    time *= 2;
                    assert!(time < HANG, "{deck} is too large for every method");
                    subjects = on(&board);
                }
                let change = Change::random(&mut random, &board, pool.cards(), found.as_ref());
                let done = change.apply_to(&mut board);
                for (_, _, subject) in &mut subjects {
                    assert_eq!(change.apply(subject), done);
                }
            }
        }
    }
}

/// A set-free board, and then a few more cards, one of which completes a set: knowledge about the
/// other cards must not hide it.
pub fn a_card_that_completes_a_set_is_noticed(kit: &Kit) {
    #[rustfmt::skip]
    let shapes = [
        (2, 3, 1), (3, 5, 30), (3, 30, 400), (4, 10, 250), (5, 13, 80), (8, 6, 250),
        (14, 4, 150), (18, 4, 300), (30, 4, 330),
    ];
    for (v, p, n) in shapes {
        for seed in 0..some(2) {
            let deck = deck(v, p);
            let mut set = Random::new(seed).set(deck);
            let last = set.pop().unwrap();
            let mut cards: Vec<Card> = Dealer::new(deck, seed).take(n).collect();
            cards.retain(|card| !set.contains(card) && *card != last);
            cards.splice(cards.len() / 2..cards.len() / 2, set.iter().copied());
            let dealt = 1 + seed as usize % 3;
            let more = Dealer::new(deck, seed).skip(n).filter(|card| !set.contains(card));
            let mut new: Vec<Card> = more.filter(|&card| card != last).take(dealt - 1).collect();
            new.push(last);
            let board = Board::new(deck, &cards).unwrap();

            for (row, question) in kit.able(deck) {
                let _case = Case { row, question, seed, board: &board };
                let subject = Subject::new(row, question, &board, &Options::default());
                let Subject::Find(mut solver) = subject else { continue };
                let free = loop {
                    match solver.find(&Limit::timeout(Duration::from_millis(100))) {
                        Ok(Some(other)) => {
                            let other = solver.board().at(&other);
                            let taken = *other.iter().find(|card| !set.contains(card)).unwrap();
                            solver.remove(&[taken]).unwrap();
                        }
                        Ok(None) => break true,
                        Err(_) => break false,
                    }
                };
                if free {
                    solver.add(&new).unwrap();
                    let found = solver.find(&Limit::none()).unwrap().expect("there is a set");
                    let set = found.set(solver.board());
                    assert!(set.cards().iter().any(|card| new.contains(card)));
                }
            }
        }
    }
}
