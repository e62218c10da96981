//! The target speeds of Tercet, each with its count asserted.
//!
//! `cargo bench -p tercet --bench targets` runs all, `cargo bench -p tercet --bench targets -- cover` some. Every
//! figure is the time of one board: the mean over the boards that the benchmark names, which are
//! dealt from fixed seeds. One core unless the name says otherwise.

mod caps;
mod hints;
mod odds;
mod packing;

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, criterion_group, criterion_main};
use tercet::deal::Dealer;
use tercet::game::{Event, Policy, Refill, Rules, Simulation};
use tercet::reduction::generate::{Solution, matching};
use tercet::solver::{Enumerate, Limit, Method, Options, method};
use tercet::{Board, Card, Deck, Game};

criterion_group!(
    benches,
    classic,
    large,
    full_decks,
    cover,
    hard,
    structured,
    games,
    simulate,
    hints::hints,
    caps::caps,
    odds::table,
    odds::distributions,
    packing::packing
);
criterion_main!(benches);

fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).expect("a small deck")
}

fn deal(deck: Deck, cards: usize, seed: u64) -> Board {
    Board::new(deck, Dealer::new(deck, seed).take(cards)).expect("a deal has no card twice")
}

fn deals(deck: Deck, cards: usize, boards: u64) -> Vec<Board> {
    (0..boards).map(|seed| deal(deck, cards, seed)).collect()
}

/// Times `work` on many boards in turn, so that no branch predictor learns a board.
fn each<T>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    boards: &mut [T],
    mut work: impl FnMut(&mut T),
) {
    let mut next = 0;
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            work(&mut boards[next]);
            next = (next + 1) % boards.len();
        });
    });
}

/// Times `work` on all boards and reports the mean per board.
fn mean<T>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    boards: &[T],
    mut work: impl FnMut(&T),
) {
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|rounds| {
            let begin = Instant::now();
            for _ in 0..rounds {
                boards.iter().for_each(&mut work);
            }
            begin.elapsed() / boards.len() as u32
        });
    });
}

