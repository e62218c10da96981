//! Races of methods that are slow, wrong, broken, or missing.

mod actors;
mod hybrid;
#[cfg(target_os = "linux")]
mod threads;

use std::ops::ControlFlow;
use std::panic;
use std::path::PathBuf;
use std::sync::Once;
use std::thread;

use tercet::Board;
use tercet::solver::{
    Count, Enumerate, Failure, Found, Limit, Method, Options, Reason, Solver, Stop, Update,
};
use tercet_models::portfolio::{NoRace, Portfolio};
use tercet_models::{Models, method};
use tercet_testkit::wait::wait_for;

use actors::{
    CLAIMANT, DENIER, DREAMER, FAILURE, LATE_DENIER, MISER, NIGHT, PANIC, SLEEPER, WHILE,
};

fn named(name: &str) -> Method {
    method(name).unwrap()
}

/// Three cards that are a set, but not the set that the claimant claims.
fn with_set() -> Board {
    "2RhO 2GhO 2PhO".parse().unwrap()
}

fn without_set() -> Board {
    "2RhO 2GhO 2PhD".parse().unwrap()
}

fn race(board: &Board, members: impl Into<Vec<Method>>) -> Portfolio {
    Portfolio::new(board, &Options::default(), members.into()).unwrap()
}

/// The message of a failure.
fn failure(answer: &Result<Option<Found>, Stop>) -> String {
    let Err(stop @ Stop { reason: Reason::Failed(_), .. }) = answer else { panic!("{answer:?}") };
    stop.to_string()
}

/// Boards are saved in the current directory, which all tests of this file share.
fn in_a_folder() -> PathBuf {
    static ONCE: Once = Once::new();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("race");
    ONCE.call_once(|| {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::env::set_current_dir(&folder).unwrap();
    });
    folder
}

/// Panics of members are expected, and not printed.
fn quietly() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !["PANIC", "guests"].map(Some).contains(&thread::current().name()) {
                usual(panic);
            }
        }));
    });
}

#[test]
fn the_first_answer_wins() {
    for (board, found) in [(with_set(), true), (without_set(), false)] {
        let mut portfolio = race(&board, [DREAMER, named("brute"), SLEEPER]);
        // The sleeper sleeps until the answers are there.
        let night = NIGHT.lock().unwrap();
        for _ in 0..10 {
            assert_eq!(portfolio.find(&Limit::none()).unwrap().is_some(), found);
            assert_eq!(portfolio.report().winner, Some("brute"));
        }
        drop(night);
        assert_eq!(portfolio.count(&Limit::none()), Ok(u128::from(found)));
        assert_eq!(portfolio.report().failures, []);
    }
}

/// The members give contradictory answers, and both are reported together with the board.
#[test]
fn a_contradiction_is_loud_and_the_board_is_saved() {
    let folder = in_a_folder();
    let board = with_set();
    let mut said = Vec::new();
    for _ in 0..2 {
        // One of the two is first; a late loser is heard at the next question.
        let mut portfolio = race(&board, [DENIER, named("brute")]);
        let stop = wait_for(|| portfolio.find(&Limit::none()).err(), || "no contradiction".into());
        said.push(stop.to_string());
        let mut portfolio = race(&board, [DENIER, named("brute")]);
        let stop = wait_for(|| portfolio.count(&Limit::none()).err(), || "no contradiction".into());
        said.push(stop.to_string());
    }
    let mut files = Vec::new();
    for (i, said) in said.iter().enumerate() {
        assert!(said.contains("DENIER and brute") || said.contains("brute and DENIER"), "{said}");
        let words = [
            ["DENIER finds no set", "brute finds 2RhO 2GhO 2PhO"],
            ["DENIER counts 7", "brute counts 1"],
        ];
        for words in words[i % 2] {
            assert!(said.contains(words), "{said}");
        }
        assert_eq!(said.lines().count(), 1);
        let (_, file) = said.rsplit_once("the board is saved in ").unwrap();
        assert!(file.starts_with("tercet-contradiction-") && !files.contains(&file), "{file}");
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.parse() == Ok(board.clone()), "{text}");
        assert!(text.starts_with("# ") && text.contains("DENIER"), "{text}");
        files.push(file);
    }
}

/// An answer after the end of the race is heard at the next question.
#[test]
fn a_late_contradiction_is_noticed_at_the_next_question() {
    in_a_folder();
    let mut wait = WHILE;
    // On a busy machine the late answer may come after the next question, which does not wait for it.
    let (mut portfolio, answer) = wait_for(
        || {
            let mut portfolio = race(&with_set(), [named("brute"), LATE_DENIER]);
            assert!(matches!(portfolio.find(&Limit::none()), Ok(Some(_))));
            // Another board, on which it would be true.
            portfolio.remove(with_set().cards()).unwrap();
            portfolio.add(&without_set().cards()[1..]).unwrap();
            wait *= 2;
            thread::sleep(wait);
            let answer = portfolio.find(&Limit::none());
            (answer != Ok(None)).then_some((portfolio, answer))
        },
        || "the late answer is not heard".into(),
    );
    let said = failure(&answer);
    assert!(said.starts_with("brute and LATE_DENIER contradict each other"), "{said}");
    let (_, file) = said.rsplit_once("saved in ").unwrap();
    assert!(std::fs::read_to_string(file).unwrap().parse() == Ok(with_set()), "the old board");
    // That race is over now.
    assert_eq!(portfolio.find(&Limit::none()), Ok(None));
}

