//! The thread of a member, which processes orders.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use tercet::board::BoardError;
use tercet::deck::Unsupported;
use tercet::solver::{
    Count, Effort, Limit, Method, Options, Question, Reason, Solver, Stop, Update,
};
use tercet::{Board, Card};

use super::verdict::Verdict;
use crate::model::panicked;

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
        let (said, by, effort) = match heard(name, || Ok(contender.follow(order))) {
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
pub(crate) fn heard<T>(name: &str, ask: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
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
