//! The formulations as files, for solvers that are not built in, and the way back.
//!
//! Each [`Form`] is a language that a kind of solver reads. [`export`] writes the question "which
//! cards are a set?" about a board in it, with comments that name each variable and each group of
//! conditions as the essay of the formulation does. [`import`] reads what the solver printed and
//! gives the set, which has passed the rule of the game, or says that the solver claims that there
//! is none, which nobody has checked.
//!
//! ```
//! use tercet::notation::parse_board;
//! use tercet_models::Symmetry;
//! use tercet_models::export::{Claim, Form, export, import};
//!
//! let board = parse_board("01 12 20 11")?;
//! let file = export(&board, Form::Dimacs, Symmetry::default());
//! assert!(file.contains("c x 9 = card 1 (01) is chosen"));
//! let claim = import(&board, Form::Dimacs, "s SATISFIABLE\nv 9 10 11 -12 0\n")?;
//! assert!(matches!(claim, Claim::Set(found) if found.positions().len() == 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A further form is a variant of [`Form`] and a row in its table.

mod dimacs;
mod dlx;

use std::fmt;
use std::str::FromStr;

use tercet::set::Explanation;
use tercet::solver::Found;
use tercet::{Board, Set};
use thiserror::Error;

use crate::cp::{MiniZincError, minizinc, read_minizinc};
use crate::ip::{LpSolution, LpSolutionError, lp, read_lp_solution};
use crate::quote::quote;
use crate::smt::{ModelError, read_model, smtlib};
use crate::symmetry::Symmetry;

/// A language of solvers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// SMT-LIB 2, for solvers modulo theories: the thesis' formulation of `smt`.
    Smtlib,
    /// CPLEX's LP format, for solvers of integer programs: the program of `ip`.
    Lp,
    /// Clauses, for SAT solvers: the formula of `sat`.
    Dimacs,
    /// `MiniZinc`, for constraint solvers: the program of `cp`.
    Minizinc,
    /// Items and options, for Knuth's programs for exact covers with colours.
    Dlx,
}

/// What is known of a form.
struct Row {
    name: &'static str,
    extension: &'static str,
    write: fn(&Board, Symmetry) -> String,
    read: fn(&Board, &str) -> Result<Claim, ImportError>,
}

impl Form {
    /// All forms.
    pub const ALL: &[Self] = &[Self::Smtlib, Self::Lp, Self::Dimacs, Self::Minizinc, Self::Dlx];

    const fn row(self) -> Row {
        match self {
            Self::Smtlib => {
                Row { name: "smtlib", extension: "smt2", write: smtlib, read: read_smtlib }
            }
            Self::Lp => {
                Row { name: "lp", extension: "lp", write: |board, _| lp(board), read: read_lp }
            }
            Self::Dimacs => Row {
                name: "dimacs",
                extension: "cnf",
                write: |board, _| dimacs::write(board),
                read: dimacs::read,
            },
            Self::Minizinc => Row {
                name: "minizinc",
                extension: "mzn",
                write: minizinc,
                read: read_minizinc_output,
            },
            Self::Dlx => Row {
                name: "dlx",
                extension: "dlx",
                write: |board, _| dlx::write(board),
                read: dlx::read,
            },
        }
    }

    /// The name in one word.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What the names of its files end with.
    pub const fn extension(self) -> &'static str {
        self.row().extension
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Form {
    type Err = UnknownForm;

    fn from_str(name: &str) -> Result<Self, UnknownForm> {
        let named = Self::ALL.iter().copied().find(|form| form.name() == name);
        named.ok_or_else(|| UnknownForm(name.into()))
    }
}

/// No form has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no form is called '{0}': choose one of {all}", all = names())]
pub struct UnknownForm(pub String);

fn names() -> String {
    Form::ALL.iter().map(|form| form.name()).collect::<Vec<_>>().join(", ")
}

/// The question about a board in the language of a solver. Formulations that put the cards of a set
/// into slots order them as the symmetry breaking says; the others have nothing to break.
pub fn export(board: &Board, form: Form, symmetry: Symmetry) -> String {
    (form.row().write)(board, symmetry)
}

/// Reads what a solver printed about the file that [`export`] writes of this board.
///
/// # Errors
///
/// [`ImportError`] if the text is nothing that such a solver prints, contradicts itself, or
/// claims a set that is none.
pub fn import(board: &Board, form: Form, text: &str) -> Result<Claim, ImportError> {
    (form.row().read)(board, text)
}

/// What a solver claims about a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// These cards are a set, and they are.
    Set(Found),
    /// There is no set. Nobody has checked it.
    None,
    /// The solver stopped before an answer.
    Unknown,
}

