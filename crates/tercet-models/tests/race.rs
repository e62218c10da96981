//! Races of methods that are slow, wrong, broken, or gone.

use std::ops::ControlFlow;
use std::panic;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::thread;
use std::time::{Duration, Instant};

use tercet::board::BoardError;
use tercet::game::{Dealer, Game, Pick, Rules};
use tercet::notation::parse_board;
use tercet::solver::{
    Answer, Count, Enumerate, Failure, Family, Limit, Method, Options, Solver, Stop, Update,
};
use tercet::{Board, Card, Deck, Set};
use tercet_models::hybrid::Hybrid;
use tercet_models::method;
use tercet_models::portfolio::{NoRace, Portfolio};

/// A member with a habit of its own.
struct Actor {
    board: Board,
    habit: Habit,
}

#[derive(Clone, Copy)]
enum Habit {
    /// Says at once that there is no set.
    Denies,
    /// Says so, but only after a while, whatever it is told.
    DeniesLate,
    /// Shows a set of the deck, whatever lies on the board.
    Claims,
    Fails,
    Panics,
    /// Says nothing until it is stopped.
    Dreams,
    /// Says nothing, and is slow to notice that it is stopped.
    Sleeps,
    RunsOutOfMemory,
}

const WHILE: Duration = Duration::from_millis(100);

impl Update for Actor {
    fn board(&self) -> &Board {
        &self.board
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.remove(cards)
    }
}

impl Solver for Actor {
    fn find(&mut self, limit: &Limit) -> Answer {
        match self.habit {
            Habit::Denies => return Answer::None,
            Habit::DeniesLate => {
                thread::sleep(WHILE);
                return Answer::None;
            }
            Habit::Claims => {
                let deck = self.board.deck();
                let cards: Vec<Card> = deck.cards().take(deck.values()).collect();
                return Answer::Found(Set::new(deck, &cards).unwrap());
            }
            Habit::Fails => return Answer::Stopped(Stop::failed("its solver", "went home")),
            Habit::Panics => panic!("out of my depth"),
            Habit::RunsOutOfMemory => return Answer::Stopped(Stop::Memory),
            Habit::Sleeps => thread::sleep(WHILE),
            Habit::Dreams => {}
        }
        loop {
            if let Err(stop) = limit.check() {
                return Answer::Stopped(stop);
            }
            thread::sleep(Duration::from_micros(200));
        }
    }
}

impl Count for Actor {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        match self.find(limit) {
            Answer::Stopped(stop) => Err(stop),
            _ => Ok(7),
        }
    }
}

impl Enumerate for Actor {
    fn for_each(
        &mut self,
        limit: &Limit,
        _: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.count(limit).map(|_| ())
    }
}

macro_rules! actor {
    ($name:ident, $habit:ident) => {
        static $name: Method = Method {
            name: stringify!($name),
            family: Family::Choice,
            source: "this test",
            idea: "has a habit",
            complexity: "none",
            decks: "any",
            threads: false,
            suits: |_| true,
            missing: |_| None,
            solver: Some(|board, _| Box::new(Actor { board: board.clone(), habit: Habit::$habit })),
            enumerator: None,
            counter: Some(|board, _| {
                Box::new(Actor { board: board.clone(), habit: Habit::$habit })
            }),
        };
    };
}

actor!(DENIER, Denies);
actor!(LATE_DENIER, DeniesLate);
actor!(CLAIMANT, Claims);
actor!(FAILURE, Fails);
actor!(PANIC, Panics);
actor!(DREAMER, Dreams);
actor!(SLEEPER, Sleeps);
actor!(MISER, RunsOutOfMemory);

fn named(name: &str) -> &'static Method {
    method(name).unwrap()
}

fn dealt(deck: Deck, n: usize, seed: u64) -> Board {
    Board::new(deck, &Dealer::new(deck, seed).take(n).collect::<Vec<_>>()).unwrap()
}

/// Three cards that are a set, and not the one that the claimant claims.
fn with_set() -> Board {
    parse_board("2RhO 2GhO 2PhO").unwrap()
}

fn without_set() -> Board {
    parse_board("2RhO 2GhO 2PhD").unwrap()
}

