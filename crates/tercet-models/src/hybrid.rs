//! `hybrid`: [`auto`](tercet::solver::Auto), joined by the models when it takes long.
//!
//! On random boards the library's methods are the fastest, on most within a millisecond. On other
//! boards they need not be: there may be a reason against every set that `cover` does not look for, so
//! that it tries all ways to fail, while `sat` learns from some of them. So after 50 ms the models join as
//! *guests*, in a thread of their own. They take turns, which become longer, and keep what they have learnt from
//! turn to turn, if they can. The first verified answer counts. `auto` continues with all its threads, and a guest
//! that fails leaves the race. If `auto` and a guest answer, and contradict each other, the question fails with both
//! names and the board.
//!
//! The guests get a 13th of the time: while a guest works, `auto` has two thirds of two cores, so a 13th
//! costs it a 39th, and a little more for the caches that they share. (With equal shares a race on two cores takes a
//! third of the time from a method that uses both.)
//!
//! No guests come if they cannot win, because the time of `auto` is bounded by
//! the square of the number of cards (v ≤ 3); if only one thread may be used; and for lists and
//! counts, which the models produce set by set. In these cases `hybrid` is `auto`.
//!
//! *Which set* is found is the choice of `auto` in the first 50 ms, and later depends on the
//! winner. Everything else is deterministic: whether there is a set, the list of sets, and their
//! number.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tercet::board::BoardError;
use tercet::solver::{
    Auto, Count, Effort, Enumerate, Failure, Found, Limit, Method, Options, Reason, Report, Solver,
    Stop, Update, Visit,
};
use tercet::{Board, Card};

use crate::model::{caught, verified};
use crate::{Verdict, contradiction};

/// The time after which guests join.
const SLICE: Duration = Duration::from_millis(50);

/// The length of the first turn of a guest; it doubles after each round of turns.
const TURN: Duration = Duration::from_millis(20);

/// The pause of the guests after a turn, as a multiple of the turn.
const REST: u32 = 12;

/// Up to this v, `auto` takes at most quadratic time.
const EASY: usize = 3;

/// Asks `auto`, and if that takes long, also the models.
pub struct Hybrid {
    auto: Auto,
    options: Options,
    guests: Arc<[Method]>,
    /// The guest that gave the last answer, if a guest did, and its effort.
    winner: Option<(&'static str, Option<Effort>)>,
    /// The failures of guests.
    failures: Vec<Failure>,
}

impl Hybrid {
    /// The automatic choice among the library's methods, which these guests join if they can find sets
    /// of the deck, and lack nothing then.
    pub fn new(board: &Board, options: &Options, guests: impl Into<Arc<[Method]>>) -> Self {
        Self {
            auto: Auto::new(board, options),
            options: *options,
            guests: guests.into(),
            winner: None,
            failures: Vec::new(),
        }
    }

    /// Asks `auto`, with guests to join later.
    fn race(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let race = Arc::new(Race {
            start: Instant::now() + SLICE,
            board: self.auto.board().clone(),
            options: Options { threads: NonZeroUsize::MIN, ..self.options },
            guests: Arc::clone(&self.guests),
            limit: limit.clone(),
            is_over: AtomicBool::new(false),
            over: Condvar::new(),
            is_open: AtomicBool::new(false),
            thread: Mutex::new(None),
        });
        let open = Arc::clone(&race);
        let answer = self.auto.find(&limit.clone().or_callback(Arc::new(move || {
            open.open();
            open.is_over()
        })));
        let Some(Ok(came)) = race.end().map(JoinHandle::join) else { return answer };
        self.failures.extend(came.failures);
        let Some((guest, effort, found)) = came.answer else { return answer };
        let Ok(own) = answer else {
            self.winner = Some((guest, effort));
            return Ok(found);
        };
        let [said, its] = [own.clone(), found].map(Verdict::Find);
        contradiction((Method::AUTO.name, &said), (guest, &its), self.auto.board())?;
        Ok(own)
    }
}

impl Update for Hybrid {
    fn board(&self) -> &Board {
        self.auto.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.auto.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.auto.remove(cards)
    }

    fn report(&self) -> Report {
        let mut report = Report { failures: self.failures.clone(), ..self.auto.report() };
        if let Some((guest, effort)) = self.winner {
            (report.winner, report.effort) = (Some(guest), effort);
        }
        report
    }
}

impl Solver for Hybrid {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        self.winner = None;
        let is_easy = self.board().deck().values() <= EASY;
        if is_easy || self.options.threads == NonZeroUsize::MIN {
            return self.auto.find(limit);
        }
        self.race(limit)
    }
}

