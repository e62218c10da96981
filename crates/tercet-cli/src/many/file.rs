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
use tercet_app::Code;
use tercet_app::many::{Boards, Tally};
use tercet_app::run::{Journal, Saving};

use crate::new_file::{Overwrite, REMEDY};

/// Begins the file of a run, or resumes an earlier run of the same question. `head` is the first line of
/// a table. The file of another run is refused, or overwritten.
pub(super) fn begin(
    path: &Path,
    mut journal: Journal<Boards>,
    head: Option<String>,
    overwrite: Overwrite,
) -> Result<(Saving, Journal<Boards>)> {
    let beside = beside(path);
    let read = Journal::read_boards(&beside);
    let fault = read.as_ref().err().filter(|fault| fault.code != Code::OtherRun);
    if let Some(fault) = fault.filter(|_| beside.exists()) {
        let beside = beside.display();
        bail!("{beside}: {fault}: move it, or name another file after --output");
    }
    let is_there = match fs::metadata(path) {
        Ok(file) if !file.is_file() => {
            bail!("{}: this is not a file on a disk: name another", path.display())
        }
        Ok(_) => true,
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        Err(error) => return Err(cannot(path, &error)),
    };
    let mut saving = Saving::new(&beside, path)?;
    let is_same = |there: &Journal<_>| is_there && there.difference(&journal).is_none();
    let same = read.ok().filter(is_same);
    if is_there && same.is_none() && !overwrite.force {
        let what = if beside.exists() {
            "it holds the answers of another run: give the same options,"
        } else {
            "the file exists, and there is no run to resume:"
        };
        bail!("{}: {what} {REMEDY}", path.display());
    }
    if let Some(there) = same.filter(|there| there.done_units() > 0) {
        saving.resume(&there).map_err(|error| match error.code {
            Code::Damaged => anyhow!(
                "{}: the lines are not those that were written: restore them, or {REMEDY}",
                path.display()
            ),
            _ => error.into(),
        })?;
        return Ok((saving, there));
    }
    // The journal is written before `FILE`, so that a file without it is complete.
    saving.save(&journal)?;
    saving.create()?;
    let heading = head.map(|head| head + "\n").unwrap_or_default();
    journal.add(0..0, &Tally::default(), heading.as_bytes());
    saving.take(&journal, heading.as_bytes())?;
    Ok((saving, journal))
}

/// The boards cannot be read: removes both files unless a board was answered.
pub(super) fn abandon(path: &Path, mut saving: Saving, journal: &Journal<Boards>) -> Result<()> {
    if journal.done_units() > 0 {
        return Ok(saving.save(journal)?);
    }
    // Not every system removes an open file.
    drop(saving);
    remove(path)?;
    remove(&beside(path))
}

/// Finishes the file: all boards are answered.
pub(super) fn finish(path: &Path, mut saving: Saving, journal: &Journal<Boards>) -> Result<()> {
    saving.save(journal)?;
    drop(saving);
    remove(&beside(path))
}

fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path).map_err(|error| cannot(path, &error))
}

/// The path of the `FILE.run` of this file.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".run");
    name.into()
}

fn cannot(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{}: cannot write it: {error}: check the path", path.display())
}
