//! `tercet completions` and `tercet man`, from the one definition of the command line.

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::Outcome;
use crate::cli::Cli;
use crate::output::Printer;

pub(crate) fn completions(shell: Shell, printer: &mut Printer) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tercet", &mut script);
    printer.raw(&script)?;
    Ok(Outcome::Yes)
}

pub(crate) fn man(command: Option<&str>, printer: &mut Printer) -> Result<Outcome> {
    let mut all = Cli::command();
    all.build();
    let names: Vec<String> = all.get_subcommands().map(|known| known.get_name().into()).collect();
    let page = match command {
        None => all,
        Some(name) => all.find_subcommand(name).cloned().with_context(|| {
            format!("no command is called '{name}': choose one of {}", names.join(", "))
        })?,
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    printer.raw(&text)?;
    Ok(Outcome::Yes)
}
