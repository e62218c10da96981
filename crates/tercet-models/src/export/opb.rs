//! Reading the solution of a pseudo-Boolean problem.
//!
//! The format is that of the pseudo-Boolean competitions: a line `s SATISFIABLE`, `s UNSATISFIABLE`,
//! `s OPTIMUM FOUND` or `s UNKNOWN`, and lines `v x1 -x2 x3`.

use tercet::Board;
use tercet::solver::Limit;

use super::competition::{Printed, Verdict, unexpected};
use super::{Claim, ImportError};

/// Reads the output of a pseudo-Boolean solver.
pub(super) fn read(board: &Board, text: &str, limit: &Limit) -> Result<Claim, ImportError> {
    let variables = board.len() + board.deck().properties() * (1 + board.deck().values());
    let mut printed = Printed::new(variables);
    let mut watch = limit.watch();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        watch.tick(line.len())?;
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match head {
            "" | "c" | "o" => {}
            "s" => {
                let why = "is no answer, such as 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'";
                let verdict = verdict(rest.trim()).ok_or_else(|| unexpected(number, line, why))?;
                printed.answer(number, line, verdict)?;
            }
            "v" => {
                printed.literals(number);
                for word in rest.split_whitespace() {
                    let (name, value) = match word.strip_prefix(['-', '~']) {
                        Some(name) => (name, false),
                        None => (word, true),
                    };
                    let variable = name.strip_prefix('x').and_then(|it| it.parse().ok());
                    let why = "is no literal: x3, or the same after a minus sign or a tilde, which says 'not x3'";
                    let variable = variable.ok_or_else(|| unexpected(number, word, why))?;
                    printed.literal(number, word, variable, value)?;
                }
            }
            _ => {
                let why = "is not a line of a pseudo-Boolean solver, such as 's SATISFIABLE', \
                           'v x1 x2', 'c ...'";
                return Err(unexpected(number, line, why));
            }
        }
    }
    printed.claim(board, 0..board.len())
}

fn verdict(words: &str) -> Option<Verdict> {
    match words {
        "SATISFIABLE" | "OPTIMUM FOUND" => Some(Verdict::Satisfiable),
        "UNSATISFIABLE" => Some(Verdict::Unsatisfiable),
        "UNKNOWN" => Some(Verdict::Unknown),
        _ => None,
    }
}
