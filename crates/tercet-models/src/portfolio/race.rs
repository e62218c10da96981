//! The members of a portfolio, and one race after another.

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tercet::board::BoardError;
use tercet::deck::Unsupported;
use tercet::solver::{
    Count, Effort, Failure, Limit, Method, Options, Question, Reason, Solver, Stop, Update,
};
use tercet::{Board, Card, Deck};

use super::verdict::{Verdict, contradiction};
use crate::model::panicked;

/// The time in which the losers of a race can still answer.
const GRACE: Duration = Duration::from_millis(1);

/// The time between two checks of the limit while there is no message.
const POLL: Duration = Duration::from_millis(2);

/// The time in which members should stop by themselves after the limit is reached. A race that is
/// interrupted must return within 20 ms.
const PATIENCE: Duration = Duration::from_millis(5);

/// The running members.
pub(super) struct Team {
    members: Vec<Member>,
    reports: Receiver<Message>,
    /// The number of the last race.
    race: u64,
    /// Set when that race is over.
    over: Arc<AtomicBool>,
    /// Its result, while other members may still contradict it.
    last: Option<Settled>,
    /// The effort of its winner, if it measures it.
    pub(super) effort: Option<Effort>,
}

/// A member, as seen by the portfolio.
struct Member {
    method: Method,
    /// `None` once it has failed: it gets no more orders.
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
    /// Whether it takes part in the current race.
    running: bool,
    /// Why it left the last race, or all of them.
    stop: Option<Stop>,
}

/// The accepted answer of a race.
struct Settled {
    winner: &'static str,
    verdict: Verdict,
    board: Board,
}

impl Team {
    /// Starts a thread for each member.
    pub(super) fn start(board: &Board, options: &Options, methods: &[Method]) -> Self {
        let (report, reports) = mpsc::channel();
        let spare = options.threads.get().saturating_sub(methods.len());
        let first = methods.iter().position(|method| method.threads);
        let start = |(i, method): (usize, &Method)| {
            let threads = 1 + if first == Some(i) { spare } else { 0 };
            let options = Options {
                threads: NonZeroUsize::new(threads).expect("one and more"),
                memory: options.memory / methods.len(),
            };
            let board = board.clone();
            let (orders, received) = mpsc::channel();
            let report = report.clone();
            let contender = Contender::new(method.clone(), board, options);
            let thread = thread::Builder::new()
                .name(method.name.into())
                .spawn(move || work(i, contender, &received, &report));
            let failed =
                |error| Stop::failed(method.name, format!("cannot start a thread: {error}"));
            let (thread, stop) = match thread {
                Ok(thread) => (Some(thread), None),
                Err(error) => (None, Some(failed(error))),
            };
            let orders = thread.is_some().then_some(orders);
            Member { method: method.clone(), orders, thread, running: false, stop }
        };
        let members = methods.iter().enumerate().map(start).collect();
        Self { members, reports, race: 0, over: Arc::default(), last: None, effort: None }
    }

    /// The failures of the members that have failed.
    pub(super) fn failures(&self) -> impl Iterator<Item = &Failure> {
        self.members.iter().filter_map(|member| match &member.stop {
            Some(Stop { reason: Reason::Failed(failure), .. }) => Some(&**failure),
            _ => None,
        })
    }

    /// Gives an order to all members.
    pub(super) fn order(&mut self, order: &Order) {
        for member in &mut self.members {
            member.order(order);
        }
    }

    /// Lets the members that can answer the question race for it, and returns the winner's answer.
    pub(super) fn race(
        &mut self,
        question: Question,
        board: &Board,
        limit: &Limit,
    ) -> Result<(&'static str, Verdict), Stop> {
        self.race += 1;
        self.over = Arc::default();
        let order = Order::Answer(self.race, question, limit.clone().or_flag(self.over.clone()));
        for member in &mut self.members {
            member.running = member.method.can(question, board.deck()) && member.order(&order);
        }
        let first = self.first(question, board, limit);
        self.over.store(true, Ordering::Relaxed);
        let settled = first.and_then(|first| self.hear_losers(first, board));
        // Its report could no longer be interpreted.
        self.last = None;
        let settled = settled?;
        let answer = (settled.winner, settled.verdict.clone());
        if self.is_running() {
            self.last = Some(settled);
        }
        Ok(answer)
    }

