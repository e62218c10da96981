//! The format of the pseudo-Boolean competitions, OPB, which `RoundingSat`, Sat4j, SCIP and the
//! proof checker `VeriPB` read.
//!
//! Its variables are `x1`, `x2` and so on, in the order of the program. A solution is a line
//! `s SATISFIABLE`, `s UNSATISFIABLE`, `s OPTIMUM FOUND` or `s UNKNOWN`, and lines `v x1 -x2 x3`.

use std::fmt::Write;

use tercet::Board;
use tercet::solver::{Limit, Stop};

use super::competition::{Printed, unexpected};
use super::linear::Linear;
use super::{Claim, Read};

/// An integer program without an objective, under a heading.
pub(super) fn write(heading: &str, program: &impl Linear, limit: &Limit) -> Result<String, Stop> {
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
pub(super) fn read(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    let variables = board.len() + board.deck().properties() * (1 + board.deck().values());
    let wrong = [
        "is no answer, such as 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'",
        "is not a line of a pseudo-Boolean solver, such as 's SATISFIABLE', 'v x1 x2', 'c ...'",
    ];
    let printed = Printed::read(variables, text, wrong, limit, |printed, line, literals| {
        literals.split_whitespace().try_for_each(|word| {
            let name = word.strip_prefix(['-', '~']);
            let variable = name.unwrap_or(word).strip_prefix('x').and_then(|it| it.parse().ok());
            let why =
                "is no literal: x3, or the same after a minus sign or a tilde, which says 'not x3'";
            let variable = variable.ok_or_else(|| unexpected(line, word, why))?;
            printed.literal(line, word, variable, name.is_none())
        })
    })?;
    printed.claim(board, 0..board.len())
}
