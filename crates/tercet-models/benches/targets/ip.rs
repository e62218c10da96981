//! `ip`: all sets of a deck, in one tree and by solving again, and a set among many cards.

use std::time::Duration;

use criterion::{Criterion, SamplingMode};
use tercet::Deck;
use tercet::solver::{Answer, Limit, Options, list};
use tercet_models::method;

use crate::deal;

/// All sets of the deck in the shops.
pub(crate) fn full_deck(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all sets of (3,4) by integer programs");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(Duration::from_millis(1));
    let board = deal(Deck::CLASSIC, 81, 0);
    for method in ["cover", "ip", "ip-resolve"].map(|name| method(name).expect("a method")) {
        group.bench_function(method.name, |bencher| {
            bencher.iter(|| {
                let mut solver =
                    method.enumerator(&board, &Options::default()).expect("for any deck");
                assert_eq!(list(&mut *solver, None, &Limit::none()).sets.len(), 1080);
            });
        });
    }
}

/// One set of a board of 100 cards.
pub(crate) fn one_set(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a set among 100 cards of (8,4)");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(Duration::from_millis(1));
    let board = deal(Deck::new(8, 4).expect("a small deck"), 100, 0);
    for method in ["cover", "ip"].map(|name| method(name).expect("a method")) {
        group.bench_function(method.name, |bencher| {
            bencher.iter(|| {
                let mut solver = method.solver(&board, &Options::default()).expect("for any deck");
                assert!(matches!(solver.find(&Limit::none()), Answer::Found(_)));
            });
        });
    }
}
