//! Outputs of bounded size, and outputs that go to a sink.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::SyncSender;

use tercet::solver::Stop;

use crate::{Item, Sink};

/// Counts the bytes written, and refuses too many.
pub(crate) struct Counted<W> {
    output: W,
    pub(crate) bytes: u64,
    most: u64,
}

impl<W> Counted<W> {
    pub(crate) fn new(output: W, most: u64) -> Self {
        Self { output, bytes: 0, most }
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.most - self.bytes < bytes.len() as u64 {
            return Err(io::Error::other(Stop::MEMORY));
        }
        let written = self.output.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Sends what is written to another thread, until that wants no more.
pub(crate) struct Sent(pub(crate) SyncSender<Vec<u8>>);

impl Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.send(bytes.to_vec());
        sent.map(|()| bytes.len()).map_err(|_| io::Error::other(Stop::INTERRUPTED))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Hands what is written to a sink.
pub(crate) struct HandedOut<'a, 'b>(pub(crate) &'a mut Sink<'b>);

impl Write for HandedOut<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match (self.0)(Item::Bytes(bytes)) {
            ControlFlow::Continue(()) => Ok(bytes.len()),
            ControlFlow::Break(()) => Err(io::Error::other(Stop::INTERRUPTED)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A sink that keeps bytes.
pub(crate) fn keep(bytes: &mut Vec<u8>) -> impl FnMut(Item<'_>) -> ControlFlow<()> {
    |item| {
        if let Item::Bytes(next) = item {
            bytes.extend_from_slice(next);
        }
        ControlFlow::Continue(())
    }
}