fn race(board: &Board, members: &[&'static Method]) -> Portfolio {
    Portfolio::new(board, &Options::default(), members).unwrap()
}

/// The words of a failure.
fn failure(answer: &Answer) -> String {
    let Answer::Stopped(stop @ Stop::Failed(_)) = answer else { panic!("{answer:?}") };
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
        let mut portfolio = race(&board, &[&DREAMER, named("brute"), &SLEEPER]);
        for _ in 0..3 {
            let begin = Instant::now();
            let answer = portfolio.find(&Limit::none());
            assert!(matches!(answer, Answer::Found(_)) == found && answer == answer.clone());
            assert!(matches!(answer, Answer::None) != found);
            assert_eq!(portfolio.winner(), Some("brute"));
            assert!(begin.elapsed() < WHILE, "it waited for the sleeper");
        }
        assert_eq!(portfolio.count(&Limit::none()), Ok(u128::from(found)));
        assert_eq!(portfolio.failures(), []);
    }
}

/// The members say different things, and both are told together with the board.
#[test]
fn a_contradiction_is_loud_and_the_board_is_saved() {
    let folder = in_a_folder();
    let board = with_set();
    let mut said = Vec::new();
    for _ in 0..2 {
        // One of the two is first; a loser who is late is heard at the next question.
        let mut portfolio = race(&board, &[&DENIER, named("brute")]);
        let stop = (0..100).find_map(|_| match portfolio.find(&Limit::none()) {
            Answer::Stopped(stop) => Some(stop),
            _ => None,
        });
        said.push(stop.expect("a contradiction").to_string());
        let mut portfolio = race(&board, &[&DENIER, named("brute")]);
        let stop = (0..100).find_map(|_| portfolio.count(&Limit::none()).err());
        said.push(stop.expect("a contradiction").to_string());
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
        assert!(parse_board(&text).unwrap() == board, "{text}");
        assert!(text.starts_with("# ") && text.contains("DENIER"), "{text}");
        files.push(file);
    }
}

/// Who says it after the race is over is heard at the next question.
#[test]
fn a_late_contradiction_is_noticed_at_the_next_question() {
    in_a_folder();
    let mut portfolio = race(&with_set(), &[named("brute"), &LATE_DENIER]);
    assert!(matches!(portfolio.find(&Limit::none()), Answer::Found(_)));
    // Another board, about which it would be no lie.
    portfolio.remove(with_set().cards()).unwrap();
    portfolio.add(&without_set().cards()[1..]).unwrap();
    thread::sleep(2 * WHILE);
    let said = failure(&portfolio.find(&Limit::none()));
    assert!(said.starts_with("brute and LATE_DENIER contradict each other"), "{said}");
    let (_, file) = said.rsplit_once("saved in ").unwrap();
    assert!(parse_board(std::fs::read(file).unwrap()).unwrap() == with_set(), "the old board");
    // That is over now.
    assert_eq!(portfolio.find(&Limit::none()), Answer::None);
}

#[test]
fn those_who_fail_do_not_end_the_race() {
    quietly();
    let board = with_set();
    let mut portfolio = race(&board, &[&FAILURE, &PANIC, &CLAIMANT, &MISER, named("brute")]);
    for _ in 0..3 {
        assert!(matches!(portfolio.find(&Limit::none()), Answer::Found(_)));
        portfolio.remove(&board.cards()[..1]).unwrap();
        assert_eq!(portfolio.find(&Limit::none()), Answer::None);
        portfolio.add(&board.cards()[..1]).unwrap();
        thread::sleep(Duration::from_millis(20));
    }
    let failures: Vec<String> = portfolio.failures().iter().map(Failure::to_string).collect();
    assert_eq!(
        failures,
        [
            "its solver went home",
            "PANIC panicked: out of my depth",
            "CLAIMANT claims that 1RsO 1RsD 1RsS is a set of the board"
        ]
    );
}

#[test]
fn when_all_fail_the_first_is_named() {
    quietly();
    for (members, said) in [
        (vec![&FAILURE], "its solver went home"),
        (vec![&MISER, &PANIC], "PANIC panicked: out of my depth"),
        (vec![&CLAIMANT, &MISER], "CLAIMANT claims that 1RsO 1RsD 1RsS is a set of the board"),
    ] {
        let mut portfolio = race(&with_set(), &members);
        // Asked again, it is no better.
        for _ in 0..2 {
            assert_eq!(failure(&portfolio.find(&Limit::none())), said);
            portfolio.add(&[]).unwrap();
        }
    }
    let mut portfolio = race(&with_set(), &[&MISER]);
    assert_eq!(portfolio.find(&Limit::none()), Answer::Stopped(Stop::Memory));
    // Nobody can: the transform only counts.
    let mut portfolio = race(&with_set(), &[named("spectrum")]);
    let said = failure(&portfolio.find(&Limit::none()));
    assert_eq!(said, "portfolio has no member that can find one set of (3,4)");
    assert_eq!(portfolio.count(&Limit::none()), Ok(1));
}

