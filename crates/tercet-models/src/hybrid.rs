//! `hybrid`: [`auto`](tercet::solver::Auto), joined by the models when it takes long.
//!
//! On random boards the library's methods are the fastest, on most within a millisecond. On other
//! boards they need not be: there may be a reason against every set that `cover` does not look for, so
//! that it tries all ways to fail, while `sat` learns from some of them. So a question goes through three
//! stages, through all of which `auto` works without a break.
//!
//! 1. *Alone.* For 5 ms nothing else is started, so an easy board costs the time of `auto`.
//! 2. *Models waiting.* A second thread starts, and waits for stage 3.
//! 3. *The race.* After 50 ms the models join as *guests*. They take turns, which become longer, and keep
//!    what they have learnt from turn to turn, if they can. The first verified answer counts. `auto`
//!    continues with all its threads, and a guest that fails leaves the race. If `auto` and a guest answer,
//!    and contradict each other, the question fails with both names, and the board is saved to a file.
//!
//! The guests get a ninth of the time at first: while a guest works, `auto` has two thirds of two cores, so a ninth
//! costs it a 27th, and a little more for the caches that they share. (With equal shares a race on two cores takes a
//! third of the time from a method that uses both.) A guest that has fixed further variables in its turn keeps
//! that share; each turn without such progress halves it, down to a fiftieth. Only `sat` can say what it has
//! fixed. On random boards it fixes nothing before it ends.
//!
//! Stages 2 and 3 are omitted if the models cannot win, because the time of `auto` is bounded by
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

/// The time that `auto` has alone.
const ALONE: Duration = Duration::from_millis(5);

/// The time after which guests join.
const SLICE: Duration = Duration::from_millis(50);

/// The length of the first turn of a guest; it doubles after each round of turns.
const TURN: Duration = Duration::from_millis(20);

/// The pause of the guests after a turn, as a multiple of the turn: if it made progress, and at most.
const RESTS: [u32; 2] = [8, 49];

/// Up to this v, `auto` takes at most quadratic time.
const EASY: usize = 3;

/// Asks `auto`, and if that takes long, also the models.
pub struct Hybrid {
    auto: Auto,
    options: Options,
    guests: Arc<[Method]>,
    slice: Duration,
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
            slice: SLICE,
            winner: None,
            failures: Vec::new(),
        }
    }

    /// Lets the guests join after this time instead of 50 ms.
    #[must_use]
    pub fn with_slice(self, slice: Duration) -> Self {
        Self { slice, ..self }
    }

    /// Asks `auto`, with guests to join later.
    fn race(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let race = Arc::new(Race {
            begin: Instant::now(),
            board: self.auto.board().clone(),
            options: Options { threads: NonZeroUsize::MIN, ..self.options },
            guests: Arc::clone(&self.guests),
            limit: limit.clone(),
            slice: self.slice,
            is_over: AtomicBool::new(false),
            over: Condvar::new(),
            is_open: AtomicBool::new(false),
            has_guests: AtomicBool::new(false),
            thread: Mutex::new(None),
        });
        let open = Arc::clone(&race);
        let answer = self.auto.find(&limit.clone().or_callback(Arc::new(move || {
            open.open();
            open.is_over()
        })));
        let thread = race.end();
        if !race.has_guests.swap(true, Ordering::Relaxed) {
            // Too late for guests. Their thread ends by itself; waiting for that could take longer
            // than the answer on a busy machine.
            return answer;
        }
        let Some(Ok(came)) = thread.map(JoinHandle::join) else { return answer };
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
    begin: Instant,
    board: Board,
    options: Options,
    guests: Arc<[Method]>,
    /// The limit of the question.
    limit: Limit,
    slice: Duration,
    /// Whether the question is answered. `over` wakes guests that pause.
    is_over: AtomicBool,
    over: Condvar,
    /// Whether the thread of guests was started.
    is_open: AtomicBool,
    /// Whether guests have joined, or can no longer do so.
    has_guests: AtomicBool,
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
        let is_early = || self.begin.elapsed() < ALONE;
        if self.is_open.load(Ordering::Relaxed)
            || is_early()
            || self.is_open.swap(true, Ordering::Relaxed)
        {
            return;
        }
        let race = Arc::clone(self);
        let thread = thread::Builder::new().name("guests".into()).spawn(move || race.wait());
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

    /// Waits for the slice of `auto` to end and lets the guests take turns, until the question is
    /// answered.
    fn wait(self: &Arc<Self>) -> Contribution {
        let mut came = Contribution::default();
        let rest = self.slice.saturating_sub(self.begin.elapsed());
        if !self.rest(rest) || self.has_guests.swap(true, Ordering::Relaxed) {
            return came;
        }
        let build = |guest: &Method| {
            let solver = guest.solver(&self.board, &self.options).ok()?;
            Some(Guest { name: guest.name, solver, rests: RESTS[0], fixed: None })
        };
        let mut guests: Vec<_> = self.guests.iter().filter_map(build).collect();
        let race = Arc::clone(self);
        let limit = self.limit.clone().or_callback(Arc::new(move || race.is_over()));
        let mut turn = TURN;
        while !guests.is_empty() {
            let mut i = 0;
            while let Some(guest) = guests.get_mut(i) {
                let (begin, name) = (Instant::now(), guest.name);
                let limit = limit.clone().or_timeout(turn);
                let found = caught(name, || {
                    let found = guest.solver.find(&limit)?;
                    found.iter().try_for_each(|set| verified(name, &self.board, set))?;
                    Ok(found)
                });
                let mut rests = guest.rests;
                match found {
                    Ok(found) => {
                        self.is_over.store(true, Ordering::Relaxed);
                        came.answer = Some((name, guest.solver.report().effort, found));
                        return came;
                    }
                    Err(Stop::DEADLINE | Stop::INTERRUPTED) => {
                        rests = guest.rests();
                        i += 1;
                    }
                    // Asking it again does not help.
                    Err(stop) => {
                        if let Reason::Failed(failure) = stop.reason {
                            came.failures.push(*failure);
                        }
                        guests.remove(i);
                    }
                }
                if !self.rest(begin.elapsed().saturating_mul(rests)) {
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

/// A model in the race.
struct Guest {
    name: &'static str,
    solver: Box<dyn Solver>,
    /// The pause after the next turn, as a multiple of it.
    rests: u32,
    /// The variables that it had fixed after the last turn.
    fixed: Option<u64>,
}

impl Guest {
    /// The pause after a turn. Further turns without progress have longer ones.
    fn rests(&mut self) -> u32 {
        let fixed = self.solver.report().fixed;
        let [least, most] = RESTS;
        let rests = if fixed > self.fixed { least } else { self.rests };
        (self.fixed, self.rests) = (fixed, (2 * rests).min(most));
        rests
    }
}
