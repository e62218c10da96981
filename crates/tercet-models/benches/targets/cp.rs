//! `cp`: all sets of a deck, and boards at the threshold, with each order of the slots.

use criterion::{Criterion, SamplingMode};
use tercet::Deck;
use tercet::solver::{Limit, list};
use tercet_models::{Options, Symmetry, method};

use crate::deal;

/// All sets of the deck in the shops.
pub(crate) fn full_deck(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all sets of (3,4) by cp");
    group.sample_size(10);
    let board = deal(Deck::CLASSIC, 81, 0);
    let methods = [("cover", Symmetry::Rigid)];
    for (name, symmetry) in methods.into_iter().chain(Symmetry::ALL.map(|way| ("cp", way))) {
        let method = method(name).expect("a method");
        let options = Options { symmetry, ..Options::default() };
        let label = if name == "cp" { format!("cp, {symmetry}") } else { name.into() };
        group.bench_function(label, |bencher| {
            bencher.iter(|| {
                let mut solver = method.enumerator(&board, &options).expect("for any deck");
                assert_eq!(list(&mut *solver, None, &Limit::none()).sets.len(), 1080);
            });
        });
    }
}

/// Boards on which about one set is expected.
pub(crate) fn threshold(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one set at the threshold by cp");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for (v, p, cards) in [(8, 4, 100), (10, 4, 110)] {
        let board = deal(Deck::new(v, p).expect("a small deck"), cards, 0);
        let answer = |name: &str| {
            let method = method(name).expect("a method");
            let mut solver = method.solver(&board, &Options::default()).expect("for any deck");
            solver.find(&Limit::none())
        };
        let has_set = answer("cover") != Ok(None);
        for name in ["cover", "cp"] {
            group.bench_function(format!("{name}, {cards} cards of ({v},{p})"), |bencher| {
                bencher.iter(|| assert_eq!(answer(name) != Ok(None), has_set));
            });
        }
    }
}
