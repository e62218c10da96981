//! DRAT: clauses without hints, for checkers that find these by themselves.

use std::collections::HashMap;
use std::io::{self, Write};

use tercet::Board;
use tercet::solver::Step;

use super::cnf::Cnf;
use super::output::{Output, Style};
use super::{ExpandError, Expanded, Hint, Lemma, Literal, Recorder, expand};
use crate::Refusal;

/// Expands the steps of a proof to DRAT, for the CNF of `tercet export --to dimacs`.
///
/// The clauses are those of [`lrat`](super::lrat()), without hints, and so are the deletions. Each
/// clause follows by reverse unit propagation; clauses of one literal are never deleted.
///
/// # Errors
///
/// [`ExpandError`] if the steps do not prove that the board has no set, or the output fails.
pub fn drat(
    board: &Board,
    steps: impl Iterator<Item = Result<Step, Refusal>>,
    style: Style,
    output: impl Write,
) -> Result<Expanded, ExpandError> {
    let (cnf, output) = (Cnf::new(board), Output::new(output));
    let mut drat = Drat { cnf, style, output, lemmas: 0, live: HashMap::new() };
    let (clauses, steps) = expand(board, steps, &mut drat)?;
    let bytes = drat.output.finish().map_err(ExpandError::Write)?;
    Ok(Expanded { steps, clauses, bytes })
}

struct Drat<W> {
    cnf: Cnf,
    style: Style,
    output: Output<W>,
    lemmas: Lemma,
    /// The clauses that were not deleted: a deletion repeats the literals.
    live: HashMap<Lemma, Box<[Literal]>>,
}

impl<W: Write> Drat<W> {
    fn line(&mut self, binary: &str, text: &str, clause: &[Literal]) -> io::Result<()> {
        let Self { cnf, style, output, .. } = self;
        output.text(if *style == Style::Binary { binary } else { text });
        for &literal in clause {
            output.signed(*style, cnf.variable(literal), literal.is_negative());
        }
        output.end(*style, true);
        output.pass()
    }
}

impl<W: Write> Recorder for Drat<W> {
    fn derive(&mut self, clause: &[Literal], _: &[Hint]) -> io::Result<Lemma> {
        self.lemmas += 1;
        self.line("a", "", clause)?;
        // Some checkers ignore it if a unit is deleted, others do not.
        if clause.len() > 1 {
            self.live.insert(self.lemmas, clause.into());
        }
        Ok(self.lemmas)
    }

    fn delete(&mut self, lemmas: &[Lemma]) -> io::Result<()> {
        for lemma in lemmas {
            if let Some(clause) = self.live.remove(lemma) {
                self.line("d", "d ", &clause)?;
            }
        }
        Ok(())
    }
}
