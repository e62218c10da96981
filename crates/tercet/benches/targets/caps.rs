//! Caps: verification, proof of the maximum, and canonical form.

use std::hint::black_box;

use criterion::{Criterion, SamplingMode};
use tercet::Deck;
use tercet::caps::{cap, first_set, largest};
use tercet::odds::{FreeRow, free_hands};
use tercet::solver::Limit;
use tercet::symmetry::canonical;

use super::deck;

pub(super) fn caps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("caps");
    for points in [20, 45, 112] {
        let cap = cap(points).expect("a construction is known");
        group.bench_function(format!("verify {points} cards, resident"), |bencher| {
            bencher.iter(|| assert_eq!(first_set(black_box(&cap), &Limit::none()), Ok(None)));
        });
    }
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for (deck, cards) in [(Deck::CLASSIC, 20), (deck(4, 3), 28)] {
        group.bench_function(format!("the most of {deck}, proved"), |bencher| {
            bencher.iter(|| {
                let largest = largest(black_box(deck));
                assert!(largest.is_proved());
                assert_eq!(largest.hand.expect("a small deck").len(), cards);
            });
        });
    }
    for (points, stabiliser) in [(20, 2880), (45, 720), (112, 80640)] {
        let cap = cap(points).expect("a construction is known");
        group.bench_function(format!("canonical form of {points} cards"), |bencher| {
            bencher.iter(|| {
                let form = canonical(black_box(&cap), &Limit::none()).expect("no limit");
                assert_eq!(form.stabiliser, stabiliser);
            });
        });
    }
    group.bench_function("complete caps of (3,4) by size", |bencher| {
        bencher.iter(|| {
            let limit = Limit::none();
            let rows: Result<Vec<FreeRow>, _> =
                free_hands(black_box(Deck::CLASSIC), 1 << 30, &limit).collect();
            let rows = rows.expect("no limit");
            let complete = rows.iter().filter_map(|row| row.classes).map(|it| it.complete_classes);
            assert_eq!(complete.sum::<usize>(), 161);
        });
    });
}
