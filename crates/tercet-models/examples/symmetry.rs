//! The thesis' figures 9 to 12: how long games take with each way of symmetry breaking, as comma
//! separated values.
//!
//! `cargo run --release -p tercet-models --example symmetry > symmetry.csv`. The words behind `--`,
//! if there are any, are v, p, the sets of a game, and the methods to compare.
//!
//! A game is played by the rules of the thesis; its time is the mean of five seeds, in
//! seconds of the clock. A game that takes over a minute ends its row, and
//! those of larger decks.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tercet::game::Rules;
use tercet::solver::{Limit, Options, Stop};
use tercet::{Deck, Game};
use tercet_models::{Models, Symmetry};

const SEEDS: u64 = 5;
const MOST: Duration = Duration::from_secs(60);

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    println!("figure,v,p,sets,method,symmetry,seconds");
    if let [v, p, sets, methods @ ..] = &words[..] {
        ensure!(!methods.is_empty(), "name the methods to compare");
        let deck = Deck::new(v.parse()?, p.parse()?)?;
        for method in methods {
            row("own", deck, sets.parse()?, method, Symmetry::Rigid)?;
        }
        return Ok(());
    }
    ensure!(words.is_empty(), "either no words, or v, p, sets and methods");
    let both = &[Symmetry::Relative, Symmetry::Rigid][..];
    let by_values = |p, most| (3..=most).map(move |v| (v, p)).collect::<Vec<_>>();
    // The 27 cards of (3,3) hold nine sets at once, not ten.
    let by_properties = |v, most| (7 - v..=most).map(move |p| (v, p)).collect::<Vec<_>>();
    for (figure, decks, sets, symmetries) in [
        ("9", by_values(3, 8), 5, &Symmetry::ALL[..]),
        ("10", by_properties(3, 8), 10, &Symmetry::ALL[..]),
        ("11", by_values(4, 8), 10, both),
        ("12", by_properties(4, 7), 10, both),
    ] {
        for &symmetry in symmetries {
            for &(v, p) in &decks {
                let deck = Deck::new(v, p)?;
                if !row(figure, deck, sets, "smt", symmetry)? {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Prints the mean of some games, or that they take too long.
fn row(figure: &str, deck: Deck, sets: u64, name: &str, symmetry: Symmetry) -> Result<bool> {
    let mut time = Duration::ZERO;
    for seed in 0..SEEDS {
        let Some(game) = game(deck, sets, name, symmetry, seed)? else {
            print(figure, deck, sets, name, symmetry, &format!("over {}", MOST.as_secs()));
            return Ok(false);
        };
        time += game;
    }
    let seconds = format!("{:.3}", time.as_secs_f64() / SEEDS as f64);
    print(figure, deck, sets, name, symmetry, &seconds);
    Ok(true)
}

fn print(figure: &str, deck: Deck, sets: u64, name: &str, symmetry: Symmetry, seconds: &str) {
    let (v, p) = (deck.values(), deck.properties());
    println!("{figure},{v},{p},{sets},{name},{symmetry},{seconds}");
}

/// How long a game takes, if it is not too long.
fn game(
    deck: Deck,
    sets: u64,
    name: &str,
    symmetry: Symmetry,
    seed: u64,
) -> Result<Option<Duration>> {
    let rules = Rules { sets: Some(sets), ..Rules::thesis(deck) };
    let method = Models { symmetry, ..Models::default() }.method(name)?;
    let begin = Instant::now();
    let mut game = Game::by(&method, &Options::default(), deck, rules, seed)?;
    for event in game.within(&Limit::timeout(MOST)) {
        match event {
            Ok(_) => {}
            Err(Stop::DEADLINE) => return Ok(None),
            Err(stop) => return Err(stop).context("the solver fails"),
        }
    }
    Ok(Some(begin.elapsed()))
}
