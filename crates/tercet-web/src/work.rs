//! Answering a question in a thread, which ends when the client has gone, and how many are worked on at once.
//!
//! There are two lanes. Searches share one permit for each thread, and each search takes one for
//! every thread that it may use, so that no more are at work at once. A question that usually takes
//! a moment, such as a hint, first gets that moment in the quick lane, which has permits of its
//! own: a player never waits for the searches of others. If the moment is not enough, the question
//! moves to the lane of searches. The queue of each lane is bounded; if it is full, a question is
//! refused as busy. A question that waits reports its place in the queue as progress.

use std::collections::BTreeSet;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use hyper::StatusCode;
use serde_json::Value;
use tercet_app::lines::Reply;
use tercet_app::{Answer, Code, Cost, Error, Progress, Request, Session, Status};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::timeout;

use crate::connection::Seat;
use crate::response::status_of;

/// The time between checks whether the client still waits.
pub(crate) const TICK: Duration = Duration::from_millis(10);

/// The time after its limit in which a question may stop by itself; then it is cancelled.
const GRACE: Duration = Duration::from_secs(1);

/// The function that answers a request.
pub(crate) type Work = dyn Fn(&Request, &Session) -> Result<Answer, Error> + Send + Sync;

/// A reply, ready to be sent.
pub(crate) struct Done {
    pub(crate) status: StatusCode,
    pub(crate) body: Bytes,
    /// Whether a limit ended the work.
    pub(crate) is_stopped: bool,
}

/// A question with everything needed to work on it.
pub(crate) struct Task {
    pub(crate) id: Option<Value>,
    pub(crate) request: Arc<Request>,
    pub(crate) cost: Cost,
    pub(crate) work: Arc<Work>,
    /// The session, with the listener for progress, if any.
    pub(crate) session: Session,
}

impl Done {
    /// The reply with an answer or an error.
    pub(crate) fn new(id: Option<Value>, answer: Result<Answer, Error>) -> Self {
        let reply = Reply { id, answer };
        let status =
            reply.answer.as_ref().map_or_else(|error| status_of(error.code), |_| StatusCode::OK);
        let is_stopped = reply.status() == Some(Status::Stopped);
        Self { status, body: reply.to_json().into(), is_stopped }
    }
}

/// Answers a question when its turn comes. A quick question first gets only a moment.
pub(crate) async fn run(task: Task, mut place: Place, lanes: &Lanes) -> Done {
    let Cost { time: most, is_quick, threads } = task.cost;
    if is_quick {
        let (done, time) = attempt(&task, most.min(MOMENT), &lanes.quick, place, 1).await;
        if !done.is_stopped || most <= MOMENT || time < MOMENT {
            return done;
        }
        place = match lanes.searches.queue() {
            Ok(place) => place,
            Err(busy) => return Done::new(task.id, Err(busy)),
        };
    }
    attempt(&task, most, &lanes.searches, place, threads.get()).await.0
}

/// Waits for a permit and works for at most this time. Also returns how long the work took. If the
/// future is dropped, the work stops; it keeps its permit until then.
async fn attempt(
    task: &Task,
    most: Duration,
    lane: &Lane,
    place: Place,
    threads: usize,
) -> (Done, Duration) {
    let permit = lane.permit(place, threads, &task.session).await;
    let begin = Instant::now();
    let session = task.session.part().at_most(most.into());
    let cancel = Cancel(session.clone());
    let (id, request, work) = (task.id.clone(), Arc::clone(&task.request), Arc::clone(&task.work));
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
    let done = done.unwrap_or_else(|error| Done::new(task.id.clone(), Err(bug(error))));
    (done, begin.elapsed())
}

/// Cancels a session when dropped.
struct Cancel(Session);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Waits for a future, unless the other side closes the connection.
pub(crate) async fn unless_gone<T>(future: impl Future<Output = T>, seat: &Seat) -> Option<T> {
    let mut future = std::pin::pin!(future);
    loop {
        match timeout(TICK, &mut future).await {
            Ok(done) => return Some(done),
            Err(_) if seat.is_gone() => return None,
            Err(_) => {}
        }
    }
}

/// A panic as an error.
fn bug(error: JoinError) -> Error {
    let panic = error.try_into_panic().unwrap_or_else(|error| Box::new(error.to_string()));
    Error::panicked(&*panic)
}

/// The moment that a question gets in the quick lane.
const MOMENT: Duration = Duration::from_millis(250);

/// How many questions may wait in front of a lane.
const WAITING: usize = 64;

/// The two lanes.
pub(crate) struct Lanes {
    /// For questions that usually take a moment.
    quick: Lane,
    /// For all others.
    searches: Lane,
}

