//! LRAT: the clauses of a refutation of the CNF of `tercet export --to dimacs`.
//!
//! Each clause has its number, its literals and its hints, all of which are needed in this order. The
//! numbers continue those of the CNF.

use std::io::{self, Write};

use tercet::Board;

use super::cnf::Cnf;
use super::{Hint, Lemma, Literal, Recorder};
use crate::write::push_varint;

/// An output of LRAT.
pub(super) struct Lrat<W> {
    cnf: Cnf,
    output: Output<W>,
    /// The number of derived clauses.
    derived: Lemma,
    /// The numbers of the hints of a clause.
    hints: Vec<u64>,
}

impl<W: Write> Lrat<W> {
    pub(super) fn new(board: &Board, style: Style, output: W) -> Self {
        let output = Output::new(output, style);
        Self { cnf: Cnf::new(board), output, derived: 0, hints: Vec::new() }
    }

    /// Writes the number of a clause that was derived.
    fn number(&mut self, lemma: Lemma) {
        self.output.signed(self.cnf.clauses() + lemma, false);
    }
}

impl<W: Write> Recorder for Lrat<W> {
    fn derive(&mut self, clause: &[Literal], hints: &[Hint]) -> io::Result<Lemma> {
        self.derived += 1;
        if self.output.style == Style::Binary {
            self.output.text("a");
        }
        self.number(self.derived);
        for &literal in clause {
            self.output.signed(self.cnf.variable(literal), literal.is_negative());
        }
        self.output.end(false);
        self.hints.clear();
        self.cnf.explain(hints, &mut self.hints);
        self.output.list(self.hints.iter().copied())?;
        Ok(self.derived)
    }

    fn delete(&mut self, lemmas: &[Lemma]) -> io::Result<()> {
        if self.output.style == Style::Text {
            // A deletion line begins with the number of the last clause before it.
            self.number(self.derived);
            self.output.text("d ");
        } else {
            self.output.text("d");
        }
        let clauses = self.cnf.clauses();
        self.output.list(lemmas.iter().map(|lemma| clauses + lemma))
    }

    fn finish(self, _: Lemma) -> io::Result<u64> {
        self.output.finish()
    }
}

// Writing numbers, as text or in the binary form of LRAT.

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
    pub(super) style: Style,
    buffer: Vec<u8>,
    written: u64,
}

impl<W: Write> Output<W> {
    const FULL: usize = 1 << 16;

    pub(super) fn new(inner: W, style: Style) -> Self {
        Self { inner, style, buffer: Vec::with_capacity(2 * Self::FULL), written: 0 }
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

    /// Writes a signed number in the style.
    pub(super) fn signed(&mut self, number: u64, is_negative: bool) {
        match self.style {
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
    pub(super) fn end(&mut self, is_last: bool) {
        match self.style {
            Style::Text => self.text(if is_last { "0\n" } else { "0 " }),
            Style::Binary => self.buffer.push(0),
        }
    }

    /// Writes the numbers of a list, which ends a line.
    pub(super) fn list(&mut self, numbers: impl Iterator<Item = u64>) -> io::Result<()> {
        numbers.for_each(|number| self.signed(number, false));
        self.end(true);
        self.pass()
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
