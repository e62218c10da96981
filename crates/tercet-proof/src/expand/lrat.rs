//! LRAT: clauses with their hints.

use std::io::{self, Write};

use tercet::Board;
use tercet::solver::Step;

use super::cnf::Cnf;
use super::output::{Output, Style};
use super::{ExpandError, Expanded, Hint, Lemma, Literal, Recorder, expand};
use crate::Refusal;

/// Expands the steps of a proof to LRAT, for the CNF of `tercet export --to dimacs`.
///
/// Each clause has its number, its literals and its hints, all of which are needed in this order; none uses
/// more than reverse unit propagation. The numbers go on from those of the CNF. Clauses are deleted as
/// soon as they are not needed. The last one is empty.
///
/// The output is written as the steps come, and is of no use if they turn out to be wrong.
///
/// # Errors
///
/// [`ExpandError`] if the steps do not prove that the board has no set, or the output fails.
pub fn lrat(
    board: &Board,
    steps: impl Iterator<Item = Result<Step, Refusal>>,
    style: Style,
    output: impl Write,
) -> Result<Expanded, ExpandError> {
    let (cnf, output) = (Cnf::new(board), Output::new(output));
    let mut lrat = Lrat { cnf, style, output, lemmas: 0, hints: Vec::new() };
    let (clauses, steps) = expand(board, steps, &mut lrat)?;
    let bytes = lrat.output.finish().map_err(ExpandError::Write)?;
    Ok(Expanded { steps, clauses, bytes })
}

struct Lrat<W> {
    cnf: Cnf,
    style: Style,
    output: Output<W>,
    lemmas: Lemma,
    hints: Vec<u64>,
}

impl<W: Write> Recorder for Lrat<W> {
    fn derive(&mut self, clause: &[Literal], hints: &[Hint]) -> io::Result<Lemma> {
        let Self { cnf, style, output, lemmas, hints: numbers } = self;
        *lemmas += 1;
        numbers.clear();
        cnf.explain(hints, numbers);
        if *style == Style::Binary {
            output.text("a");
        }
        output.number(*style, cnf.clauses() + *lemmas);
        for &literal in clause {
            output.signed(*style, cnf.variable(literal), literal.is_negative());
        }
        output.end(*style, false);
        for &hint in &*numbers {
            output.number(*style, hint);
        }
        output.end(*style, true);
        output.pass()?;
        Ok(*lemmas)
    }

    fn delete(&mut self, lemmas: &[Lemma]) -> io::Result<()> {
        match self.style {
            // A line has the number of the last clause before it.
            Style::Text => {
                self.output.number(self.style, self.cnf.clauses() + self.lemmas);
                self.output.text("d ");
            }
            Style::Binary => self.output.text("d"),
        }
        for &lemma in lemmas {
            self.output.number(self.style, self.cnf.clauses() + lemma);
        }
        self.output.end(self.style, true);
        self.output.pass()
    }
}
