//! Working on a question in a thread, which ends when nobody waits for the answer.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use hyper::StatusCode;
use serde_json::Value;
use tercet_app::lines::{Outcome, Reply};
use tercet_app::{Answer, Canceller, Code, Error, Request, Session, Status};
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::timeout;

use crate::bounds::Bounded;
use crate::connection::Peer;
use crate::lanes::{Lane, Lanes, MOMENT, Place};
use crate::response::{json, status_of};

/// How often to look whether anyone still waits.
pub(crate) const TICK: Duration = Duration::from_millis(10);

/// How much later than its limit a question may stop by itself; then it is cancelled.
const GRACE: Duration = Duration::from_secs(1);

/// What works on a request: its own question, or a list that hands out its sets.
pub(crate) type Work = dyn Fn(&Request, &Session) -> Result<Answer, Error> + Send + Sync;

/// A reply, ready to be sent.
pub(crate) struct Done {
    pub(crate) status: StatusCode,
    pub(crate) body: Bytes,
    /// Whether a limit ended the work.
    is_stopped: bool,
}

/// A question with everything needed to work on it.
pub(crate) struct Task {
    pub(crate) id: Option<Value>,
    pub(crate) bounded: Bounded,
    pub(crate) work: Arc<Work>,
    /// What listens to progress, if anyone does.
    pub(crate) session: Session,
}

impl Done {
    /// A reply without work.
    pub(crate) fn new(id: Option<Value>, answer: Result<Answer, Error>) -> Self {
        let reply = Reply::new(id, answer);
        let status = match &reply.answer {
            Outcome::Answer(_) => StatusCode::OK,
            Outcome::Error(failed) => status_of(failed.error().code),
        };
        let is_stopped = reply.answer.status() == Some(Status::Stopped);
        Self { status, body: json(&reply), is_stopped }
    }
}

/// A place in the lane where the question begins.
///
/// # Errors
///
/// [`Code::Busy`].
pub(crate) fn queue(lanes: &Lanes, bounded: &Bounded) -> Result<Place, Error> {
    if bounded.is_quick { lanes.quick.queue() } else { lanes.searches.queue() }
}

/// Works on a question when it is its turn: at first for a moment if it is a quick one.
pub(crate) async fn run(task: Task, place: Place, lanes: &Lanes) -> Done {
    let Task { id, bounded: Bounded { request, most, is_quick }, work, session } = task;
    let request = Arc::new(request);
    let attempt = |most| Attempt {
        id: id.clone(),
        request: Arc::clone(&request),
        work: Arc::clone(&work),
        session: session.part().at_most(most),
        most: most.0,
    };
    let place = if is_quick {
        let (done, time) = attempt(most.min(MOMENT).into()).run(&lanes.quick, place).await;
        if !done.is_stopped || most <= MOMENT || time < MOMENT {
            return done;
        }
        match lanes.searches.queue() {
            Ok(place) => place,
            Err(busy) => return Done::new(id, Err(busy)),
        }
    } else {
        place
    };
    attempt(most.into()).run(&lanes.searches, place).await.0
}

/// One attempt to answer a question within a time.
struct Attempt {
    id: Option<Value>,
    request: Arc<Request>,
    work: Arc<Work>,
    session: Session,
    most: Duration,
}

impl Attempt {
    /// Waits for a permit and works. Returns how long that took, too. If the future is dropped, the
    /// work stops; it keeps its permit until then.
    async fn run(self, lane: &Lane, place: Place) -> (Done, Duration) {
        let Self { id, request, work, session, most } = self;
        let permit = lane.permit(place).await;
        let begin = Instant::now();
        let cancel = Cancel(session.canceller());
        let called = id.clone();
        let mut working = spawn_blocking(move || {
            let done = Done::new(id, work(&request, &session));
            drop(permit);
            done
        });
        let done = if let Ok(done) = timeout(most + GRACE, &mut working).await {
            done
        } else {
            cancel.0.cancel();
            working.await
        };
        (done.unwrap_or_else(|error| Done::new(called, Err(bug(error)))), begin.elapsed())
    }
}

/// Cancels a session when nobody waits for it any more.
struct Cancel(Canceller);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Waits for a future, unless the other side closes the connection.
pub(crate) async fn unless_gone<T>(future: impl Future<Output = T>, peer: &Peer) -> Option<T> {
    let mut future = std::pin::pin!(future);
    loop {
        match timeout(TICK, &mut future).await {
            Ok(done) => return Some(done),
            Err(_) if peer.is_gone() => return None,
            Err(_) => {}
        }
    }
}

/// A panic as an error.
fn bug(error: JoinError) -> Error {
    let panic = error.try_into_panic().unwrap_or_else(|error| Box::new(error.to_string()));
    Error::new(Code::Bug, format!("a bug: {}", words(&*panic)))
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}
