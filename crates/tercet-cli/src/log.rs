//! The record of a game on disk: a line an event, written as soon as it happens.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Result, anyhow};
use tercet::game::{Event, Game, Recorder};
use tercet::solver::Stop;

/// A record under way. Each line is handed to the system whole before the game goes on, so a
/// killed process leaves a record that verifies as far as it goes.
pub(crate) struct Log {
    name: String,
    file: File,
    recorder: Recorder,
}

impl Log {
    /// Begins the record of a game that has not begun, in a file that does not exist.
    pub(crate) fn begin(path: &Path, game: &Game, method: &str) -> Result<Self> {
        let name = path.display().to_string();
        let (recorder, heading) = Recorder::begin(game, method);
        let file = if path.is_file() {
            Err(ErrorKind::AlreadyExists.into())
        } else {
            create(path, &heading)
        };
        let file = file.map_err(|error| cannot_write(&name, &error))?;
        Ok(Self { name, file, recorder })
    }

    /// Writes down what has just happened.
    pub(crate) fn event(&mut self, event: &Event, game: &Game) -> Result<()> {
        let line = self.recorder.event(event, game);
        self.write(&line)
    }

    /// Writes down that a limit or a failing solver has ended the game.
    pub(crate) fn stopped(&mut self, stop: &Stop, game: &Game) -> Result<()> {
        let line = self.recorder.stopped(stop, game);
        self.write(&line)
    }

    fn write(&mut self, line: &str) -> Result<()> {
        self.file.write_all(line.as_bytes()).map_err(|error| cannot_write(&self.name, &error))
    }
}

/// The file of a record, with its first line from the first moment on: it is written under another
/// name and then linked to its own, which only one writer can do. What is there and no file, as a
/// pipe, is written to as it is.
fn create(path: &Path, heading: &str) -> io::Result<File> {
    if path.exists() {
        let mut file = OpenOptions::new().append(true).open(path)?;
        file.write_all(heading.as_bytes())?;
        return Ok(file);
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}", process::id()));
    let beside = PathBuf::from(beside);
    let mut file = OpenOptions::new().append(true).create_new(true).open(&beside)?;
    let written = file.write_all(heading.as_bytes()).and_then(|()| fs::hard_link(&beside, path));
    // The file has its own name now, or is useless.
    let removed = fs::remove_file(&beside);
    written.and(removed).map(|()| file)
}

fn cannot_write(name: &str, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::AlreadyExists => {
            anyhow!("{name}: it exists, and records are not overwritten: name another file")
        }
        ErrorKind::StorageFull => anyhow!("{name}: cannot write to it ({error}): make room"),
        _ => anyhow!("{name}: cannot write to it ({error}): name another file after --log"),
    }
}
