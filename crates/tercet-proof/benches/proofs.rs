//! The time of a search with and without a proof, and of checking and expanding the proof, on one
//! core. The steps and sizes are asserted.

use std::io;
use std::num::NonZeroUsize;

use criterion::{Criterion, criterion_group, criterion_main};
use tercet::solver::{Limit, Method};
use tercet::{Board, Deck, deal};
use tercet_proof::{Format, Reader, check, expand, prove};

/// Boards without a set, with the steps and the bytes of their proofs.
const BOARDS: [(usize, usize, u64, u64, usize); 3] = [
    (20, 270, 2, 105_402, 124_843),
    (25, 370, 4, 2_603_426, 3_584_144),
    (28, 425, 2, 15_289_768, 21_391_597),
];

fn proofs(criterion: &mut Criterion) {
    for (values, cards, seed, steps, bytes) in BOARDS {
        let deck = Deck::new(values, 4).expect("a deck");
        let board = deal::board(deck, cards, seed).expect("so many cards");
        let mut group = criterion.benchmark_group(format!("({values},4), {cards} cards"));
        group.sample_size(10);
        group.bench_function("find", |bencher| bencher.iter(|| assert!(find(&board))));
        group.bench_function("find with a proof", |bencher| {
            bencher.iter(|| assert_eq!(proof(&board).len(), bytes));
        });
        let proof = proof(&board);
        group.bench_function("check", |bencher| {
            bencher.iter(|| {
                let checked = check(&board, &proof[..], &Limit::none());
                assert_eq!(checked.expect("a proof").steps, steps);
            });
        });
        if values < 28 {
            group.bench_function("expand to LRAT", |bencher| {
                bencher.iter(|| {
                    let reader = Reader::new(&board, &proof[..]).expect("a proof of this board");
                    expand(&board, reader, Format::Lrat, &Limit::none(), io::sink())
                        .expect("nothing can fail")
                        .bytes
                });
            });
        }
    }
}

/// Whether `cover` finds no set.
fn find(board: &Board) -> bool {
    board.search().by(Method::COVER).find().expect("no limit").is_none()
}

fn proof(board: &Board) -> Vec<u8> {
    let mut proof = Vec::new();
    let found = prove(board, NonZeroUsize::MIN, false, &Limit::none(), &mut proof);
    assert!(found.expect("a vector takes it all").is_none());
    proof
}

criterion_group!(benches, proofs);
criterion_main!(benches);
