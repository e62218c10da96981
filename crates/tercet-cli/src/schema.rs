//! `tercet schema`: the JSON Schemas of requests and answers.

use anyhow::{Result, bail};
use tercet_app::schema;

use crate::outcome::Outcome;
use crate::output::Printer;

/// Prints one schema, or the names of all.
pub(crate) fn run(name: Option<&str>, printer: &mut Printer) -> Result<Outcome> {
    let Some(name) = name else {
        schema::names().into_iter().try_for_each(|name| printer.line(name))?;
        return Ok(Outcome::Yes);
    };
    let Some(schema) = schema::of(name) else {
        bail!("no schema is called '{name}': 'tercet schema' lists their names")
    };
    printer.line(format_args!("{schema:#}"))?;
    Ok(Outcome::Yes)
}
