//! `tercet caps show`: a cap that is as large as any, verified before it is printed.

use anyhow::Result;
use tercet_app::{CapsShow as Request, Name};

use super::print_rows;
use crate::cli::{CapsShow, Format};
use crate::outcome::Outcome;
use crate::output::{Printer, board_file};
use crate::work::ask;

pub(crate) fn run(arguments: &CapsShow, printer: &mut Printer) -> Result<Outcome> {
    let points = arguments.points;
    let answer = ask(&Request { points, notation: arguments.look.notation.map(Name) })?;
    match arguments.look.format {
        Format::Text => {
            let comment = format!(
                "a cap of {points} points, the maximum of AG({},3): {}\n\
                 verified: no three points are on a line, and no point can be added",
                answer.deck.properties, answer.construction
            );
            board_file(answer.deck.deck()?, &comment, &answer.cards, printer)?;
        }
        Format::Json => printer.answer::<Request>(&answer)?,
        Format::Csv => print_rows(&answer.cards, printer)?,
    }
    Ok(Outcome::Yes)
}
