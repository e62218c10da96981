//! `tercet export`: a board as input for another solver.

use std::path::Path;

use anyhow::Result;
use tercet_app::Export as Request;

use crate::cli::Export;
use crate::input;
use crate::outcome::Outcome;
use crate::output::Printer;
use crate::work::ask;

pub(crate) fn run(arguments: &Export, printer: &mut Printer) -> Result<Outcome> {
    let output = arguments.output.as_deref().filter(|path| *path != Path::new("-"));
    if let Some(path) = output {
        arguments.overwrite.check(path)?;
    }
    let board = input::board(&arguments.source, None)?.into();
    let (to, symmetry) = (arguments.to, arguments.symmetry);
    let text = ask(&Request { board, to, symmetry })?.text;
    match output {
        None => printer.raw(text.as_bytes())?,
        Some(path) => arguments.overwrite.write(path, text.as_bytes())?,
    }
    Ok(Outcome::Yes)
}
