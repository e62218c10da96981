//! LRAT and DRAT: the clauses of a refutation of the CNF of `tercet export --to dimacs`.
//!
//! In LRAT each clause has its number, its literals and its hints, all of which are needed in this
//! order. The numbers continue those of the CNF. In DRAT a clause is its literals alone, since its
//! checkers find the hints themselves, and a deletion repeats them.

use std::collections::HashMap;
use std::io::{self, Write};

use tercet::Board;

use super::cnf::Cnf;
use super::output::{Output, Style};
use super::{Hint, Lemma, Literal, Recorder};

/// An output of clauses.
pub(super) struct Clauses<W> {
    cnf: Cnf,
    style: Style,
    output: Output<W>,
    /// The number of derived clauses.
    derived: Lemma,
    /// The numbers of the hints of a clause.
    hints: Vec<u64>,
    /// For DRAT, the clauses that were not deleted.
    live: Option<HashMap<Lemma, Box<[Literal]>>>,
}

impl<W: Write> Clauses<W> {
    /// An output of LRAT, with hints, or of DRAT.
    pub(super) fn new(board: &Board, style: Style, output: W, with_hints: bool) -> Self {
        Self {
            cnf: Cnf::new(board),
            style,
            output: Output::new(output),
            derived: 0,
            hints: Vec::new(),
            live: (!with_hints).then(HashMap::new),
        }
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

    fn literals(&mut self, clause: &[Literal]) {
        for &literal in clause {
            self.output.signed(self.style, self.cnf.variable(literal), literal.is_negative());
        }
    }

    /// Ends a line.
    fn end(&mut self) -> io::Result<()> {
        self.output.end(self.style, true);
        self.output.pass()
    }
}

impl<W: Write> Recorder for Clauses<W> {
    fn derive(&mut self, clause: &[Literal], hints: &[Hint]) -> io::Result<Lemma> {
        self.derived += 1;
        self.begin("a", "");
        if let Some(live) = &mut self.live {
            // Some checkers ignore deletions of unit clauses, others do not: they are not deleted.
            if clause.len() > 1 {
                live.insert(self.derived, clause.into());
            }
            self.literals(clause);
        } else {
            self.last();
            self.literals(clause);
            self.output.end(self.style, false);
            self.hints.clear();
            self.cnf.explain(hints, &mut self.hints);
            for &hint in &self.hints {
                self.output.signed(self.style, hint, false);
            }
        }
        self.end()?;
        Ok(self.derived)
    }

    fn delete(&mut self, lemmas: &[Lemma]) -> io::Result<()> {
        if let Some(live) = &mut self.live {
            let clauses: Vec<_> = lemmas.iter().filter_map(|lemma| live.remove(lemma)).collect();
            return clauses.iter().try_for_each(|clause| {
                self.begin("d", "d ");
                self.literals(clause);
                self.end()
            });
        }
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
