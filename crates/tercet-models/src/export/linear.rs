//! Integer programs over binary variables, as their writers and the reader of solutions see them.
//!
//! There are two programs, that of `ip` (which cards are a set?) and set packing (how many sets are
//! disjoint?), and two formats. A format is a function that writes any program.

use std::fmt::Write;

use tercet::solver::{Limit, Stop};

use crate::ip::program::{Program, Row, Variable};

/// An integer program over binary variables. Columns are counted from 0.
pub(super) struct Linear<'a> {
    /// The meaning of a solution, as a sentence.
    pub(super) about: &'static str,
    /// The names of the variables: letters, digits and underscores.
    pub(super) names: Vec<String>,
    /// The meaning of a variable that is 1.
    pub(super) meaning: Box<dyn Fn(usize) -> String + 'a>,
    /// Whether the number of variables that are 1 is to be maximised; otherwise there is no
    /// objective.
    pub(super) is_maximised: bool,
    /// The rows, those of a kind one after the other.
    pub(super) rows: &'a [Row],
}

impl<'a> Linear<'a> {
    /// The program of `ip`.
    pub(super) fn of(program: &'a Program) -> Self {
        let name = |column| match program.variable(column) {
            Variable::Chosen(i) => format!("inc_{}", i + 1),
            Variable::Different(property) => format!("y_{}", property + 1),
            Variable::Same(property, value) => format!("z_{}_{value}", property + 1),
        };
        let meaning = |column| match program.variable(column) {
            Variable::Chosen(i) => {
                format!("card {} is chosen", program.board.deck().show(program.board[i]))
            }
            Variable::Different(property) => format!("property {}: all different", property + 1),
            Variable::Same(property, value) => {
                format!("property {}: all equal to {value}", property + 1)
            }
        };
        Self {
            about: "The cards with inc_i = 1 of a solution are a set, and each set is a solution.",
            names: (0..program.variables()).map(name).collect(),
            meaning: Box::new(meaning),
            is_maximised: false,
            rows: &program.rows,
        }
    }

    /// The rows, each with a comment on what it says if it is the first that says so.
    fn explained_rows(&self, mark: &str) -> impl Iterator<Item = (String, &Row)> {
        let mut before = None;
        self.rows.iter().map(move |row| {
            let is_first = before.replace(row.says) != Some(row.says);
            (if is_first { format!("{mark} {}\n", row.says) } else { String::new() }, row)
        })
    }
}

// CPLEX's LP format, which `HiGHS`, CPLEX, Gurobi, SCIP, CBC and GLPK read.

/// No line has more characters, since readers limit it.
const WIDTH: usize = 100;

/// An integer program, under a heading.
pub(super) fn lp(heading: &str, program: &Linear, limit: &Limit) -> Result<String, Stop> {
    let mut watch = limit.watch();
    let mut text = format!("\\ {heading}\n\\ {}\n", program.about);
    for (column, name) in program.names.iter().enumerate() {
        watch.tick(4)?;
        writeln!(text, "\\ {name}: {}", (program.meaning)(column)).expect("memory");
    }
    let mut width = 0;
    if program.is_maximised {
        text += "Maximize\n";
        start(&mut text, &mut width, "sets");
        for name in &program.names {
            watch.tick(2)?;
            term(&mut text, &mut width, 1, name);
        }
    } else {
        // Some readers require a variable here.
        write!(text, "Minimize\n nothing: 0 {}", program.names[0]).expect("memory");
    }
    text += "\nSubject To\n";
    for (comment, row) in program.explained_rows("\\") {
        text += &comment;
        start(&mut text, &mut width, &row.name);
        for &(column, factor) in &row.terms {
            watch.tick(2)?;
            term(&mut text, &mut width, factor, &program.names[column]);
        }
        if row.terms.is_empty() {
            write!(text, " 0 {}", program.names[0]).expect("memory");
        }
        writeln!(text, " {} {}", row.sense.sign(), row.right).expect("memory");
    }
    text += "Binary\n";
    for name in &program.names {
        watch.tick(1)?;
        writeln!(text, " {name}").expect("memory");
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
pub(super) fn opb(heading: &str, program: &Linear, limit: &Limit) -> Result<String, Stop> {
    let mut watch = limit.watch();
    let (variables, rows) = (program.names.len(), program.rows.len());
    // Some readers require that this is the first line.
    let mut text = format!("* #variable= {variables} #constraint= {rows}\n");
    write!(text, "* {heading}\n* {}\n", program.about).expect("memory");
    for (column, name) in program.names.iter().enumerate() {
        watch.tick(4)?;
        let meaning = (program.meaning)(column);
        writeln!(text, "* x{} = {name}: {meaning}", column + 1).expect("memory");
    }
    for (comment, row) in program.explained_rows("*") {
        text += &comment;
        for &(column, factor) in &row.terms {
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
