//! Threads start with the first question and end with the portfolio.

use tercet::deal::Dealer;
use tercet::game::{Game, Pick, Rules};
use tercet::solver::{Limit, Method, Solver, Update};
use tercet::{Board, Card, Deck};
use tercet_testkit::wait::wait_until;

use crate::{named, race};

/// Waits until this number of threads of this process have one of these names: a thread takes a
/// moment to set its name, and the system to forget a thread that has ended.
fn wait_for_threads(number: usize, names: &[&str]) {
    wait_until(|| threads(names) == number, || format!("{} threads, not {number}", threads(names)));
}

fn threads(names: &[&str]) -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
    tasks.filter_map(|task| name(task.ok()?)).filter(|name| names.contains(&name.trim())).count()
}

#[test]
fn no_thread_is_left() {
    const NAMES: [&str; 3] = ["pairs-hash", "brute-mod3", "thirds"];
    let deck = Deck::CLASSIC;
    for seed in 0..100 {
        let portfolio = Box::new(race(&Board::empty(deck), NAMES.map(named)));
        let rules = Rules { sets: Some(3), pick: Pick::Found, ..Rules::classic(deck) };
        let mut game = Game::with_solver(Dealer::new(deck, seed), rules, portfolio).unwrap();
        wait_for_threads(0, &NAMES);
        while game.step(&Limit::none()).unwrap().is_some() {}
        wait_for_threads(3, &NAMES);
        assert_eq!(game.sets(), 3);
    }
    wait_for_threads(0, &NAMES);
}

/// A portfolio that is asked repeatedly keeps its threads.
#[test]
fn members_stay_for_the_whole_game() {
    const NAMES: [&str; 2] = ["halves", "pairs-bits"];
    let mut portfolio = race(&Board::empty(Deck::CLASSIC), NAMES.map(named));
    let all: Vec<Card> = Dealer::new(Deck::CLASSIC, 1).collect();
    for round in 0..300 {
        let card = all[round * 7 % 81];
        if portfolio.board().contains(card) {
            portfolio.remove(&[card]).unwrap();
        } else {
            portfolio.add(&[card]).unwrap();
        }
        let expected = portfolio.board().search().by(Method::BRUTE_MOD3).find();
        let said = portfolio.find(&Limit::none());
        assert_eq!(said == Ok(None), expected == Ok(None), "{round}");
        wait_for_threads(2, &NAMES);
    }
}
