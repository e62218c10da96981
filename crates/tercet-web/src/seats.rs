//! The connections that may be closed to accept others: those that wait for their clients.
//!
//! A connection is at work from the end of a question until its answer is ready, and a stream until its
//! last line. At all other times it waits for its client, which may be silent for long. When all places
//! are taken, the connection that has waited longest gives up its place, so silent clients block no one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use tokio::sync::Notify;

/// The open connections.
#[derive(Default)]
pub(crate) struct Seats(Vec<Weak<Seat>>);

/// The place of a connection.
pub(crate) struct Seat {
    /// When the client last sent data or got an answer, unless the connection is at work.
    waits: Mutex<Option<Instant>>,
    given_up: Notify,
}

/// A request that is worked on, until this is dropped.
pub(crate) struct AtWork(Arc<Seat>);

impl Seats {
    /// A place for one more connection.
    pub(crate) fn take(&mut self) -> Arc<Seat> {
        self.0.retain(|seat| seat.strong_count() > 0);
        let waits = Mutex::new(Some(Instant::now()));
        let seat = Arc::new(Seat { waits, given_up: Notify::new() });
        self.0.push(Arc::downgrade(&seat));
        seat
    }

    /// Ends the connection that has waited longest, if one waits.
    pub(crate) fn give_up_one(&self) {
        let open = self.0.iter().filter_map(Weak::upgrade);
        let waiting = open.filter_map(|seat| {
            let since = *seat.waits();
            since.map(|since| (since, seat))
        });
        if let Some((_, seat)) = waiting.min_by_key(|&(since, _)| since) {
            seat.given_up.notify_one();
        }
    }
}

impl Seat {
    fn waits(&self) -> MutexGuard<'_, Option<Instant>> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The client has begun a request, or sent a part of it.
    pub(crate) fn active(&self) {
        *self.waits() = Some(Instant::now());
    }

    /// The request is complete.
    pub(crate) fn work(self: &Arc<Self>) -> AtWork {
        *self.waits() = None;
        AtWork(Arc::clone(self))
    }

    /// Waits until the connection must end.
    pub(crate) async fn given_up(&self) {
        self.given_up.notified().await;
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.active();
    }
}

#[cfg(test)]
mod tests {
    use tokio::runtime::Builder;
    use tokio::time::timeout;

    use super::*;

    fn has_given_up(seat: &Seat) -> bool {
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        runtime
            .block_on(async { timeout(std::time::Duration::ZERO, seat.given_up()).await.is_ok() })
    }

    #[test]
    fn the_connection_that_has_waited_longest_gives_up() {
        let mut seats = Seats::default();
        seats.give_up_one();
        let [first, second, third] = [(); 3].map(|()| seats.take());
        let at_work = first.work();
        second.active();
        // The third was taken before the second was heard.
        seats.give_up_one();
        assert_eq!([&first, &second, &third].map(|seat| has_given_up(seat)), [false, false, true]);
        drop(third);
        seats.give_up_one();
        assert_eq!([&first, &second].map(|seat| has_given_up(seat)), [false, true]);
        drop(second);
        seats.give_up_one();
        assert!(!has_given_up(&first));
        drop(at_work);
        seats.give_up_one();
        assert!(has_given_up(&first));
    }
}
