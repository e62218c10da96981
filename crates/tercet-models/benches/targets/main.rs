//! The speeds that the models promise, each with its count asserted inside, side by side with the
//! engine of our own.
//!
//! `cargo bench -p tercet-models --bench targets`. Every figure is the time of one board from the
//! cards on, on one core where it does not say otherwise.

mod race;

use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, criterion_group, criterion_main};
use tercet::deal::Dealer;
use tercet::game::{Event, Rules};
use tercet::solver::Options;
use tercet::{Board, Deck, Game, Method, deal};
use tercet_models::{Models, Symmetry, method, smt};

criterion_group!(
    benches,
    full_decks,
    no_set,
    threshold,
    one_set,
    games,
    race::obstructed,
    race::hybrid
);
criterion_main!(benches);

/// The board of the first cards that a seed deals.
fn dealt(deck: Deck, cards: usize, seed: u64) -> Board {
    deal::board(deck, cards, seed).expect("a small board")
}

fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).expect("a small deck")
}

fn named(name: &str) -> Method {
    method(name).expect("a method")
}

/// Whether a method finds a set.
fn finds(board: &Board, name: &str, threads: usize) -> bool {
    board.search().by(named(name)).threads(threads).find().expect("no limit").is_some()
}

/// A group of benchmarks of which each takes long.
fn slow<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(Duration::from_millis(1));
    group
}

/// Times work on some boards, as the mean of one.
fn mean(group: &mut BenchmarkGroup<WallTime>, name: &str, boards: usize, work: impl Fn()) {
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|rounds| {
            let begin = Instant::now();
            (0..rounds).for_each(|_| work());
            begin.elapsed() / boards as u32
        });
    });
}

/// Our own engine, and the formula in each solver that is built.
const SAT: &[&str] =
    if cfg!(feature = "cadical") { &["cover", "sat", "sat-cadical"] } else { &["cover", "sat"] };
/// The methods that use an SMT solver. It is a process of its own; the time is that from the question to the answer.
const SMT: &[&str] = &["cover", "smt", "smt-incremental", "smt-bits"];

/// Whether an SMT solver is installed; otherwise a message says so.
fn has_solver() -> bool {
    let lacks = smt::missing(None);
    if let Some(lacks) = &lacks {
        eprintln!("left out: smt {lacks}");
    }
    lacks.is_none()
}

/// All sets of a deck: by a formula, by constraints with each order of the slots, by an integer program in one tree
/// and by solving again, and by an SMT solver. That `ip-resolve` lists the 1080 sets of (3,4), too, is a test, for it
/// takes minutes.
fn full_decks(criterion: &mut Criterion) {
    let all_sets = |mut group: BenchmarkGroup<WallTime>, p, rows: Vec<(String, Method)>| {
        let (deck, sets) = (deck(3, p), if p == 4 { 1080 } else { 117 });
        let board = dealt(deck, deck.cards().count(), 0);
        for (label, method) in rows {
            group.bench_function(label, |bencher| {
                bencher.iter(|| {
                    let all = board.search().by(method.clone()).list().expect("no limit");
                    assert_eq!(all.len(), sets);
                });
            });
        }
    };
    let rows = |names: &[&str]| names.iter().map(|&name| (name.into(), named(name))).collect();
    all_sets(criterion.benchmark_group("all sets of (3,4)"), 4, rows(SAT));
    let by_cp = Symmetry::ALL.map(|symmetry| {
        let models = Models { symmetry, ..Models::default() };
        (format!("cp, {symmetry}"), models.method("cp").expect("a method"))
    });
    let by_cp = [("cover".into(), Method::COVER)].into_iter().chain(by_cp).collect();
    all_sets(slow(criterion, "all sets of (3,4) by cp"), 4, by_cp);
    for (p, names) in [(4, &["cover", "ip"][..]), (3, &["cover", "ip", "ip-resolve"])] {
        let name = format!("all sets of (3,{p}) by integer programs");
        all_sets(slow(criterion, &name), p, rows(names));
    }
    if has_solver() {
        all_sets(slow(criterion, "all sets of (3,4) by smt"), 4, rows(SMT));
    }
}

/// The first boards that hold no set, of seeds from 0 on.
fn no_set(criterion: &mut Criterion) {
    let mut group = slow(criterion, "300 cards of (16,5) without a set, mean of 5 boards");
    let boards = (0..).map(|seed| dealt(deck(16, 5), 300, seed));
    let boards: Vec<Board> = boards.filter(|board| !finds(board, "cover", 1)).take(5).collect();
    for &name in SAT {
        mean(&mut group, name, boards.len(), || {
            assert!(!boards.iter().any(|board| finds(board, name, 1)));
        });
    }
}

/// Boards on which about one set is expected.
fn threshold(criterion: &mut Criterion) {
    let mut group = slow(criterion, "one set at the threshold by cp");
    for (v, p, cards) in [(8, 4, 100), (10, 4, 110)] {
        let board = dealt(deck(v, p), cards, 0);
        let has_set = finds(&board, "cover", 1);
        for name in ["cover", "cp"] {
            group.bench_function(format!("{name}, {cards} cards of ({v},{p})"), |bencher| {
                bencher.iter(|| assert_eq!(finds(&board, name, 1), has_set));
            });
        }
    }
}

/// One set of a board of 100 cards.
fn one_set(criterion: &mut Criterion) {
    let mut group = slow(criterion, "a set among 100 cards of (8,4)");
    let board = dealt(deck(8, 4), 100, 0);
    for name in ["cover", "ip"] {
        group.bench_function(name, |bencher| bencher.iter(|| assert!(finds(&board, name, 1))));
    }
}

/// Games by the rules of the thesis, those of its figures 14 and 16.
fn games(criterion: &mut Criterion) {
    if !has_solver() {
        return;
    }
    // Where only the counts matter, a shorter game is played, and none of (4,8).
    let is_test = std::env::args().any(|argument| argument == "--test");
    let games = if is_test { &[(10, 4, 1, 1)][..] } else { &[(10, 4, 5, 5), (4, 8, 10, 5)] };
    for &(v, p, sets, seeds) in games {
        let name = format!("game of ({v},{p}) to {sets} sets, mean of {seeds}");
        let mut group = slow(criterion, &name);
        for name in SMT {
            mean(&mut group, name, seeds as usize, || {
                for seed in 0..seeds {
                    let rules = Rules { sets: Some(sets), ..Rules::thesis(deck(v, p)) };
                    let game = Game::by(
                        &named(name),
                        &Options::default(),
                        Dealer::new(deck(v, p), seed),
                        rules,
                    );
                    let events = game.expect("the deck holds enough cards");
                    let taken = events.filter(|event| matches!(event, Event::Take(_))).count();
                    assert_eq!(taken as u64, sets);
                }
            });
        }
    }
}
