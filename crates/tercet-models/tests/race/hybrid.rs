//! `auto` with guests that are slow, wrong or broken.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use tercet::board::BoardError;
use tercet::deal::Dealer;
use tercet::solver::{self, Count, Enumerate, Found, Limit, Solver, Stop, Update};
use tercet::{Board, Card, Deck};
use tercet_models::hybrid::Hybrid;
use tercet_models::{Build, Method, Options};

use crate::actors::{Actor, CLAIMANT, DENIER, DREAMER, FAILURE, Habit, MISER, PANIC};
use crate::{named, quietly};

fn dealt(deck: Deck, n: usize, seed: u64) -> Board {
    Board::new(deck, &Dealer::new(deck, seed).take(n).collect::<Vec<_>>()).unwrap()
}

/// A board that takes `auto` hours.
fn long() -> Board {
    dealt(Deck::new(40, 4).unwrap(), 650, 1)
}

fn two_threads() -> Options {
    solver::Options { threads: 2.try_into().unwrap(), ..Default::default() }.into()
}

#[test]
fn guests_come_in_where_auto_takes_long() {
    quietly();
    let hybrid = |board: &Board, guests: fn(Deck, &Options) -> Vec<&'static Method>| {
        Hybrid::new(board, &two_threads(), guests).with_slice(Duration::from_millis(20))
    };
    let mut some = hybrid(&long(), |_, _| vec![&FAILURE, &CLAIMANT, &DENIER]);
    let answer = some.find(&Limit::timeout(Duration::from_secs(20)));
    // The cards after the first are no set, so the denier wins.
    assert_eq!((answer, some.report().winner), (Ok(None), Some("DENIER")));
    let failed: Vec<String> =
        some.report().failures.into_iter().map(|failure| failure.solver).collect();
    assert_eq!(failed, ["its solver", "CLAIMANT"]);
    // Guests are not asked about easy boards.
    let easy = dealt(Deck::new(10, 4).unwrap(), 120, 1);
    let mut some = hybrid(&easy, |_, _| vec![&DENIER]);
    let mut auto = named("auto").solver(&easy, &two_threads()).unwrap();
    assert_eq!(some.find(&Limit::none()), auto.find(&Limit::none()));
    assert_eq!(some.report().winner, Some("cover"));
    // If the guests do not answer, the answer comes from auto or the limit.
    let guests: [fn(Deck, &Options) -> Vec<&'static Method>; 3] =
        [|_, _| vec![&PANIC], |_, _| vec![&DREAMER, &MISER], |_, _| vec![]];
    for (guests, (limit, failures)) in guests.into_iter().zip([(200, 1), (200, 0), (50, 0)]) {
        let mut some = hybrid(&long(), guests);
        let begin = Instant::now();
        let answer = some.find(&Limit::timeout(Duration::from_millis(limit)));
        assert_eq!(answer, Err(Stop::Deadline));
        assert_eq!(some.report().failures.len(), failures);
        assert!(begin.elapsed() < Duration::from_millis(limit + 300), "{:?}", begin.elapsed());
    }
}

/// Guests take turns and rest in between: they work for a ninth of the time.
#[test]
fn guests_are_modest() {
    static AT_WORK: Mutex<Duration> = Mutex::new(Duration::ZERO);
    static TURNS: AtomicUsize = AtomicUsize::new(0);
    struct Timed(Actor);
    impl Update for Timed {
        fn board(&self) -> &Board {
            self.0.board()
        }

        fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
            self.0.add(cards)
        }

        fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
            self.0.remove(cards)
        }
    }
    impl Solver for Timed {
        fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
            let begin = Instant::now();
            let answer = self.0.find(limit);
            *AT_WORK.lock().unwrap() += begin.elapsed();
            TURNS.fetch_add(1, Ordering::Relaxed);
            answer
        }
    }
    impl Enumerate for Timed {
        fn for_each(
            &mut self,
            limit: &Limit,
            visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
        ) -> Result<(), Stop> {
            self.0.for_each(limit, visit)
        }
    }
    impl Count for Timed {
        fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
            self.0.count(limit)
        }
    }
    static GUEST: LazyLock<Method> = LazyLock::new(|| Method {
        name: "guest",
        build: Build::Full(|board, _| {
            Box::new(Timed(Actor { board: board.clone(), habit: Habit::Dreams }))
        }),
        ..DREAMER.clone()
    });
    let hybrid = Hybrid::new(&long(), &two_threads(), |_, _| vec![&*GUEST]);
    let mut hybrid = hybrid.with_slice(Duration::from_millis(1));
    let begin = Instant::now();
    let answer = hybrid.find(&Limit::timeout(Duration::from_millis(1400)));
    assert_eq!(answer, Err(Stop::Deadline));
    let share = AT_WORK.lock().unwrap().as_secs_f64() / begin.elapsed().as_secs_f64();
    assert!((3..=4).contains(&TURNS.load(Ordering::Relaxed)), "{TURNS:?} turns");
    assert!((0.1..0.35).contains(&share), "{share}");
}
