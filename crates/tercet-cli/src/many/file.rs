//! The file of the answers to many boards. After a kill, the same command resumes it.
//!
//! `FILE` is the side file of a run, and `FILE.run` its journal: the question, how the boards ended that are
//! counted, and the length and the CRC-32 of their lines. A resumed run cuts off the lines after these. A file with
//! another question is refused, and so is a file without `FILE.run`, which is complete.
//!
//! The question has a file of its own, because a heading in `FILE` would make its first line of JSON
//! unlike the others, and because answers do not show all options of their question.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tercet_app::Code;
use tercet_app::many::{Batch, Tally};
use tercet_app::run::{Data, Saving};

use crate::new_file::{Overwrite, REMEDY};

/// The schema of `FILE.run`.
const SCHEMA: &str = "tercet.boards/1";

/// The content of `FILE.run`.
#[derive(Serialize, Deserialize)]
struct Answered {
    schema: String,
    /// The question, and where its boards come from.
    run: Value,
    /// How the boards ended.
    tally: Tally,
    /// Their lines.
    data: Data,
}

/// A file of lines that is being written.
pub(super) struct Lines {
    path: PathBuf,
    run: PathBuf,
    saving: Saving,
    answered: Answered,
}

impl Lines {
    /// Begins the file, or resumes an earlier run of the same question. `head` is the first line of
    /// a table. The file of another run is refused, or overwritten.
    pub(super) fn begin(
        path: &Path,
        run: Value,
        head: Option<&[&str]>,
        overwrite: Overwrite,
    ) -> Result<Self> {
        let beside = beside(path);
        let there = read(&beside)?;
        let is_there = match fs::metadata(path) {
            Ok(file) if !file.is_file() => {
                bail!("{}: this is not a file on a disk: name another", path.display())
            }
            Ok(_) => true,
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            Err(error) => return Err(cannot(path, &error)),
        };
        let saving = Saving::new(&beside, path)?;
        let (name, is_ours) = (path.display(), there.is_some() || !beside.exists());
        let same = there.filter(|there| is_there && there.run == run);
        if is_there && same.is_none() && !overwrite.force {
            let what = if beside.exists() {
                "it holds the answers of another run: give the same options,"
            } else {
                "the file exists, and there is no run to resume:"
            };
            bail!("{name}: {what} {REMEDY}");
        }
        if !is_ours {
            let beside = beside.display();
            bail!(
                "{beside}: this file does not belong to a run: move it, or name another file after --output"
            );
        }
        if let Some(answered) = same.filter(|there| there.tally.boards() > 0) {
            let mut lines = Self { path: path.to_owned(), run: beside, saving, answered };
            lines.resume()?;
            return Ok(lines);
        }
        let (tally, data) = (Tally::default(), Data::default());
        let answered = Answered { schema: SCHEMA.into(), run, tally, data };
        let mut lines = Self { path: path.to_owned(), run: beside, saving, answered };
        // The journal is written before `FILE`, so that a file without it is complete.
        lines.save()?;
        lines.saving.create()?;
        let heading = head.map(|head| head.join(",") + "\n").unwrap_or_default();
        lines.add(heading.as_bytes())?;
        Ok(lines)
    }

    /// Goes on after the lines that are counted.
    fn resume(&mut self) -> Result<()> {
        let resumed = self.saving.resume(self.answered.data);
        resumed.map_err(|error| match error.code {
            Code::Damaged => anyhow!(
                "{}: the lines are not those that were written: restore them, or {REMEDY}",
                self.path.display()
            ),
            _ => error.into(),
        })
    }

    /// How the boards ended whose lines are counted.
    pub(super) fn tally(&self) -> &Tally {
        &self.answered.tally
    }

    /// Adds the lines of some boards.
    pub(super) fn write(&mut self, batch: &Batch) -> Result<()> {
        self.answered.tally.add(&batch.tally);
        self.add(&batch.lines)
    }

    fn add(&mut self, lines: &[u8]) -> Result<()> {
        self.answered.data = self.answered.data.followed_by(Data::of(lines));
        let text = || serde_json::to_string(&self.answered).expect("counts are JSON");
        let written = self.saving.write(lines, text);
        written.map_err(|error| anyhow!("{error}: rerun the command to resume"))
    }

    /// Saves what is answered.
    pub(super) fn save(&mut self) -> Result<()> {
        let text = serde_json::to_string(&self.answered)?;
        Ok(self.saving.save_text(&text)?)
    }

    /// The boards cannot be read: removes both files unless a board was answered.
    pub(super) fn abandon(mut self) -> Result<()> {
        if self.answered.tally.boards() > 0 {
            return self.save();
        }
        // Not every system removes an open file.
        let Self { path, run, saving, .. } = self;
        drop(saving);
        [path, run]
            .iter()
            .try_for_each(|path| fs::remove_file(path).map_err(|error| cannot(path, &error)))
    }

    /// Finishes the file: all boards are answered.
    pub(super) fn finish(mut self) -> Result<()> {
        self.save()?;
        let Self { run, saving, .. } = self;
        drop(saving);
        fs::remove_file(&run).map_err(|error| cannot(&run, &error))
    }
}

/// The path of the `FILE.run` of this file.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".run");
    name.into()
}

/// What a `FILE.run` says, if it is one.
fn read(beside: &Path) -> Result<Option<Answered>> {
    match fs::read(beside) {
        Ok(text) => {
            let there: Option<Answered> = serde_json::from_slice(&text).ok();
            Ok(there.filter(|there| there.schema == SCHEMA))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot(beside, &error)),
    }
}

fn cannot(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{}: cannot write it: {error}: check the path", path.display())
}