fn sets_of(solver: &mut dyn Enumerate) -> u128 {
    let mut sets = 0;
    let end = solver.for_each(&Limit::none(), &mut |positions| {
        black_box(positions);
        sets += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(()));
    sets
}

fn count(name: &str, board: &Board) -> u128 {
    let search = board.search().method(name).expect("a method of the table");
    search.count().expect("no limit, and it suits the deck")
}

/// Asks for one set and returns whether there was one.
fn finds(name: &str, board: &Board, threads: usize) -> bool {
    let method = method(name).expect("a method of the table");
    let options = Options {
        threads: NonZeroUsize::new(threads).expect("at least one"),
        ..Options::default()
    };
    let mut solver = method.solver(board, &options).expect("it suits the deck");
    solver.find(&Limit::none()).expect("no limit").is_some()
}

/// The classic game, on boards already in memory ("resident") and starting from the cards.
fn classic(criterion: &mut Criterion) {
    for (cards, boards) in [(12, 100), (81, 100)] {
        let mut group = criterion.benchmark_group(format!("{cards} cards of (3,4)"));
        let boards = deals(Deck::CLASSIC, cards, boards);
        let known: Vec<(&Board, u128)> =
            boards.iter().map(|board| (board, count("brute", board))).collect();

        for method in [Method::PAIRS_BITS, Method::HALVES] {
            let listing = |&(board, sets): &(&Board, _)| {
                (method.enumerator(board, &Options::default()).expect("v = 3"), sets)
            };
            let mut resident: Vec<_> = known.iter().map(listing).collect();
            let name = format!("list, resident, {}", method.name);
            each(&mut group, &name, &mut resident, |(solver, sets)| {
                assert_eq!(sets_of(&mut **solver), *sets);
            });
            let counting = |&(board, sets): &(&Board, _)| {
                (method.counter(board, &Options::default()).expect("v = 3"), sets)
            };
            let mut resident: Vec<_> = known.iter().map(counting).collect();
            let name = format!("count, resident, {}", method.name);
            each(&mut group, &name, &mut resident, |(solver, sets)| {
                assert_eq!(solver.count(&Limit::none()), Ok(*sets));
            });
        }
        each(&mut group, "list, from the board, halves", &mut known.clone(), |(board, sets)| {
            let mut solver = Method::HALVES.enumerator(board, &Options::default()).expect("v = 3");
            assert_eq!(sets_of(&mut *solver), *sets);
        });
        // The call that most programs use.
        each(&mut group, "board.sets()", &mut known.clone(), |(board, sets)| {
            let mut found = 0;
            for set in board.sets() {
                black_box(set);
                found += 1;
            }
            assert_eq!(found, *sets);
        });
        each(&mut group, "board.count()", &mut known.clone(), |(board, sets)| {
            assert_eq!(board.count(), *sets);
        });
        each(&mut group, "board.find()", &mut known.clone(), |(board, sets)| {
            assert_eq!(board.find().is_some(), *sets > 0);
        });
    }
}

/// A deck of 3^30 cards: the boards of seeds 0 to 3, of which some hold sets and some do not.
fn large(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("100000 cards of (3,30)");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    let boards = deals(deck(3, 30), 100_000, 4);
    // Of each board, whether it has a set: to count them takes longer than all else here.
    let known: Vec<(&Board, bool)> = boards.iter().zip([true, true, true, false]).collect();
    mean(&mut group, "find, auto", &known, |&(board, some)| {
        assert_eq!(finds("auto", board, 1), some);
    });
}

fn full_decks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count the full deck");
    group.sample_size(20);
    let cases = [("spectrum", 3, 12), ("middle", 4, 6), ("middle", 5, 4), ("middle", 6, 3)];
    for (method, v, p) in cases {
        let deck = deck(v, p);
        let board = deal(deck, usize::try_from(deck.size()).expect("a small deck"), 0);
        let sets = u128::try_from(deck.number_of_sets()).expect("a small deck");
        let row = tercet::solver::method(method).expect("a method of the table");
        let mut counter = row.counter(&board, &Options::default()).expect("it suits the deck");
        group.bench_function(format!("{deck} by {method}"), |bencher| {
            bencher.iter(|| assert_eq!(counter.count(&Limit::none()), Ok(sets)));
        });
    }
}

fn cover(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cover");
    for (v, p, cards, boards) in [(10, 4, 115, 200), (4, 7, 139, 200), (20, 4, 280, 20)] {
        let boards = deals(deck(v, p), cards, boards);
        // The answer of the oracle if it ends in reasonable time, otherwise that of the engine.
        let oracle = if v < 8 { "middle" } else { "cover" };
        let known: Vec<(&Board, bool)> =
            boards.iter().map(|board| (board, finds(oracle, board, 1))).collect();
        let name = format!("find in {cards} cards of ({v},{p}), mean of {} boards", boards.len());
        mean(&mut group, &name, &known, |&(board, some)| {
            assert_eq!(finds("cover", board, 1), some);
        });
    }
}

/// Boards that take from a tenth of a second to seconds. Which of them have a set is written down: a search for that
/// would take as long again.
fn hard(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cover, hard");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(Duration::from_millis(1));
    let without = [0, 4, 5, 9, 10, 12, 13, 14, 15, 18, 19];
    let boards = deals(deck(25, 4), 370, 20);
    let known: Vec<(&Board, bool)> =
        boards.iter().zip((0..).map(|seed| !without.contains(&seed))).collect();
    for threads in [1, 2] {
        let name = format!("find in 370 cards of (25,4), mean of 20 boards, {threads} threads");
        mean(&mut group, &name, &known, |&(board, some)| {
            assert_eq!(finds("cover", board, threads), some);
        });
    }
    let none = deal(deck(28, 4), 425, 2);
    mean(&mut group, "425 cards of (28,4) without a set", &[none], |board| {
        assert!(!finds("cover", board, 1));
    });
}

