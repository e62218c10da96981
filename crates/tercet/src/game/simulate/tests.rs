pub(super) mod oracle;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(feature = "serde")]
use super::tally::Squares;
use super::*;
use crate::statistics::{Estimate, Trials, odds, proportion};

fn simulate(deck: Deck, start: usize, pick: Policy, games: u64) -> Tally {
    refilled(deck, start, Refill::UpToStart, pick, games)
}

fn refilled(deck: Deck, start: usize, refill: Refill, pick: Policy, games: u64) -> Tally {
    let simulation = Simulation::new(deck, start, refill, pick, 1, games).unwrap();
    let mut tally = Tally::default();
    for unit in 0..simulation.units() {
        tally.add(&simulation.play(unit, &Limit::none()).unwrap());
    }
    assert_eq!(tally.games(), games);
    assert_eq!(simulation.check(&tally), Ok(()));
    tally
}

fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).unwrap()
}

/// Asserts that an estimate is within four standard errors, its own and the figure's, of a figure.
fn assert_close(what: &str, estimate: Estimate, figure: f64, error: f64) {
    let (low, high) = estimate.interval.unwrap();
    let own = (high - low) / (2.0 * 1.96);
    let distance = (estimate.value - figure).abs() / own.hypot(error);
    assert!(distance < 4.0, "{what}: {estimate:?} is {distance} errors from {figure}");
}

/// Figures of large simulations by others: cards left at the end in percent of games, odds of
/// layouts of 12 and 15 cards.
struct Figures {
    pick: Policy,
    games: f64,
    left: [(usize, f64); 5],
    odds: &'static [(usize, f64, f64)],
}

const UNIFORM: Figures = Figures {
    pick: Policy::Uniform,
    games: 40e6,
    left: [(0, 1.2268), (6, 46.825), (9, 44.496), (12, 7.375), (15, 0.0774)],
    odds: &[(12, 14.0823, 0.0), (15, 88.016, 0.0)],
};

const FIRST: Figures = Figures {
    pick: Policy::First,
    games: 20e6,
    left: [(0, 1.5217), (6, 48.788), (9, 42.746), (12, 6.874), (15, 0.0700)],
    // Also from 20 million games.
    odds: &[(12, 14.994, 0.004), (15, 89.70, 0.17)],
};

/// "Three more, whatever is there": a table in hundredths of a percent, those of 10,000 games.
const AT_ONCE: Figures = Figures {
    pick: Policy::Uniform,
    games: 10e3,
    left: [(0, 1.19), (6, 44.54), (9, 45.92), (12, 8.24), (15, 0.11)],
    odds: &[],
};

fn assert_figures(figures: &Figures, tally: &Tally) {
    let games = tally.games();
    for (cards, percent) in figures.left {
        let ended = tally.left().find(|&(left, _)| left == cards).map_or(0, |(_, games)| games);
        let share = percent / 100.0;
        let error = (share * (1.0 - share) / figures.games).sqrt();
        assert_close(&format!("{cards} left"), proportion(ended, games).unwrap(), share, error);
    }
    // The sum of all cards is zero, so three remaining cards would be a set.
    assert!(tally.left().all(|(cards, _)| cards % 3 == 0 && cards != 3 && cards <= 18));
    for &(cards, figure, error) in figures.odds {
        let (_, _, odds) = tally.sizes().find(|&(size, ..)| size == cards).unwrap();
        let odds = odds.unwrap();
        assert_close(&format!("odds of {cards} cards, {}", figures.pick), odds, figure, error);
    }
    // The first layout is a random hand, independent of the policy.
    let (_, _, trials) = tally.cells().find(|&(n, d, _)| (n, d) == (12, 69)).unwrap();
    assert_close("first layout", odds(trials).unwrap(), 29.957_856, 0.0);
}

#[test]
fn classic_games_come_to_the_published_figures() {
    let tally = simulate(Deck::CLASSIC, 12, Policy::Uniform, 300_000);
    assert_figures(&UNIFORM, &tally);
    let published = [
        (66, 17.991),
        (63, 15.146),
        (60, 14.255),
        (57, 13.962),
        (45, 13.670),
        (30, 13.395),
        (15, 13.282),
        (3, 13.248),
    ];
    for (left, figure) in published {
        let (_, _, trials) = tally.cells().find(|&(n, d, _)| (n, d) == (12, left)).unwrap();
        assert_close(&format!("{left} in the deck"), odds(trials).unwrap(), figure, 0.0);
    }
    let (_, small) = tally.largest().next().unwrap();
    assert_close("no more than 12", proportion(small, 300_000).unwrap(), 0.3141, 0.0001);

    assert_figures(&FIRST, &simulate(Deck::CLASSIC, 12, Policy::First, 300_000));
}

