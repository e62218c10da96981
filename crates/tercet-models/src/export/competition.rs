//! The output that solvers of the SAT, `MaxSAT` and pseudo-Boolean competitions share: an answer, and
//! the values of variables.

use tercet::Board;
use tercet::solver::Limit;

use super::{Claim, ImportError, Problem, Read, no_answer};

/// The output of a solver so far.
pub(super) struct Printed<'a> {
    /// The value of each variable, if it was given.
    values: Vec<Option<bool>>,
    verdict: Option<Verdict>,
    /// The first line with literals.
    told_at: Option<usize>,
    /// The last line with a cost.
    pub(super) cost: Option<(usize, &'a str)>,
}

/// The answer of a solver.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Satisfiable,
    /// There is a solution, and none is better.
    Optimal,
    Unsatisfiable,
    Unknown,
}

impl Verdict {
    /// The answer of a line, which follows its `s`; otherwise the error is `why`.
    pub(super) fn read(line: usize, text: &str, why: &str) -> Read<Self> {
        Ok(match text[1..].trim() {
            "SATISFIABLE" => Self::Satisfiable,
            "OPTIMUM FOUND" => Self::Optimal,
            "UNSATISFIABLE" => Self::Unsatisfiable,
            "UNKNOWN" => Self::Unknown,
            _ => return Err(unexpected(line, text, why)),
        })
    }
}

/// What is wrong with an answer without a solution.
pub(super) const NOT_PRINTED: &str =
    "it says that there is a solution, but does not print it: let the solver print it";

/// What is wrong with a second answer.
pub(super) const SECOND: &str = "is a second answer: give the output of one run";

/// The claim of a solver.
pub(super) enum Claimed {
    /// A solution, from this line on; optimal if the solver says so.
    Solution(usize, bool),
    None,
    Unknown,
}

/// The error that a text of a line should not be there.
pub(super) fn unexpected(line: usize, text: &str, why: impl Into<String>) -> ImportError {
    ImportError::at(line, Problem::Unexpected { text: text.into(), why: why.into() })
}

impl<'a> Printed<'a> {
    /// Nothing, of that many variables.
    pub(super) fn new(variables: usize) -> Self {
        Self { values: vec![None; variables], verdict: None, told_at: None, cost: None }
    }

    /// A text whose lines begin with a letter for their kind: `c` a comment, `o` a cost, `s` the
    /// answer, `v` values, which are read by `read_values`. Two phrases say what is wrong with an
    /// answer and with another line.
    pub(super) fn read(
        variables: usize,
        text: &'a str,
        [no_answer, no_line]: [&str; 2],
        limit: &Limit,
        mut read_values: impl FnMut(&mut Self, usize, &str) -> Read<()>,
    ) -> Read<Self> {
        let mut printed = Self::new(variables);
        let mut watch = limit.watch();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            watch.tick(line.len())?;
            let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match head {
                "" | "c" => {}
                "o" => printed.cost = Some((number, line)),
                "s" => {
                    let verdict = Verdict::read(number, line, no_answer)?;
                    printed.answer(number, line, verdict)?;
                }
                "v" => {
                    printed.literals(number);
                    read_values(&mut printed, number, rest.trim())?;
                }
                _ => return Err(unexpected(number, line, no_line)),
            }
        }
        Ok(printed)
    }

    /// A line with the answer.
    pub(super) fn answer(&mut self, line: usize, text: &str, verdict: Verdict) -> Read<()> {
        let is_second = self.verdict.replace(verdict).is_some();
        if is_second { Err(unexpected(line, text, SECOND)) } else { Ok(()) }
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
        matches!(self.verdict, Some(Verdict::Satisfiable | Verdict::Optimal))
            && self.told_at.is_some()
    }

    /// Whether a variable, which is counted from 0, is true.
    pub(super) fn is_true(&self, variable: usize) -> bool {
        self.values[variable] == Some(true)
    }

    /// What is claimed.
    pub(super) fn claimed(&self) -> Read<Claimed> {
        match (self.verdict, self.told_at) {
            (Some(Verdict::Unsatisfiable), None) => Ok(Claimed::None),
            (Some(Verdict::Unknown), _) => Ok(Claimed::Unknown),
            (Some(verdict @ (Verdict::Satisfiable | Verdict::Optimal)), Some(line)) => {
                Ok(Claimed::Solution(line, verdict == Verdict::Optimal))
            }
            (Some(Verdict::Satisfiable | Verdict::Optimal), None) => no_answer(NOT_PRINTED),
            (Some(Verdict::Unsatisfiable), Some(line)) => {
                let why = "literals, although the answer is 'unsatisfiable'";
                Err(ImportError::at(line, Problem::NoAnswer(why)))
            }
            (None, _) => no_answer(
                "there is no answer, such as a line 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'",
            ),
        }
    }

    /// What is claimed of a board, whose cards have these variables, from 0, in their order.
    pub(super) fn claim(&self, board: &Board, cards: impl Iterator<Item = usize>) -> Read<Claim> {
        match self.claimed()? {
            Claimed::None => Ok(Claim::None),
            Claimed::Unknown => Ok(Claim::Unknown),
            Claimed::Solution(line, _) => {
                let chosen = cards.enumerate().filter(|&(_, card)| self.is_true(card));
                let chosen: Vec<usize> = chosen.map(|(position, _)| position).collect();
                Claim::set(board, &chosen, Some(line))
            }
        }
    }
}
