//! Exact odds of the classic deck.

use std::hint::black_box;

use criterion::{Criterion, SamplingMode};
use num_bigint::BigUint;
use tercet::Deck;
use tercet::odds::{FreeRow, decimal, disjoint, free_hands, sets};
use tercet::solver::Limit;

const MEMORY: usize = 1 << 28;

fn rows() -> Vec<FreeRow> {
    let limit = Limit::none();
    let rows: Result<Vec<FreeRow>, _> = free_hands(Deck::CLASSIC, 1 << 30, &limit).collect();
    rows.expect("there is no limit")
}

/// The probabilities for 1 to 21 cards, with all classes and complete caps; and that all hands of
/// 21 cards hold a set.
pub(crate) fn table(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("odds");
    group.sampling_mode(SamplingMode::Flat);
    group.bench_function("table (3,4)", |bencher| {
        bencher.iter(|| {
            let rows = rows();
            assert_eq!(decimal(&rows[12].with_set(), &rows[12].hands, 14), "0.96769802141450");
            assert_eq!(rows[20].free, BigUint::from(682_344_u32));
            assert_eq!((rows.len(), &rows[21].free), (22, &BigUint::default()));
            let classes = rows.iter().filter_map(|row| row.classes).map(|row| row.classes);
            assert_eq!(classes.sum::<usize>(), 9908);
        });
    });
    group.finish();
}

/// The numbers of hands by their number of sets.
pub(crate) fn distributions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("odds");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    let free = [(12, 2_284_535_476_080), (15, 2_970_003_246_912_u128)];
    for (cards, free) in free {
        group.bench_function(format!("sets (3,4) n={cards}"), |bencher| {
            bencher.iter(|| {
                let sets = sets(Deck::CLASSIC, black_box(cards), MEMORY, &Limit::none());
                assert_eq!(sets.expect("there is no limit")[0], free);
            });
        });
    }
    group.bench_function("disjoint (3,4) n=12", |bencher| {
        bencher.iter(|| {
            let disjoint = disjoint(Deck::CLASSIC, black_box(12), MEMORY, &Limit::none());
            assert_eq!(disjoint.expect("there is no limit")[4], 27_363_960_000);
        });
    });
    group.finish();
}