/// Boards that an obstruction leaves without a set, or with the rows and columns of a square alone.
fn structured(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cover, structured");
    for (k, n, edges, boards) in
        [(2, 36, 300, 100), (2, 60, 400, 100), (3, 40, 600, 20), (4, 25, 450, 20)]
    {
        let board = |seed| {
            let instance = matching(k, n, Some(edges), Solution::No, seed, &Limit::none());
            instance.expect("a small instance").0.board().expect("a small board")
        };
        let boards: Vec<Board> = (0..boards).map(board).collect();
        let name =
            format!("no matching in {edges} edges of {k} times {n}, mean of {}", boards.len());
        mean(&mut group, &name, &boards, |board| assert!(!finds("cover", board, 1)));
    }
    for order in [10, 12, 14, 16, 18, 20] {
        let deck = deck(order, 3);
        let card = |i: usize| deck.card_of(&[i / order, i % order, (i / order + i) % order]);
        let cards: Result<Vec<Card>, _> = (0..order * order).map(card).collect();
        let square = Board::new(deck, cards.expect("values of the deck")).expect("distinct cards");
        mean(
            &mut group,
            &format!("cyclic Latin square of order {order}, count"),
            &[square],
            |square| {
                assert_eq!(count("cover", square), 3 * order as u128);
            },
        );
    }
}

/// Whole games by the rules of the thesis, from the shuffle to the last set.
fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("games");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for (method, v, p, sets, games) in [
        ("auto", 10, 4, 5, 100),
        ("auto", 4, 8, 10, 100),
        ("auto", 4, 5, 50, 100),
        ("auto", 15, 4, 1, 40),
        ("auto", 20, 4, 1, 20),
        ("dynamic", 7, 3, 5, 200),
        ("dynamic", 4, 6, 10, 200),
    ] {
        let deck = deck(v, p);
        let seeds: Vec<u64> = (0..games).collect();
        let name = format!("{deck} to {sets} sets by {method}, mean of {games} games");
        mean(&mut group, &name, &seeds, |&seed| {
            assert_eq!(sets_of_a_game(method, deck, seed, sets), sets);
        });
    }
}

/// Plays a game up to a number of sets and counts the sets taken.
fn sets_of_a_game(name: &str, deck: Deck, seed: u64, goal: u64) -> u64 {
    let rules = Rules { sets: Some(goal), ..Rules::thesis(deck) };
    let method = method(name).expect("a method of the table");
    let game = Game::by(method, &Options::default(), Dealer::new(deck, seed), rules);
    let game = game.expect("it suits the deck, which holds so many");
    game.filter(|event| matches!(event, Event::Take(_))).count() as u64
}

/// Games of the classic deck: the time of one game, played in units.
fn simulate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("simulate games of (3,4)");
    for (start, pick) in
        [(12, Policy::Uniform), (12, Policy::First), (12, Policy::Thrifty), (81, Policy::Uniform)]
    {
        let refill = Refill::UpToStart;
        let simulation = Simulation::new(Deck::CLASSIC, start, refill, pick, 0, u64::MAX);
        let simulation = simulation.expect("games of the classic deck");
        let mut unit = 0;
        group.bench_function(format!("start {start}, pick {pick}, one game"), |bencher| {
            bencher.iter_custom(|rounds| {
                let (mut time, mut games) = (Duration::ZERO, 0);
                for _ in 0..rounds {
                    let begin = Instant::now();
                    let tally = simulation.play(unit, &Limit::none()).expect("no limit");
                    time += begin.elapsed();
                    games = tally.games();
                    assert_eq!(games, simulation.games_of(unit..unit + 1));
                    assert!(tally.left().all(|(cards, _)| cards <= 18 && cards % 3 == 0));
                    unit += 1;
                }
                time / games as u32
            });
        });
    }
}
