//! Files that are not proofs are refused: by our checker, and in the same way by the others.

use super::checkers::{assert_agreement, status};
use super::common::{BOARDS, Changes, board, has_set, steps, with_less, written};
use tercet::solver::{Limit, Step};
use tercet::{Board, Card, Deck};
use tercet_proof::groups;
use tercet_testkit::tries_everything;

/// How many times as much is tried under `./test --all`.
fn times() -> usize {
    if tries_everything() { 4 } else { 1 }
}

/// Changed proofs: of the board, of the board with fewer cards, of another board, and damaged files.
fn mutants() -> Vec<(Board, Vec<u8>)> {
    let mut changes = Changes::new(17);
    let mut mutants = Vec::new();
    for (v, p, cards) in BOARDS.into_iter().filter(|&(v, ..)| v < 12) {
        for seed in 0..7 * times() as u64 / 2 {
            let full = board(v, p, cards + v, seed);
            let (less, file) = with_less(&full);
            let steps = steps(&less, &file);
            mutants.push((less.clone(), file.clone()));
            // The whole proof of a board to which cards were added.
            mutants.push((full.clone(), written(&full, &steps)));
            for _ in 0..10 {
                let changed = changes.of_steps(&less, &steps);
                mutants.push((less.clone(), written(&less, &changed)));
                mutants.push((full.clone(), written(&full, &changed)));
            }
            for _ in 0..5 {
                mutants.push((less.clone(), changes.of_bytes(&file)));
            }
            let other = board(v, p, cards + v, seed + 100);
            mutants.push((other.clone(), file.clone()));
            mutants.push((other.clone(), written(&other, &steps)));
        }
    }
    mutants
}

#[test]
fn checkers_agree_on_what_is_no_proof() {
    let mutants = mutants();
    assert!(mutants.len() >= 1250 * times(), "{}", mutants.len());
    let statuses: Vec<i32> = mutants.iter().map(|(board, proof)| status(board, proof)).collect();
    for ((board, _), &status) in mutants.iter().zip(&statuses) {
        assert!(status != 0 || !has_set(board), "a proof of {:?}", board.cards());
    }
    for wanted in 0..3 {
        let count = statuses.iter().filter(|&&status| status == wanted).count();
        assert!(count > 62 * times(), "{count} end with {wanted}");
    }

    assert_agreement("mutants", &mutants, &statuses);
}

/// A board of which many have an obstruction: random, or of cards whose values have an even sum.
fn structured(changes: &mut Changes, seed: u64) -> Board {
    let (v, p) = [(2, 3), (3, 2), (4, 2), (4, 3), (5, 2), (6, 2), (6, 3)][changes.below(7)];
    if v % 2 == 1 || changes.below(2) == 0 {
        return board(v, p, v + changes.below(2 * v), seed);
    }
    let deck = Deck::new(v, p).unwrap();
    let is_even = |&card: &Card| deck.values_of(card).sum::<usize>() % v == 0;
    let mut cards: Vec<Card> = deck.cards().filter(is_even).collect();
    (0..changes.below(cards.len().min(2 * v)))
        .for_each(|_| _ = cards.remove(changes.below(cards.len())));
    Board::new(deck, cards).unwrap()
}

#[test]
fn checkers_agree_on_weights() {
    let mut changes = Changes::new(3);
    let proofs = (0..2500 * times() as u64).map(|seed| {
        let board = structured(&mut changes, seed);
        let mut steps = Vec::new();
        for group in groups(&board, &Limit::none()) {
            let group = group.unwrap();
            let free = group.agrees.iter().position(|agrees| !agrees).unwrap();
            steps.push(changes.weigh(&board, &group));
            steps.push(Step::Branch((free * board.deck().values()) as u32));
        }
        let mut proof = written(&board, &steps);
        if changes.below(20) == 0 {
            proof = changes.of_bytes(&proof);
        }
        (board, proof)
    });
    let proofs: Vec<(Board, Vec<u8>)> = proofs.collect();
    let statuses: Vec<i32> = proofs.iter().map(|(board, proof)| status(board, proof)).collect();
    for ((board, _), &status) in proofs.iter().zip(&statuses) {
        assert!(status != 0 || !has_set(board), "a proof of {:?}", board.cards());
    }
    for wanted in 0..3 {
        let count = statuses.iter().filter(|&&status| status == wanted).count();
        assert!(count > 75 * times(), "{count} end with {wanted}");
    }
    assert_agreement("weights", &proofs, &statuses);
}

#[test]
fn no_steps_prove_a_board_that_has_a_set() {
    let mut changes = Changes::new(5);
    let boards: Vec<Board> = BOARDS
        .into_iter()
        .filter(|&(v, ..)| (3..10).contains(&v))
        .flat_map(|(v, p, cards)| (0..40).map(move |seed| board(v, p, cards, seed)))
        .filter(has_set)
        .collect();
    assert!(boards.len() > 100);
    for round in 0..25_000 * times() {
        let board = &boards[round % boards.len()];
        let length = changes.below(60);
        // Branches and items without candidates end a proof, so both are more frequent than by
        // chance.
        let favourite = changes.step(board);
        let steps: Vec<Step> = (0..length)
            .map(|_| if changes.below(3) == 0 { favourite.clone() } else { changes.step(board) })
            .collect();
        assert_ne!(status(board, &written(board, &steps)), 0, "{:?}: {steps:?}", board.cards());
    }
}

#[test]
fn a_file_that_is_not_text_nor_proof_is_unreadable() {
    let (board, proof) = with_less(&board(4, 3, 20, 2));
    assert_eq!(status(&board, &proof), 0);
    for end in 0..proof.len() {
        assert_eq!(status(&board, &proof[..end]), 2, "{end}");
    }
    for wrong in [&b""[..], b"tercet-proof 1\n", &[0; 100], "𝔰𝔢𝔱 ".repeat(50).as_bytes()] {
        assert_eq!(status(&board, wrong), 2);
    }
}
