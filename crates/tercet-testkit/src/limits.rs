//! Methods stop at their limits, and the number of threads changes no answer.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tercet::solver::{Clock, Limit, Options, Question, Stop};
use tercet::{Board, Card};

use crate::boards::{Random, dealt, deck};
use crate::subject::{Case, Change, Said, Subject};
use crate::wait::HANG;
use crate::{Kit, settled};

/// A limit whose deadline passes at the check with this number: the same work on every machine.
pub fn after_checks(checks: u64) -> Limit {
    let count = AtomicU64::new(0);
    let clock =
        Clock::new(Arc::new(move || Duration::from_secs(count.fetch_add(1, Ordering::Relaxed))));
    Limit::by(clock).or_timeout(Duration::from_secs(checks))
}

/// Limits that are reached from the start.
fn reached() -> [(Limit, Stop); 2] {
    let raised = Arc::new(AtomicBool::new(true));
    [
        (Limit::none().or_flag(raised), Stop::INTERRUPTED),
        (Limit::timeout(Duration::ZERO), Stop::DEADLINE),
    ]
}

/// Among some boards that are hard for different methods, at least one makes each method stop at
/// its limits; asked again without limits, it answers like a new one.
pub fn a_stopped_method_can_be_asked_again(kit: &Kit) {
    // The easiest first: on a board that is too hard for a method, finding that out takes seconds.
    let hard = [
        (5, 4, 40),
        (3, 5, 60),
        (20, 4, 280),
        (22, 4, 320),
        (3, 30, 320),
        (3, 12, 400),
        (4, 20, 400),
    ];
    let hard = hard.map(|(v, p, n)| {
        // The last card completes a set, in most cases the only one.
        let mut board = dealt(deck(v, p), 2, n);
        let set = Random::new(2).set(board.deck());
        let there: Vec<Card> = set.iter().copied().filter(|&card| board.contains(card)).collect();
        board.remove(&there).unwrap();
        board.add(&set).unwrap();
        board
    });
    for row in &kit.methods {
        for question in Question::ALL.into_iter().filter(|&question| row.answers(question)) {
            let fits = |board: &Board| {
                board.deck().values() * board.deck().properties() * board.len() <= kit.largest
            };
            let fitting = || {
                let fitting = hard.iter().filter(|board| fits(board));
                fitting.filter(|board| row.can(question, board.deck()))
            };
            let stops = |board: &Board, time: Duration| {
                let _case = Case { row, question, seed: 2, board };
                let fresh = || Subject::new(row, question, board, &Options::default());
                let mut subject = fresh();
                for (limit, stop) in reached() {
                    match subject.ask(&limit) {
                        Err(reason) => assert_eq!(reason, stop),
                        // The method was too fast to check its limit.
                        Ok(_) => return false,
                    }
                }
                // The board may be too hard for this method.
                let Ok(expected) = fresh().ask(&Limit::timeout(time)) else { return false };
                assert_eq!(
                    subject.ask(&Limit::none()).map(|said| settled(row, said, &expected)),
                    Ok(expected.clone())
                );
                true
            };
            // A slow machine needs more time.
            let times = [Duration::from_secs(1), Duration::from_secs(10), HANG];
            let stopped = times.iter().any(|&time| fitting().any(|board| stops(board, time)));
            assert!(stopped, "{} does not stop when it is to {}", row.name, question.in_words());
        }
    }
}

/// On hard boards, a method answers or stops after a deadline has passed or it is cancelled; how
/// soon is measured by `cargo bench -p tercet-app --bench cancel`.
pub fn limits_are_kept_on_hard_boards(kit: &Kit) {
    const MOMENT: Duration = Duration::from_millis(20);
    for (v, p, n) in [(3, 14, 50_000), (3, 30, 20_000), (4, 9, 3_000), (24, 4, 380), (200, 3, 4000)]
    {
        let board = dealt(deck(v, p), 3, n);
        for (row, question) in kit.able(board.deck()) {
            for threads in if row.threads { vec![1, 2] } else { vec![1] } {
                let _case = Case { row, question, seed: 3, board: &board };
                let options =
                    Options { threads: NonZeroUsize::new(threads).unwrap(), ..Options::default() };
                let mut subject = Subject::new(row, question, &board, &options);

                let said = subject.ask(&Limit::timeout(MOMENT));
                assert!(said.is_ok() || said == Err(Stop::DEADLINE));

                // At its tenth check.
                let checks = AtomicU64::new(0);
                let raised = move || checks.fetch_add(1, Ordering::Relaxed) >= 10;
                let said = subject.ask(&Limit::none().or_callback(Arc::new(raised)));
                assert!(said.is_ok() || said == Err(Stop::INTERRUPTED));
            }
        }
    }
}

/// A flag that is set while sets are visited ends the visits.
pub fn a_flag_raised_between_sets_ends_the_visits(kit: &Kit) {
    for (v, p) in [(3, 6), (4, 5)] {
        let board = dealt(deck(v, p), 4, usize::MAX);
        for (row, question) in kit.able(board.deck()) {
            let _case = Case { row, question, seed: 4, board: &board };
            let subject = Subject::new(row, question, &board, &Options::default());
            let Subject::Enumerate(mut solver) = subject else { continue };
            let flag = Arc::new(AtomicBool::new(false));
            let mut visits = 0_u32;
            let end = solver.for_each(&Limit::none().or_flag(Arc::clone(&flag)), &mut |_| {
                visits += 1;
                flag.store(visits >= 10, Ordering::Relaxed);
                ControlFlow::Continue(())
            });
            assert_eq!(end, Err(Stop::INTERRUPTED), "after {visits} visits");
        }
    }
}

/// The same set, list and count with any number of threads, also after updates.
pub fn answers_do_not_depend_on_the_number_of_threads(kit: &Kit) {
    const LONG: Duration = Duration::from_millis(300);
    #[rustfmt::skip]
    let shapes = [
        (1, 3, 1), (2, 4, 9), (3, 4, 12), (3, 6, 250), (3, 14, 300), (4, 4, 100), (4, 8, 250),
        (5, 4, 250), (6, 2, 36), (10, 4, 120), (16, 4, 230), (20, 4, 290),
    ];
    for (v, p, n) in shapes {
        for (row, question) in kit.able(deck(v, p)).filter(|(row, _)| row.threads) {
            // Which thread finds a set first is random, so this is tried more often.
            for seed in 0..if question == Question::Find { 4 } else { 2 } {
                let mut board = dealt(deck(v, p), seed, n);
                let pool = dealt(deck(v, p), seed, 2 * n);
                let mut random = Random::new(seed);
                let start = |threads| {
                    let options = Options {
                        threads: NonZeroUsize::new(threads).unwrap(),
                        ..Options::default()
                    };
                    Subject::new(row, question, &board, &options)
                };
                let mut subjects = [1, 3, 8].map(start);
                for _ in 0..4 {
                    let _case = Case { row, question, seed, board: &board.clone() };
                    let [one, more @ ..] = &mut subjects;
                    // If one thread takes long, many threads on few processors do, too.
                    let Ok(said) = one.ask(&Limit::timeout(LONG)) else { break };
                    for other in more {
                        let other = other.ask(&Limit::none()).unwrap();
                        assert_eq!(settled(row, other, &said), said);
                    }
                    let found = if let Said::Set(set) = &said { set.as_ref() } else { None };
                    let change = Change::random(&mut random, &board, pool.cards(), found);
                    let done = change.apply_to(&mut board);
                    for subject in &mut subjects {
                        assert_eq!(change.apply(subject), done);
                    }
                }
            }
        }
    }
}
