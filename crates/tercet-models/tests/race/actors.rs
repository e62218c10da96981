//! Members that are slow, wrong or broken.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use tercet::board::BoardError;
use tercet::solver::{
    Build, Count, Decks, Enumerate, Family, Found, Limit, Method, Solver, Stop, Update,
};
use tercet::{Board, Card};

/// A member with a fixed behaviour.
pub(crate) struct Actor {
    pub(crate) board: Board,
    pub(crate) habit: Habit,
}

#[derive(Clone, Copy)]
pub(crate) enum Habit {
    /// Answers at once that there is no set.
    Denies,
    /// Answers that there is no set, but only after a while, and ignores the limit.
    DeniesLate,
    /// Claims a set of the cards after the first, on any board.
    Claims,
    Fails,
    Panics,
    /// Does not answer until it is stopped.
    Dreams,
    /// Takes turns, and answers in the third one.
    TakesTurns,
    /// Does not answer, and does not notice that it is stopped before the night is over.
    Sleeps,
    RunsOutOfMemory,
}

/// The delay of the late denier.
pub(crate) const WHILE: Duration = Duration::from_millis(100);

/// The turns that were taken.
pub(crate) static TURNS: Mutex<Vec<[Instant; 2]>> = Mutex::new(Vec::new());

/// Sleepers sleep while it is locked.
pub(crate) static NIGHT: Mutex<()> = Mutex::new(());

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
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        match self.habit {
            Habit::Denies => return Ok(None),
            Habit::DeniesLate => {
                thread::sleep(WHILE);
                return Ok(None);
            }
            Habit::Claims => {
                let v = self.board.deck().values();
                return Ok(Some(Found::new((1..=v).collect::<Vec<_>>())));
            }
            Habit::Fails => return Err(Stop::failed("its solver", "went home")),
            Habit::Panics => panic!("out of my depth"),
            Habit::RunsOutOfMemory => return Err(Stop::MEMORY),
            Habit::TakesTurns => {
                let (begin, turns) = (Instant::now(), TURNS.lock().unwrap().len());
                let answer = if turns == 2 { Ok(None) } else { dream(limit) };
                TURNS.lock().unwrap().push([begin, Instant::now()]);
                return answer;
            }
            Habit::Sleeps => drop(NIGHT.lock()),
            Habit::Dreams => {}
        }
        dream(limit)
    }
}

/// Waits for the limit.
fn dream(limit: &Limit) -> Result<Option<Found>, Stop> {
    loop {
        limit.check()?;
        thread::sleep(Duration::from_micros(200));
    }
}

impl Count for Actor {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        self.find(limit).map(|_| 7)
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
        pub(crate) const $name: Method = Method {
            name: stringify!($name),
            family: Family::Choice,
            source: "this test",
            idea: "has a habit",
            complexity: "none",
            decks: Decks::ANY,
            threads: false,
            only_counts: false,
            lacks: None,
            build: Build::Plain(|board, _| {
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
actor!(TURN_TAKER, TakesTurns);
actor!(MISER, RunsOutOfMemory);