#[test]
fn those_who_fail_do_not_end_the_race() {
    quietly();
    let board = with_set();
    let mut portfolio = race(&board, [FAILURE, PANIC, CLAIMANT, MISER, named("brute")]);
    // A failure that comes after the answer is heard at a later question.
    let failures = wait_for(
        || {
            assert!(matches!(portfolio.find(&Limit::none()), Ok(Some(_))));
            portfolio.remove(&board.cards()[..1]).unwrap();
            assert_eq!(portfolio.find(&Limit::none()), Ok(None));
            portfolio.add(&board.cards()[..1]).unwrap();
            let failures = portfolio.report().failures;
            (failures.len() == 3).then_some(failures)
        },
        || "not all have failed".into(),
    );
    let failures: Vec<String> = failures.iter().map(Failure::to_string).collect();
    assert_eq!(failures[..2], ["its solver went home", "PANIC panicked: out of my depth"]);
    // On a busy machine its first claim is about the second board, of one card less.
    let claim = "CLAIMANT claims a set at [1, 2, 3] of a board of";
    let claims = [3, 2].map(|cards| format!("{claim} {cards} cards"));
    assert!(claims.contains(&failures[2]), "{failures:?}");
}

#[test]
fn when_all_fail_the_first_is_named() {
    quietly();
    for (members, said) in [
        (vec![FAILURE], "its solver went home"),
        (vec![MISER, PANIC], "PANIC panicked: out of my depth"),
        (vec![CLAIMANT, MISER], "CLAIMANT claims a set at [1, 2, 3] of a board of 3 cards"),
    ] {
        let mut portfolio = race(&with_set(), members);
        // Asked again, it still fails.
        for _ in 0..2 {
            assert_eq!(failure(&portfolio.find(&Limit::none())), said);
            portfolio.add(&[]).unwrap();
        }
    }
    let mut portfolio = race(&with_set(), [MISER]);
    assert_eq!(portfolio.find(&Limit::none()), Err(Stop::MEMORY));
    // No member can: the transform only counts.
    let mut portfolio = race(&with_set(), [named("spectrum")]);
    let said = failure(&portfolio.find(&Limit::none()));
    assert_eq!(said, "portfolio has no member left that can find one set of (3,4)");
    assert_eq!(portfolio.count(&Limit::none()), Ok(1));
}

#[test]
fn not_all_methods_can_race() {
    let refused = |names: &[&str]| {
        let members = names.iter().map(|name| named(name)).collect();
        let models = Models { members, ..Models::default() };
        let portfolio = models.method("portfolio").unwrap();
        let unable = with_set().search().by(portfolio).find().unwrap_err().to_string();
        let error = models.race(&with_set(), &Options::default()).err().unwrap();
        assert_eq!(unable, format!("portfolio cannot race: {error}"));
        error
    };
    assert_eq!(refused(&["cover", "portfolio"]), NoRace::Nested("portfolio"));
    assert_eq!(refused(&["hybrid"]), NoRace::Nested("hybrid"));
    assert_eq!(refused(&["cover", "sat", "cover"]), NoRace::Twice("cover"));
    let none = Portfolio::new(&with_set(), &Options::default(), Vec::new());
    assert_eq!(none.err(), Some(NoRace::Empty));
    let usual = Models::default().race(&with_set(), &Options::default()).unwrap();
    assert_eq!(usual.members().take(2).collect::<Vec<_>>(), ["auto", "sat"]);
}

/// A list is not a race, and does not depend on the other members.
#[test]
fn one_member_lists() {
    let mut portfolio = race(&with_set(), [named("spectrum"), named("halves"), named("sat")]);
    let mut visits = 0;
    let end = portfolio.for_each(&Limit::none(), &mut |_| {
        visits += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((end, visits, portfolio.report().winner), (Ok(()), 1, Some("halves")));
}

/// If a member fails before it has listed anything, the next member lists.
#[test]
fn another_member_lists_where_one_fails() {
    quietly();
    let none = &mut |_: &[usize]| ControlFlow::Continue(());
    let mut portfolio = race(&with_set(), [FAILURE, PANIC, named("halves")]);
    for _ in 0..2 {
        assert_eq!(portfolio.for_each(&Limit::none(), none), Ok(()));
        assert_eq!(portfolio.report().winner, Some("halves"));
    }
    assert_eq!(portfolio.report().failures.len(), 2);
    let mut portfolio = race(&with_set(), [FAILURE, PANIC]);
    let stop = portfolio.for_each(&Limit::none(), none).unwrap_err();
    assert_eq!(stop, Stop::failed("its solver", "went home"));
}
