//! `tercet schema`: the JSON Schemas of requests and answers.

use anyhow::{Result, bail};
use clap::Args;
use tercet_app::schema;

use super::{Command, DONE};
use crate::outcome::Outcome;
use crate::output::Printer;

/// Print the JSON Schemas of requests and answers.
#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// A name such as find.request or find.answer; without it, all names are listed
    name: Option<String>,
}

impl Command for Schema {
    const EXAMPLES: &[&str] = &["tercet schema", "tercet schema find.request"];
    const STATUS: &str = DONE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Some(name) = &self.name else {
            schema::names().into_iter().try_for_each(|name| printer.line(name))?;
            return Ok(Outcome::Yes);
        };
        let Some(schema) = schema::of(name) else {
            bail!("no schema is called '{name}': 'tercet schema' lists their names")
        };
        printer.line(format_args!("{schema:#}"))?;
        Ok(Outcome::Yes)
    }
}