    /// The first answer.
    fn first(
        &mut self,
        question: Question,
        board: &Board,
        limit: &Limit,
    ) -> Result<(&'static str, Verdict), Stop> {
        let mut reached = None;
        while self.is_running() {
            if let Ok(report) = self.reports.recv_timeout(POLL) {
                self.effort = report.effort;
                if let Some(first) = self.hear(report, board)? {
                    return Ok(first);
                }
            } else if let Err(stop) = limit.check()
                && reached.get_or_insert_with(Instant::now).elapsed() > PATIENCE
            {
                return Err(stop);
            }
        }
        limit.check()?;
        let failure = self.failures().next().cloned();
        let failure = failure.map(|failure| Reason::Failed(Box::new(failure)).into());
        let stops = || self.members.iter().find_map(|member| member.stop.clone());
        Err(failure.or_else(stops).unwrap_or_else(|| no_member(question, board.deck())))
    }

    /// Gives the losers a moment to contradict the winner.
    fn hear_losers(
        &mut self,
        (winner, verdict): (&'static str, Verdict),
        board: &Board,
    ) -> Result<Settled, Stop> {
        let end = Instant::now() + GRACE;
        while self.is_running()
            && let left = end.saturating_duration_since(Instant::now())
            && let Ok(report) = self.reports.recv_timeout(left)
        {
            if let Some((loser, other)) = self.hear(report, board)? {
                contradiction((winner, &verdict), (loser, &other), board)?;
            }
        }
        let board = if self.is_running() { board.clone() } else { Board::empty(board.deck()) };
        Ok(Settled { winner, verdict, board })
    }

    /// Processes a message, and returns its answer if it concerns the current race.
    fn hear(
        &mut self,
        Message { member, race, said, by, effort: _ }: Message,
        board: &Board,
    ) -> Result<Option<(&'static str, Verdict)>, Stop> {
        let member = &mut self.members[member];
        let now = race == self.race;
        let last = self.last.as_ref().filter(|_| race + 1 == self.race);
        let board = if now { board } else { last.map_or(board, |last| &last.board) };
        let said = match said {
            Ok(_) if !now && last.is_none() => return Ok(None),
            Ok(verdict) => verdict.checked(member.method.name, board),
            Err(stop) => Err(stop),
        };
        match said {
            Err(failure) if matches!(failure.reason, Reason::Failed(_)) => {
                // It gets no more orders, so its thread ends.
                member.orders = None;
                member.running = false;
                member.stop = Some(failure);
            }
            said if now => {
                member.running = false;
                match said {
                    Ok(verdict) => return Ok(Some((by, verdict))),
                    Err(stop) => member.stop = Some(stop),
                }
            }
            Ok(verdict) => {
                if let Some(last) = last {
                    contradiction((last.winner, &last.verdict), (by, &verdict), board)?;
                }
            }
            Err(_) => {}
        }
        Ok(None)
    }

    fn is_running(&self) -> bool {
        self.members.iter().any(|member| member.running)
    }
}

impl Member {
    /// Sends an order, if the member still takes any.
    fn order(&mut self, order: &Order) -> bool {
        let Some(orders) = &self.orders else { return false };
        if let Order::Answer(..) = order {
            self.stop = None;
        }
        // A thread that has just ended has left a message with the reason.
        let _ = orders.send(order.clone());
        true
    }
}

impl Drop for Team {
    /// Waits until all threads have ended.
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        for member in &mut self.members {
            member.orders = None;
        }
        for thread in self.members.iter_mut().filter_map(|member| member.thread.take()) {
            // A panic was reported as a message, or came too late to matter.
            let _ = thread.join();
        }
    }
}

/// The stop of a race in which no member is left that can answer a question.
pub(super) fn no_member(question: Question, deck: Deck) -> Stop {
    let what = format!("has no member left that can {} of {deck}", question.in_words());
    Stop::failed("portfolio", what)
}

/// An order to a member. Orders are processed one after another.
#[derive(Clone)]
pub(super) enum Order {
    Add(Arc<[Card]>),
    Remove(Arc<[Card]>),
    /// Answer a question and send a message, in the race with this number.
    Answer(u64, Question, Limit),
}

