//! DRAT: clauses without hints, for checkers that find the hints themselves.

use std::collections::HashMap;
use std::io::{self, Write};

use tercet::Board;
use tercet::solver::{Limit, Step};

use super::clauses::Clauses;
use super::output::Style;
use super::{ExpandError, Expanded, Hint, Lemma, Literal, Recorder, refute};
use crate::Refusal;

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
