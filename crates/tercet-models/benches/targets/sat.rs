//! `sat`: all sets of a deck, and boards without a set.

use std::time::{Duration, Instant};

use criterion::{Criterion, SamplingMode};
use tercet::{Board, Deck};
use tercet_models::method;

use crate::dealt;

/// Our own engine, and the formula in each solver that is built.
#[cfg(not(feature = "cadical"))]
const METHODS: &[&str] = &["cover", "sat"];
#[cfg(feature = "cadical")]
const METHODS: &[&str] = &["cover", "sat", "sat-cadical"];

/// All sets of the deck in the shops.
pub(crate) fn full_deck(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all sets of (3,4)");
    let board = dealt(Deck::CLASSIC, 81, 0);
    for method in METHODS.iter().map(|name| method(name).expect("a method")) {
        group.bench_function(method.name, |bencher| {
            bencher.iter(|| {
                let sets = board.search().by(method.clone()).list().expect("no limit");
                assert_eq!(sets.len(), 1080);
            });
        });
    }
}

/// The first boards that hold no set, of seeds from 0 on.
pub(crate) fn no_set(criterion: &mut Criterion) {
    const BOARDS: u32 = 5;
    let mut group =
        criterion.benchmark_group("300 cards of (16,5) without a set, mean of 5 boards");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(Duration::from_millis(1));
    let deck = Deck::new(16, 5).expect("a small deck");
    let answer =
        |name: &str, board: &Board| board.search().by(method(name).expect("a method")).find();
    let boards: Vec<Board> = (0..)
        .map(|seed| dealt(deck, 300, seed))
        .filter(|board| answer("cover", board) == Ok(None))
        .take(BOARDS as usize)
        .collect();
    for &name in METHODS {
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|rounds| {
                let begin = Instant::now();
                for board in (0..rounds).flat_map(|_| &boards) {
                    assert_eq!(answer(name, board), Ok(None));
                }
                begin.elapsed() / BOARDS
            });
        });
    }
}
