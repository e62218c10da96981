//! LRAT: the clauses of a refutation of the CNF of `tercet export --to dimacs`.
//!
//! Each clause has its number, its literals and its hints, all of which are needed in this order. The
//! numbers continue those of the CNF.

use std::io::{self, Write};

use tercet::Board;

use super::cnf::Cnf;
use super::{Hint, Lemma, Literal, Recorder};

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
    pub(super) fn new(board: &Board, output: W) -> Self {
        let (cnf, output) = (Cnf::new(board), Output::new(output));
        Self { cnf, output, derived: 0, hints: Vec::new() }
    }

    /// Writes the number of the last clause that was derived.
    fn number(&mut self) {
        self.output.decimal(self.cnf.clauses() + self.derived);
    }
}

impl<W: Write> Recorder for Lrat<W> {
    fn derive(&mut self, clause: &[Literal], hints: &[Hint]) -> io::Result<Lemma> {
        self.derived += 1;
        self.number();
        for &literal in clause {
            self.output.text(if literal.is_negative() { " -" } else { " " });
            self.output.decimal(self.cnf.variable(literal));
        }
        self.output.text(" 0");
        self.cnf.explain(hints, &mut self.hints);
        self.output.list(self.hints.drain(..), " 0\n")?;
        Ok(self.derived)
    }

    fn delete(&mut self, lemmas: &[Lemma]) -> io::Result<()> {
        // A deletion line begins with the number of the last clause before it.
        self.number();
        self.output.text(" d");
        let clauses = self.cnf.clauses();
        self.output.list(lemmas.iter().map(|lemma| clauses + lemma), " 0\n")
    }

    fn finish(self, _: Lemma) -> io::Result<u64> {
        self.output.finish()
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

    /// Writes numbers, and the end of their line.
    pub(super) fn list(&mut self, numbers: impl Iterator<Item = u64>, end: &str) -> io::Result<()> {
        for number in numbers {
            self.text(" ");
            self.decimal(number);
        }
        self.text(end);
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
