//! Writing the files of a result: existing files are overwritten only with `--force`. A link stands for the file
//! to which it leads, so a link to a missing file creates that file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};

use tercet_app::atomic::{self, Replacement};
use tercet_plot::{Chart, svg};

use crate::prelude::*;

/// The remedy if the file exists.
pub(crate) const REMEDY: &str = "name another file, or overwrite it with --force";

/// Whether files that exist are overwritten.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Overwrite {
    /// Overwrite files that exist
    #[arg(long)]
    pub(crate) force: bool,
}

impl Overwrite {
    /// Refuses, before the work, a file that exists or cannot be written.
    pub(crate) fn check(self, path: &Path) -> Result<()> {
        if is_special(path) {
            return Ok(());
        }
        if self.force {
            return Ok(atomic::check(path)?);
        }
        let target = atomic::target(path)?;
        let tried = File::create_new(&target).and_then(|_| fs::remove_file(&target));
        tried.map_err(|error| cannot_write(path, &error))
    }

    /// Writes a file. A pipe or a device is written to directly.
    pub(crate) fn write(self, path: &Path, content: &[u8]) -> Result<()> {
        if self.force && !is_special(path) {
            return Ok(atomic::replace(path, content).map(drop)?);
        }
        let target = if is_special(path) { path.to_owned() } else { atomic::target(path)? };
        create(&target, content).map_err(|error| cannot_write(path, &error))
    }

    /// Begins a file that is written bit by bit. It gets its name together with its beginning, so that
    /// a process that is killed leaves no empty file, nor an old one without its content.
    pub(crate) fn open(self, path: &Path, beginning: &[u8]) -> Result<File> {
        if is_special(path) {
            let file = open(path).and_then(|mut file| file.write_all(beginning).map(|()| file));
            return file.map_err(|error| cannot_write(path, &error));
        }
        let mut file = self.begin(path)?;
        file.write_all(beginning).map_err(|error| cannot_write(path, &error))?;
        Ok(file.commit()?)
    }

    /// Draws a chart into a file.
    pub(crate) fn draw(self, path: &Path, chart: &Chart) -> Result<()> {
        self.write(path, svg(chart).as_bytes())
    }

    /// Begins a file that is written whole or not at all.
    pub(crate) fn begin(self, path: &Path) -> Result<Replacement> {
        self.check(path)?;
        let begin = if self.force { Replacement::begin } else { Replacement::begin_new };
        Ok(begin(path)?)
    }
}

/// Creates a file, or opens a pipe or a device. Of several writers of a file only one succeeds.
fn open(path: &Path) -> io::Result<File> {
    match File::create_new(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && is_special(path) => {
            OpenOptions::new().append(true).open(path)
        }
        created => created,
    }
}

/// Writes a file that [`open`] creates or opens.
fn create(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = open(path)?;
    let written = file.write_all(content);
    if is_special(path) {
        return written;
    }
    let written = written.and_then(|()| file.sync_all());
    if written.is_err() {
        // A partial file is useless, and the earlier failure is the one to report.
        let _ = fs::remove_file(path);
    }
    written
}

/// Where a result is written: a file, or standard output for '-'.
#[derive(Clone)]
pub(crate) enum Output {
    Standard,
    File(PathBuf, Overwrite),
}

impl Output {
    /// The output that an argument names, which can be written and is none of the other files of the command.
    pub(crate) fn new(path: &Path, overwrite: Overwrite, others: &[PathBuf]) -> Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Standard);
        }
        check_apart(path, others)?;
        overwrite.check(path)?;
        Ok(Self::File(path.to_owned(), overwrite))
    }

    pub(crate) fn write(&self, content: &[u8], printer: &mut Printer) -> Result<()> {
        match self {
            Self::Standard => printer.bytes(content),
            Self::File(path, overwrite) => overwrite.write(path, content),
        }
    }

    pub(crate) fn is_standard(&self) -> bool {
        matches!(self, Self::Standard)
    }
}

/// A file that grows line by line.
pub(crate) struct Log {
    path: PathBuf,
    overwrite: Overwrite,
    file: Option<File>,
}

impl Log {
    pub(crate) fn new(path: &Path, overwrite: Overwrite) -> Self {
        Self { path: path.to_owned(), overwrite, file: None }
    }

    /// Writes lines. The first ones open the file.
    pub(crate) fn write(&mut self, lines: &str) -> Result<()> {
        match &mut self.file {
            Some(file) => {
                file.write_all(lines.as_bytes()).map_err(|error| cannot_write(&self.path, &error))
            }
            file => {
                *file = Some(self.overwrite.open(&self.path, lines.as_bytes())?);
                Ok(())
            }
        }
    }
}

/// Refuses standard output for a proof, which the argument of this name takes.
pub(crate) fn check_proof(path: &Path, argument: &str) -> Result<()> {
    if path == Path::new("-") {
        bail!("a proof is written to a file, whole or not at all: name one after {argument}");
    }
    Ok(())
}

/// Refuses a file that would overwrite one of the others that the command names.
pub(crate) fn check_apart(
    path: &Path,
    others: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<()> {
    let place = |path: &Path| atomic::target(path).unwrap_or_else(|_| path.to_owned());
    if others.into_iter().any(|other| place(other.as_ref()) == place(path)) {
        let path = path.display();
        bail!(
            "{path}: another argument leads to this file, which would be overwritten: name another"
        );
    }
    Ok(())
}

/// Refuses to read standard input twice.
pub(crate) fn read_once<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
    if paths.into_iter().filter(|path| *path == Path::new("-")).count() > 1 {
        bail!("standard input is named twice, and read once: give one as a file");
    }
    Ok(())
}

/// Whether the path exists and is neither a file nor a folder.
fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir())
}

fn cannot_write(path: &Path, error: &io::Error) -> anyhow::Error {
    let name = path.display();
    let is_folder = path.is_dir() || error.kind() == ErrorKind::IsADirectory;
    match error.kind() {
        _ if is_folder => anyhow!("{name}: this is a directory: name a file in it"),
        ErrorKind::AlreadyExists => anyhow!("{name}: the file exists: {REMEDY}"),
        ErrorKind::NotFound => {
            anyhow!("{name}: there is no such folder: create it, or name another")
        }
        ErrorKind::StorageFull => anyhow!("{name}: cannot write to it: {error}: free some space"),
        _ => anyhow!("{name}: cannot write to it: {error}: name another file"),
    }
}
