//! The record of a game on disk: a line an event, written as soon as it happens.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use tercet::game::{Event, Game, Recorder};
use tercet::solver::Stop;

use crate::atomic;

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
        if path.is_file() {
            bail!("{name}: it exists, and records are not overwritten: name another file");
        }
        let file = create(path, &heading)?;
        Ok(Self { name, file, recorder })
    }

    /// Writes down what has just happened.
    pub(crate) fn event(&mut self, event: &Event, game: &Game) -> Result<()> {
        let line = self.recorder.event(event, game);
        self.write(&line)
    }

    /// Writes down that a limit has ended the game.
    pub(crate) fn stopped(&mut self, stop: Stop, game: &Game) -> Result<()> {
        let line = self.recorder.stopped(stop, game);
        self.write(&line)
    }

    fn write(&mut self, line: &str) -> Result<()> {
        self.file.write_all(line.as_bytes()).map_err(|error| cannot_write(&self.name, &error))
    }
}

/// The file of a record, with its first line from the first moment on. What is there and no file, as
/// a pipe, is written to as it is.
fn create(path: &Path, heading: &str) -> Result<File> {
    let is_new = !path.exists();
    if is_new {
        atomic::replace(path, heading.as_bytes())?;
    }
    let opened = OpenOptions::new().append(true).open(path);
    let written = opened.and_then(|mut file| {
        if !is_new {
            file.write_all(heading.as_bytes())?;
        }
        Ok(file)
    });
    written.map_err(|error| cannot_write(&path.display().to_string(), &error))
}

fn cannot_write(name: &str, error: &io::Error) -> anyhow::Error {
    anyhow!("{name}: cannot write to it ({error}): make room, or name another file after --log")
}
