//! Exporting the formulations to files for other solvers, and importing their solutions.
//!
//! Each [`Form`] is a question in the input language of a kind of solver: which cards are a set? The
//! form `pack-lp` formulates maximum set packing. [`export`] writes the question for a
//! board, with comments that explain each variable and each group of conditions in the terms of
//! the formulation's essay. [`import`] reads the output of the solver. It returns the set or the
//! disjoint sets, checked by the definition, or the solver's claim that there is no set, which is
//! not checked.
//!
//! ```
//! use tercet::Board;
//! use tercet::solver::Limit;
//! use tercet_models::Symmetry;
//! use tercet_models::export::{Claim, Form, export, import};
//!
//! let board: Board = "01 12 20 11".parse()?;
//! let file = export(&board, Form::Dimacs, Symmetry::default(), &Limit::none())?;
//! assert!(file.contains("c x 9 = card 1 (01) is chosen"));
//! let claim = import(&board, Form::Dimacs, "s SATISFIABLE\nv 9 10 11 -12 0\n", &Limit::none())?;
//! assert!(matches!(claim, Claim::Set(found) if found.len() == 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To add a form, add a variant of [`Form`]; the compiler then names the places that lack it.

mod competition;
mod dlx;
mod linear;
mod minizinc;
mod packing;
mod solution;

use tercet::packing::Packing;
use tercet::solver::{Found, Limit, Stop};
use tercet::{Board, Set};
use thiserror::Error;

use crate::Symmetry;
use crate::ip::program::Program;
use crate::model::Said;
use crate::process::quote;
use crate::smt::{self, smtlib};
use linear::Linear;
use packing::Sets;

pub use packing::MOST_SETS;

tercet::named! {
    /// A question in an input language of solvers.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Form is "form" {
        /// SMT-LIB 2, for solvers modulo theories: the thesis' formulation of `smt`.
        Smtlib = "smtlib",
        /// CPLEX's LP format, for solvers of integer programs: the program of `ip`.
        Lp = "lp",
        /// Clauses, for SAT solvers: the formula of `sat`.
        Dimacs = "dimacs",
        /// The program of `ip` as pseudo-Boolean constraints, for their solvers.
        Opb = "opb",
        /// `MiniZinc`, for constraint solvers: the program of `cp`.
        Minizinc = "minizinc",
        /// Items and options, for Knuth's programs for exact covers with colours.
        Dlx = "dlx",
        /// The most disjoint sets as an integer program, in CPLEX's LP format.
        PackLp = "pack-lp",
    }
}

impl Form {
    /// Whether the question is that for the most disjoint sets, for which all sets of a board are
    /// listed.
    pub const fn is_packing(self) -> bool {
        matches!(self, Self::PackLp)
    }

    /// The extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Smtlib => "smt2",
            Self::Lp | Self::PackLp => "lp",
            Self::Dimacs => "cnf",
            Self::Opb => "opb",
            Self::Minizinc => "mzn",
            Self::Dlx => "dlx",
        }
    }
}

/// The question about a board in the language of a solver. `symmetry` applies to formulations that
/// put the cards of a set into slots; the others ignore it.
///
/// # Errors
///
/// The reason to stop, or the board has too many sets for a problem that names all of them.
pub fn export(
    board: &Board,
    form: Form,
    symmetry: Symmetry,
    limit: &Limit,
) -> Result<String, ExportError> {
    let heading = &heading(board, form);
    let program = || Program::new(board, 0, &mut limit.watch());
    Ok(match form {
        Form::Smtlib => smtlib(board, symmetry, limit)?,
        Form::Lp => linear::lp(heading, &Linear::of(&program()?), limit)?,
        Form::Dimacs => competition::dimacs(heading, board, limit)?,
        Form::Opb => linear::opb(heading, &Linear::of(&program()?), limit)?,
        Form::Minizinc => minizinc::write(board, symmetry, limit)?,
        Form::Dlx => dlx::write(heading, board, limit)?,
        Form::PackLp => linear::lp(heading, &Sets::new(board, limit)?.linear(), limit)?,
    })
}

/// Why there is no file for a board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExportError {
    /// A limit ended the work.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The problem names all sets of the board, which are too many.
    #[error(
        "the board has more than {MOST_SETS} sets, and the problem names each of them: give fewer cards"
    )]
    TooManySets,
}

