//! The output that solvers of the SAT and pseudo-Boolean competitions share: an answer, and the values
//! of variables; and the formula of [`sat`](crate::sat) in the format of the DIMACS challenge.

use std::collections::BTreeMap;
use std::fmt::Write;

use batsat::Lit;
use tercet::Board;
use tercet::solver::{Limit, Stop};

use super::{Claim, ImportError, Problem, Read, no_answer};
use crate::model::Said;
use crate::sat::formula::{Clauses, Formula, number, positive};

/// How the solvers of a kind write literals, and what is said of other text.
struct Dialect {
    /// The variable of a literal, counted from 1, and its value.
    literal: fn(&str) -> Option<(usize, bool)>,
    /// Whether a 0 ends the literals.
    has_end: bool,
    no_line: &'static str,
    no_literal: &'static str,
}

/// What a solver says after an `s`.
fn said(words: &str) -> Option<Said> {
    match words {
        "SATISFIABLE" | "SAT" | "OPTIMUM FOUND" => Some(Said::Sat),
        "UNSATISFIABLE" | "UNSAT" => Some(Said::Unsat),
        "UNKNOWN" | "INDETERMINATE" | "INDET" => Some(Said::Unknown),
        _ => None,
    }
}

const NO_ANSWER: &str = "is no answer, such as 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'";

/// Reads what a solver claims of a board, whose cards have these of the variables, from 0, in their
/// order.
fn read(
    dialect: &Dialect,
    board: &Board,
    variables: usize,
    cards: impl Iterator<Item = usize>,
    text: &str,
    limit: &Limit,
) -> Read<Claim> {
    let mut values = vec![None; variables];
    // The answer, the first line with literals, and whether a 0 ended them.
    let (mut answer, mut told_at, mut is_ended) = (None, None, !dialect.has_end);
    let mut watch = limit.watch();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        watch.tick(line.len())?;
        let unexpected = |why: &str| ImportError::unexpected(number, line, why);
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match head {
            "c" | "o" | "" => continue,
            "s" => {
                let said = said(rest.trim()).ok_or_else(|| unexpected(NO_ANSWER))?;
                if answer.replace(said).is_some() {
                    return Err(unexpected("is a second answer: give the output of one run"));
                }
                continue;
            }
            "v" => {}
            _ => return Err(unexpected(dialect.no_line)),
        }
        told_at.get_or_insert(number);
        for word in rest.split_whitespace() {
            let unexpected = |why: &str| ImportError::unexpected(number, word, why);
            let literal = (dialect.literal)(word);
            let (variable, value) = literal.ok_or_else(|| unexpected(dialect.no_literal))?;
            if dialect.has_end && variable == 0 {
                is_ended = true;
                continue;
            }
            let place = variable.checked_sub(1).and_then(|place| values.get_mut(place));
            let place = place.ok_or_else(|| {
                unexpected(&format!("names no variable of this board, which has {variables}"))
            })?;
            if place.replace(value).is_some_and(|before| before != value) {
                return Err(unexpected("contradicts an earlier literal"));
            }
        }
    }
    match (answer, told_at) {
        (Some(Said::Sat), Some(_)) if !is_ended => {
            no_answer("the literals end without a 0: give the whole output")
        }
        (Some(Said::Sat), Some(line)) => {
            let chosen = cards.enumerate().filter(|&(_, card)| values[card] == Some(true));
            let chosen: Vec<usize> = chosen.map(|(position, _)| position).collect();
            Claim::set(board, &chosen, Some(line))
        }
        (Some(Said::Sat), None) => no_answer(
            "it says that there is a solution, but does not print it: let the solver print it",
        ),
        (Some(Said::Unsat), None) => Ok(Claim::None),
        (Some(Said::Unsat), Some(line)) => {
            let why = "literals, although the answer is 'unsatisfiable'";
            Err(ImportError::at(line, Problem::NoAnswer(why.into())))
        }
        (Some(Said::Unknown), _) => Ok(Claim::Unknown),
        (None, _) => no_answer(
            "there is no answer, such as a line 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'",
        ),
    }
}

/// Reads the output of a pseudo-Boolean solver.
pub(super) fn read_opb(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    let variables = board.len() + board.deck().properties() * (1 + board.deck().values());
    read(&OPB, board, variables, 0..board.len(), text, limit)
}

/// The output of pseudo-Boolean solvers.
const OPB: Dialect = Dialect {
    literal: |word| {
        let name = word.strip_prefix(['-', '~']);
        let variable = name.unwrap_or(word).strip_prefix('x')?.parse().ok()?;
        Some((variable, name.is_none()))
    },
    has_end: false,
    no_line: "is not a line of a pseudo-Boolean solver, such as 's SATISFIABLE', 'v x1 x2', 'c ...'",
    no_literal: "is no literal: x3, or the same after a minus sign or a tilde, which says 'not x3'",
};

// The formula of `sat` in the format of the DIMACS challenge.
//
// The clauses are those that `sat` gives its engines for a fixed board, in the order of its essay;
// only the literal that a session assumes is omitted. A solution is read in the format of the SAT
// competitions (`s SATISFIABLE`, then `v` lines with literals up to a 0).

/// A writer of the formula.
#[derive(Default)]
struct Text {
    meanings: Vec<String>,
    /// The clauses of each part: their literals, with a zero after each. There may be millions.
    parts: BTreeMap<&'static str, Vec<i32>>,
}

impl Clauses for Text {
    fn variable(&mut self, _: bool, meaning: impl FnOnce() -> String) -> Lit {
        self.meanings.push(meaning());
        positive(self.meanings.len() as u32 - 1)
    }

    fn clause(&mut self, part: &'static str, literals: &[Lit]) {
        let numbers = literals.iter().map(|&literal| number(literal));
        self.parts.entry(part).or_default().extend(numbers.chain([0]));
    }
}

/// The formula of a board.
pub(super) fn dimacs(heading: &str, board: &Board, limit: &Limit) -> Result<String, Stop> {
    let formula = Formula::<Text>::of(board, limit)?;
    let Text { meanings, parts } = &formula.engine;
    let mut watch = limit.watch();
    let mut text = format!("c {heading}\n");
    text += "c The chosen cards of a solution are a set, and each set is a solution.\n";
    for (i, meaning) in meanings.iter().enumerate() {
        watch.tick(4)?;
        writeln!(text, "c x {} = {meaning}", i + 1).expect("memory");
    }
    let clauses = parts.values().flatten().filter(|&&number| number == 0).count();
    writeln!(text, "p cnf {} {clauses}", meanings.len()).expect("memory");
    for (part, numbers) in parts {
        writeln!(text, "c {part}").expect("memory");
        for &number in numbers {
            watch.tick(1)?;
            let end = if number == 0 { '\n' } else { ' ' };
            write!(text, "{number}{end}").expect("memory");
        }
    }
    Ok(text)
}

/// Reads the output of a SAT solver.
pub(super) fn read_dimacs(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    let formula = Formula::<Text>::of(board, limit)?;
    let cards = formula.cards.iter().map(|(_, literal)| literal.var().idx() as usize);
    read(&SAT, board, formula.engine.meanings.len(), cards, text, limit)
}

/// The output of SAT solvers.
const SAT: Dialect = Dialect {
    literal: |word| {
        let literal: i32 = word.parse().ok()?;
        Some((literal.unsigned_abs() as usize, literal > 0))
    },
    has_end: true,
    no_line: "is not a line of a SAT solver, such as 's SATISFIABLE', 'v 1 -2 0', 'c ...'",
    no_literal: "is not a literal, such as 3, or -3 for 'not 3'",
};
