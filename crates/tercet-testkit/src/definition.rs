//! Methods agree with the definition, with known numbers and with each other.

use std::ops::ControlFlow;
use std::time::Duration;

use tercet::set::is_set;
use tercet::solver::{Enumerate, Limit, Options, Question, Stop, method};
use tercet::{Board, Card, Deck};

use crate::boards::{binomial, by_definition, dealt, deck, most_cards, random_board};
use crate::subject::{Case, Said, Subject, agrees, agrees_within};
use crate::{Kit, some};

/// Every method agrees with the definition on thousands of small boards.
pub fn every_method_agrees_with_the_definition(kit: &Kit) {
    for v in 1..=6 {
        for p in 1..=4 {
            let deck = deck(v, p);
            for seed in 0..kit.number(500) {
                // One board in ten is larger.
                let most = most_cards(v, if seed % 10 == 0 { 20_000.0 } else { 3_000.0 });
                let board = random_board(deck, seed, most);
                let sets = by_definition(&board);
                for (row, question) in kit.able(deck) {
                    let _case = Case { row, question, seed, board: &board };
                    agrees(row, question, &board, &sets);
                }
            }
        }
    }
}

/// Decks whose cards use all of their bits, or have many values.
pub fn every_method_agrees_with_the_definition_on_large_decks(kit: &Kit) {
    #[rustfmt::skip]
    let shapes = [
        (1, 128, 1), (2, 64, 12), (2, 128, 12), (3, 16, 24), (3, 17, 24), (3, 31, 24),
        (3, 32, 24), (3, 33, 24), (3, 64, 24), (4, 12, 16), (4, 13, 16), (4, 33, 14),
        (4, 64, 14), (5, 42, 12), (8, 42, 11), (9, 32, 12), (16, 32, 18), (17, 25, 19),
        (36, 2, 38), (37, 3, 39), (64, 21, 66), (65, 18, 67), (256, 1, 256), (256, 16, 257),
    ];
    for (v, p, n) in shapes {
        if v * p * n > kit.largest {
            continue;
        }
        let deck = deck(v, p);
        // A method that stores partial sets cannot hold the 2^v subsets of a large set, and must
        // stop. The spectrum of 3^16 numbers needs more.
        let memory = if (v, p) == (3, 16) { 1 << 28 } else { 1 << 24 };
        let options = Options { memory, ..Options::default() };
        let (mut answered, mut out_of_memory) = (0, 0);
        // The spectrum of 3^16 numbers takes long.
        for seed in 0..if (v, p) == (3, 16) { 1 } else { (kit.boards)(24).clamp(1, 6) } {
            let board = random_board(deck, seed, n);
            let sets = by_definition(&board);
            for (row, question) in kit.able(deck) {
                let _case = Case { row, question, seed, board: &board };
                let mut subject = Subject::new(row, question, &board, &options);
                if subject.update().report().memory.is_some() {
                    if subject.ask(&Limit::none()) == Err(Stop::MEMORY) {
                        out_of_memory += 1;
                        continue;
                    }
                    answered += 1;
                }
                agrees_within(row, question, &board, &sets, &options);
            }
        }
        let some_remember = kit.methods.iter().any(|row| row.name == "dynamic");
        assert!(!some_remember || answered > 0, "{deck}: {out_of_memory} stops");
        assert!(v > 16 || out_of_memory == 0, "{deck}: {out_of_memory} stops");
    }
}

/// Every subset of a small deck, each one card away from the one before: this tests what a method
/// keeps across updates, and the number of set-free boards is the published one.
pub fn every_method_counts_the_set_free_hands(kit: &Kit) {
    let golden: [(Deck, &[usize]); 4] = [
        (deck(1, 2), &[1, 0]),
        (deck(2, 3), &[1, 8, 0, 0, 0, 0, 0, 0, 0]),
        (deck(3, 2), &[1, 9, 36, 72, 54, 0, 0, 0, 0, 0]),
        (deck(4, 2), &[1, 16, 120, 560, 1788, 3984, 5968, 5424, 2496, 496, 0, 0, 0, 0, 0, 0, 0]),
    ];
    for (deck, hands) in golden {
        let all: Vec<Card> = deck.cards().collect();
        // A larger number of hands takes too long.
        if 1 << all.len() > (kit.boards)(1 << 18) {
            continue;
        }
        for row in kit.methods.iter().filter(|row| row.can(Question::Count, deck)) {
            // A method that cannot find a set counts them.
            let can_find = row.can(Question::Find, deck);
            let question = if can_find { Question::Find } else { Question::Count };
            let mut board = Board::empty(deck);
            let mut subject = Subject::new(row, question, &board, &Options::default());
            let mut set_free = vec![0; hands.len()];
            for step in 1..=1_usize << all.len() {
                let said = subject.ask(&Limit::none()).unwrap();
                set_free[board.len()] +=
                    usize::from(matches!(said, Said::Set(None) | Said::Number(0)));
                // Gray code: the card of the lowest bit of the step is dealt or taken.
                let Some(&card) = all.get(step.trailing_zeros() as usize) else { break };
                let _case = Case { row, question, seed: 0, board: &board.clone() };
                if board.contains(card) {
                    board.remove(&[card]).unwrap();
                    subject.update().remove(&[card]).unwrap();
                } else {
                    board.add(&[card]).unwrap();
                    subject.update().add(&[card]).unwrap();
                }
                assert!(*subject.update().board() == board);
            }
            assert_eq!(set_free, hands, "{} of {deck}", row.name);
        }
    }
}

