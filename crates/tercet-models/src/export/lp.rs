//! CPLEX's LP format, which `HiGHS`, CPLEX, Gurobi, SCIP, CBC and GLPK read.

use std::fmt::Write;

use tercet::solver::{Limit, Stop};

use super::linear::Linear;

/// No line has more characters, since readers limit it.
const WIDTH: usize = 100;

/// An integer program, under a heading.
pub(super) fn write(heading: &str, program: &impl Linear, limit: &Limit) -> Result<String, Stop> {
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
