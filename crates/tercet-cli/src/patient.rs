//! Reading within a limit: a read from a silent pipe ends when the time is over or the work is
//! interrupted.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use tercet::solver::Limit;

/// A reader with a limit. A blocked read cannot be woken, so another thread reads. It ends with the
/// input or with the process.
pub(crate) struct Patient {
    pieces: Receiver<io::Result<Vec<u8>>>,
    /// The current piece, and the number of its bytes already given out.
    piece: Vec<u8>,
    given: usize,
    limit: Limit,
}

impl Patient {
    const PIECE: usize = 1 << 16;
    /// The interval at which the limit is checked.
    const MOMENT: Duration = Duration::from_millis(5);

    /// Opens the input and reads it. Opening a named pipe may block, too.
    pub(crate) fn new<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        limit: Limit,
    ) -> Self {
        // The reading thread is at most two pieces ahead.
        let (sender, pieces) = mpsc::sync_channel(1);
        thread::spawn(move || {
            if let Err(error) = open().and_then(|input| pass_on(input, &sender)) {
                let _ = sender.send(Err(error));
            }
        });
        Self { pieces, piece: Vec::new(), given: 0, limit }
    }

    /// Replaces the limit.
    pub(crate) fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }
}

/// Reads an input to its end, or until the receiver is gone.
fn pass_on(mut input: impl Read, to: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    loop {
        let mut piece = vec![0; Patient::PIECE];
        match input.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(length) => piece.truncate(length),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        if to.send(Ok(piece)).is_err() {
            return Ok(());
        }
    }
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.piece.len() {
            let reached = |stop| io::Error::other(tercet_app::Error::from(stop));
            match self.pieces.recv_timeout(Self::MOMENT) {
                Ok(piece) => (self.piece, self.given) = (piece?, 0),
                // Data that has arrived is read even if the time is over.
                Err(RecvTimeoutError::Timeout) => self.limit.check().map_err(reached)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        let length = (&self.piece[self.given..]).read(buffer)?;
        self.given += length;
        Ok(length)
    }
}