/// Reads the output of a solver for the file that [`export`] writes for this board.
///
/// # Errors
///
/// [`ImportError`] if such a solver cannot have printed the text, if it contradicts itself, or if
/// it claims a set that is not one, or the limit ends the work.
pub fn import(board: &Board, form: Form, text: &str, limit: &Limit) -> Result<Claim, ImportError> {
    match form {
        Form::Smtlib => read_smtlib(board, text),
        Form::Lp => read_program(board, text, limit),
        Form::Dimacs => competition::read_dimacs(board, text, limit),
        Form::Opb => competition::read_opb(board, text, limit),
        Form::Minizinc => minizinc::read(board, text),
        Form::Dlx => dlx::read(board, text, limit),
        Form::PackLp => packing::read(board, text, limit),
    }
}

/// The claim of a solver about a board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "claims are read one by one")]
pub enum Claim {
    /// A set, which was checked.
    Set(Set),
    /// Disjoint sets, which were checked; at least one.
    Packing {
        /// The sets.
        packing: Packing,
        /// Whether the solver says that there are no more. This is not checked.
        is_most: bool,
    },
    /// There is no set. This is not checked.
    None,
    /// The solver stopped without an answer.
    Unknown,
}

impl Claim {
    /// The claim that the cards at these positions are a set, checked; it comes from this line.
    fn set(board: &Board, positions: &[usize], line: Option<usize>) -> Read<Self> {
        let cards = board.at(positions);
        if let Err(error) = Set::new(board.deck(), &cards) {
            let cards = quote(&board.deck().show_all(&cards));
            let cards = if cards.is_empty() { "nothing" } else { &cards };
            let what = format!("{cards} is a set, but it is not ({})", error.0);
            return Err(ImportError { line, problem: Problem::Wrong(what) });
        }
        Ok(Self::Set(Found::new(positions).set(board)))
    }
}

/// Why a text is not the solution of an export.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{problem}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct ImportError {
    /// The line, counted from 1, if the problem concerns a line.
    pub line: Option<usize>,
    /// The problem, with a remedy.
    pub problem: Problem,
}

/// What is read from the output of a solver.
type Read<T> = Result<T, ImportError>;

impl ImportError {
    /// Something is wrong in a line.
    fn at(line: usize, problem: Problem) -> Self {
        Self { line: Some(line), problem }
    }

    /// There is no answer.
    fn none(why: String) -> Self {
        Self { line: None, problem: Problem::NoAnswer(why) }
    }

    /// A text of a line should not be there; the reason is a phrase that follows it.
    fn unexpected(line: usize, text: &str, why: &str) -> Self {
        Self::at(line, Problem::NoAnswer(format!("'{}' {why}", quote(text))))
    }
}

/// The error that a text has no answer, or only part of one.
fn no_answer<T>(why: &str) -> Read<T> {
    Err(ImportError::none(why.into()))
}

/// A problem with the solution of an export.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// There is no answer that such a solver gives, or only part of one.
    #[error("{0}")]
    NoAnswer(String),
    /// The claim is wrong: the cards are no set, the sets are not disjoint, or there are more of them.
    #[error("the solver claims that {0}: is this the board that was exported?")]
    Wrong(String),
    /// The file itself cannot be made, so no solution of it can be read.
    #[error(transparent)]
    Export(ExportError),
}

impl<E: Into<ExportError>> From<E> for ImportError {
    fn from(error: E) -> Self {
        Self { line: None, problem: Problem::Export(error.into()) }
    }
}

/// Reads the output of an SMT solver.
fn read_smtlib(board: &Board, text: &str) -> Read<Claim> {
    let unreadable = |why| ImportError::none(format!("the solver {why}"));
    match smt::read_answer(text).map_err(unreadable)?.0 {
        Said::Sat => {
            let mut positions = smt::read_slots(board, text).map_err(unreadable)?;
            positions.sort_unstable();
            Claim::set(board, &positions, None)
        }
        Said::Unsat => smt::read_no_set(board, text).map(|()| Claim::None).map_err(unreadable),
        Said::Unknown => Ok(Claim::Unknown),
    }
}

/// Reads the output of a solver for the integer program of a board.
fn read_program(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    let program = Program::new(board, 0, &mut limit.watch())?;
    solution::read(&Linear::of(&program), text, limit, |ones, _, line| {
        let is_card = |&column: &usize| column < board.len();
        let cards: Vec<usize> = ones.iter().copied().take_while(is_card).collect();
        Claim::set(board, &cards, Some(line))
    })
}

/// The heading of an export: its form and its board.
fn heading(board: &Board, form: Form) -> String {
    let plural = if board.len() == 1 { "" } else { "s" };
    format!("{form}, by tercet export: {} card{plural} of {}", board.len(), board.deck())
}

#[cfg(test)]
mod tests;
