//! `portfolio` beside the best single method, and `hybrid` beside `auto`, on the same boards.

use std::time::{Duration, Instant};

use criterion::{Criterion, SamplingMode};
use tercet::reduction::generate::{Solution, matching};
use tercet::solver::{Limit, list};
use tercet::{Board, Deck};
use tercet_models::method;

use crate::dealt;

/// Whether a method finds a set of each board.
fn finds(name: &str, threads: usize, boards: &[Board]) -> Vec<bool> {
    let method = method(name).expect("a method");
    let find = |board: &Board| board.search().by(method.clone()).threads(threads).find();
    boards.iter().map(|board| find(board).expect("no limit").is_some()).collect()
}

/// A race of two on two cores, from the cards on until the last thread has ended, and each of the
/// two by itself on one.
pub(crate) fn portfolio(criterion: &mut Criterion) {
    for (v, p, n, boards) in
        [(8, 4, 84, 20), (10, 4, 115, 20), (16, 4, 215, 10), (16, 5, 300, 5), (20, 4, 280, 3)]
    {
        let deck = Deck::new(v, p).expect("a small deck");
        let boards: Vec<Board> = (0..boards).map(|seed| dealt(deck, n, seed)).collect();
        let name = format!("{n} cards of ({v},{p}), mean of {} boards", boards.len());
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(1));
        let expected = finds("cover", 1, &boards);
        for (name, number) in [("cover", 1), ("portfolio", 2), ("cover, two threads", 2)] {
            let method = name.split(',').next().expect("a name");
            group.bench_function(name, |bencher| {
                bencher.iter_custom(|rounds| {
                    let begin = Instant::now();
                    for _ in 0..rounds {
                        assert_eq!(finds(method, number, &boards), expected);
                    }
                    begin.elapsed() / boards.len() as u32
                });
            });
        }
    }
}

/// Matchings that an obstruction forbids, as boards: where a model wins.
pub(crate) fn obstructed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("300 edges of 2 times 36 elements, no matching");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(1)).measurement_time(Duration::from_millis(1));
    let instance =
        matching(2, 36, Some(300), Solution::No, 3, &Limit::none()).expect("a small instance");
    let boards = [instance.board().expect("a small board")];
    for (name, number) in [("cover", 2), ("sat", 1), ("portfolio", 2), ("hybrid", 2)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(finds(name, number, &boards), [false]));
        });
    }
}

/// The cost of being ready for a race on easy boards, and the time that a race takes from `auto`.
pub(crate) fn hybrid(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("find in 12 cards of (3,4), from the cards on");
    let board = dealt(Deck::CLASSIC, 12, 1);
    for name in ["auto", "hybrid"] {
        let row = method(name).expect("a method");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let found = board.search().by(row.clone()).threads(2).find();
                assert!(matches!(found, Ok(Some(_))));
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("list the sets of 12 cards of (3,4), resident");
    for name in ["auto", "hybrid"] {
        let row = method(name).expect("a method");
        let search = board.search().by(row).threads(2);
        let mut solver = search.solver().expect("for any deck");
        group.bench_function(name, |bencher| {
            bencher.iter(|| list(&mut *solver, None, &Limit::none()).expect("no limit").found);
        });
    }
    group.finish();

    for (v, n, boards) in [(10, 115, 100), (20, 280, 10), (25, 370, 5)] {
        let deck = Deck::new(v, 4).expect("a small deck");
        let boards: Vec<Board> = (0..boards).map(|seed| dealt(deck, n, seed)).collect();
        let name = format!("{n} cards of ({v},4), mean of {} boards", boards.len());
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(1));
        let expected = finds("cover", 2, &boards);
        for name in ["auto", "hybrid"] {
            group.bench_function(name, |bencher| {
                bencher.iter_custom(|rounds| {
                    let begin = Instant::now();
                    for _ in 0..rounds {
                        assert_eq!(finds(name, 2, &boards), expected);
                    }
                    begin.elapsed() / boards.len() as u32
                });
            });
        }
    }
}