#[test]
fn refilled_at_once_games_come_to_the_published_figures() {
    let tally = refilled(Deck::CLASSIC, 12, Refill::AtOnce, Policy::Uniform, 300_000);
    assert_figures(&AT_ONCE, &tally);
    // No layout shrinks while there are cards in the deck.
    assert!(tally.cells().all(|(cards, deck, _)| deck == 0 || cards >= 12));
}

/// The mean number of sets in each round (H. Warne, ten million games with random sets, to two decimals): by the cards
/// of the layout, and those in the deck.
#[test]
fn rounds_have_the_published_numbers_of_sets() {
    let tally = simulate(Deck::CLASSIC, 12, Policy::Uniform, 300_000);
    for (cards, deck, figure) in [
        (12, 69, 220.0 / 79.0),
        (12, 66, 2.53),
        (12, 63, 2.44),
        (12, 60, 2.40),
        (12, 54, 2.38),
        (12, 33, 2.36),
        (12, 0, 2.36),
        (15, 66, 3.33),
        (15, 57, 3.36),
        (15, 39, 3.34),
    ] {
        let (_, mean) = tally.sets(cards, deck);
        assert_close(&format!("{cards} cards, {deck} in the deck"), mean, figure, 0.003);
    }
    // All sets of a round of which nothing is left to chance.
    assert_eq!(simulate(Deck::CLASSIC, 81, Policy::Uniform, 7).sets(81, 0).0, 7 * 1080);
}

/// For a thrifty player the odds of a set rise from the sixth round to nearly 300 when the deck runs out (M. Faulk, Revisiting
/// "SET Probabilities Revisited", 2022).
#[test]
fn thrifty_games_come_to_the_published_odds() {
    let tally = simulate(Deck::CLASSIC, 12, Policy::Thrifty, 20_000);
    let odds = [69, 54, 30, 9, 0].map(|left| {
        let cell = tally.cells().find(|&(n, d, _)| (n, d) == (12, left));
        odds(cell.unwrap().2).unwrap().value
    });
    assert!(odds[0] > odds[1] && odds[1..].is_sorted(), "{odds:?}");
    assert!((200.0..400.0).contains(&odds[4]), "{odds:?}");
}

#[test]
fn what_is_not_simulated_says_so() {
    for (v, start, refill, pick, expected) in [
        (
            3,
            12,
            Refill::Owed,
            Policy::First,
            "a simulation deals 'up-to-start' or 'at-once' after a set, not 'owed'",
        ),
        (
            4,
            16,
            Refill::AtOnce,
            Policy::Thrifty,
            "a simulation by 'thrifty' needs v = 3, p ≤ 5 and at most 128 cards at the start",
        ),
        (
            3,
            82,
            Refill::AtOnce,
            Policy::First,
            "a game of (3,4) cannot start with 82 cards: the range is 0 to 81",
        ),
    ] {
        let refused = Simulation::new(deck(v, 4), start, refill, pick, 1, 1).unwrap_err();
        assert_eq!(refused.to_string(), expected);
    }
}

#[test]
fn games_of_all_decks_add_up() {
    for start in [0, 1, 2, 9, 64, 65, 81] {
        simulate(Deck::CLASSIC, start, Policy::Uniform, 3);
    }
    for (v, p) in [(1, 3), (2, 4), (3, 1), (3, 6), (4, 3), (5, 2), (3, 7), (7, 2)] {
        simulate(deck(v, p), (v * p).min(v.pow(p as u32)), Policy::Uniform, 3);
    }
    assert_eq!(simulate(Deck::CLASSIC, 12, Policy::First, 0), Tally::default());
}

#[test]
fn units_depend_on_their_number_alone() {
    for (deck, start) in [(Deck::CLASSIC, 12), (deck(4, 2), 8)] {
        let simulation =
            Simulation::new(deck, start, Refill::UpToStart, Policy::Uniform, 3, 40_000).unwrap();
        let units = simulation.units();
        assert!(units > 2);
        assert_eq!(simulation.games_of(0..units), 40_000);
        assert_eq!(simulation.games_of(units..units), 0);
        let play = |unit| simulation.play(unit, &Limit::none()).unwrap();
        let (mut up, mut down) = (Tally::default(), Tally::default());
        for unit in [0, 1, units - 1] {
            up.add(&play(unit));
        }
        for unit in [units - 1, 1, 0] {
            down.add(&play(unit));
        }
        assert_eq!(up, down);
        assert_ne!(play(0), play(1));
        let other =
            Simulation::new(deck, start, Refill::UpToStart, Policy::Uniform, 4, 40_000).unwrap();
        assert_ne!(play(0), other.play(0, &Limit::none()).unwrap());
        // A longer simulation starts with the same games.
        let more =
            Simulation::new(deck, start, Refill::UpToStart, Policy::Uniform, 3, 80_000).unwrap();
        assert_eq!(play(0), more.play(0, &Limit::none()).unwrap());
    }
}