/// A number of threads at once, and a queue.
struct Lane {
    permits: Arc<Semaphore>,
    all: usize,
    queue: Queue,
}

/// The numbers of the questions that wait. A later question has a greater number.
type Queue = Arc<Mutex<BTreeSet<u64>>>;

/// A place in the queue of a lane, which is left when it is dropped.
pub(crate) struct Place {
    queue: Queue,
    number: u64,
}

impl Lanes {
    /// The lanes for searches with this many threads together.
    pub(crate) fn new(threads: usize) -> Self {
        // The system shares the processors fairly, so searches hardly lengthen a moment.
        Self { quick: Lane::new(threads.max(2)), searches: Lane::new(threads) }
    }

    /// A place in the lane where a question begins.
    ///
    /// # Errors
    ///
    /// [`Code::Busy`].
    pub(crate) fn queue(&self, cost: &Cost) -> Result<Place, Error> {
        if cost.is_quick { self.quick.queue() } else { self.searches.queue() }
    }

    /// How many threads are at work.
    pub(crate) fn at_work(&self) -> usize {
        self.quick.at_work() + self.searches.at_work()
    }
}

impl Lane {
    fn new(all: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(all)), all, queue: Arc::default() }
    }

    /// A place in the queue, if there is one.
    ///
    /// # Errors
    ///
    /// [`Code::Busy`].
    fn queue(&self) -> Result<Place, Error> {
        let mut waiting = locked(&self.queue);
        if waiting.len() == WAITING {
            let error = Error::new(Code::Busy, "too many questions wait already");
            return Err(error.with("most", WAITING));
        }
        let number = waiting.last().map_or(0, |last| last + 1);
        waiting.insert(number);
        Ok(Place { queue: Arc::clone(&self.queue), number })
    }

    /// Waits for the turn of a place, and for this many threads. A wait reports how many of the places at
    /// its beginning it has passed.
    async fn permit(
        &self,
        place: Place,
        threads: usize,
        session: &Session,
    ) -> OwnedSemaphorePermit {
        let threads = threads.min(self.all) as u32;
        let mut turn = pin!(Arc::clone(&self.permits).acquire_many_owned(threads));
        let (all, mut left) = (place.rank(), 0);
        let report = |left| {
            let what = "places in the queue".into();
            session.report(|| Progress { what, done: all - left, of: Some(all) });
        };
        loop {
            if let Ok(permit) = timeout(TICK, &mut turn).await {
                if left > 0 {
                    report(0);
                }
                return permit.expect("a lane is never closed");
            }
            left = place.rank();
            report(left);
        }
    }

    /// How many threads are at work in the lane.
    fn at_work(&self) -> usize {
        self.all - self.permits.available_permits()
    }
}

impl Place {
    /// The rank from the front of the queue, which has 1.
    fn rank(&self) -> u64 {
        locked(&self.queue).range(..=self.number).count() as u64
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        locked(&self.queue).remove(&self.number);
    }
}

/// The value in a mutex. A thread that panicked has left no partial change in it.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tercet_app::Means;

    use super::*;

    /// The reply to a question that `work` answers.
    fn reply(
        work: impl Fn(&Request, &Session) -> Result<Answer, Error> + Send + Sync + 'static,
    ) -> Done {
        let (id, request) = tercet_app::lines::read(br#"{"ask": "methods", "id": 7}"#);
        let mut request = request.unwrap();
        let cost = request.cost(Means { threads: NonZeroUsize::MIN, streams: false }).unwrap();
        let lanes = Lanes::new(1);
        let place = lanes.queue(&cost).ok().unwrap();
        let (request, work) = (Arc::new(request), Arc::new(work));
        let task = Task { id, request, cost, work, session: Session::new() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let done = runtime.block_on(run(task, place, &lanes));
        assert_eq!(lanes.at_work(), 0);
        done
    }

    #[test]
    fn a_panic_is_an_error_with_its_id() {
        let done = reply(|_, _| panic!("no {}", "more"));
        assert_eq!(done.status, StatusCode::INTERNAL_SERVER_ERROR);
        let error: Value = serde_json::from_slice(&done.body).unwrap();
        let expected = json!({"schema": "tercet.error/1", "code": "bug", "message": "a bug: no more",
            "id": 7});
        assert_eq!(error, expected);
    }

    #[test]
    fn what_knows_its_limit_at_once_does_not_start_again() {
        let times = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&times);
        let done = reply(move |_, _| {
            counted.fetch_add(1, Ordering::Relaxed);
            Err(Error::new(Code::TooMany, "too large"))
        });
        assert_eq!(done.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(times.load(Ordering::Relaxed), 1);
    }
}
