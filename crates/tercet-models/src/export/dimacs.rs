//! The formula of [`sat`](crate::sat) in the format of the DIMACS challenge.
//!
//! The clauses are those that `sat` gives its engines for a fixed board, in the order of its essay;
//! only the literal that a session assumes is omitted. A solution is read in the format of the SAT
//! competitions (`s SATISFIABLE`, then `v` lines with literals up to a 0), or in that of files
//! written by `MiniSat` and similar solvers (`SAT`, then a line of literals).

use std::collections::BTreeMap;
use std::fmt::Write;

use batsat::Lit;
use tercet::solver::{Limit, Stop};
use tercet::{Board, Deck};

use super::competition::{Printed, Verdict, unexpected};
use super::{Claim, Read, no_answer};
use crate::sat::formula::{Clauses, Formula, Meaning, Part, dimacs, positive};

/// A writer of the formula.
#[derive(Default)]
struct Text {
    meanings: Vec<Meaning>,
    parts: BTreeMap<Part, Lines>,
}

/// The clauses of a part. There may be millions, so they share their memory.
#[derive(Default)]
struct Lines {
    literals: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<usize>,
}

impl Clauses for Text {
    fn variable(&mut self, meaning: Meaning) -> Lit {
        self.meanings.push(meaning);
        positive(self.meanings.len() as u32 - 1)
    }

    fn clause(&mut self, part: Part, literals: &[Lit]) {
        let lines = self.parts.entry(part).or_default();
        lines.literals.extend_from_slice(literals);
        lines.ends.push(lines.literals.len());
    }
}

/// The formula of a board.
pub(super) fn write(heading: &str, board: &Board, limit: &Limit) -> Result<String, Stop> {
    let formula = Formula::<Text>::of(board, limit)?;
    let Text { meanings, parts } = formula.engine();
    let mut watch = limit.watch();
    let mut text = format!("c {heading}\n");
    text += "c The chosen cards of a solution are a set, and each set is a solution.\n";
    let mut card = 0;
    for (i, &meaning) in meanings.iter().enumerate() {
        watch.tick(4)?;
        card += usize::from(matches!(meaning, Meaning::Chosen(_)));
        let meaning = in_words(meaning, board.deck(), card);
        writeln!(text, "c x {} = {meaning}", i + 1).expect("memory");
    }
    let clauses: usize = parts.values().map(|lines| lines.ends.len()).sum();
    writeln!(text, "p cnf {} {clauses}", meanings.len()).expect("memory");
    for (&part, Lines { literals, ends }) in parts {
        writeln!(text, "c {}", says(part)).expect("memory");
        let mut start = 0;
        for &end in ends {
            for &literal in &literals[start..end] {
                watch.tick(1)?;
                write!(text, "{} ", dimacs(literal)).expect("memory");
            }
            text += "0\n";
            start = end;
        }
    }
    Ok(text)
}

/// The meaning of a variable; a card is also named by its number on the board.
fn in_words(meaning: Meaning, deck: Deck, card: usize) -> String {
    match meaning {
        Meaning::Different(property) => format!("property {}: all different", property + 1),
        Meaning::Same(property, value) => {
            format!("property {}: all equal to {value}", property + 1)
        }
        Meaning::Chosen(chosen) => format!("card {card} ({}) is chosen", deck.show(chosen)),
        Meaning::Carried => {
            "an earlier one of several variables holds, of which at most one may".into()
        }
        Meaning::Switch => "a switch".into(),
    }
}

/// The meaning of the clauses of a part.
fn says(part: Part) -> &'static str {
    match part {
        Part::OneChoice => "1. In every property exactly one of the choices holds.",
        Part::SomeDifferent => "2. \"All different\" holds in at least one property.",
        Part::NoneTwice => "3. Where it holds, no two chosen cards show the same value,",
        Part::EachShown => "4. and every value is shown by a chosen card.",
        Part::FitsChoice => {
            "5. A chosen card that shows x has \"all different\" or \"all equal to x\"."
        }
        Part::Session => "6. Further known facts.",
    }
}

/// Reads the output of a SAT solver.
pub(super) fn read(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    let formula = Formula::<Text>::of(board, limit)?;
    let mut printed = Printed::new(formula.engine().meanings.len());
    let mut is_ended = false;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let said = if head == "s" { rest.trim() } else { line };
        if let Some(verdict) = verdict(said) {
            printed.answer(number, line, verdict)?;
            continue;
        }
        let literals = match head {
            "c" | "" => continue,
            "v" => rest,
            _ if head.parse::<i32>().is_ok() => line,
            _ => {
                let why =
                    "is not a line of a SAT solver, such as 's SATISFIABLE', 'v 1 -2 0', 'c ...'";
                return Err(unexpected(number, line, why));
            }
        };
        printed.literals(number);
        for word in literals.split_whitespace() {
            let why = "is not a literal, such as 3, or -3 for 'not 3'";
            let literal: i32 = word.parse().map_err(|_| unexpected(number, word, why))?;
            if literal == 0 {
                is_ended = true;
            } else {
                printed.literal(number, word, literal.unsigned_abs() as usize, literal > 0)?;
            }
        }
    }
    if printed.has_solution() && !is_ended {
        return no_answer("the literals end without a 0: give the whole output");
    }
    printed.claim(board, formula.cards().iter().map(|(_, literal)| literal.var().idx() as usize))
}

fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "SATISFIABLE" | "SAT" => Some(Verdict::Satisfiable),
        "UNSATISFIABLE" | "UNSAT" => Some(Verdict::Unsatisfiable),
        "UNKNOWN" | "INDETERMINATE" | "INDET" => Some(Verdict::Unknown),
        _ => None,
    }
}
