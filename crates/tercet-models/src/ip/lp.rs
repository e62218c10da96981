//! The integer program as a file in CPLEX's LP format, and the way back from a solution file.

use std::fmt::Write;

use tercet::Board;
use thiserror::Error;

use super::program::{Meaning, Program, Row, Sense, Variable};
use crate::quote::quote;

/// The integer program of a board in CPLEX's LP format, which `HiGHS`, CPLEX, Gurobi, SCIP, CBC and
/// GLPK read.
///
/// Comments name the equations. The variables are `inc_i` for the card at position i, `y_p` and
/// `z_p_x`; positions and properties count from 1, values from 0 as cards show them.
pub fn lp(board: &Board) -> String {
    let deck = board.deck();
    let program = Program::new(board, 0);
    let mut text = String::new();
    let mut line = |line: std::fmt::Arguments| writeln!(text, "{line}").expect("memory");
    let plural = if board.len() == 1 { "" } else { "s" };
    line(format_args!("\\ lp, by tercet export: {} card{plural} of {deck}", board.len()));
    line(format_args!("\\ The cards with inc_i = 1 of a solution are a set, and each set is one."));
    line(format_args!("\\ inc_i = 1: card i is chosen"));
    line(format_args!("\\ y_p = 1: in property p the chosen cards are all different"));
    line(format_args!("\\ z_p_x = 1: in property p they all show the value x"));
    for (i, &card) in board.cards().iter().enumerate() {
        line(format_args!("\\ card {} is {}", i + 1, deck.show(card)));
    }
    // Some readers want a variable here, and every deck has a property.
    line(format_args!("Minimize\n nothing: 0 y_1\nSubject To"));
    let mut before = None;
    let mut numbers = [0; 2];
    for row in program.rows() {
        // The equations of a kind are named by where they stand: those of a property come together.
        let [shown, choice] = &mut numbers;
        let v = deck.values();
        let name = match row.meaning {
            Meaning::Shown => {
                *shown += 1;
                format!("shown_{}_{}", 1 + (*shown - 1) / v, (*shown - 1) % v)
            }
            Meaning::Choice => {
                *choice += 1;
                format!("choice_{choice}")
            }
            Meaning::Cards => "cards".into(),
            Meaning::Different => "different".into(),
            Meaning::New => "new".into(),
            Meaning::NoGood => unreachable!("no set was found yet"),
        };
        if before.replace(row.meaning) != Some(row.meaning) {
            line(format_args!("{}", says(row.meaning)));
        }
        line(format_args!("{}", written(&program, &name, row)));
    }
    line(format_args!("Binary"));
    for column in 0..program.variables() {
        line(format_args!(" {}", name(program.variable(column))));
    }
    line(format_args!("End"));
    text
}

/// What the rows of a kind say, as a comment.
fn says(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Cards => "\\ 1. sum of inc = v",
        Meaning::Shown => "\\ 2. vsum[p][x] = y[p] + v z[p][x], the chosen cards that show x in p",
        Meaning::Choice => "\\ 3. sum over x of z[p][x] = 1 - y[p]",
        Meaning::Different => "\\ 4. at least one y[p] is 1",
        Meaning::New => "\\ One of the cards is new.",
        Meaning::NoGood => "\\ Not a set that was found.",
    }
}

fn name(variable: Variable) -> String {
    match variable {
        Variable::Chosen(i) => format!("inc_{}", i + 1),
        Variable::Different(property) => format!("y_{}", property + 1),
        Variable::Same(property, value) => format!("z_{}_{value}", property + 1),
    }
}

/// A row, broken into lines since readers take only so many characters.
fn written(program: &Program, called: &str, row: &Row) -> String {
    let mut text = format!(" {called}:");
    let mut width = text.len();
    for &(column, factor) in &row.terms {
        let sign = if factor < 0 { '-' } else { '+' };
        let number = if factor.abs() == 1 { String::new() } else { format!("{} ", factor.abs()) };
        let term = format!(" {sign} {number}{}", name(program.variable(column)));
        if width + term.len() > 100 {
            text.push_str("\n  ");
            width = 2;
        }
        width += term.len();
        text.push_str(&term);
    }
    if row.terms.is_empty() {
        text.push_str(" 0 y_1");
    }
    let sense = match row.sense {
        Sense::AtMost => "<=",
        Sense::Equal => "=",
        Sense::AtLeast => ">=",
    };
    write!(text, " {sense} {}", row.right).expect("memory");
    text
}

