//! LRAT: clauses with their hints.

use std::io::{self, Write};

use tercet::Board;
use tercet::solver::{Limit, Step};

use super::clauses::Clauses;
use super::output::Style;
use super::{ExpandError, Expanded, Hint, Lemma, Literal, Recorder, refute};
use crate::Refusal;

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
