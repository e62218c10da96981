//! The speeds that the models promise, each with its count asserted inside, side by side with the
//! engine of our own.
//!
//! `cargo bench -p tercet-models --bench targets`. Every figure is the time of one board from the
//! cards on, on one core.

use std::time::{Duration, Instant};

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use tercet::game::Dealer;
use tercet::solver::{Answer, Limit, Options, list};
use tercet::{Board, Card, Deck};
use tercet_models::method;

criterion_group!(benches, full_deck, no_set);
criterion_main!(benches);

fn deal(deck: Deck, cards: usize, seed: u64) -> Board {
    let cards: Vec<Card> = Dealer::new(deck, seed).take(cards).collect();
    Board::new(deck, &cards).expect("a deal has no card twice")
}

/// All sets of the deck in the shops.
fn full_deck(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all sets of (3,4)");
    let board = deal(Deck::CLASSIC, 81, 0);
    for method in ["cover", "sat"].map(|name| method(name).expect("a method")) {
        group.bench_function(method.name, |bencher| {
            bencher.iter(|| {
                let mut solver =
                    method.enumerator(&board, &Options::default()).expect("for any deck");
                assert_eq!(list(&mut *solver, None, &Limit::none()).sets.len(), 1080);
            });
        });
    }
}

/// The first boards that hold no set, of seeds from 0 on.
fn no_set(criterion: &mut Criterion) {
    const BOARDS: u32 = 5;
    let mut group =
        criterion.benchmark_group("300 cards of (16,5) without a set, mean of 5 boards");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(Duration::from_millis(1));
    let deck = Deck::new(16, 5).expect("a small deck");
    let answer = |name: &str, board: &Board| {
        let method = method(name).expect("a method");
        let mut solver = method.solver(board, &Options::default()).expect("for any deck");
        solver.find(&Limit::none())
    };
    let boards: Vec<Board> = (0..)
        .map(|seed| deal(deck, 300, seed))
        .filter(|board| answer("cover", board) == Answer::None)
        .take(BOARDS as usize)
        .collect();
    for name in ["cover", "sat"] {
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|rounds| {
                let begin = Instant::now();
                for board in (0..rounds).flat_map(|_| &boards) {
                    assert_eq!(answer(name, board), Answer::None);
                }
                begin.elapsed() / BOARDS
            });
        });
    }
}
