//! `tercet schema`, `tercet completions` and `tercet man`: pages that are made from definitions.

use clap_complete::Shell;
use tercet_app::schema;

use super::entry::Entry;
use super::{COMMANDS, definition};
use crate::prelude::*;

/// Print the completion script for a shell.
///
/// Example: `tercet completions bash > tercet.bash`
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Command for Completions {
    const STATUS: &str = DONE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut definition(), "tercet", &mut script);
        printer.raw(&script)?;
        Ok(Outcome::Yes)
    }
}

/// Print the man page of tercet, or of a command.
///
/// Example: `tercet man find | man -l -`
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The command, such as 'reduce matching'
    command: Vec<String>,
}

impl Command for Man {
    const STATUS: &str = DONE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let mut page = definition();
        page.build();
        for name in &self.command {
            let names: Vec<String> =
                page.get_subcommands().map(|known| known.get_name().into()).collect();
            page = page.find_subcommand(name).cloned().with_context(|| match &names[..] {
                [] => format!("'{}' has no subcommands: leave out '{name}'", page.get_name()),
                _ => format!("no command is called '{name}': choose one of {}", names.join(", ")),
            })?;
        }
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text)?;
        let mut text = String::from_utf8(text)?;
        let parts = COMMANDS.chunk_by(|one, next| one.heading == next.heading);
        for Entry { name, heading, .. } in parts.map(|part| &part[0]) {
            let first = format!(".TP\ntercet\\-{}(1)\n", name.replace('-', "\\-"));
            text = text.replacen(&first, &format!(".SS \"{heading}\"\n{first}"), 1);
        }
        printer.raw(text.as_bytes())?;
        Ok(Outcome::Yes)
    }
}

/// Print the JSON Schemas of requests and answers.
///
/// Examples:
/// `tercet schema`
/// `tercet schema find.request`
#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// A name such as find.request or find.answer; without it, all names are listed
    name: Option<String>,
}

impl Command for Schema {
    const STATUS: &str = DONE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Some(name) = &self.name else {
            schema::names().into_iter().try_for_each(|name| printer.line(name))?;
            return Ok(Outcome::Yes);
        };
        let Some(schema) = schema::of(name) else {
            bail!("no schema is called '{name}': 'tercet schema' lists their names")
        };
        writeln!(printer, "{schema:#}")?;
        Ok(Outcome::Yes)
    }
}
