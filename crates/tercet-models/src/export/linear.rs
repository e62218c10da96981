//! Integer programs over binary variables, as their writers and the reader of solutions see them.
//!
//! There are two programs, that of `ip` (which cards are a set?) and set packing (how many sets are
//! disjoint?), and two formats. A program implements [`Linear`]; a format is a function that writes any
//! of them.

use std::borrow::Cow;
use std::fmt::Write;

use tercet::Board;
use tercet::solver::{Limit, Stop};

use super::competition::{Printed, Verdict, unexpected};
use super::{Claim, Read};
use crate::ip::program::{Meaning, Program, Sense, Variable};

/// An integer program over binary variables. Columns are counted from 0.
pub(super) trait Linear {
    /// The meaning of a solution, as a sentence.
    fn about(&self) -> &'static str;

    /// The number of variables.
    fn variables(&self) -> usize;

    /// The name of a variable: letters, digits and underscores.
    fn name(&self, column: usize) -> String;

    /// The variable of this name.
    fn column(&self, name: &str) -> Option<usize>;

    /// The meaning of a variable that is 1.
    fn meaning(&self, column: usize) -> String;

    /// Whether the number of variables that are 1 is to be maximised; otherwise there is no
    /// objective.
    fn is_maximised(&self) -> bool;

    /// The rows, those of a kind one after the other.
    fn rows(&self) -> impl Iterator<Item = Row<'_>>;

    /// The rows, each with a comment on what it says if it is the first that says so.
    fn explained_rows(&self, mark: &str) -> impl Iterator<Item = (String, Row<'_>)> {
        let mut before = None;
        self.rows().map(move |row| {
            let is_first = before.replace(row.says) != Some(row.says);
            (if is_first { format!("{mark} {}\n", row.says) } else { String::new() }, row)
        })
    }
}

/// A linear combination of variables, and its bound.
pub(super) struct Row<'a> {
    /// Its name, for formats that name rows.
    pub(super) name: String,
    /// Its meaning, as a comment that rows of one kind share.
    pub(super) says: &'static str,
    pub(super) terms: Cow<'a, [(usize, i32)]>,
    pub(super) sense: Sense,
    pub(super) right: i32,
}

impl Linear for Program {
    fn about(&self) -> &'static str {
        "The cards with inc_i = 1 of a solution are a set, and each set is a solution."
    }

    fn variables(&self) -> usize {
        self.variables()
    }

    fn name(&self, column: usize) -> String {
        match self.variable(column) {
            Variable::Chosen(i) => format!("inc_{}", i + 1),
            Variable::Different(property) => format!("y_{}", property + 1),
            Variable::Same(property, value) => format!("z_{}_{value}", property + 1),
        }
    }

    fn column(&self, name: &str) -> Option<usize> {
        let (kind, numbers) = name.split_once('_')?;
        let number = |text: &str| text.parse::<usize>().ok();
        let variable = match (kind, numbers.split_once('_')) {
            ("inc", None) => Variable::Chosen(number(numbers)?.checked_sub(1)?),
            ("y", None) => Variable::Different(number(numbers)?.checked_sub(1)?),
            ("z", Some((property, value))) => {
                Variable::Same(number(property)?.checked_sub(1)?, number(value)?)
            }
            _ => return None,
        };
        self.has(variable).then(|| self.column(variable))
    }

    fn meaning(&self, column: usize) -> String {
        match self.variable(column) {
            Variable::Chosen(i) => {
                let card = self.board().cards()[i];
                format!("card {} is chosen", self.board().deck().show(card))
            }
            Variable::Different(property) => format!("property {}: all different", property + 1),
            Variable::Same(property, value) => {
                format!("property {}: all equal to {value}", property + 1)
            }
        }
    }

    fn is_maximised(&self) -> bool {
        false
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows().iter().map(|row| {
            let (name, says) = match row.meaning {
                Meaning::Cards => ("cards".into(), "1. sum of inc = v"),
                Meaning::Shown(property, value) => (
                    format!("s_{}_{value}", property + 1),
                    "2. vsum[p][x] = y[p] + v z[p][x], the chosen cards that show x in p",
                ),
                Meaning::Choice(property) => {
                    (format!("one_{}", property + 1), "3. sum over x of z[p][x] = 1 - y[p]")
                }
                Meaning::Different => ("differ".into(), "4. at least one y[p] is 1"),
                Meaning::New | Meaning::NoGood => {
                    unreachable!("no set was found yet, and nothing is settled")
                }
            };
            Row { name, says, terms: (&row.terms).into(), sense: row.sense, right: row.right }
        })
    }
}

// CPLEX's LP format, which `HiGHS`, CPLEX, Gurobi, SCIP, CBC and GLPK read.

/// No line has more characters, since readers limit it.
const WIDTH: usize = 100;

