//! `cp`: all sets of a deck, and boards at the threshold, with each order of the slots.

use criterion::{Criterion, SamplingMode};
use tercet::Deck;
use tercet_models::{Models, Symmetry, method};

use crate::dealt;

/// All sets of the deck in the shops.
pub(crate) fn full_deck(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all sets of (3,4) by cp");
    group.sample_size(10);
    let board = dealt(Deck::CLASSIC, 81, 0);
    let methods = [("cover", Symmetry::Rigid)];
    for (name, symmetry) in methods.into_iter().chain(Symmetry::ALL.map(|way| ("cp", way))) {
        let models = Models { symmetry, ..Models::default() };
        let method = models.method(name).expect("a method");
        let label = if name == "cp" { format!("cp, {symmetry}") } else { name.into() };
        group.bench_function(label, |bencher| {
            bencher.iter(|| {
                let sets = board.search().by(method.clone()).list().expect("no limit");
                assert_eq!(sets.len(), 1080);
            });
        });
    }
}

/// Boards on which about one set is expected.
pub(crate) fn threshold(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one set at the threshold by cp");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for (v, p, cards) in [(8, 4, 100), (10, 4, 110)] {
        let board = dealt(Deck::new(v, p).expect("a small deck"), cards, 0);
        let answer = |name| board.search().by(method(name).expect("a method")).find();
        let has_set = answer("cover") != Ok(None);
        for name in ["cover", "cp"] {
            group.bench_function(format!("{name}, {cards} cards of ({v},{p})"), |bencher| {
                bencher.iter(|| assert_eq!(answer(name) != Ok(None), has_set));
            });
        }
    }
}
