//! `auto` with guests that are slow, wrong, broken, or missing.

use std::panic;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::thread;
use std::time::{Duration, Instant};

use tercet::solver::{
    Algorithm, Found, Layout, Limit, Method, Options, Reason, Solver, Stop, Update, Visit,
};
use tercet::{Board, Deck, deal};
use tercet_models::hybrid::Hybrid;
use tercet_testkit::wait::wait_until;

/// A guest with a fixed behaviour.
struct Actor<F>(F);

/// What a guest says when it is asked for a set.
type Said = Result<Option<Found>, Stop>;

impl<F: Fn(&Layout, &Limit) -> Said + Send> Algorithm for Actor<F> {
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Said {
        (self.0)(layout, limit)
    }

    fn for_each(&mut self, _: &mut Layout, _: &Limit, _: Visit) -> Result<(), Stop> {
        unreachable!("guests are only asked for a set")
    }
}

fn actor(
    name: &'static str,
    habit: impl Fn(&Layout, &Limit) -> Said + Clone + Send + Sync + 'static,
) -> Method {
    Method::new(name, move |board, _| Actor(habit.clone()).on(board))
}

/// Answers at once that there is no set.
fn denier() -> Method {
    actor("denier", |_, _| Ok(None))
}

/// Waits for the limit.
fn dream(_: &Layout, limit: &Limit) -> Said {
    loop {
        limit.check()?;
        thread::sleep(Duration::from_micros(200));
    }
}

/// A board that takes `auto` hours.
fn long() -> Board {
    deal::board(Deck::new(40, 4).unwrap(), 650, 1).unwrap()
}

fn two_threads() -> Options {
    Options { threads: 2.try_into().unwrap(), ..Options::default() }
}

/// Panics of guests are expected, and not printed.
fn quietly() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if thread::current().name() != Some("guests") {
                usual(panic);
            }
        }));
    });
}

#[test]
fn guests_come_in_where_auto_takes_long() {
    quietly();
    let failure = actor("failure", |_, _| Err(Stop::failed("its solver", "went home")));
    let claimant = actor("claimant", |_, _| Ok(Some(Found::new((1..=40).collect::<Vec<_>>()))));
    let panics = actor("panic", |_, _| panic!("out of my depth"));
    let miser = actor("miser", |_, _| Err(Stop::MEMORY));
    let absent = Method { lacks: Some(Arc::new(|| Some("is away".into()))), ..denier() };
    let hybrid = |board: &Board, guests: &[Method]| Hybrid::new(board, &two_threads(), guests);
    let mut some = hybrid(&long(), &[failure, claimant, denier()]);
    let answer = some.find(&Limit::none());
    // The cards after the first are no set, so the denier wins.
    assert_eq!((answer, some.report().winner), (Ok(None), Some("denier")));
    let failed: Vec<String> =
        some.report().failures.into_iter().map(|failure| failure.solver).collect();
    assert_eq!(failed, ["its solver", "claimant"]);
    // Guests are not asked about easy boards.
    let easy = deal::board(Deck::new(10, 4).unwrap(), 120, 1).unwrap();
    let mut some = hybrid(&easy, &[denier()]);
    let mut auto = Method::AUTO.solver(&easy, &two_threads()).unwrap();
    assert_eq!(some.find(&Limit::none()), auto.find(&Limit::none()));
    assert_eq!(some.report().winner, Some("cover"));
    // If the guests do not answer, the answer comes from auto or the limit.
    let dreamer = actor("dreamer", dream);
    let guests = [(vec![panics], 1), (vec![dreamer, miser], 0), (vec![absent], 0), (vec![], 0)];
    for (guests, failures) in &guests {
        let mut time = Duration::from_millis(100);
        // A slow machine takes longer until a guest fails.
        wait_until(
            || {
                let mut some = hybrid(&long(), guests);
                assert_eq!(some.find(&Limit::timeout(time)), Err(Stop::DEADLINE));
                time *= 2;
                some.report().failures.len() == *failures
            },
            || format!("{failures} failures"),
        );
    }
}

/// Guests come after 50 ms. They take turns, which become longer, and rest for twelve times as long.
#[test]
fn guests_are_modest() {
    let turns = Arc::new(Mutex::new(Vec::new()));
    let taken = Arc::clone(&turns);
    // It answers in its third turn.
    let guest = actor("turns", move |layout, limit| {
        let begin = Instant::now();
        let is_third = taken.lock().unwrap().len() == 2;
        let answer = if is_third { Ok(None) } else { dream(layout, limit) };
        taken.lock().unwrap().push([begin, Instant::now()]);
        answer
    });
    let mut hybrid = Hybrid::new(&long(), &two_threads(), [guest]);
    let asked = Instant::now();
    assert_eq!(hybrid.find(&Limit::none()), Ok(None));
    let turns = turns.lock().unwrap();
    // A busy machine makes turns and rests longer, but a guest may notice late that its turn has begun.
    let [first, second] = [turns[0], turns[1]].map(|[begin, end]| (end - begin, end));
    assert!((first.1 - asked).as_millis() >= 70, "{turns:?}");
    assert!(second.1 - first.1 >= 12 * first.0 + Duration::from_millis(40), "{turns:?}");
    for pair in turns.windows(2) {
        let [[begin, end], [next, _]] = [pair[0], pair[1]];
        assert!(next - end >= 12 * (end - begin), "{turns:?}");
    }
}

/// A guest that denies a set after `auto` has found one is heard.
#[test]
fn a_contradiction_is_loud_and_names_the_board() {
    let boards = (0..).map(|seed| deal::board(Deck::new(16, 4).unwrap(), 215, seed).unwrap());
    let board = boards.into_iter().find(|board| board.find().is_some()).unwrap();
    // `auto` waits for the guest, which waits for the end of the race.
    let has_come = Arc::new(AtomicBool::new(false));
    let (comes, checks) = (Arc::clone(&has_come), AtomicUsize::new(0));
    let guest = actor("denier", move |layout, limit| {
        comes.store(true, Ordering::Relaxed);
        let _ = dream(layout, limit);
        Ok(None)
    });
    let waits = Arc::new(move || {
        if thread::current().name() == Some("guests") {
            return false;
        }
        if checks.fetch_add(1, Ordering::Relaxed) == 0 {
            // Longer than `auto` is alone.
            thread::sleep(Duration::from_millis(60));
        } else {
            wait_until(|| has_come.load(Ordering::Relaxed), || "no guest comes".into());
        }
        false
    });
    let limit = Limit::none().or_callback(waits);
    let stop = Hybrid::new(&board, &two_threads(), [guest]).find(&limit).unwrap_err();
    let said = stop.to_string();
    assert!(said.starts_with("auto and denier contradict each other: auto finds "), "{said}");
    assert!(matches!(stop.reason, Reason::Failed(_)) && said.lines().count() == 1);
    let cards = board.deck().show_all(board.cards());
    let end = format!(", denier finds no set; the board of (16,4): {cards}");
    assert!(said.ends_with(&end), "{said}");
}
