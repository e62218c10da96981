//! How many questions are worked on at once.
//!
//! There are two lanes. Searches share one permit for each thread, and each search takes one for
//! every thread that it may use, so that no more are at work at once. A question that usually takes
//! a moment, such as a hint, first gets that moment in the quick lane, which has permits of its
//! own: a player never waits for the searches of others. If the moment is not enough, the question
//! moves to the lane of searches. The queue of each lane is bounded; if it is full, a question is
//! refused as busy.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tercet_app::{Code, Error};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The moment that a question gets in the quick lane.
pub(crate) const MOMENT: Duration = Duration::from_millis(250);

/// How many questions may wait in front of a lane.
const WAITING: usize = 64;

/// The two lanes.
pub(crate) struct Lanes {
    /// For questions that usually take a moment.
    pub(crate) quick: Lane,
    /// For all others.
    pub(crate) searches: Lane,
}

/// A number of threads at once, and a queue.
pub(crate) struct Lane {
    permits: Arc<Semaphore>,
    all: usize,
    waiting: Arc<AtomicUsize>,
}

/// A place in the queue of a lane.
pub(crate) struct Place(Arc<AtomicUsize>);

/// The permission to work, to be dropped when the work has ended.
pub(crate) type Permit = OwnedSemaphorePermit;

impl Lanes {
    /// The lanes for searches with this many threads together.
    pub(crate) fn new(threads: usize) -> Self {
        // The system shares the processors fairly, so searches hardly lengthen a moment.
        Self { quick: Lane::new(threads.max(2)), searches: Lane::new(threads) }
    }

    /// How many threads are at work.
    pub(crate) fn at_work(&self) -> usize {
        self.quick.at_work() + self.searches.at_work()
    }
}

impl Lane {
    fn new(all: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(all)), all, waiting: Arc::default() }
    }

    /// A place in the queue, if there is one.
    ///
    /// # Errors
    ///
    /// [`Code::Busy`].
    pub(crate) fn queue(&self) -> Result<Place, Error> {
        let place = Place(Arc::clone(&self.waiting));
        // The place is counted before the check, and dropping it gives it back.
        if place.0.fetch_add(1, Ordering::Relaxed) < WAITING {
            return Ok(place);
        }
        Err(Error::new(Code::Busy, "too many questions wait already").with("most", WAITING))
    }

    /// Waits for the turn of a place, and for this many threads.
    pub(crate) async fn permit(&self, place: Place, threads: usize) -> Permit {
        let threads = threads.min(self.all) as u32;
        let permit = Arc::clone(&self.permits).acquire_many_owned(threads).await;
        drop(place);
        permit.expect("a lane is never closed")
    }

    /// How many threads are at work in the lane.
    pub(crate) fn at_work(&self) -> usize {
        self.all - self.permits.available_permits()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
