//! `tercet export`: a board as input for another solver.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use anyhow::{Result, anyhow};
use tercet_app::{Export as Request, Name};

use crate::cli::Export;
use crate::input;
use crate::outcome::Outcome;
use crate::output::Printer;
use crate::work::ask;

pub(crate) fn run(arguments: &Export, printer: &mut Printer) -> Result<Outcome> {
    let board = input::board(&arguments.source, None)?.into();
    let (to, symmetry) = (Name(arguments.to), Name(arguments.symmetry));
    let text = ask(&Request { board, to, symmetry })?.text;
    match arguments.output.as_deref().filter(|path| *path != Path::new("-")) {
        None => printer.raw(text.as_bytes())?,
        Some(path) => {
            write(path, text.as_bytes()).map_err(|error| cannot_write(path, &error))?;
        }
    }
    Ok(Outcome::Yes)
}

/// Writes a file that does not exist, which only one writer can make. What is there and no file,
/// as a pipe, is written to as it is.
fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = match File::create_new(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && is_special(path) => {
            return OpenOptions::new().append(true).open(path)?.write_all(text);
        }
        created => created?,
    };
    let written = file.write_all(text).and_then(|()| file.sync_all());
    if written.is_err() {
        // A part is of no use, and the reason to report is the failure before.
        let _ = fs::remove_file(path);
    }
    written
}

/// Whether there is something that is neither a file nor a folder.
fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir())
}

fn cannot_write(path: &Path, error: &io::Error) -> anyhow::Error {
    let name = path.display();
    match error.kind() {
        _ if path.is_dir() => anyhow!("{name}: this is a directory: name a file in it"),
        ErrorKind::AlreadyExists => {
            anyhow!("{name}: the file exists and is not overwritten: name another file")
        }
        ErrorKind::NotFound => {
            anyhow!("{name}: there is no such folder: create it, or name another")
        }
        ErrorKind::StorageFull => anyhow!("{name}: cannot write to it ({error}): free some space"),
        _ => anyhow!("{name}: cannot write to it ({error}): name another file after --output"),
    }
}
