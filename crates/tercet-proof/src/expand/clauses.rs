//! The common part of LRAT and DRAT: the formula, and how its clauses are written.

use std::io::{self, Write};

use tercet::Board;

use super::cnf::Cnf;
use super::output::{Output, Style};
use super::{ExpandError, Expanded, Lemma, Literal};

/// An output of clauses.
pub(super) struct Clauses<W> {
    pub(super) cnf: Cnf,
    pub(super) style: Style,
    output: Output<W>,
    /// The number of derived clauses.
    pub(super) derived: Lemma,
}

impl<W: Write> Clauses<W> {
    pub(super) fn new(board: &Board, style: Style, output: W) -> Self {
        Self { cnf: Cnf::new(board), style, output: Output::new(output), derived: 0 }
    }

    /// Begins a line, with one sign in binary form and another in text.
    pub(super) fn begin(&mut self, binary: &str, text: &str) {
        self.output.text(match self.style {
            Style::Binary => binary,
            Style::Text => text,
        });
    }

    /// Writes the number of a clause.
    pub(super) fn number(&mut self, clause: u64) {
        self.output.number(self.style, clause);
    }

    /// Writes the number of the last clause that was derived.
    pub(super) fn last(&mut self) {
        self.number(self.cnf.clauses() + self.derived);
    }

    pub(super) fn literals(&mut self, clause: &[Literal]) {
        for &literal in clause {
            self.output.signed(self.style, self.cnf.variable(literal), literal.is_negative());
        }
    }

    /// Ends a list, before another one.
    pub(super) fn end_list(&mut self) {
        self.output.end(self.style, false);
    }

    /// Ends a line.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.output.end(self.style, true);
        self.output.pass()
    }

    /// Ends the output. Returns its counts, with this number of steps.
    pub(super) fn finish(self, steps: u64) -> Result<Expanded, ExpandError> {
        let bytes = self.output.finish().map_err(ExpandError::Write)?;
        Ok(Expanded { steps, clauses: self.derived, bytes })
    }
}
