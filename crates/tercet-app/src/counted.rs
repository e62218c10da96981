//! An output of bounded size.

use std::io::{self, Write};

use tercet::solver::Stop;

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
