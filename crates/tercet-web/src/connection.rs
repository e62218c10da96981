//! A connection as hyper reads and writes it: it ends if it stalls, and a `Peer` shows whether the
//! other side has closed it.

use std::io::{self, ErrorKind};
use std::pin::{Pin, pin};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant};

use hyper::rt::{Read, ReadBufCursor, Sleep, Timer, Write};
use tokio::io::Interest;
use tokio::net::TcpStream;

/// How long a client may go without reading a byte of an answer.
const STALLED: Duration = Duration::from_secs(30);

/// A connection as hyper reads and writes it.
pub(crate) struct Connection {
    stream: Arc<TcpStream>,
    /// Runs while nothing can be written.
    stalled: Option<Pin<Box<tokio::time::Sleep>>>,
}

/// The other side of a connection.
#[derive(Clone)]
pub(crate) struct Peer(Weak<TcpStream>);

impl Connection {
    /// The connection of a stream.
    pub(crate) fn new(stream: TcpStream) -> Self {
        Self { stream: Arc::new(stream), stalled: None }
    }

    /// The other side of the connection.
    pub(crate) fn peer(&self) -> Peer {
        Peer(Arc::downgrade(&self.stream))
    }
}

impl Peer {
    /// Whether the other side has closed the connection. hyper also notices that, but not while the
    /// next request waits to be read.
    pub(crate) fn is_gone(&self) -> bool {
        let Some(stream) = self.0.upgrade() else { return true };
        let readiness = pin!(stream.ready(Interest::READABLE));
        match readiness.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(readiness)) => readiness.is_read_closed(),
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        }
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
