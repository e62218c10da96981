//! `ip`: all sets of a deck, in one tree and by solving again, and a set among many cards.

use std::time::Duration;

use criterion::{Criterion, SamplingMode};
use tercet::Deck;
use tercet_models::method;

use crate::dealt;

/// All sets of a deck, in one tree and by solving again. That the latter lists the 1080 sets of (3,4),
/// too, is a test, for it takes minutes.
pub(crate) fn full_deck(criterion: &mut Criterion) {
    for (p, sets, methods) in
        [(4, 1080, &["cover", "ip"][..]), (3, 117, &["cover", "ip", "ip-resolve"])]
    {
        let name = format!("all sets of (3,{p}) by integer programs");
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(1));
        let deck = Deck::new(3, p).expect("a small deck");
        let board = dealt(deck, deck.cards().count(), 0);
        for method in methods.iter().map(|name| method(name).expect("a method")) {
            group.bench_function(method.name, |bencher| {
                bencher.iter(|| {
                    let all = board.search().by(method.clone()).list().expect("no limit");
                    assert_eq!(all.len(), sets);
                });
            });
        }
    }
}

/// One set of a board of 100 cards.
pub(crate) fn one_set(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a set among 100 cards of (8,4)");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(Duration::from_millis(1));
    let board = dealt(Deck::new(8, 4).expect("a small deck"), 100, 0);
    for method in ["cover", "ip"].map(|name| method(name).expect("a method")) {
        group.bench_function(method.name, |bencher| {
            bencher.iter(|| {
                assert!(matches!(board.search().by(method.clone()).find(), Ok(Some(_))));
            });
        });
    }
}