impl Claim {
    /// The claim that the cards at these positions are a set, if they are; it stands in this line.
    fn set(board: &Board, positions: &[usize], line: Option<usize>) -> Result<Self, ImportError> {
        let cards = board.at(positions);
        match Set::new(board.deck(), &cards) {
            Ok(_) => Ok(Self::Set(Found::new(positions))),
            Err(error) => {
                let cards = board.deck().show_all(&cards);
                let problem = Problem::NotASet { cards, why: Box::new(error.0) };
                Err(ImportError { line, problem })
            }
        }
    }
}

/// Why a text is not the solution of an export.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{problem}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct ImportError {
    /// Where, counted from 1, if it is a matter of a line.
    pub line: Option<usize>,
    /// What, and what to do.
    pub problem: Problem,
}

impl ImportError {
    fn at(line: usize, problem: Problem) -> Self {
        Self { line: Some(line), problem }
    }

    fn whole(problem: Problem) -> Self {
        Self { line: None, problem }
    }
}

/// What can be wrong with the solution of an export.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// Something that no solver of this kind prints.
    #[error("'{}' {why}", quote(text))]
    Unexpected {
        /// The offending text.
        text: String,
        /// What is wrong with it, in words that follow it.
        why: String,
    },
    /// There is no answer, or only half of one.
    #[error("{0}")]
    NoAnswer(&'static str),
    /// The reader of the formulation refuses it, in its own words.
    #[error("{0}")]
    Unreadable(String),
    /// The claim is wrong.
    #[error(
        "the solver claims that {} is a set, and it is none ({why}): is this the board that was exported?",
        if cards.is_empty() { "nothing".into() } else { quote(cards) }
    )]
    NotASet {
        /// The cards, in the notation of their deck.
        cards: String,
        /// Why they are none.
        why: Box<Explanation>,
    },
}

/// Reads what a solver modulo theories printed.
fn read_smtlib(board: &Board, text: &str) -> Result<Claim, ImportError> {
    match read_model(board, text) {
        Ok(Some(positions)) => Claim::set(board, &positions, None),
        Ok(None) => Ok(Claim::None),
        Err(ModelError::Unknown(_)) => Ok(Claim::Unknown),
        Err(error) => Err(ImportError::whole(Problem::Unreadable(format!("the solver {error}")))),
    }
}

/// Reads what a solver of integer programs printed.
fn read_lp(board: &Board, text: &str) -> Result<Claim, ImportError> {
    match read_lp_solution(board, text) {
        Ok(LpSolution::Chosen(positions)) => {
            Claim::set(board, &positions, first_line(text, "inc_"))
        }
        Ok(LpSolution::None) => Ok(Claim::None),
        Ok(LpSolution::Unknown) => Ok(Claim::Unknown),
        Err(LpSolutionError::Unexpected { line, text, why }) => {
            Err(ImportError::at(line, Problem::Unexpected { text, why }))
        }
        Err(error @ LpSolutionError::NoAnswer) => {
            Err(ImportError::whole(Problem::Unreadable(error.to_string())))
        }
    }
}

/// Reads what a solver of constraint programs printed.
fn read_minizinc_output(board: &Board, text: &str) -> Result<Claim, ImportError> {
    match read_minizinc(board, text) {
        Ok(Some(positions)) => Claim::set(board, &positions, first_line(text, "slots")),
        Ok(None) => Ok(Claim::None),
        Err(MiniZincError::NoAnswer(said)) if said == "=====UNKNOWN=====" => Ok(Claim::Unknown),
        Err(error) => Err(ImportError::whole(Problem::Unreadable(error.to_string()))),
    }
}

/// The first line that begins so, counted from 1: where a claim begins.
fn first_line(text: &str, start: &str) -> Option<usize> {
    text.lines().position(|line| line.trim_start().starts_with(start)).map(|line| line + 1)
}

/// The heading of an export: what it is, of which board.
fn heading(board: &Board, form: Form) -> String {
    let plural = if board.len() == 1 { "" } else { "s" };
    format!("{form}, by tercet export: {} card{plural} of {}", board.len(), board.deck())
}

#[cfg(test)]
mod tests;
