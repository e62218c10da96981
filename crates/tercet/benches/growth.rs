//! How the time of each method grows: with n at fixed (v,p), and with v at the threshold, the
//! number of cards among which one set is expected.
//!
//! `cargo bench -p tercet --bench growth > growth.csv` writes one row for each method and board
//! size: the median over ten boards. A method leaves a curve when one board took longer than its
//! time limit.

use std::time::{Duration, Instant};

use tercet::deal::Dealer;
use tercet::solver::{Limit, METHODS, Method, Options, Question};
use tercet::{Board, Deck};

/// Boards for each point.
const BOARDS: u64 = 10;
/// The time limit of one board.
const PATIENCE: Duration = Duration::from_secs(1);

fn main() {
    // `cargo test --benches` runs every benchmark once.
    let quick = std::env::args().any(|argument| argument == "--test");
    println!(
        "curve,question,method,values,properties,cards,boards,median_seconds,least_seconds,most_seconds"
    );
    let mut curves: Vec<(&str, Vec<(Deck, usize)>)> = Vec::new();
    let deck = |v, p| Deck::new(v, p).expect("a small deck");
    let sizes = |deck: Deck, factor: f64, most: usize| -> Vec<(Deck, usize)> {
        let mut sizes = vec![deck.values() as f64 * 2.0];
        while sizes.last().is_some_and(|&n| n * factor <= most as f64) {
            sizes.push(sizes[sizes.len() - 1] * factor);
        }
        sizes.into_iter().map(|n| (deck, n as usize)).collect()
    };
    curves.push(("n at (3,4)", sizes(deck(3, 4), 1.3, 81)));
    curves.push(("n at (3,12)", sizes(deck(3, 12), 2.0, 531_441)));
    curves.push(("n at (3,30)", sizes(deck(3, 30), 2.0, 200_000)));
    curves.push(("n at (4,6)", sizes(deck(4, 6), 1.5, 4096)));
    curves.push(("n at (6,4)", sizes(deck(6, 4), 1.5, 1296)));
    curves.push(("n at (10,4)", sizes(deck(10, 4), 1.3, 250)));
    let threshold = |p: usize| {
        move |v: usize| {
            let deck = deck(v, p);
            (deck, deck.threshold() as usize)
        }
    };
    curves.push(("v at the threshold, p = 3", (3..=40).map(threshold(3)).collect()));
    curves.push(("v at the threshold, p = 4", (3..=28).map(threshold(4)).collect()));
    for (curve, points) in curves {
        for method in METHODS.iter().filter(|method| method.name != "auto") {
            for question in Question::ALL {
                grow(curve, method, question, if quick { &points[..1] } else { &points });
            }
        }
    }
}

/// Writes the rows of one method on one curve.
fn grow(curve: &str, method: &Method, question: Question, points: &[(Deck, usize)]) {
    for &(deck, cards) in points.iter().filter(|(deck, _)| method.can(question, *deck)) {
        let mut times: Vec<f64> = Vec::new();
        for seed in 0..BOARDS {
            let Some(time) = ask(method, question, deck, cards, seed) else { return };
            times.push(time.as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        let median = f64::midpoint(times[times.len() / 2 - 1], times[times.len() / 2]);
        println!(
            "\"{curve}\",{},{},{},{},{cards},{BOARDS},{median:e},{:e},{:e}",
            question.name(),
            method.name,
            deck.values(),
            deck.properties(),
            times[0],
            times[times.len() - 1],
        );
    }
}

/// The time of one question about one board, from its cards to the answer.
fn ask(
    method: &Method,
    question: Question,
    deck: Deck,
    cards: usize,
    seed: u64,
) -> Option<Duration> {
    let board =
        Board::new(deck, Dealer::new(deck, seed).take(cards)).expect("a deal has no card twice");
    let (options, limit) = (Options::default(), Limit::timeout(PATIENCE));
    let suits = "the method suits the deck";
    let begin = Instant::now();
    let ended = match question {
        Question::Find => method.solver(&board, &options).expect(suits).find(&limit).is_ok(),
        Question::Enumerate => {
            let mut enumerator = method.enumerator(&board, &options).expect(suits);
            enumerator.for_each(&limit, &mut |_| std::ops::ControlFlow::Continue(())).is_ok()
        }
        Question::Count => method.counter(&board, &options).expect(suits).count(&limit).is_ok(),
    };
    ended.then(|| begin.elapsed())
}
