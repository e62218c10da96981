use tercet::solver::{Count, Method, OnBoard, Solver, list};
use tercet::{Deck, deal};
use tercet_testkit::limits::after_checks;

use super::*;
use crate::model::tests::uses_what_was_proved;

fn dealt(v: usize, p: usize, n: usize, seed: u64) -> Board {
    deal::board(Deck::new(v, p).unwrap(), n, seed).unwrap()
}

fn with(symmetry: Symmetry, board: &Board) -> OnBoard<Model<Cp>> {
    Model::of(board, Cp::new(symmetry, &Options::default()))
}

/// Every symmetry breaking gives every set exactly once.
#[test]
fn the_symmetry_changes_no_answer() {
    for (v, p, most) in [(1, 2, 1), (2, 3, 8), (3, 3, 14), (4, 2, 12), (4, 3, 12), (5, 2, 10)] {
        for seed in 0..12 {
            let n = most - (seed as usize % 3).min(most - 1);
            let board = dealt(v, p, n, seed);
            let mut brute = Method::BRUTE.enumerator(&board, &Options::default()).unwrap();
            let expected = list(&mut *brute, None, &Limit::none()).unwrap();
            for symmetry in Symmetry::ALL {
                let mut cp = with(symmetry, &board);
                let found = cp.find(&Limit::none());
                assert_eq!(found == Ok(None), expected.sets.is_empty());
                let listing = list(&mut cp, None, &Limit::none());
                assert_eq!(listing.as_ref(), Ok(&expected), "({v},{p}) {seed} {symmetry}");
            }
        }
    }
}

#[test]
fn what_was_proved_is_not_proved_again() {
    for symmetry in Symmetry::ALL {
        uses_what_was_proved(|board| with(symmetry, board));
    }
}

/// A search that a limit ends does not say that there is no set.
#[test]
fn a_limit_ends_every_search() {
    let board = dealt(24, 4, 380, 3);
    for symmetry in Symmetry::ALL {
        let answer = with(symmetry, &board).find(&after_checks(1000));
        assert_eq!(answer, Err(Stop::DEADLINE), "{symmetry}");
    }
}

#[test]
fn memory_is_limited() {
    let board = dealt(3, 4, 81, 0);
    let count = |memory| {
        let options = Options { memory, ..Options::default() };
        pumpkin(&board, Symmetry::default(), &options).count(&Limit::none())
    };
    assert_eq!(count(1 << 21), Ok(1080));
    assert_eq!(count(1 << 20), Err(Stop::MEMORY));
}
