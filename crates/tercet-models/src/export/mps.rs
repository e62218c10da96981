//! MPS, the format that every solver of integer programs reads.
//!
//! There are two dialects. In fixed MPS, fields have fixed columns and names at most eight
//! characters; in free MPS, fields are separated by spaces. The file is both, as long as the board
//! has fewer than 10,000 cards: names are short and without spaces, and fields begin where fixed
//! MPS has them. For larger boards it is free MPS alone.
//!
//! MPS minimises, and the section that would change that is an extension which not all solvers
//! read. So a maximum is written as a minimum: every factor of the objective is −1.

use std::fmt::Write;

use tercet::solver::{Limit, Stop};

use super::linear::Linear;
use crate::ip::program::Sense;

/// An integer program, under a heading.
pub(super) fn write(heading: &str, program: &impl Linear, limit: &Limit) -> Result<String, Stop> {
    let mut watch = limit.watch();
    let mut text = format!("* {heading}\n* {}\n", program.about());
    let objective = if program.is_maximised() {
        text += "* The objective is minimised: minus the number of chosen sets.\n";
        "sets"
    } else {
        text += "* There is no objective.\n";
        "nothing"
    };
    for column in 0..program.variables() {
        watch.tick(4)?;
        let (name, meaning) = (program.name(column), program.meaning(column));
        writeln!(text, "* {name}: {meaning}").expect("memory");
    }
    write!(text, "NAME          tercet\nROWS\n N  {objective}\n").expect("memory");
    for (comment, row) in program.explained_rows("*") {
        watch.tick(4)?;
        text += &comment;
        let sense = match row.sense {
            Sense::AtMost => 'L',
            Sense::Equal => 'E',
            Sense::AtLeast => 'G',
        };
        writeln!(text, " {sense}  {}", row.name).expect("memory");
    }
    text += "COLUMNS\n";
    let names: Vec<String> = program.rows().map(|row| row.name).collect();
    let mut columns = vec![Vec::new(); program.variables()];
    for (number, row) in (0_u32..).zip(program.rows()) {
        watch.tick(2 * row.terms.len())?;
        for &(column, factor) in &*row.terms {
            columns[column].push((number, factor));
        }
    }
    for (column, entries) in columns.into_iter().enumerate() {
        let name = program.name(column);
        let mut entry = |row: &str, factor: i32| {
            writeln!(text, "    {name:<8}  {row:<8}  {factor:>12}").expect("memory");
        };
        if program.is_maximised() {
            entry(objective, -1);
        }
        for (row, factor) in entries {
            watch.tick(2)?;
            entry(&names[row as usize], factor);
        }
    }
    text += "RHS\n";
    for row in program.rows().filter(|row| row.right != 0) {
        watch.tick(2)?;
        writeln!(text, "    RHS       {:<8}  {:>12}", row.name, row.right).expect("memory");
    }
    // Binary variables.
    text += "BOUNDS\n";
    for column in 0..program.variables() {
        watch.tick(1)?;
        writeln!(text, " BV BND       {}", program.name(column)).expect("memory");
    }
    text += "ENDATA\n";
    Ok(text)
}
