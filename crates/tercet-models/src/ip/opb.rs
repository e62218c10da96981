//! The integer program as a pseudo-Boolean problem.

use std::fmt::Write;

use tercet::Board;
use tercet::solver::{Limit, Stop};

use super::lp::says;
use super::program::{Program, Sense, Variable};

/// The integer program of a board in the format of the pseudo-Boolean competitions, OPB, which
/// `RoundingSat`, Sat4j, SCIP and the proof checker `VeriPB` read.
///
/// Comments name the equations and the variables. `x1` to `xn` are the cards, as they come on the
/// board; then comes a variable for each property, and then one for each property and value.
///
/// # Errors
///
/// The reason to stop.
pub(crate) fn opb(board: &Board, limit: &Limit) -> Result<String, Stop> {
    let deck = board.deck();
    let mut watch = limit.watch();
    let program = Program::new(board, 0, &mut watch)?;
    let mut text = String::new();
    let mut line = |line: std::fmt::Arguments| writeln!(text, "{line}").expect("memory");
    let (variables, rows) = (program.variables(), program.rows().len());
    // Some readers require that this is the first line.
    line(format_args!("* #variable= {variables} #constraint= {rows}"));
    line(format_args!("* {}", crate::export::heading(board, crate::export::Form::Opb)));
    line(format_args!("* The cards with a 1 in a solution are a set, and each set is a solution."));
    for column in 0..variables {
        watch.tick(4)?;
        let meaning = match program.variable(column) {
            Variable::Chosen(i) => {
                format!("inc[{}]: card {} is chosen", i + 1, deck.show(board.cards()[i]))
            }
            Variable::Different(property) => {
                format!("y[{0}]: property {0}: all different", property + 1)
            }
            Variable::Same(property, value) => {
                format!("z[{0}][{value}]: property {0}: all equal to {value}", property + 1)
            }
        };
        line(format_args!("* x{} = {meaning}", column + 1));
    }
    let mut before = None;
    for row in program.rows() {
        if before.replace(row.meaning) != Some(row.meaning) {
            line(format_args!("* {}", says(row.meaning)));
        }
        let mut terms = String::new();
        for &(column, factor) in &row.terms {
            watch.tick(2)?;
            write!(terms, "{factor:+} x{} ", column + 1).expect("memory");
        }
        if row.terms.is_empty() {
            terms.push_str("+0 x1 ");
        }
        let sense = match row.sense {
            Sense::Equal => "=",
            Sense::AtLeast => ">=",
            Sense::AtMost => unreachable!("only a no-good is one, and no set was found yet"),
        };
        line(format_args!("{terms}{sense} {} ;", row.right));
    }
    Ok(text)
}