impl Enumerate for Hybrid {
    fn for_each(&mut self, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        self.winner = None;
        self.auto.for_each(limit, visit)
    }

    fn for_each_in_order(&mut self, limit: &Limit, visit: Visit) -> Option<Result<(), Stop>> {
        self.winner = None;
        self.auto.for_each_in_order(limit, visit)
    }
}

impl Count for Hybrid {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        self.winner = None;
        self.auto.count(limit)
    }
}

/// A question that `auto` works on, and that guests may join.
struct Race {
    /// When the guests join.
    start: Instant,
    board: Board,
    options: Options,
    guests: Arc<[Method]>,
    /// The limit of the question.
    limit: Limit,
    /// Whether the question is answered. `over` wakes guests that pause.
    is_over: AtomicBool,
    over: Condvar,
    /// Whether the thread of guests was started.
    is_open: AtomicBool,
    /// The thread of guests. Without one there are no guests.
    thread: Mutex<Option<JoinHandle<Contribution>>>,
}

/// The result of the guests.
#[derive(Default)]
struct Contribution {
    /// The name of a guest, its effort, and its answer.
    answer: Option<(&'static str, Option<Effort>, Option<Found>)>,
    failures: Vec<Failure>,
}

impl Race {
    /// Starts the thread of guests when `auto` has been alone for long enough.
    fn open(self: &Arc<Self>) {
        if self.is_open.load(Ordering::Relaxed)
            || Instant::now() < self.start
            || self.is_open.swap(true, Ordering::Relaxed)
        {
            return;
        }
        let race = Arc::clone(self);
        let thread = thread::Builder::new().name("guests".into()).spawn(move || race.take_turns());
        *self.thread() = thread.ok();
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the pauses and turns of the guests, and returns their thread.
    fn end(&self) -> Option<JoinHandle<Contribution>> {
        self.is_over.store(true, Ordering::Relaxed);
        let thread = self.thread().take();
        self.over.notify_all();
        thread
    }

    fn thread(&self) -> MutexGuard<'_, Option<JoinHandle<Contribution>>> {
        self.thread.lock().expect("nothing panics with it")
    }

    /// Lets the guests take turns, until the question is answered.
    fn take_turns(self: &Arc<Self>) -> Contribution {
        let mut came = Contribution::default();
        // The answer may have come while this thread started.
        if self.is_over() {
            return came;
        }
        let build =
            |guest: &Method| Some((guest.name, guest.solver(&self.board, &self.options).ok()?));
        let mut guests: Vec<_> = self.guests.iter().filter_map(build).collect();
        let race = Arc::clone(self);
        let limit = self.limit.clone().or_callback(Arc::new(move || race.is_over()));
        let mut turn = TURN;
        while !guests.is_empty() {
            let mut i = 0;
            while let Some((name, solver)) = guests.get_mut(i) {
                let (begin, name) = (Instant::now(), *name);
                let limit = limit.clone().or_timeout(turn);
                let found = caught(name, || {
                    let found = solver.find(&limit)?;
                    found.iter().try_for_each(|set| verified(name, &self.board, set))?;
                    Ok(found)
                });
                match found {
                    Ok(found) => {
                        self.is_over.store(true, Ordering::Relaxed);
                        came.answer = Some((name, solver.report().effort, found));
                        return came;
                    }
                    Err(Stop::DEADLINE | Stop::INTERRUPTED) => i += 1,
                    // Asking it again does not help.
                    Err(stop) => {
                        if let Reason::Failed(failure) = stop.reason {
                            came.failures.push(*failure);
                        }
                        guests.remove(i);
                    }
                }
                if !self.rest(begin.elapsed().saturating_mul(REST)) {
                    return came;
                }
            }
            turn = turn.saturating_mul(2);
        }
        came
    }

    /// Waits for this time, unless the question is answered or a limit is reached earlier.
    fn rest(&self, time: Duration) -> bool {
        let is_on = |_: &mut _| !self.is_over();
        let rested = self.over.wait_timeout_while(self.thread(), time, is_on);
        drop(rested.expect("nothing panics with it"));
        !self.is_over() && self.limit.check().is_ok()
    }
}
