//! `auto` with guests that are slow, wrong or broken.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use tercet::solver::{Limit, Method, Options, Solver, Stop, Update};
use tercet::{Board, Deck, deal};
use tercet_models::hybrid::Hybrid;
use tercet_testkit::wait::wait_until;

use crate::actors::{CLAIMANT, DENIER, DREAMER, FAILURE, MISER, PANIC, TURN_TAKER, TURNS};
use crate::quietly;

/// A board that takes `auto` hours.
fn long() -> Board {
    deal::board(Deck::new(40, 4).unwrap(), 650, 1).unwrap()
}

fn two_threads() -> Options {
    Options { threads: 2.try_into().unwrap(), ..Options::default() }
}

#[test]
fn guests_come_in_where_auto_takes_long() {
    quietly();
    let hybrid = |board: &Board, guests: fn(Deck) -> Vec<Method>| {
        Hybrid::new(board, &two_threads(), guests).with_slice(Duration::from_millis(20))
    };
    let mut some = hybrid(&long(), |_| vec![FAILURE, CLAIMANT, DENIER]);
    let answer = some.find(&Limit::none());
    // The cards after the first are no set, so the denier wins.
    assert_eq!((answer, some.report().winner), (Ok(None), Some("DENIER")));
    let failed: Vec<String> =
        some.report().failures.into_iter().map(|failure| failure.solver).collect();
    assert_eq!(failed, ["its solver", "CLAIMANT"]);
    // Guests are not asked about easy boards.
    let easy = deal::board(Deck::new(10, 4).unwrap(), 120, 1).unwrap();
    let mut some = hybrid(&easy, |_| vec![DENIER]);
    let mut auto = Method::AUTO.solver(&easy, &two_threads()).unwrap();
    assert_eq!(some.find(&Limit::none()), auto.find(&Limit::none()));
    assert_eq!(some.report().winner, Some("cover"));
    // If the guests do not answer, the answer comes from auto or the limit.
    let guests: [fn(Deck) -> Vec<Method>; 3] =
        [|_| vec![PANIC], |_| vec![DREAMER, MISER], |_| vec![]];
    for (guests, failures) in guests.into_iter().zip([1, 0, 0]) {
        let mut time = Duration::from_millis(50);
        // A slow machine takes longer until a guest fails.
        wait_until(
            || {
                let mut some = hybrid(&long(), guests);
                assert_eq!(some.find(&Limit::timeout(time)), Err(Stop::DEADLINE));
                time *= 2;
                some.report().failures.len() == failures
            },
            || format!("{failures} failures"),
        );
    }
}

/// Guests take turns, which become longer, and rest for eight times as long after the first, then longer.
#[test]
fn guests_are_modest() {
    let hybrid = Hybrid::new(&long(), &two_threads(), |_| vec![TURN_TAKER]);
    let mut hybrid = hybrid.with_slice(Duration::from_millis(1));
    let asked = Instant::now();
    assert_eq!(hybrid.find(&Limit::none()), Ok(None));
    let turns = TURNS.lock().unwrap();
    // A busy machine makes turns and rests longer, but a guest may notice late that its turn has begun.
    let [first, second] = [turns[0], turns[1]].map(|[begin, end]| (end - begin, end));
    assert!((first.1 - asked).as_millis() >= 20, "{turns:?}");
    assert!(second.1 - first.1 >= 8 * first.0 + Duration::from_millis(40), "{turns:?}");
    for pair in turns.windows(2) {
        let [[begin, end], [next, _]] = [pair[0], pair[1]];
        assert!(next - end >= 8 * (end - begin), "{turns:?}");
    }
    // It has not said that it made progress.
    let [[_, end], [next, _]] = [turns[1], turns[2]];
    assert!(next - end >= 16 * (end - turns[1][0]), "{turns:?}");
}

/// Nobody joins before 50 ms, nor is a thread started for that in a question of a millisecond.
#[test]
fn guests_come_late() {
    static CAME: Mutex<Option<Instant>> = Mutex::new(None);
    let asked = Instant::now();
    let mut hybrid = Hybrid::new(&long(), &two_threads(), |_| {
        *CAME.lock().unwrap() = Some(Instant::now());
        vec![DENIER]
    });
    assert_eq!(hybrid.find(&Limit::none()), Ok(None));
    let came = CAME.lock().unwrap().expect("auto takes hours");
    assert!((came - asked).as_millis() >= 50);
}