/// An integer program, under a heading.
pub(super) fn lp(heading: &str, program: &impl Linear, limit: &Limit) -> Result<String, Stop> {
    let mut watch = limit.watch();
    let mut text = format!("\\ {heading}\n\\ {}\n", program.about());
    for column in 0..program.variables() {
        watch.tick(4)?;
        let (name, meaning) = (program.name(column), program.meaning(column));
        writeln!(text, "\\ {name}: {meaning}").expect("memory");
    }
    let mut width = 0;
    if program.is_maximised() {
        text += "Maximize\n";
        start(&mut text, &mut width, "sets");
        for column in 0..program.variables() {
            watch.tick(2)?;
            term(&mut text, &mut width, 1, &program.name(column));
        }
    } else {
        // Some readers require a variable here.
        write!(text, "Minimize\n nothing: 0 {}", program.name(0)).expect("memory");
    }
    text += "\nSubject To\n";
    for (comment, row) in program.explained_rows("\\") {
        text += &comment;
        start(&mut text, &mut width, &row.name);
        for &(column, factor) in &*row.terms {
            watch.tick(2)?;
            term(&mut text, &mut width, factor, &program.name(column));
        }
        if row.terms.is_empty() {
            write!(text, " 0 {}", program.name(0)).expect("memory");
        }
        writeln!(text, " {} {}", row.sense.sign(), row.right).expect("memory");
    }
    text += "Binary\n";
    for column in 0..program.variables() {
        watch.tick(1)?;
        writeln!(text, " {}", program.name(column)).expect("memory");
    }
    text += "End\n";
    Ok(text)
}

/// Begins a linear combination.
fn start(text: &mut String, width: &mut usize, name: &str) {
    write!(text, " {name}:").expect("memory");
    *width = name.len() + 2;
}

/// Writes a term, on a new line if it does not fit.
fn term(text: &mut String, width: &mut usize, factor: i32, name: &str) {
    let sign = if factor < 0 { '-' } else { '+' };
    let number = if factor.abs() == 1 { String::new() } else { format!("{} ", factor.abs()) };
    let term = format!(" {sign} {number}{name}");
    // The right side takes up to six characters.
    if *width + term.len() > WIDTH - 6 {
        text.push_str("\n  ");
        *width = 2;
    }
    *width += term.len();
    text.push_str(&term);
}

// The format of the pseudo-Boolean competitions, OPB, which `RoundingSat`, Sat4j, SCIP and the
// proof checker `VeriPB` read.
//
// Its variables are `x1`, `x2` and so on, in the order of the program. A solution is a line
// `s SATISFIABLE`, `s UNSATISFIABLE`, `s OPTIMUM FOUND` or `s UNKNOWN`, and lines `v x1 -x2 x3`.

/// An integer program without an objective, under a heading.
pub(super) fn opb(heading: &str, program: &impl Linear, limit: &Limit) -> Result<String, Stop> {
    let mut watch = limit.watch();
    let (variables, rows) = (program.variables(), program.rows().count());
    // Some readers require that this is the first line.
    let mut text = format!("* #variable= {variables} #constraint= {rows}\n");
    write!(text, "* {heading}\n* {}\n", program.about()).expect("memory");
    for column in 0..variables {
        watch.tick(4)?;
        let (name, meaning) = (program.name(column), program.meaning(column));
        writeln!(text, "* x{} = {name}: {meaning}", column + 1).expect("memory");
    }
    for (comment, row) in program.explained_rows("*") {
        text += &comment;
        for &(column, factor) in &*row.terms {
            watch.tick(2)?;
            write!(text, "{factor:+} x{} ", column + 1).expect("memory");
        }
        if row.terms.is_empty() {
            text.push_str("+0 x1 ");
        }
        // No row says "at most", which OPB does not have.
        writeln!(text, "{} {} ;", row.sense.sign(), row.right).expect("memory");
    }
    Ok(text)
}

/// Reads the output of a pseudo-Boolean solver.
pub(super) fn read_opb(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    let variables = board.len() + board.deck().properties() * (1 + board.deck().values());
    let no_answer = "is no answer, such as 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'";
    let no_line =
        "is not a line of a pseudo-Boolean solver, such as 's SATISFIABLE', 'v x1 x2', 'c ...'";
    let no_literal =
        "is no literal: x3, or the same after a minus sign or a tilde, which says 'not x3'";
    let mut printed = Printed::new(variables);
    let mut watch = limit.watch();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        watch.tick(line.len())?;
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match head {
            // Comments, and costs.
            "" | "c" | "o" => {}
            "s" => {
                let verdict = match rest.trim() {
                    "SATISFIABLE" | "OPTIMUM FOUND" => Verdict::Satisfiable,
                    "UNSATISFIABLE" => Verdict::Unsatisfiable,
                    "UNKNOWN" => Verdict::Unknown,
                    _ => return Err(unexpected(number, line, no_answer)),
                };
                printed.answer(number, line, verdict)?;
            }
            "v" => {
                printed.literals(number);
                for word in rest.split_whitespace() {
                    let name = word.strip_prefix(['-', '~']);
                    let variable = name.unwrap_or(word).strip_prefix('x');
                    let variable = variable.and_then(|variable| variable.parse().ok());
                    let variable = variable.ok_or_else(|| unexpected(number, word, no_literal))?;
                    printed.literal(number, word, variable, name.is_none())?;
                }
            }
            _ => return Err(unexpected(number, line, no_line)),
        }
    }
    printed.claim(board, 0..board.len())
}
