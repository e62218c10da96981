//! The record of a game on disk: a line an event, written as soon as it happens.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
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
        if path.is_file() {
            bail!("{name}: it exists, and records are not overwritten: name another file");
        }
        let file = create(path, &heading).map_err(|error| {
            anyhow!("{name}: cannot write to it ({error}): name another file after --log")
        })?;
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
        let name = &self.name;
        self.file.write_all(line.as_bytes()).map_err(|error| {
            anyhow!("{name}: cannot write to it ({error}): the record ends here, make room and play again")
        })
    }
}

/// A new file that has its first line from the first moment on: it is written under another name,
/// and renamed. What is there and no file, as a pipe, is written to as it is.
fn create(path: &Path, heading: &str) -> io::Result<File> {
    if path.exists() {
        let mut file = OpenOptions::new().append(true).open(path)?;
        file.write_all(heading.as_bytes())?;
        return Ok(file);
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}", std::process::id()));
    let beside = PathBuf::from(beside);
    let mut file = OpenOptions::new().append(true).create_new(true).open(&beside)?;
    let written = file.write_all(heading.as_bytes()).and_then(|()| fs::rename(&beside, path));
    if let Err(error) = written {
        // The error that is reported is the first one.
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    Ok(file)
}
