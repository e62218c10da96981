//! `tercet export`: a board as a file for somebody else's solver.

use anyhow::{Result, bail};

use crate::cli::Export;
use crate::output::Printer;
use crate::{Outcome, atomic, input};

pub(crate) fn run(arguments: &Export, printer: &mut Printer) -> Result<Outcome> {
    let board = input::board(&arguments.source)?.board;
    let text = tercet_models::export::export(&board, arguments.to, arguments.symmetry);
    match &arguments.out {
        None => printer.raw(text.as_bytes())?,
        Some(path) if path.is_file() => {
            bail!("{}: it exists, and exports overwrite nothing: name another file", path.display())
        }
        Some(path) => drop(atomic::replace(path, text.as_bytes())?),
    }
    Ok(Outcome::Yes)
}