/// A message from a member.
pub(super) struct Message {
    /// The index of the member.
    pub(super) member: usize,
    /// The current race of the member, or its last one.
    pub(super) race: u64,
    pub(super) said: Result<Verdict, Stop>,
    /// The method that gave the answer: another one if the member delegates.
    pub(super) by: &'static str,
    /// The effort of that method since it was built, if it measures it.
    pub(super) effort: Option<Effort>,
}

/// Processes orders until the queue is closed. After a panic it sends one message and ends.
pub(super) fn work(
    member: usize,
    mut contender: Contender,
    orders: &Receiver<Order>,
    reports: &Sender<Message>,
) {
    let mut race = 0;
    while let Ok(order) = orders.recv() {
        if let Order::Answer(number, ..) = order {
            race = number;
        }
        let name = contender.method.name;
        let (said, by, effort) = match caught(name, || Ok(contender.follow(order))) {
            Ok(None) => continue,
            Ok(Some(report)) => report,
            Err(stop) => (Err(stop), name, None),
        };
        let failed = said.as_ref().is_err_and(|stop| matches!(stop.reason, Reason::Failed(_)));
        if reports.send(Message { member, race, said, by, effort }).is_err() || failed {
            return;
        }
    }
}

/// The answer of a method; a panic becomes its failure. After a panic the method must not be asked
/// again.
pub(crate) fn caught<T>(name: &str, ask: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
    panic::catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|panic| Err(panicked(name, &*panic)))
}

/// A method with its board. Each capability is built when it is first needed.
pub(super) struct Contender {
    method: Method,
    board: Board,
    options: Options,
    finder: Option<Box<dyn Solver>>,
    counter: Option<Box<dyn Count>>,
}

/// An answer, its method, and the effort.
type Said = (Result<Verdict, Stop>, &'static str, Option<Effort>);

impl Contender {
    pub(super) fn new(method: Method, board: Board, options: Options) -> Self {
        Self { method, board, options, finder: None, counter: None }
    }

    fn follow(&mut self, order: Order) -> Option<Said> {
        let done = match order {
            Order::Add(cards) => {
                self.board.add(&cards).and_then(|()| self.each(|method| method.add(&cards)))
            }
            Order::Remove(cards) => {
                self.board.remove(&cards).and_then(|()| self.each(|method| method.remove(&cards)))
            }
            Order::Answer(_, question, limit) => {
                let said = self.answer(question, &limit);
                return Some(said.unwrap_or_else(|stop| (Err(stop), self.method.name, None)));
            }
        };
        let refused = |error| Stop::failed(self.method.name, format!("refuses an update: {error}"));
        done.err().map(|error| (Err(refused(error)), self.method.name, None))
    }

    /// Applies an update to everything that was built.
    fn each(
        &mut self,
        update: impl Fn(&mut dyn Update) -> Result<(), BoardError>,
    ) -> Result<(), BoardError> {
        self.finder.as_mut().map_or(Ok(()), |finder| update(&mut **finder))?;
        self.counter.as_mut().map_or(Ok(()), |counter| update(&mut **counter))
    }

    fn answer(&mut self, question: Question, limit: &Limit) -> Result<Said, Stop> {
        let Self { method, board, options, finder, counter } = self;
        let (said, report) = if question == Question::Count {
            let counter = built(counter, || method.counter(board, options))?;
            (counter.count(limit).map(Verdict::Count), counter.report())
        } else {
            let finder = built(finder, || method.solver(board, options))?;
            (finder.find(limit).map(Verdict::Find), finder.report())
        };
        Ok((said, report.winner.unwrap_or(method.name), report.effort))
    }
}

/// A capability, which is built unless it was built before.
fn built<S>(
    capability: &mut Option<S>,
    build: impl FnOnce() -> Result<S, Unsupported>,
) -> Result<&mut S, Stop> {
    if capability.is_none() {
        let unable = |no| Stop::failed("portfolio", format!("cannot let it race: {no}"));
        *capability = Some(build().map_err(unable)?);
    }
    Ok(capability.as_mut().expect("it was built"))
}
