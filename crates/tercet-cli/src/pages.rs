//! `tercet completions` and `tercet man`, from the one definition of the command line.

use anyhow::{Context, Result};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::help;
use crate::outcome::Outcome;
use crate::output::Printer;

pub(crate) fn completions(shell: Shell, printer: &mut Printer) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::command(), "tercet", &mut script);
    printer.raw(&script)?;
    Ok(Outcome::Yes)
}

pub(crate) fn man(command: &[String], printer: &mut Printer) -> Result<Outcome> {
    let mut page = help::command();
    page.build();
    for name in command {
        let names: Vec<String> =
            page.get_subcommands().map(|known| known.get_name().into()).collect();
        page = page.find_subcommand(name).cloned().with_context(|| match &names[..] {
            [] => format!("'{}' has no subcommands: leave out '{name}'", page.get_name()),
            _ => format!("no command is called '{name}': choose one of {}", names.join(", ")),
        })?;
    }
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    printer.raw(&text)?;
    Ok(Outcome::Yes)
}
