//! Reading the solution of a pseudo-Boolean problem.
//!
//! The format is that of the pseudo-Boolean competitions: a line `s SATISFIABLE`, `s UNSATISFIABLE`,
//! `s OPTIMUM FOUND` or `s UNKNOWN`, and lines `v x1 -x2 x3`.

use tercet::Board;
use tercet::solver::Limit;

use super::{Claim, ImportError, Problem};

/// Reads the output of a pseudo-Boolean solver.
pub(super) fn read(board: &Board, text: &str, limit: &Limit) -> Result<Claim, ImportError> {
    let variables = board.len() + board.deck().properties() * (1 + board.deck().values());
    let mut values: Vec<Option<bool>> = vec![None; variables];
    let (mut verdict, mut told_at) = (None, None);
    let mut watch = limit.watch();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        watch.tick(line.len())?;
        let unexpected = |text: &str, why: &str| {
            ImportError::at(number, Problem::Unexpected { text: text.into(), why: why.into() })
        };
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match head {
            "" | "c" | "o" => {}
            "s" => {
                let why = "is no answer, such as 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'";
                let said = Verdict::new(rest.trim()).ok_or_else(|| unexpected(line, why))?;
                if verdict.replace(said).is_some() {
                    return Err(unexpected(line, "is a second answer: give the output of one run"));
                }
            }
            "v" => {
                told_at.get_or_insert(number);
                for word in rest.split_whitespace() {
                    let (name, value) = match word.strip_prefix(['-', '~']) {
                        Some(name) => (name, false),
                        None => (word, true),
                    };
                    let variable = name.strip_prefix('x').and_then(|it| it.parse::<usize>().ok());
                    let why = "is no literal: x3, or the same after a minus sign or a tilde, which says 'not x3'";
                    let variable = variable.ok_or_else(|| unexpected(word, why))?;
                    let place = variable.checked_sub(1).and_then(|place| values.get_mut(place));
                    let why = format!("names no variable of this board, which has {variables}");
                    let place = place.ok_or_else(|| unexpected(word, &why))?;
                    if place.replace(value).is_some_and(|before| before != value) {
                        return Err(unexpected(word, "contradicts an earlier literal"));
                    }
                }
            }
            _ => {
                let why = "is not a line of a pseudo-Boolean solver, such as 's SATISFIABLE', \
                           'v x1 x2', 'c ...'";
                return Err(unexpected(line, why));
            }
        }
    }
    let no_answer = |why| Err(ImportError::whole(Problem::NoAnswer(why)));
    match (verdict, told_at) {
        (Some(Verdict::Unsatisfiable), None) => Ok(Claim::None),
        (Some(Verdict::Unknown), _) => Ok(Claim::Unknown),
        (Some(Verdict::Satisfiable), Some(line)) => {
            let chosen: Vec<usize> =
                (0..board.len()).filter(|&card| values[card] == Some(true)).collect();
            Claim::set(board, &chosen, Some(line))
        }
        (Some(Verdict::Satisfiable), None) => no_answer(
            "it says that there is a solution, but does not print it: let the solver print it",
        ),
        (Some(Verdict::Unsatisfiable), Some(line)) => Err(ImportError::at(
            line,
            Problem::NoAnswer("literals, although the answer is 'unsatisfiable'"),
        )),
        (None, _) => no_answer(
            "there is no answer, such as a line 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'",
        ),
    }
}

#[derive(Clone, Copy)]
enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

impl Verdict {
    fn new(words: &str) -> Option<Self> {
        match words {
            "SATISFIABLE" | "OPTIMUM FOUND" => Some(Self::Satisfiable),
            "UNSATISFIABLE" => Some(Self::Unsatisfiable),
            "UNKNOWN" => Some(Self::Unknown),
            _ => None,
        }
    }
}
