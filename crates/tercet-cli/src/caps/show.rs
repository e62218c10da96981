//! `tercet caps show`: a large cap, verified before it is printed.

use anyhow::Result;
use tercet_app::CapsShow as Request;

use super::print_rows;
use crate::cli::{CapsShow, Format};
use crate::outcome::Outcome;
use crate::output::{Printer, board_file, counted};
use crate::remedy::naming;
use crate::work::ask;

pub(crate) fn run(arguments: &CapsShow, printer: &mut Printer) -> Result<Outcome> {
    let answer = ask(&Request {
        points: arguments.points,
        properties: arguments.properties,
        notation: arguments.look.notation,
        timeout: arguments.timeout.map(Into::into),
    })
    .map_err(|error| {
        let given = |field: &str| {
            Some(format!("-p {}", arguments.properties.filter(|_| field == "properties")?))
        };
        naming(error, |field, _| given(field))
    })?;
    match arguments.look.format {
        Format::Text => {
            let (points, p) = (answer.size, answer.deck.properties());
            let kind = if answer.is_maximum {
                format!("the maximum of AG({p},3)")
            } else {
                format!("in AG({p},3), of unknown maximum")
            };
            let source = if answer.is_maximum || answer.source.is_empty() {
                String::new()
            } else {
                format!(" ({})", answer.source)
            };
            let addable = match answer.addable.len() {
                0 => "no point can be added".into(),
                points => format!("{} can be added", counted(points as u128, "point")),
            };
            let comment = format!(
                "a cap of {points} points, {kind}: {}{source}\n\
                 verified: no three points are on a line, and {addable}",
                answer.construction
            );
            board_file(answer.deck, &comment, &answer.cards, printer)?;
        }
        Format::Json => printer.answer::<Request>(&answer)?,
        Format::Csv => print_rows(&answer.cards, printer)?,
    }
    Ok(Outcome::Yes)
}
