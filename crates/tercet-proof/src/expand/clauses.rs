//! The common part of LRAT and DRAT: the formula, and how its clauses are written.

use std::collections::HashMap;
use std::io::{self, Write};

use tercet::Board;
use tercet::solver::{Limit, Step};

use super::cnf::Cnf;
use super::output::{Output, Style};
use super::{ExpandError, Expanded, Hint, Lemma, Literal, Recorder, refute};
use crate::Refusal;

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

// LRAT: clauses with their hints.

/// Expands the steps of a proof to LRAT, for the CNF of `tercet export --to dimacs`.
///
/// Each clause has its number, its literals and its hints, all of which are needed in this order.
/// Each clause follows by reverse unit propagation. The numbers continue those of the CNF. Clauses
/// are deleted as soon as they are not needed. The last one is empty.
///
/// The output is written as the steps are read, and is useless if they turn out to be wrong.
///
/// # Errors
///
/// [`ExpandError`] if the steps do not prove that the board has no set, the output fails, or the limit ended
/// the work.
pub fn lrat(
    board: &Board,
    steps: impl Iterator<Item = Result<Step, Refusal>>,
    style: Style,
    limit: &Limit,
    output: impl Write,
) -> Result<Expanded, ExpandError> {
    let mut lrat = Lrat { clauses: Clauses::new(board, style, output), hints: Vec::new() };
    let (_, steps) = refute(board, steps, limit, &mut lrat)?;
    lrat.clauses.finish(steps)
}

struct Lrat<W> {
    clauses: Clauses<W>,
    hints: Vec<u64>,
}

impl<W: Write> Recorder for Lrat<W> {
    fn derive(&mut self, clause: &[Literal], hints: &[Hint]) -> io::Result<Lemma> {
        let Self { clauses, hints: numbers } = self;
        clauses.derived += 1;
        numbers.clear();
        clauses.cnf.explain(hints, numbers);
        clauses.begin("a", "");
        clauses.last();
        clauses.literals(clause);
        clauses.end_list();
        for &hint in &*numbers {
            clauses.number(hint);
        }
        clauses.end()?;
        Ok(clauses.derived)
    }

    fn delete(&mut self, lemmas: &[Lemma]) -> io::Result<()> {
        let clauses = &mut self.clauses;
        if clauses.style == Style::Text {
            // A deletion line begins with the number of the last clause before it.
            clauses.last();
        }
        clauses.begin("d", "d ");
        for &lemma in lemmas {
            clauses.number(clauses.cnf.clauses() + lemma);
        }
        clauses.end()
    }
}

// DRAT: clauses without hints, for checkers that find the hints themselves.

/// Expands the steps of a proof to DRAT, for the CNF of `tercet export --to dimacs`.
///
/// The clauses and deletions are those of [`lrat`](super::lrat()), without hints. Each clause
/// follows by reverse unit propagation; clauses of one literal are never deleted.
///
/// # Errors
///
/// [`ExpandError`] if the steps do not prove that the board has no set, the output fails, or the limit ended
/// the work.
pub fn drat(
    board: &Board,
    steps: impl Iterator<Item = Result<Step, Refusal>>,
    style: Style,
    limit: &Limit,
    output: impl Write,
) -> Result<Expanded, ExpandError> {
    let mut drat = Drat { clauses: Clauses::new(board, style, output), live: HashMap::new() };
    let (_, steps) = refute(board, steps, limit, &mut drat)?;
    drat.clauses.finish(steps)
}

struct Drat<W> {
    clauses: Clauses<W>,
    /// The clauses that were not deleted: a deletion repeats the literals.
    live: HashMap<Lemma, Box<[Literal]>>,
}

impl<W: Write> Recorder for Drat<W> {
    fn derive(&mut self, clause: &[Literal], _: &[Hint]) -> io::Result<Lemma> {
        self.clauses.derived += 1;
        self.clauses.begin("a", "");
        self.clauses.literals(clause);
        self.clauses.end()?;
        // Some checkers ignore deletions of unit clauses, others do not.
        if clause.len() > 1 {
            self.live.insert(self.clauses.derived, clause.into());
        }
        Ok(self.clauses.derived)
    }

    fn delete(&mut self, lemmas: &[Lemma]) -> io::Result<()> {
        for lemma in lemmas {
            if let Some(clause) = self.live.remove(lemma) {
                self.clauses.begin("d", "d ");
                self.clauses.literals(&clause);
                self.clauses.end()?;
            }
        }
        Ok(())
    }
}