/// A seed determines the same games in every version that reads the same tallies.
#[test]
fn the_games_of_a_seed_stay_the_same() {
    let left = |deck: Deck, pick| {
        let simulation = Simulation::new(deck, 12, Refill::UpToStart, pick, 1, 1000).unwrap();
        simulation.play(0, &Limit::none()).unwrap().left().collect::<Vec<_>>()
    };
    assert_eq!(left(Deck::CLASSIC, Policy::Uniform), [(0, 7), (6, 464), (9, 450), (12, 79)]);
    assert_eq!(left(Deck::CLASSIC, Policy::First), [(0, 17), (6, 484), (9, 427), (12, 72)]);
    assert_eq!(left(deck(4, 3), Policy::Uniform), [(8, 9), (12, 27), (16, 6)]);
}

#[test]
fn a_simulation_can_be_stopped() {
    for deck in [Deck::CLASSIC, deck(4, 3)] {
        let simulation =
            Simulation::new(deck, 12, Refill::UpToStart, Policy::First, 0, 1000).unwrap();
        let flag = Limit::none().or_flag(Arc::new(AtomicBool::new(true)));
        assert_eq!(simulation.play(0, &flag), Err(Stop::INTERRUPTED));
    }
}

#[cfg(feature = "serde")]
#[test]
fn tallies_are_read_as_they_are_written() {
    let tally = simulate(deck(3, 3), 9, Policy::Uniform, 3000);
    let json = serde_json::to_string(&tally).unwrap();
    assert_eq!(serde_json::from_str::<Tally>(&json).unwrap(), tally);

    // Sums past 64 bits, too.
    let mut large = tally.clone();
    large.layouts.get_mut(&9).unwrap().squares.with_with = u128::MAX;
    let json = serde_json::to_string(&large).unwrap();
    assert_eq!(serde_json::from_str::<Tally>(&json).unwrap(), large);

    let more = json.replacen("\"games\"", "\"more\":1,\"games\"", 1);
    assert!(serde_json::from_str::<Tally>(&more).is_err());
}

/// A change of any number of a tally is detected; for sums of squares and of numbers of sets, at least a change of
/// parity.
#[cfg(feature = "serde")]
#[test]
fn damage_is_noticed() {
    for pick in [Policy::First, Policy::Uniform] {
        let simulation =
            Simulation::new(Deck::CLASSIC, 12, Refill::UpToStart, pick, 1, 5000).unwrap();
        let tally = simulation.play(0, &Limit::none()).unwrap();
        assert_eq!(simulation.check(&tally), Ok(()));
        let json = serde_json::to_string(&tally).unwrap();
        let mut damaged = 0;
        for (colon, _) in json.match_indices(':') {
            let (before, after) = json.split_at(colon + 1);
            let digits = after.chars().take_while(char::is_ascii_digit).count();
            let Ok(number) = after[..digits].parse::<u64>() else { continue };
            let squares = ["with_with\":", "without_without\":", "sum\":", "squares\":"];
            let square = squares.iter().any(|name| before.ends_with(name));
            if before.ends_with("with_without\":") {
                continue;
            }
            for wrong in [number + 1, 2 * number + 4, number / 3] {
                if wrong == number || square && wrong % 2 == number % 2 {
                    continue;
                }
                let text = format!("{before}{wrong}{}", &after[digits..]);
                let read: Tally = serde_json::from_str(&text).unwrap();
                let noticed = simulation.check(&read).is_err();
                assert!(noticed, "{number} became {wrong} after {before}");
                damaged += 1;
            }
        }
        assert!(damaged > 100);
        assert!(Simulation { games: 4999, ..simulation }.check(&tally).is_err());
        assert!(Simulation { start: 9, ..simulation }.check(&tally).is_err());

        // The sums of squares of the usual layouts are nearly determined.
        for change in [|s: &mut Squares| s.with_with /= 2, |s: &mut Squares| s.with_without /= 2] {
            let mut read = tally.clone();
            change(&mut read.layouts.get_mut(&12).unwrap().squares);
            let error = simulation.check(&read).unwrap_err().to_string();
            assert!(
                error.starts_with("the sums of squares of the layouts of 12 cards "),
                "{error}"
            );
        }
    }
}

#[test]
fn tallies_that_add_up_are_not_all_possible() {
    let simulation =
        Simulation::new(Deck::CLASSIC, 12, Refill::UpToStart, Policy::Uniform, 1, 5000).unwrap();
    assert_eq!(simulation.check(&Tally::default()), Ok(()));
    let mut huge = Tally { games: 5000, ..Tally::default() };
    let row = huge.layouts.entry(usize::MAX).or_default();
    let trials = Trials { with: u64::MAX, without: u64::MAX };
    row.deck.insert(usize::MAX, (trials, Sums::default()));
    let error = simulation.check(&huge).unwrap_err().to_string();
    assert_eq!(error, "0 layouts of 12 cards with 69 in the deck, but 5000 games come there");
}
