//! Boards in bulk: the time of one board, in calls of 4096 boards.
//!
//! `cargo bench -p tercet --bench bulk`. The target is 8 million boards of 12 cards of (3,4) a
//! second on one core: 125 ns each, checks included.

use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use tercet::Deck;
use tercet::bulk::{BoardArrays, Boards, NONE, SmallBoards};
use tercet::solver::{Limit, Options};

criterion_group!(benches, small, general);
criterion_main!(benches);

const ROWS: usize = 1 << 12;

/// Times a call for many boards, as the time of one.
fn bench(criterion: &mut Criterion, name: &str, boards: usize, mut work: impl FnMut()) {
    criterion.bench_function(name, |bencher| {
        bencher.iter_custom(|rounds| {
            let begin = Instant::now();
            (0..rounds).for_each(|_| work());
            begin.elapsed() / boards as u32
        });
    });
}

/// Times how sets are counted and found, on boards of either kind.
macro_rules! answers {
    ($criterion:ident, $boards:ident, $deck:ident, $cards:ident, $rows:expr, $sets:ident, $without:ident) => {
        let (limit, v, each) = (Limit::none(), $deck.values(), $cards.len() / $rows);
        let (mut counts, mut found) = (vec![0; $rows], vec![0; v * $rows]);
        bench($criterion, &format!("count {each} cards of {}", $deck), $rows, || {
            $boards.count(&$cards, &mut counts, &limit).expect("distinct cards");
            assert_eq!(counts.iter().sum::<u32>(), $sets);
        });
        bench($criterion, &format!("find in {each} cards of {}", $deck), $rows, || {
            $boards.find(&$cards, &mut found, &limit).expect("distinct cards");
            let none = found.iter().step_by(v).filter(|&&first| first == NONE);
            assert_eq!(none.count(), $without);
        });
    };
}

fn small(criterion: &mut Criterion) {
    let limit = Limit::none();
    for (p, each, sets, without) in SMALL {
        let deck = Deck::new(3, p).expect("a small deck");
        let boards = SmallBoards::new(deck, each).expect("it suits the deck");
        let mut cards = vec![0; ROWS * each];
        boards.deal(0, 0..ROWS as u64, &mut cards, &limit).expect("no limit");
        answers!(criterion, boards, deck, cards, ROWS, sets, without);
        let mut seed = 0;
        bench(criterion, &format!("deal {each} cards of {deck}"), ROWS, || {
            boards.deal(seed, 0..ROWS as u64, &mut cards, &limit).expect("no limit");
            assert!(cards.iter().all(|&card| u128::from(card) < 3_u128.pow(p as u32)));
            seed += 1;
        });
    }
}

/// p, the cards of each board, and for seed 0 the sets of all boards and the boards without a set.
const SMALL: [(usize, usize, u32, usize); 5] = [
    (4, 12, 11_242, 132),
    (4, 15, 23_412, 1),
    (4, 81, 4_423_680, 0),
    (5, 12, 3727, 1544),
    (5, 45, 241_082, 0),
];

fn general(criterion: &mut Criterion) {
    let limit = Limit::none();
    for (v, p, each, rows, sets, without) in GENERAL {
        let deck = Deck::new(v, p).expect("a small deck");
        let boards = Boards::new(deck, each, &Options::default()).expect("it suits the deck");
        let mut cards = vec![0; rows * each];
        boards.deal(0, 0..rows as u64, &mut cards, &limit).expect("no limit");
        answers!(criterion, boards, deck, cards, rows, sets, without);
    }
}

/// v, p, the cards of each board, the boards, and for seed 0 the sets of all boards and the boards
/// without a set.
const GENERAL: [(usize, usize, usize, usize, u32, usize); 3] =
    [(3, 6, 20, ROWS, 6505, 776), (4, 4, 20, ROWS, 2967, 1989), (10, 4, 115, 64, 96, 18)];
