//! Proofs are written for boards without a set, and do not depend on how the work is shared.

use super::checkers::assert_agreement;
use super::common::{BOARDS, Changes, Full, board, has_set, proof, steps, thinned};
use tercet::solver::{CoverTasks, Limit, Step, Stop};
use tercet::{Board, Card, Deck};
use tercet_proof::{ProveError, Unprovable, Writer, check, prove, prove_part};

#[test]
fn a_board_has_a_proof_if_it_has_no_set() {
    let mut proofs = Vec::new();
    for (v, p, cards) in BOARDS {
        for seed in 0..if v < 16 { 80 } else { 6 } {
            let board = board(v, p, cards, seed);
            let proof = proof(&board, 1);
            assert_eq!(proof.is_none(), has_set(&board), "({v},{p}) seed {seed}");
            let Some(proof) = proof else { continue };
            if let Err(refusal) = check(&board, &proof[..], &Limit::none()) {
                panic!("({v},{p}) {cards} cards, seed {seed}: {refusal}");
            }
            proofs.push((board, proof));
        }
    }
    assert!(proofs.len() > 500, "{}", proofs.len());
    for seed in 0..12 {
        let left = thinned(board(10, 4, 150, seed));
        let proof = proof(&left, 2).expect("no set is left");
        proofs.push((left, proof));
    }
    assert_agreement("proofs", &proofs, &vec![0; proofs.len()]);
}

#[test]
fn the_proof_does_not_depend_on_the_threads_nor_on_the_parts() {
    let mut proved = 0;
    let shapes =
        [(16, 4, 212, 12), (4, 6, 60, 30), (5, 5, 60, 30), (10, 4, 105, 30), (20, 4, 270, 3)];
    for (v, p, cards, seed) in
        shapes.into_iter().flat_map(|(v, p, cards, n)| (0..n).map(move |seed| (v, p, cards, seed)))
    {
        let board = board(v, p, cards, seed);
        let Some(alone) = proof(&board, 1) else { continue };
        for threads in [2, 3, 5] {
            assert!(proof(&board, threads).unwrap() == alone, "seed {seed}, {threads} threads");
        }
        let tasks = CoverTasks::new(&board, &Limit::none()).unwrap();
        for parts in [1, 3, 40] {
            let mut writer = Writer::new(&board, Vec::new()).unwrap();
            for part in 0..parts {
                let cut = |part| tasks.count() * part / parts;
                let (range, mut steps) = (cut(part)..cut(part + 1), Vec::new());
                let found = prove_part(&board, &tasks, range, &Limit::none(), &mut steps);
                assert_eq!(found.unwrap(), None);
                writer.part(&steps).unwrap();
            }
            assert!(writer.finish().unwrap() == alone, "seed {seed}, {parts} parts");
        }
        proved += 1;
    }
    assert!(proved > 3, "{proved}");
}

/// A group with an obstruction, which a search of its own settles in a moment, lies before a set, in a deck of so
/// many properties that groups are searched from cards of theirs.
#[test]
fn tasks_are_numbered_alike_behind_an_obstruction() {
    let (deck, pairs) = (Deck::new(36, 13).unwrap(), Deck::new(36, 2).unwrap());
    let card = |x, y, z| deck.card_of(&[&[x, y, z][..], &[0; 10]].concat()).unwrap();
    let mixed = board(36, 2, 1296, 1);
    let pair = |&at: &Card| (pairs.value(at, 0), pairs.value(at, 1));
    let few = mixed.cards().iter().map(pair).filter(|&(x, y)| x >= 19 || y < 18).take(250);
    let cards = few.map(|(x, y)| card(x, y, 0)).chain((0..36).map(|x| card(x, x, 1)));
    let board = Board::new(deck, cards.collect::<Vec<_>>()).unwrap();
    let tasks = CoverTasks::new(&board, &Limit::none()).unwrap();
    let find = |range| tasks.find(range, &Limit::none()).unwrap();
    let all = find(0..tasks.count());
    let task = all.as_ref().expect("the last cards are a set").0;
    assert!(task > 100, "{task}");
    assert_eq!(find(0..task), None);
    for begin in [1, task / 2, task - 1, task] {
        assert_eq!(find(begin..tasks.count()), all, "from {begin}");
    }
    assert_eq!(find(task..task + 1), all);
}

/// Half of the values of one property go together with fewer of the other.
#[test]
fn an_obstruction_is_proved_with_weights_and_without() {
    let deck = Deck::new(12, 2).unwrap();
    let has = |card: &Card| {
        let (x, y) = (deck.value(*card, 0), deck.value(*card, 1));
        (x >= 6 || y < 5) && (x + y) % 12 != 0
    };
    let board = Board::new(deck, deck.cards().filter(has).collect::<Vec<_>>()).unwrap();
    let weighed = proof(&board, 1).unwrap();
    assert!(matches!(steps(&board, &weighed)[..], [Step::Weigh { .. }, Step::Branch(_)]));
    let mut plain = Vec::new();
    let one = 1.try_into().unwrap();
    assert_eq!(prove(&board, one, true, &Limit::none(), &mut plain).unwrap(), None);
    assert!(!steps(&board, &plain).iter().any(|step| matches!(step, Step::Weigh { .. })));
    let tasks = CoverTasks::new(&board, &Limit::none()).unwrap();
    let (mut writer, mut part) = (Writer::new(&board, Vec::new()).unwrap(), Vec::new());
    let found = prove_part(&board, &tasks, 0..tasks.count(), &Limit::none(), &mut part).unwrap();
    assert_eq!(found, None);
    writer.part(&part).unwrap();
    assert!(writer.finish().unwrap() == weighed && proof(&board, 3).unwrap() == weighed);
    let proofs = [weighed, plain].map(|proof| (board.clone(), proof));
    for (board, proof) in &proofs {
        check(board, &proof[..], &Limit::none()).unwrap();
    }
    assert_agreement("obstruction", &proofs, &[0, 0]);
}

/// Threads that wait for earlier ones do not wait forever.
#[test]
fn a_limit_and_a_full_disk_end_the_search_on_any_number_of_threads() {
    let board = board(20, 4, 300, 5);
    let mut random = Changes::new(1);
    for threads in [1, 2, 3, 8] {
        let threads = threads.try_into().unwrap();
        for _ in 0..30 {
            let limit = Limit::timeout(std::time::Duration::from_micros(random.below(9000) as u64));
            match prove(&board, threads, false, &limit, Vec::new()) {
                Ok(_) | Err(ProveError::Stopped(Stop::DEADLINE)) => {}
                Err(error) => panic!("{error}"),
            }
            let full = prove(&board, threads, false, &Limit::none(), Full(random.below(20_000)));
            assert!(matches!(full, Ok(Some(_)) | Err(ProveError::Io(_))));
        }
    }
}

#[test]
fn decks_without_proofs_are_refused() {
    for (v, p, why) in [(1, 3, Unprovable::OneValue), (2, 13, Unprovable::TooManyProperties)] {
        let board = board(v, p, 1, 0);
        let refused = prove(&board, 1.try_into().unwrap(), false, &Limit::none(), Vec::new());
        assert!(matches!(refused, Err(ProveError::Unprovable(because)) if because == why));
    }
    let most = Board::empty(Deck::new(4, 12).unwrap());
    assert!(check(&most, &proof(&most, 2).unwrap()[..], &Limit::none()).is_ok());
}