#[test]
fn limits_end_a_race_soon() {
    const SOON: Duration = Duration::from_millis(300);
    for members in [vec![&DREAMER], vec![&SLEEPER, &DREAMER]] {
        let mut portfolio = race(&with_set(), &members);
        let begin = Instant::now();
        let answer = portfolio.find(&Limit::timeout(Duration::from_millis(20)));
        assert_eq!(answer, Answer::Stopped(Stop::Deadline));
        assert!(begin.elapsed() < SOON, "{:?}", begin.elapsed());
        let flag = Arc::new(AtomicBool::new(false));
        let raise = Arc::clone(&flag);
        let raiser = thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            raise.store(true, Ordering::Relaxed);
        });
        let begin = Instant::now();
        let answer = portfolio.find(&Limit::none().or_flag(flag));
        assert_eq!(answer, Answer::Stopped(Stop::Interrupted));
        drop(portfolio);
        assert!(begin.elapsed() < SOON, "{:?}", begin.elapsed());
        raiser.join().unwrap();
    }
}

#[test]
fn not_all_methods_can_race() {
    let refused = |names: &[&'static str]| {
        let options = Options { members: names.into(), ..Options::default() };
        let unable = named("portfolio").solver(&with_set(), &options).err().unwrap().to_string();
        let error = Portfolio::from_options(&with_set(), &options).err().unwrap();
        assert_eq!(unable, format!("portfolio cannot race: {error}"));
        error
    };
    assert_eq!(refused(&["cover", "portfolio"]), NoRace::Nested("portfolio"));
    assert_eq!(refused(&["hybrid"]), NoRace::Nested("hybrid"));
    assert_eq!(refused(&["cover", "sat", "cover"]), NoRace::Twice("cover"));
    assert!(matches!(refused(&["magic"]), NoRace::Unknown(_)));
    let none = Portfolio::new(&with_set(), &Options::default(), &[]);
    assert_eq!(none.err(), Some(NoRace::Empty));
    let usual = Portfolio::from_options(&with_set(), &Options::default()).unwrap();
    assert_eq!(usual.members().take(2).collect::<Vec<_>>(), ["auto", "sat"]);
}

