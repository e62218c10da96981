//! Writing numbers, as text or in the binary form of LRAT.

use std::io::{self, Write};

use crate::write::push_varint;

tercet::named! {
    /// How a proof in LRAT is written.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Style is "style" {
        /// Lines of numbers.
        Text = "text",
        /// Bytes: `a` or `d`, and numbers n as 2n, or 2n + 1 if they are negative, 7 bits a byte.
        #[default]
        Binary = "binary",
    }
}

/// An output with a buffer, whose bytes are counted.
pub(super) struct Output<W> {
    inner: W,
    buffer: Vec<u8>,
    written: u64,
}

impl<W: Write> Output<W> {
    const FULL: usize = 1 << 16;

    pub(super) fn new(inner: W) -> Self {
        Self { inner, buffer: Vec::with_capacity(2 * Self::FULL), written: 0 }
    }

    /// Writes a text.
    pub(super) fn text(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Writes a number in decimal.
    pub(super) fn decimal(&mut self, number: u64) {
        let (mut digits, mut start, mut rest) = ([0; 20], 20, number);
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.buffer.extend_from_slice(&digits[start..]);
    }

    /// Writes a signed number in either style.
    pub(super) fn signed(&mut self, style: Style, number: u64, is_negative: bool) {
        match style {
            Style::Text => {
                if is_negative {
                    self.buffer.push(b'-');
                }
                self.decimal(number);
                self.buffer.push(b' ');
            }
            Style::Binary => {
                push_varint(&mut self.buffer, 2 * number + u64::from(is_negative));
            }
        }
    }

    /// Ends a list of numbers.
    pub(super) fn end(&mut self, style: Style, is_last: bool) {
        match style {
            Style::Text => self.text(if is_last { "0\n" } else { "0 " }),
            Style::Binary => self.buffer.push(0),
        }
    }

    /// Writes the buffer if it is full.
    pub(super) fn pass(&mut self) -> io::Result<()> {
        if self.buffer.len() < Self::FULL { Ok(()) } else { self.flush() }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.written += self.buffer.len() as u64;
        self.inner.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Writes the rest of the buffer. Returns the number of all bytes.
    pub(super) fn finish(mut self) -> io::Result<u64> {
        self.flush()?;
        self.inner.flush()?;
        Ok(self.written)
    }
}
