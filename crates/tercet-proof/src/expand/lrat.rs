//! LRAT: the clauses of a refutation of the CNF of `tercet export --to dimacs`.
//!
//! Each clause has its number, its literals and its hints, all of which are needed in this order. The
//! numbers continue those of the CNF.

use std::io::{self, Write};

use tercet::Board;

use super::cnf::Cnf;
use super::output::{Output, Style};
use super::{Hint, Lemma, Literal, Recorder};

/// An output of LRAT.
pub(super) struct Lrat<W> {
    cnf: Cnf,
    style: Style,
    output: Output<W>,
    /// The number of derived clauses.
    derived: Lemma,
    /// The numbers of the hints of a clause.
    hints: Vec<u64>,
}

impl<W: Write> Lrat<W> {
    pub(super) fn new(board: &Board, style: Style, output: W) -> Self {
        let (cnf, output) = (Cnf::new(board), Output::new(output));
        Self { cnf, style, output, derived: 0, hints: Vec::new() }
    }

    /// Begins a line, with one sign in binary form and another in text.
    fn begin(&mut self, binary: &str, text: &str) {
        self.output.text(match self.style {
            Style::Binary => binary,
            Style::Text => text,
        });
    }

    /// Writes the number of a clause.
    fn number(&mut self, clause: u64) {
        self.output.signed(self.style, clause, false);
    }

    /// Writes the number of the last clause that was derived.
    fn last(&mut self) {
        self.number(self.cnf.clauses() + self.derived);
    }

    /// Ends a line.
    fn end(&mut self) -> io::Result<()> {
        self.output.end(self.style, true);
        self.output.pass()
    }
}

impl<W: Write> Recorder for Lrat<W> {
    fn derive(&mut self, clause: &[Literal], hints: &[Hint]) -> io::Result<Lemma> {
        self.derived += 1;
        self.begin("a", "");
        self.last();
        for &literal in clause {
            self.output.signed(self.style, self.cnf.variable(literal), literal.is_negative());
        }
        self.output.end(self.style, false);
        self.hints.clear();
        self.cnf.explain(hints, &mut self.hints);
        for &hint in &self.hints {
            self.output.signed(self.style, hint, false);
        }
        self.end()?;
        Ok(self.derived)
    }

    fn delete(&mut self, lemmas: &[Lemma]) -> io::Result<()> {
        if self.style == Style::Text {
            // A deletion line begins with the number of the last clause before it.
            self.last();
        }
        self.begin("d", "d ");
        for &lemma in lemmas {
            self.number(self.cnf.clauses() + lemma);
        }
        self.end()
    }

    fn finish(self, _: Lemma) -> io::Result<u64> {
        self.output.finish()
    }
}
