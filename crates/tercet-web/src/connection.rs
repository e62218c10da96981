//! A connection as hyper reads and writes it: it ends if it stalls, and its `Seat` shows whether
//! the client has closed it. The connections that wait for their clients may be closed to accept others.
//!
//! A connection is at work from the end of a question until its answer is ready, and a stream until its
//! last line. At all other times it waits for its client, which may be silent for long. When all places
//! are taken, the connection that has waited longest gives up its place, so silent clients block no one.

use std::io::{self, ErrorKind};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant};

use hyper::rt::{Read, ReadBufCursor, Sleep, Timer, Write};
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// How long a client may go without reading a byte of an answer.
const STALLED: Duration = Duration::from_secs(30);

/// A connection as hyper reads and writes it.
pub(crate) struct Connection {
    stream: Arc<TcpStream>,
    /// Runs while nothing can be written.
    stalled: Option<Pin<Box<tokio::time::Sleep>>>,
}

impl Connection {
    /// The connection of a stream.
    pub(crate) fn new(stream: Arc<TcpStream>) -> Self {
        Self { stream, stalled: None }
    }
}

impl Read for Connection {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        // hyper's own buffer is not initialised, so it cannot be read into without unsafe code.
        let mut bytes = [0; 1 << 13];
        let room = buffer.remaining().min(bytes.len());
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(&mut bytes[..room]) {
                Ok(read) => {
                    buffer.put_slice(&bytes[..read]);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl Write for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        while let Poll::Ready(ready) = self.stream.poll_write_ready(context) {
            ready?;
            match self.stream.try_write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                written => {
                    self.stalled = None;
                    return Poll::Ready(written);
                }
            }
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(STALLED)));
        stalled.as_mut().poll(context).map(|()| Err(ErrorKind::TimedOut.into()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// The stream is closed when the connection is dropped, which hyper does next.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// The clock by which hyper ends silent connections.
#[derive(Clone, Copy)]
pub(crate) struct Clock;

struct Moment(Pin<Box<tokio::time::Sleep>>);

impl Future for Moment {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.as_mut().poll(context)
    }
}

impl Sleep for Moment {}

impl Timer for Clock {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        Box::pin(Moment(Box::pin(tokio::time::sleep(duration))))
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(Moment(Box::pin(tokio::time::sleep_until(deadline.into()))))
    }
}

/// The open connections.
#[derive(Default)]
pub(crate) struct Seats(Vec<Weak<Seat>>);

/// The place of a connection.
pub(crate) struct Seat {
    stream: Weak<TcpStream>,
    /// When the client last sent data or got an answer, unless the connection is at work.
    waits: Mutex<Option<Instant>>,
    given_up: Notify,
}

/// A request that is worked on, until this is dropped.
pub(crate) struct AtWork(pub(crate) Arc<Seat>);

impl Seats {
    /// A place for one more connection.
    pub(crate) fn take(&mut self, stream: Weak<TcpStream>) -> Arc<Seat> {
        self.0.retain(|seat| seat.strong_count() > 0);
        let waits = Mutex::new(Some(Instant::now()));
        let seat = Arc::new(Seat { stream, waits, given_up: Notify::new() });
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

    /// Whether the client has closed the connection. hyper also notices that, but not while the next request
    /// waits to be read.
    pub(crate) fn is_gone(&self) -> bool {
        let Some(stream) = self.stream.upgrade() else { return true };
        let readiness = pin!(stream.ready(Interest::READABLE));
        match readiness.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(readiness)) => readiness.is_read_closed(),
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        }
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
        runtime.block_on(async { timeout(Duration::ZERO, seat.given_up()).await.is_ok() })
    }

    #[test]
    fn the_connection_that_has_waited_longest_gives_up() {
        let mut seats = Seats::default();
        seats.give_up_one();
        let [first, second, third] = [(); 3].map(|()| seats.take(Weak::new()));
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
