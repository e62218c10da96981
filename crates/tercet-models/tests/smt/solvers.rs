//! Tests with a real solver.

use std::ops::ControlFlow;
use std::time::Duration;

use tercet::solver::{Limit, Options, Stop};
use tercet::{Board, Deck};
use tercet_models::{Models, Symmetry};
use tercet_testkit::boards::{by_definition, dealt, deck, random_board};
use tercet_testkit::processes::{mark, marked};
use tercet_testkit::wait::wait_until;

use crate::{rows, rows_of};

/// Waits until no process with this argument is alive: one that was just killed may take a moment to vanish.
pub(crate) fn wait_for_end(argument: &str) {
    wait_until(|| marked(argument) == 0, || format!("{argument} is still there"));
}

/// The solver is killed while it works, and then started again.
#[test]
fn a_limit_ends_the_solver() {
    const TIME: Duration = Duration::from_millis(200);
    for i in 0..rows().len() {
        let mark = mark();
        let program = Some(format!("z3 -in -smt2 -T:{mark}").into());
        let row = &rows_of(&Models { program, ..Models::default() })[i];
        let hard = dealt(deck(20, 4), 1, 280);
        let easy = hard.cards()[40..].to_vec();

        let mut solver = row.solver(&hard, &Options::default()).unwrap();
        assert_eq!(solver.find(&Limit::timeout(TIME)), Err(Stop::DEADLINE));
        wait_for_end(&mark);
        solver.remove(&easy).unwrap();
        assert_eq!(solver.find(&Limit::none()), Ok(None));
        // It stays alive between questions, but does not outlive the method.
        assert_eq!(marked(&mark), usize::from(cfg!(target_os = "linux")));
        drop(solver);
        wait_for_end(&mark);

        let deck = deck(5, 5);
        let mut lister = row.enumerator(&dealt(deck, 1, 400), &Options::default()).unwrap();
        let end = lister.for_each(&Limit::timeout(TIME), &mut |_| ControlFlow::Continue(()));
        assert_eq!(end, Err(Stop::DEADLINE));
        wait_for_end(&mark);
    }
}

/// All symmetry breakings find the same sets, also those that agree in the first property, which
/// constraint 15 as printed excludes.
#[test]
fn symmetry_breaking_loses_no_set() {
    for (v, p, n) in [(1, 2, 1), (2, 2, 3), (3, 3, 9), (4, 2, 9), (3, 1, 3)] {
        for seed in 0..2 {
            let board = random_board(deck(v, p), seed, n);
            let sets = by_definition(&board).len() as u128;
            for symmetry in Symmetry::ALL {
                for row in rows_of(&Models { symmetry, ..Models::default() }) {
                    let name = row.name;
                    let count = board.search().by(row).count();
                    assert_eq!(count, Ok(sets), "{name} {symmetry} ({v},{p}) {seed}");
                }
            }
        }
    }
    let deck = deck(3, 2);
    let cards = [[1, 0], [1, 1], [1, 2]].map(|card| deck.card_of(&card).unwrap());
    let board = Board::new(deck, cards).unwrap();
    for row in rows() {
        let name = row.name;
        assert!(matches!(board.search().by(row).find(), Ok(Some(_))), "{name}");
    }
}

/// The memory of the commands is limited; that of the solver is not.
#[test]
fn memory_is_limited() {
    let board = Board::new(Deck::CLASSIC, Deck::CLASSIC.cards()).unwrap();
    for row in rows() {
        let count = |memory| board.search().by(row.clone()).memory(memory).count();
        assert_eq!(count(1 << 12), Err(Stop::MEMORY.into()), "{}", row.name);
        // Enough for the board, but not to forbid all sets.
        assert_eq!(count(1 << 17), Err(Stop::MEMORY.into()), "{}", row.name);
    }
}
