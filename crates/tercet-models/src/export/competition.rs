//! The output that solvers of the SAT and pseudo-Boolean competitions share: an answer, and the values
//! of variables.

use tercet::Board;

use super::{Claim, ImportError, Problem, Read, no_answer};

/// The output of a solver so far.
pub(super) struct Printed {
    /// The value of each variable, if it was given.
    values: Vec<Option<bool>>,
    verdict: Option<Verdict>,
    /// The first line with literals.
    told_at: Option<usize>,
}

/// The answer of a solver.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// The error that a text of a line should not be there.
pub(super) fn unexpected(line: usize, text: &str, why: impl Into<String>) -> ImportError {
    ImportError::at(line, Problem::Unexpected { text: text.into(), why: why.into() })
}

impl Printed {
    /// Nothing, of that many variables.
    pub(super) fn new(variables: usize) -> Self {
        Self { values: vec![None; variables], verdict: None, told_at: None }
    }

    /// A line with the answer.
    pub(super) fn answer(&mut self, line: usize, text: &str, verdict: Verdict) -> Read<()> {
        if self.verdict.replace(verdict).is_some() {
            return Err(unexpected(line, text, "is a second answer: give the output of one run"));
        }
        Ok(())
    }

    /// A line with literals begins.
    pub(super) fn literals(&mut self, line: usize) {
        self.told_at.get_or_insert(line);
    }

    /// A literal: the value of a variable, which is counted from 1.
    pub(super) fn literal(
        &mut self,
        line: usize,
        text: &str,
        variable: usize,
        value: bool,
    ) -> Read<()> {
        let variables = self.values.len();
        let place = variable.checked_sub(1).and_then(|place| self.values.get_mut(place));
        let place = place.ok_or_else(|| {
            let why = format!("names no variable of this board, which has {variables}");
            unexpected(line, text, why)
        })?;
        match place.replace(value) {
            Some(before) if before != value => {
                Err(unexpected(line, text, "contradicts an earlier literal"))
            }
            _ => Ok(()),
        }
    }

    /// Whether a solution was printed, or its beginning.
    pub(super) fn has_solution(&self) -> bool {
        self.verdict == Some(Verdict::Satisfiable) && self.told_at.is_some()
    }

    /// What is claimed of a board, whose cards have these variables, from 0, in their order.
    pub(super) fn claim(&self, board: &Board, cards: impl Iterator<Item = usize>) -> Read<Claim> {
        match (self.verdict, self.told_at) {
            (Some(Verdict::Unsatisfiable), None) => Ok(Claim::None),
            (Some(Verdict::Unknown), _) => Ok(Claim::Unknown),
            (Some(Verdict::Satisfiable), Some(line)) => {
                let chosen = cards.enumerate().filter(|&(_, card)| self.values[card] == Some(true));
                let chosen: Vec<usize> = chosen.map(|(position, _)| position).collect();
                Claim::set(board, &chosen, Some(line))
            }
            (Some(Verdict::Satisfiable), None) => no_answer(
                "it says that there is a solution, but does not print it: let the solver print it",
            ),
            (Some(Verdict::Unsatisfiable), Some(line)) => {
                let why = "literals, although the answer is 'unsatisfiable'";
                Err(ImportError::at(line, Problem::NoAnswer(why)))
            }
            (None, _) => no_answer(
                "there is no answer, such as a line 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'",
            ),
        }
    }
}
