//! Requests as lines of `tercet ask`, for a page that may listen to progress.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::Serialize;
use tercet::solver::Clock;
use tercet_app::lines::{self, Reply};
use tercet_app::{Answer, Error, List, Progress, Request, Seconds, Session};

use crate::json;

/// How far apart lines are at least, so that a page which shows them stays responsive.
const PAUSE: Duration = Duration::from_millis(50);

/// The most sets in a line.
const SETS: usize = 4096;

/// What the page lends to the engine.
#[derive(Clone)]
pub struct Page {
    /// The clock.
    pub clock: Clock,
    /// A source of seeds.
    pub seeds: fn() -> u64,
    /// What takes lines before the answer, if the page listens.
    pub line: Option<fn(&[u8])>,
}

/// A line that tells how far the work is.
#[derive(Serialize)]
struct ProgressLine<'a> {
    schema: &'static str,
    what: &'a str,
    done: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u64>,
}

/// A line with some sets, each as the positions of its cards.
#[derive(Serialize)]
struct SetsLine<'a> {
    schema: &'static str,
    positions: &'a [Vec<usize>],
}

/// The answer to a request, which takes at most this much time.
pub fn ask(request: &[u8], most: Seconds, page: &Page) -> Vec<u8> {
    let session = Session::by(page.clock.clone()).with_seeds(page.seeds).at_most(most);
    let (id, request) = lines::read(request);
    let answer = request.and_then(|request| match page.line {
        Some(line) => heard(&request, session, &page.clock, line),
        None => request.ask(&session),
    });
    json(&Reply::new(id, answer))
}

/// Answers a page that listens.
fn heard(
    request: &Request,
    session: Session,
    clock: &Clock,
    line: fn(&[u8]),
) -> Result<Answer, Error> {
    let pause = Arc::new(Mutex::new(Pause { clock: clock.clone(), next: Duration::ZERO }));
    let session = session.with_progress(move |Progress { what, done, of }| {
        if pause.lock().is_ok_and(|mut pause| pause.is_over()) {
            line(&json(&ProgressLine { schema: "tercet.progress/1", what, done: *done, of: *of }));
        }
    });
    match request {
        Request::List(list) => listed(list, &session, clock, line).map(Answer::List),
        _ => request.ask(&session),
    }
}

/// Lists sets in lines. The answer holds none of them.
fn listed(
    list: &List,
    session: &Session,
    clock: &Clock,
    line: fn(&[u8]),
) -> Result<tercet_app::Sets, Error> {
    let mut pause = Pause { clock: clock.clone(), next: Duration::ZERO };
    let mut sets = Vec::new();
    let send = |sets: &mut Vec<Vec<usize>>| {
        line(&json(&SetsLine { schema: "tercet.sets/1", positions: sets }));
        sets.clear();
    };
    let answer = list.each(session, &mut |_, set| {
        sets.push(set.to_vec());
        if sets.len() == SETS || pause.is_over() {
            send(&mut sets);
        }
        ControlFlow::Continue(())
    });
    if !sets.is_empty() {
        send(&mut sets);
    }
    answer
}

/// The time between lines.
struct Pause {
    clock: Clock,
    next: Duration,
}

impl Pause {
    /// Whether the next line may come; then a new pause begins.
    fn is_over(&mut self) -> bool {
        let now = self.clock.now();
        let is_over = now >= self.next;
        if is_over {
            self.next = now + PAUSE;
        }
        is_over
    }
}