/// A list is no race, and the same whoever else is there.
#[test]
fn one_member_lists() {
    let mut portfolio = race(&with_set(), &[&DREAMER, named("halves"), named("sat")]);
    let mut visits = 0;
    let end = portfolio.for_each(&Limit::none(), &mut |_| {
        visits += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((end, visits, portfolio.winner()), (Ok(()), 1, Some("halves")));
}

/// A member that fails before it has listed anything makes room for the next.
#[test]
fn another_member_lists_where_one_fails() {
    static FAILS: Method = Method {
        enumerator: Some(|board, _| Box::new(Actor { board: board.clone(), habit: Habit::Fails })),
        ..FAILURE
    };
    static PANICS: Method = Method {
        enumerator: Some(|board, _| Box::new(Actor { board: board.clone(), habit: Habit::Panics })),
        ..PANIC
    };
    quietly();
    let none = &mut |_: &[usize]| ControlFlow::Continue(());
    let mut portfolio = race(&with_set(), &[&FAILS, &PANICS, named("halves")]);
    for _ in 0..2 {
        assert_eq!(portfolio.for_each(&Limit::none(), none), Ok(()));
        assert_eq!(portfolio.winner(), Some("halves"));
    }
    assert_eq!(portfolio.failures().len(), 2);
    let mut portfolio = race(&with_set(), &[&FAILS, &PANICS]);
    let stop = portfolio.for_each(&Limit::none(), none).unwrap_err();
    assert_eq!(stop, Stop::failed("its solver", "went home"));
}

/// Waits until so many threads of this process have one of these names: it takes a thread a moment
/// to take its name, and the system one to forget a thread that has ended.
#[cfg(target_os = "linux")]
fn wait_for_threads(number: usize, names: &[&str]) {
    let begin = Instant::now();
    while threads(names) != number {
        assert!(begin.elapsed() < 50 * WHILE, "{} threads, not {number}", threads(names));
        thread::yield_now();
    }
}

#[cfg(target_os = "linux")]
fn threads(names: &[&str]) -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
    tasks.filter_map(|task| name(task.ok()?)).filter(|name| names.contains(&name.trim())).count()
}

#[cfg(target_os = "linux")]
#[test]
fn no_thread_is_left() {
    const NAMES: [&str; 3] = ["pairs-hash", "brute-mod3", "thirds"];
    let deck = Deck::CLASSIC;
    let members = NAMES.map(named);
    for seed in 0..1000 {
        let portfolio = Box::new(race(&Board::empty(deck), &members));
        let rules = Rules { sets: Some(3), pick: Pick::Found, ..Rules::classic(deck) };
        let mut game = Game::with_solver(Dealer::new(deck, seed), rules, portfolio).unwrap();
        wait_for_threads(0, &NAMES);
        while game.step(&Limit::none()).unwrap().is_some() {}
        wait_for_threads(3, &NAMES);
        assert_eq!(game.sets(), 3);
    }
    wait_for_threads(0, &NAMES);
}

/// One portfolio asked again and again keeps its threads.
#[cfg(target_os = "linux")]
#[test]
fn members_stay_for_the_whole_game() {
    const NAMES: [&str; 2] = ["halves", "pairs-bits"];
    let mut portfolio = race(&Board::empty(Deck::CLASSIC), &NAMES.map(named));
    let all: Vec<Card> = Dealer::new(Deck::CLASSIC, 1).collect();
    for round in 0..300 {
        let card = all[round * 7 % 81];
        if portfolio.board().contains(card) {
            portfolio.remove(&[card]).unwrap();
        } else {
            portfolio.add(&[card]).unwrap();
        }
        let brute = named("brute-mod3").solver(portfolio.board(), &Options::default());
        let expected = brute.unwrap().find(&Limit::none());
        let said = portfolio.find(&Limit::none());
        assert_eq!(matches!(said, Answer::None), matches!(expected, Answer::None), "{round}");
        wait_for_threads(2, &NAMES);
    }
}

/// A board that takes `auto` hours.
fn long() -> Board {
    dealt(Deck::new(40, 4).unwrap(), 650, 1)
}

fn two_threads() -> Options {
    Options { threads: 2.try_into().unwrap(), ..Options::default() }
}

#[test]
fn guests_come_in_where_auto_takes_long() {
    quietly();
    let hybrid = |board: &Board, guests: &[&'static Method]| {
        Hybrid::new(board, &two_threads()).with_guests(guests, Duration::from_millis(20))
    };
    let mut some = hybrid(&long(), &[&FAILURE, &CLAIMANT, &DENIER]);
    let answer = some.find(&Limit::timeout(Duration::from_secs(20)));
    // The claimant's cards are not on the board, so the denier wins.
    assert_eq!((answer, some.winner()), (Answer::None, Some("DENIER")));
    let failed: Vec<String> = some.failures().into_iter().map(|failure| failure.solver).collect();
    assert_eq!(failed, ["its solver", "CLAIMANT"]);
    // Nobody is asked about easy boards.
    let easy = dealt(Deck::new(10, 4).unwrap(), 120, 1);
    let mut some = hybrid(&easy, &[&DENIER]);
    let mut auto = named("auto").solver(&easy, &two_threads()).unwrap();
    assert_eq!(some.find(&Limit::none()), auto.find(&Limit::none()));
    assert_eq!(some.winner(), Some("cover"));
    // Guests that do not answer leave all to auto, and to the limit.
    for (guests, limit, failures) in
        [(vec![&PANIC], 200, 1), (vec![&DREAMER, &MISER], 200, 0), (vec![], 50, 0)]
    {
        let mut some = hybrid(&long(), &guests);
        let begin = Instant::now();
        let answer = some.find(&Limit::timeout(Duration::from_millis(limit)));
        assert_eq!(answer, Answer::Stopped(Stop::Deadline));
        assert_eq!(some.failures().len(), failures);
        assert!(begin.elapsed() < Duration::from_millis(limit + 300), "{:?}", begin.elapsed());
    }
}

/// Guests take turns and rest in between: they work for a fifth of the time.
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
        fn find(&mut self, limit: &Limit) -> Answer {
            let begin = Instant::now();
            let answer = self.0.find(limit);
            *AT_WORK.lock().unwrap() += begin.elapsed();
            TURNS.fetch_add(1, Ordering::Relaxed);
            answer
        }
    }
    static GUEST: Method = Method {
        name: "guest",
        solver: Some(|board, _| {
            Box::new(Timed(Actor { board: board.clone(), habit: Habit::Dreams }))
        }),
        counter: None,
        ..DREAMER
    };
    let hybrid = Hybrid::new(&long(), &two_threads());
    let mut hybrid = hybrid.with_guests(&[&GUEST], Duration::from_millis(1));
    let begin = Instant::now();
    let answer = hybrid.find(&Limit::timeout(Duration::from_millis(1400)));
    assert_eq!(answer, Answer::Stopped(Stop::Deadline));
    let share = AT_WORK.lock().unwrap().as_secs_f64() / begin.elapsed().as_secs_f64();
    assert!((3..=4).contains(&TURNS.load(Ordering::Relaxed)), "{TURNS:?} turns");
    assert!((0.1..0.35).contains(&share), "{share}");
}
