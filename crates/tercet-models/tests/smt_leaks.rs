//! A thousand consecutive games leave nothing behind. This test has its own program, so that no
//! other test opens files or starts threads meanwhile.

#![cfg(target_os = "linux")]

use std::fs;

use tercet::deal::Dealer;
use tercet::solver::{Family, Limit, Options};
use tercet::{Board, Card, Deck};
use tercet_models::{Models, smt};
use tercet_testkit::processes::{mark, marked};
use tercet_testkit::wait::wait_for;

#[test]
fn games_leave_nothing_behind() {
    play(50);
}

/// Plays games with each method, one after another, and compares the resources before and after.
fn play(games: u64) {
    let lacks = smt::missing(None);
    assert_eq!(lacks, None, "no solver on the search path: run ./test, which brings z3");
    // Resources that are allocated once exist after a few games.
    for seed in 0..5 {
        game(seed);
    }
    let before = held();
    for seed in 0..games {
        game(seed);
    }
    let after = wait_for(
        || {
            let after = held();
            // A thread ends a moment after the pipe that it reads.
            let no_more = after.files <= before.files && after.threads <= before.threads;
            (no_more && after.processes == 0).then_some(after)
        },
        || format!("{before:?}, then {:?}", held()),
    );
    let grown = after.pages.saturating_sub(before.pages);
    println!("{games} games: {before:?}, then {after:?}");
    assert!(grown < 1024, "{grown} pages more after {games} games");
}

/// A game of (3,2) to the end of the deck.
fn game(seed: u64) {
    let deck = Deck::new(3, 2).unwrap();
    let cards: Vec<Card> = Dealer::new(deck, seed).collect();
    let program = Some(format!("z3 -in -smt2 -T:{}", mark()).into());
    let mut rows = Models { program, ..Models::default() }.methods();
    rows.retain(|row| row.starts_program && row.family == Family::Model);
    let row = &rows[seed as usize % rows.len()];
    let (start, mut rest) = cards.split_at(3);
    let mut solver = row.solver(&Board::new(deck, start).unwrap(), &Options::default()).unwrap();
    loop {
        if let Some(found) = solver.find(&Limit::none()).unwrap() {
            solver.remove(&found.set(solver.board())).unwrap();
        } else {
            let Some((new, left)) = rest.split_at_checked(3) else { break };
            solver.add(new).unwrap();
            rest = left;
        }
    }
}

#[derive(Debug)]
struct Held {
    processes: usize,
    files: usize,
    threads: usize,
    pages: usize,
}

fn held() -> Held {
    let count = |folder: &str| fs::read_dir(folder).unwrap().count();
    let memory = fs::read_to_string("/proc/self/statm").unwrap();
    Held {
        processes: marked(&mark()),
        files: count("/proc/self/fd"),
        threads: count("/proc/self/task"),
        pages: memory.split(' ').nth(1).unwrap().parse().unwrap(),
    }
}