/// What a solver claims about the program that [`lp`] writes. Nobody has checked it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LpSolution {
    /// The cards at these ascending positions, which count from 0, are a set.
    Chosen(Vec<usize>),
    /// There is no set.
    None,
    /// The solver stopped before an answer.
    Unknown,
}

/// A text is not the solution of a program that [`lp`] wrote.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LpSolutionError {
    /// A line that is none of a solution.
    #[error("line {line}: '{text}' {why}")]
    Unexpected {
        /// The line, counted from 1.
        line: usize,
        /// The offending text, cut where it is long.
        text: String,
        /// What is wrong with it, in words that follow it.
        why: String,
    },
    /// There is no value of any variable, nor a word that there is none.
    #[error(
        "no solution: it begins with 'Model status' and has a list '# Columns', or it is a list \
         of lines as 'inc_1 1'"
    )]
    NoAnswer,
}

/// Reads a solution of the program that [`lp`] writes of this board: a solution file of `HiGHS`, or
/// lines `name value`, of which those with the value 0 may be left out. Lines that begin with `#`
/// are comments. A line `infeasible` says that there is none.
///
/// # Errors
///
/// [`LpSolutionError`] where the text is neither, names a variable that the board has not, gives
/// one twice, or a value that is neither 0 nor 1 (within 10⁻⁵).
pub fn read_lp_solution(board: &Board, text: &str) -> Result<LpSolution, LpSolutionError> {
    let program = Program::new(board, 0);
    let mut values = vec![None; program.variables()];
    let (mut status, mut status_follows) = (None, false);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let unexpected = |why: &str| LpSolutionError::Unexpected {
            line: number,
            text: quote(line),
            why: why.into(),
        };
        if line.is_empty() {
            continue;
        }
        if let Some(heading) = line.strip_prefix('#') {
            // Behind the columns HiGHS gives the rows, the dual solution and the basis.
            let heading = heading.trim_start();
            let behind = ["Rows", "Dual", "Basis"];
            if behind.iter().any(|&behind| heading.starts_with(behind)) {
                break;
            }
            continue;
        }
        if line.eq_ignore_ascii_case("Model status") {
            status_follows = true;
            continue;
        }
        if std::mem::take(&mut status_follows) || line.eq_ignore_ascii_case("infeasible") {
            status.get_or_insert_with(|| line.to_ascii_lowercase());
            continue;
        }
        let words: Vec<&str> = line.split([' ', '\t', '=']).filter(|w| !w.is_empty()).collect();
        let (name, value) = match words[..] {
            // What HiGHS says about the solution before it gives it.
            ["Feasible" | "None"] | ["Objective", _] => continue,
            [name, value] => (name, value),
            _ => return Err(unexpected("is not a line as 'inc_1 1'")),
        };
        let column = column(&program, name)
            .ok_or_else(|| unexpected("names no variable of the program of this board"))?;
        let value: f64 = value.parse().map_err(|_| unexpected("gives no number"))?;
        let whole = if value.abs() <= 1e-5 {
            false
        } else if (value - 1.0).abs() <= 1e-5 {
            true
        } else {
            return Err(unexpected("gives neither 0 nor 1"));
        };
        if values[column].replace(whole).is_some() {
            return Err(unexpected("gives this variable a second value"));
        }
    }
    if values.iter().any(Option::is_some) && status.as_deref() != Some("infeasible") {
        return Ok(LpSolution::Chosen(program.chosen(|column| values[column] == Some(true))));
    }
    match status.as_deref() {
        Some("infeasible") => Ok(LpSolution::None),
        Some(_) => Ok(LpSolution::Unknown),
        None => Err(LpSolutionError::NoAnswer),
    }
}

/// The variable of this name.
fn column(program: &Program, called: &str) -> Option<usize> {
    let (kind, numbers) = called.split_once('_')?;
    let number = |text: &str| text.parse::<usize>().ok();
    let variable = match (kind, numbers.split_once('_')) {
        ("inc", None) => Variable::Chosen(number(numbers)?.checked_sub(1)?),
        ("y", None) => Variable::Different(number(numbers)?.checked_sub(1)?),
        ("z", Some((property, value))) => {
            Variable::Same(number(property)?.checked_sub(1)?, number(value)?)
        }
        _ => return None,
    };
    program.has(variable).then(|| program.column(variable))
}
