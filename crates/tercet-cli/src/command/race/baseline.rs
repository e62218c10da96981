//! The baseline of a race: a saved race, or the program of another version.

use std::fs;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tercet_app::{CompareRace, Entry, Race, Raced};

use crate::input::unread;

/// An older version.
pub(super) enum Baseline {
    /// The answer of a race.
    Saved(Box<Raced>),
    /// The program.
    Program(PathBuf),
}

impl Baseline {
    /// Reads a file: one that begins with a brace is a saved race.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let mut first = [0];
        let read = File::open(path).and_then(|mut file| file.read(&mut first));
        let length = read.map_err(|error| unread(&name, error))?;
        if length == 0 || first != *b"{" {
            if !is_program(path) {
                bail!("{name}: this is neither a file of --save nor a program");
            }
            return Ok(Self::Program(path.to_owned()));
        }
        let text = fs::read(path).map_err(|error| unread(&name, error))?;
        let no_race = || format!("{name}: this is not a race that --save wrote");
        let value: Value = serde_json::from_slice(&text).with_context(no_race)?;
        let schema = value["schema"].as_str().unwrap_or_default();
        if ![Race::SCHEMA, CompareRace::SCHEMA].contains(&schema) {
            bail!("{}: its schema is '{schema}', not {}", no_race(), Race::SCHEMA);
        }
        Ok(Self::Saved(serde_json::from_value(value).with_context(no_race)?))
    }
}

/// Whether a file is executable.
fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path)
            .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    path.is_file()
}
