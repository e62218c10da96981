//! `hybrid` beside `auto` and the best single methods, on the same boards.

use std::time::Duration;

use criterion::Criterion;
use tercet::Board;
use tercet::reduction::generate::{Solution, matching};
use tercet::solver::{Limit, list};

use crate::{dealt, deck, finds, mean, named, slow};

/// Matchings that an obstruction forbids, as boards: `cover` sees it, a model has to search.
pub(crate) fn obstructed(criterion: &mut Criterion) {
    let mut group = slow(criterion, "300 edges of 2 times 36 elements, no matching");
    group.measurement_time(Duration::from_millis(1));
    let (instance, _) =
        matching(2, 36, Some(300), Solution::No, 3, &Limit::none()).expect("a small instance");
    let board = instance.board().expect("a small board");
    for (name, threads) in [("cover", 2), ("sat", 1), ("hybrid", 2)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert!(!finds(&board, name, threads)));
        });
    }
}

/// The cost of being ready for a race on easy boards, and the time that a race takes from `auto`.
pub(crate) fn hybrid(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("find in 12 cards of (3,4), from the cards on");
    let board = dealt(deck(3, 4), 12, 1);
    for name in ["auto", "hybrid"] {
        let row = named(name);
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
        let mut solver = board.search().by(named(name)).threads(2).solver().expect("any deck");
        group.bench_function(name, |bencher| {
            bencher.iter(|| list(&mut *solver, None, &Limit::none()).expect("no limit").found);
        });
    }
    group.finish();

    let shapes = [(10, 115, 100), (16, 215, 50), (20, 270, 20), (25, 370, 5), (28, 425, 1)];
    for (v, n, boards) in shapes {
        let name = format!("{n} cards of ({v},4), mean of {boards} boards");
        let mut group = slow(criterion, &name);
        let boards: Vec<Board> = (0..boards).map(|seed| dealt(deck(v, 4), n, seed)).collect();
        let answers =
            |name| -> Vec<bool> { boards.iter().map(|board| finds(board, name, 2)).collect() };
        let expected = answers("cover");
        for name in ["cover", "hybrid"] {
            mean(&mut group, name, boards.len(), || assert_eq!(answers(name), expected));
        }
    }
}
