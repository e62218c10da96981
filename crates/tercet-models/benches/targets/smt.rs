//! `smt`: games by the rules of the thesis, and all sets of a deck, with the solver that is
//! installed. It is a process of its own; the time is that from the question to the answer.

use std::env;
use std::time::{Duration, Instant};

use criterion::{Criterion, SamplingMode};
use tercet::game::{Event, Rules};
use tercet::solver::Options;
use tercet::{Deck, Game};
use tercet_models::{method, smt};

use crate::dealt;

const METHODS: [&str; 4] = ["cover", "smt", "smt-incremental", "smt-bits"];

/// Whether everything is to be done once, for its counts, and soon.
fn is_test() -> bool {
    env::args().any(|argument| argument == "--test")
}

/// Whether a solver is installed; otherwise a message says so.
fn has_solver() -> bool {
    let lacks = smt::missing(None);
    if let Some(lacks) = &lacks {
        eprintln!("left out: smt {lacks}");
    }
    lacks.is_none()
}

/// Games of the thesis' figures 14 and 16.
pub(crate) fn games(criterion: &mut Criterion) {
    if !has_solver() {
        return;
    }
    for (v, p, sets) in [(10, 4, 5), (4, 8, 10)] {
        // Where only the counts matter, a shorter game is played, and none of (4,8).
        let (seeds, sets) = if is_test() { (1, 1) } else { (5, sets) };
        if is_test() && v == 4 {
            continue;
        }
        let deck = Deck::new(v, p).expect("a small deck");
        let name = format!("game of ({v},{p}) to {sets} sets, mean of {seeds}");
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(1));
        for method in METHODS {
            group.bench_function(method, |bencher| {
                bencher.iter_custom(|rounds| {
                    let begin = Instant::now();
                    for seed in (0..rounds).flat_map(|_| 0..seeds) {
                        play(deck, seed, sets, method);
                    }
                    begin.elapsed() / seeds as u32
                });
            });
        }
    }
}

fn play(deck: Deck, seed: u64, sets: u64, name: &str) {
    let rules = Rules { sets: Some(sets), ..Rules::thesis(deck) };
    let method = method(name).expect("a method");
    let game = Game::by(&method, &Options::default(), deck, rules, seed);
    let events = game.expect("the deck holds enough cards");
    assert_eq!(events.filter(|event| matches!(event, Event::Take(_))).count() as u64, sets);
}

/// All sets of the deck in the shops.
pub(crate) fn full_deck(criterion: &mut Criterion) {
    if !has_solver() {
        return;
    }
    let mut group = criterion.benchmark_group("all sets of (3,4) by smt");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    let board = dealt(Deck::CLASSIC, 81, 0);
    for method in METHODS.map(|name| method(name).expect("a method")) {
        group.bench_function(method.name, |bencher| {
            bencher.iter(|| {
                let sets = board.search().by(method.clone()).list().expect("no limit");
                assert_eq!(sets.len(), 1080);
            });
        });
    }
}