/// The numbers of sets of full decks, which their formula gives, with methods that list and count them. If there are too many
/// choices of v cards to try, a method may run out of time, but must not be wrong.
pub fn every_method_knows_the_golden_numbers(kit: &Kit) {
    const V3: &[&str] = &["pairs-hash", "pairs-bits", "halves", "thirds", "spectrum", "auto"];
    const V4: &[&str] = &["middle", "cover", "auto"];
    let small =
        [(1, 3), (2, 4), (3, 1), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2), (6, 1), (7, 1)];
    let large = [(4, 4), (4, 5), (5, 3), (5, 4), (6, 2), (6, 3), (7, 2)];
    let decks = small.map(|deck| (deck, &[][..])).into_iter();
    let decks =
        decks.chain([(3, 5), (3, 6)].map(|deck| (deck, V3))).chain(large.map(|deck| (deck, V4)));
    for ((v, p), surely) in decks {
        assert!(surely.iter().all(|name| method(name).is_ok()));
        let number = u128::try_from(deck(v, p).number_of_sets()).unwrap();
        let board = dealt(deck(v, p), 1, usize::MAX);
        // A slow method lists few sets.
        let all = binomial(board.len(), v) < 1e6 && number <= (kit.boards)(150_000).into();
        for (row, question) in kit.able(board.deck()) {
            // To visit more sets shows nothing that smaller decks do not.
            if question == Question::Enumerate && number > 100_000 {
                continue;
            }
            let must = all || surely.contains(&row.name);
            let limit =
                if must { Limit::none() } else { Limit::timeout(Duration::from_millis(50)) };
            let _case = Case { row, question, seed: 1, board: &board };
            let said = match Subject::new(row, question, &board, &Options::default()) {
                Subject::Enumerate(mut solver) => number_of_visits(&mut *solver, &limit),
                mut other => other.ask(&limit),
            };
            match said {
                Ok(Said::Set(found)) => assert!(found.is_some()),
                Ok(said) => assert_eq!(said, Said::Number(number)),
                Err(stop) => assert!(!must, "{stop}"),
            }
        }
    }
}

/// The number of visited sets. Each must be a set, and no set may come twice.
fn number_of_visits(solver: &mut dyn Enumerate, limit: &Limit) -> Result<Said, Stop> {
    let board = solver.board().clone();
    let mut visited: Vec<u64> = Vec::new();
    solver.for_each(limit, &mut |positions| {
        assert!(positions.is_sorted(), "positions ascend");
        assert!(is_set(board.deck(), &board.at(positions)), "a set is visited");
        // The positions are the digits of a number.
        let digits = positions.iter();
        visited.push(digits.fold(0, |all, &position| all * board.len() as u64 + position as u64));
        ControlFlow::Continue(())
    })?;
    let visits = visited.len();
    visited.sort_unstable();
    visited.dedup();
    assert_eq!(visited.len(), visits, "a set is visited once");
    Ok(Said::Number(visits as u128))
}

/// Boards around their threshold, where the definition takes too long: the methods that answer
/// quickly agree.
pub fn methods_agree_with_each_other_on_large_boards(kit: &Kit) {
    #[rustfmt::skip]
    let shapes = [
        (3, 8, 3), (3, 14, 2), (4, 6, 3), (4, 9, 2), (5, 5, 3), (6, 4, 4), (7, 3, 4),
        (8, 3, 4), (10, 3, 3), (10, 4, 3),
    ];
    for (v, p, seeds) in shapes {
        let deck = deck(v, p);
        for seed in 0..some(seeds) {
            // Up to one and a half times the threshold.
            let n = (deck.threshold() as u64 * (2 * seeds + seed) / (2 * seeds)) as usize;
            let board = dealt(deck, seed, n);
            let (mut some, mut number) = (None, None::<u128>);
            for (row, question) in kit.able(deck) {
                let _case = Case { row, question, seed, board: &board };
                let mut subject = Subject::new(row, question, &board, &Options::default());
                let counted = match subject.ask(&Limit::timeout(Duration::from_millis(50))) {
                    Ok(Said::Number(counted)) => Some(counted),
                    Ok(Said::Sets(sets)) => Some(sets.len() as u128),
                    Ok(Said::Set(set)) => {
                        assert_eq!(*some.get_or_insert(set.is_some()), set.is_some());
                        None
                    }
                    Err(_) => None,
                };
                if let Some(counted) = counted {
                    assert_eq!(*number.get_or_insert(counted), counted);
                    assert_eq!(*some.get_or_insert(counted > 0), counted > 0);
                }
            }
        }
    }
}
