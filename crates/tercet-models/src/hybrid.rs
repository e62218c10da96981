//! `hybrid`: [`auto`](tercet::solver::Auto), joined by the models when it takes long.
//!
//! On random boards the library's methods are the fastest, on most within a millisecond. On other
//! boards they need not be: there may be a reason against every set that `cover` does not look for, so
//! that it tries all ways to fail, while `sat` learns from some of them. So a question goes through three
//! stages.
//!
//! 1. *Alone.* `auto` works on the calling thread for half a millisecond. Nothing else is started,
//!    so an easy board costs the time of `auto`.
//! 2. *Models waiting.* If that was too short, `auto` starts again, still on the calling thread,
//!    which loses only the half millisecond, and a second thread waits for stage 3.
//! 3. *The race.* After 100 ms the models join as *guests*. They take turns, which become longer,
//!    and together use a ninth of the time; they keep what they have learnt from turn to turn, if
//!    they can. The first verified answer counts, and a contradiction is an error as in
//!    [`portfolio`](crate::portfolio). `auto` continues with all its threads, and a guest that
//!    fails leaves the race.
//!
//! Why a ninth: with equal shares a race on two cores takes a third of the time from a method that
//! uses both, and half from one that uses the only core. But `hybrid` should never be much slower
//! than the best method. While a guest works, `auto` has two thirds of two cores; so a ninth of the
//! time costs it a 27th, and a little more for the caches that they share. A board on which a model wins is solved in a small
//! multiple of that model's time, however long `auto` would take.
//!
//! Stages 2 and 3 are omitted if the models cannot win, because the time of `auto` is bounded by
//! the square of the number of cards (v ≤ 3); if only one thread may be used; and for lists and
//! counts, which the models produce set by set. In these cases `hybrid` is `auto`.
//!
//! *Which set* is found is the choice of `auto` in the first 100 ms, and later depends on the
//! winner. Everything else is deterministic: whether there is a set, the list of sets, and their
//! number.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tercet::board::BoardError;
use tercet::solver::{
    Auto, Count, Effort, Enumerate, Failure, Found, Limit, Method, Options, Reason, Report, Solver,
    Stop, Update, Visit,
};
use tercet::{Board, Card, Deck};

use crate::portfolio::{Verdict, caught, contradiction};

/// The time that `auto` has alone.
const ALONE: Duration = Duration::from_micros(500);

/// The time after which guests join.
const SLICE: Duration = Duration::from_millis(100);

/// The length of the first turn of a guest; it doubles after each round of turns.
const TURN: Duration = Duration::from_millis(20);

/// The pause of the guests after each turn, as a multiple of the turn.
const RESTS: u32 = 8;

/// Up to this v, `auto` takes at most quadratic time.
const EASY: usize = 3;

/// Asks `auto`, and if that takes long, also the models.
pub struct Hybrid {
    auto: Auto,
    options: Options,
    guests: Guests,
    slice: Duration,
    /// The thread of guests that were not needed.
    idle: Idle,
    /// The guest that gave the last answer, if a guest did, and its effort.
    winner: Option<(&'static str, Option<Effort>)>,
    /// The failures of guests.
    failures: Vec<Failure>,
}

/// Chooses the guests. It is called when they join, since it may look for installed programs.
type Guests = Arc<dyn Fn(Deck) -> Vec<Method> + Send + Sync>;

impl Hybrid {
    /// The automatic choice among the library's methods, with guests that are chosen for the deck
    /// when they join.
    pub fn new(
        board: &Board,
        options: &Options,
        guests: impl Fn(Deck) -> Vec<Method> + Send + Sync + 'static,
    ) -> Self {
        Self {
            auto: Auto::new(board, options),
            options: *options,
            guests: Arc::new(guests),
            slice: SLICE,
            idle: Idle(None),
            winner: None,
            failures: Vec::new(),
        }
    }

    /// Lets the guests join after this time instead of 100 ms.
    #[must_use]
    pub fn with_slice(self, slice: Duration) -> Self {
        Self { slice, ..self }
    }

