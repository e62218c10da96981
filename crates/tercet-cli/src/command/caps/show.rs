//! `tercet caps show`: a large cap, verified before it is printed.

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tercet::caps::CAPS;
use tercet_app::CapsShow as Request;

use super::print_rows;
use crate::arguments::{Format, Look};
use crate::command::Command;
use crate::number;
use crate::outcome::Outcome;
use crate::output::{Printer, board_file, counted};
use crate::remedy::naming;
use crate::work::ask;

/// Show a large cap, of maximum size if it is known.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The number of points
    #[arg(value_name = "POINTS", value_parser = sizes(), required_unless_present = "properties", conflicts_with = "properties")]
    pub(crate) points: Option<usize>,

    /// The number of properties, from 1 to 12
    #[arg(short = 'p', long, value_name = "P", value_parser = number::parse::<usize>)]
    pub(crate) properties: Option<usize>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

fn sizes() -> impl TypedValueParser<Value = usize> {
    PossibleValuesParser::new([
        "2", "4", "9", "20", "45", "112", "236", "512", "1082", "2432", "5280", "12928",
    ])
    .map(|points| {
        let named = CAPS.into_iter().find(|known| known.to_string() == points);
        named.expect("a possible value is the size of a cap")
    })
}

impl Command for Show {
    const EXAMPLES: &[&str] = &["tercet caps show 20"];
    const STATUS: &str = "\
Up to p = 6 no cap is larger. For p = 7 to 12 the maximum is not known, and the largest cap is shown \
for which a construction is built in; its source is named. Each cap is verified before it is printed.";

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let answer = ask(&Request {
            points: self.points,
            properties: self.properties,
            notation: self.look.notation,
            timeout: self.timeout.map(Into::into),
        })
        .map_err(|error| {
            let given = |field: &str| {
                Some(format!("-p {}", self.properties.filter(|_| field == "properties")?))
            };
            naming(error, |field, _| given(field))
        })?;
        match self.look.format {
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
}
