//! Requests as lines of `tercet ask`, for a page that may listen to progress.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Duration;

use tercet::solver::Clock;
use tercet_app::lines::{self, Before, Reply};
use tercet_app::{Answer, Error, Request, Seconds, Session};

/// The minimum time between lines, so that a page that shows them stays responsive.
const PAUSE: Duration = Duration::from_millis(50);

/// The most sets in a line.
const SETS: usize = 4096;

/// The clock, seeds and output that the page provides to the engine.
#[derive(Clone)]
pub struct Page {
    /// The clock.
    pub clock: Clock,
    /// A source of seeds.
    pub seeds: fn() -> u64,
    /// The function that takes lines before the answer, if the page listens.
    pub line: Option<fn(&[u8])>,
}

/// Answers a request in at most this much time.
pub fn ask(request: &[u8], most: Seconds, page: &Page) -> Vec<u8> {
    let session = Session::by(page.clock.clone()).with_seeds(page.seeds).at_most(most);
    let (id, request) = lines::read(request);
    let answer = request.and_then(|request| match page.line {
        Some(line) => listen(&request, session, &page.clock, line),
        None => request.ask(&session),
    });
    Reply { id, answer }.to_json()
}

/// Answers a page that listens.
fn listen(
    request: &Request,
    session: Session,
    clock: &Clock,
    line: fn(&[u8]),
) -> Result<Answer, Error> {
    let told = Mutex::new(pauses(clock.clone()));
    let (mut sets, mut is_time) = (Vec::new(), pauses(clock.clone()));
    let send = |sets: &mut Vec<Vec<usize>>| {
        line(&Before::Sets { positions: sets }.to_json());
        sets.clear();
    };
    let session = session.with_progress(move |progress| {
        if told.lock().is_ok_and(|mut is_time| is_time()) {
            line(&Before::Progress(progress).to_json());
        }
    });
    let answer = request.ask_in_lines(&session, &mut |(set, _)| {
        sets.push(set.to_vec());
        if sets.len() == SETS || is_time() {
            send(&mut sets);
        }
        ControlFlow::Continue(())
    });
    if !sets.is_empty() {
        send(&mut sets);
    }
    answer
}

/// Says whether the next line may be sent; if so, a new pause begins.
fn pauses(clock: Clock) -> impl FnMut() -> bool {
    let mut next = Duration::ZERO;
    move || {
        let now = clock.now();
        let is_over = now >= next;
        if is_over {
            next = now + PAUSE;
        }
        is_over
    }
}