    /// Restarts `auto`, with guests to join later.
    fn race(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let over = Arc::new(AtomicBool::new(false));
        let (at_work, until) = mpsc::channel();
        let stay = Stay {
            board: self.auto.board().clone(),
            options: Options { threads: NonZeroUsize::MIN, ..self.options },
            guests: Arc::clone(&self.guests),
            limit: limit.clone().or_flag(Arc::clone(&over)),
            over: Arc::clone(&over),
            until,
            entered: Arc::default(),
            slice: self.slice,
        };
        let limit = stay.limit.clone();
        let entered = Arc::clone(&stay.entered);
        // Without a thread there are no guests.
        let stay = thread::Builder::new().name("guests".into()).spawn(move || stay.wait());
        let answer = self.auto.find(&limit);
        over.store(true, Ordering::Relaxed);
        drop(at_work);
        if !entered.swap(true, Ordering::Relaxed) {
            // Too late for guests. Their thread ends by itself; waiting for that could take longer
            // than the answer on a busy machine.
            self.idle = Idle(stay.ok());
            return answer;
        }
        let Some(Ok(came)) = stay.ok().map(JoinHandle::join) else { return answer };
        self.failures.extend(came.failures);
        let Some((guest, effort, found)) = came.answer else { return answer };
        let Ok(own) = answer else {
            self.winner = Some((guest, effort));
            return Ok(found);
        };
        let [own, its] = [own, found].map(Verdict::Find);
        contradiction(("auto", &own), (guest, &its), self.auto.board())?;
        Ok(own.found())
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
        match self.auto.find(&limit.clone().or_timeout(ALONE)) {
            // Its slice is over, or the time of the limit, whose check then returns the reason.
            Err(Stop::DEADLINE) => {
                limit.check()?;
                self.race(limit)
            }
            answer => answer,
        }
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

/// A thread that is about to end; dropping this waits for it.
struct Idle(Option<JoinHandle<Contribution>>);

impl Drop for Idle {
    fn drop(&mut self) {
        // It has done nothing that could fail.
        let _ = self.0.take().map(JoinHandle::join);
    }
}

/// The state of the guests' thread.
struct Stay {
    board: Board,
    options: Options,
    guests: Guests,
    /// The limit of the question; also reached when it is answered.
    limit: Limit,
    /// Set when it is answered.
    over: Arc<AtomicBool>,
    /// Also closed then, which wakes pausing guests.
    until: Receiver<()>,
    /// Whether guests have joined, or can no longer do so.
    entered: Arc<AtomicBool>,
    slice: Duration,
}

/// The result of the guests.
#[derive(Default)]
struct Contribution {
    /// The name of a guest, its effort, and its answer.
    answer: Option<(&'static str, Option<Effort>, Option<Found>)>,
    failures: Vec<Failure>,
}

impl Stay {
    /// Waits for the slice of `auto` to end and lets the guests take turns, until the question is
    /// answered.
    fn wait(self) -> Contribution {
        let mut came = Contribution::default();
        if !self.rest(self.slice) || self.entered.swap(true, Ordering::Relaxed) {
            return came;
        }
        let guests = (self.guests)(self.board.deck());
        let build = |guest: Method| {
            guest.solver(&self.board, &self.options).ok().map(|solver| (guest.name, solver))
        };
        let mut guests: Vec<_> = guests.into_iter().filter_map(build).collect();
        let mut turn = TURN;
        while !guests.is_empty() {
            let mut i = 0;
            while let Some((name, solver)) = guests.get_mut(i) {
                let begin = Instant::now();
                let limit = self.limit.clone().or_timeout(turn);
                let said = caught(name, || solver.find(&limit).map(Verdict::Find));
                match said.and_then(|verdict| verdict.checked(name, &self.board)) {
                    Ok(verdict) => {
                        self.over.store(true, Ordering::Relaxed);
                        came.answer = Some((name, solver.report().effort, verdict.found()));
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
                if !self.rest(begin.elapsed().saturating_mul(RESTS)) {
                    return came;
                }
            }
            turn = turn.saturating_mul(2);
        }
        came
    }

    /// Waits for this time, unless the question is answered or a limit is reached earlier.
    fn rest(&self, time: Duration) -> bool {
        self.until.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
            && self.limit.check().is_ok()
    }
}
