//! The file of the answers to many boards. After a kill, the same command resumes it.
//!
//! Until all boards are answered, `FILE.run` lies beside `FILE` and records the question. A file
//! with another question is refused, and so is a file without `FILE.run`, which is complete. A kill
//! can tear only the last line; its board is answered again.
//!
//! The question has a file of its own, because a heading in `FILE` would make its first line of JSON
//! unlike the others, and because answers do not show all options of their question.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use serde_json::Value;
use tercet::file::BoardText;
use tercet_app::many::Tally;
use tercet_app::{Code, Error, Status, atomic, lines};

use crate::new_file::{Overwrite, REMEDY};

/// The schema of `FILE.run`.
pub(super) const SCHEMA: &str = "tercet.boards/1";

/// Reads the next board of the input.
pub(super) type NextBoard<'a> = dyn FnMut() -> io::Result<Option<BoardText>> + 'a;

/// A file of lines that is being written.
pub(super) struct Lines {
    path: PathBuf,
    run: PathBuf,
    file: File,
    /// The bytes before the line of the first board.
    head: u64,
    /// The results of the boards whose lines were there already.
    pub(super) earlier: Tally,
}

impl Lines {
    /// Begins the file, or resumes an earlier run of the same question. `head` is the first line of
    /// a table. The file of another run is refused, or overwritten.
    pub(super) fn begin(
        path: &Path,
        run: &Value,
        head: Option<&[&str]>,
        overwrite: Overwrite,
        next: &mut NextBoard,
    ) -> Result<Self> {
        let beside = beside(path);
        match fs::metadata(path) {
            Ok(there) if !there.is_file() => {
                bail!("{}: this is not a file on a disk: name another", path.display())
            }
            Ok(_) => match refuse_others(path, &beside, run) {
                Err(_) if overwrite.force => {
                    refuse_foreign(&beside)?;
                    atomic::check(path)?;
                    atomic::replace(&beside, run.to_string().as_bytes())?;
                    File::create(path).map_err(|error| cannot(path, &error))?;
                }
                refused => refused?,
            },
            Err(error) if error.kind() == ErrorKind::NotFound => {
                refuse_foreign(&beside)?;
                // This is written before `FILE`, so that a file without it is complete.
                atomic::replace(&beside, run.to_string().as_bytes())?;
            }
            Err(error) => return Err(cannot(path, &error)),
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| cannot(path, &error))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!(
                "{}: another run is using it: wait until it ends, or name another file",
                path.display()
            );
        }
        let head_bytes = head.map_or(0, |head| head.join(",").len() as u64 + 1);
        let earlier = Tally::default();
        let mut lines =
            Self { path: path.to_owned(), run: beside, file, head: head_bytes, earlier };
        lines.take_up(head, next)?;
        Ok(lines)
    }

    /// Counts the complete lines and truncates the rest. Each line must be that of the next board.
    fn take_up(&mut self, head: Option<&[&str]>, next: &mut NextBoard) -> Result<()> {
        let path = self.path.clone();
        let cannot = |error| cannot(&path, &error);
        let mut input = BufReader::with_capacity(1 << 18, &self.file);
        let (mut line, mut kept, mut number) = (Vec::new(), 0, 0_u64);
        let mut needs_head = head.is_some();
        loop {
            line.clear();
            let read = input.read_until(b'\n', &mut line).map_err(cannot)?;
            if read == 0 || line.last() != Some(&b'\n') {
                break;
            }
            number += 1;
            let ended = match head {
                Some(head) if needs_head => {
                    needs_head = false;
                    (line.trim_ascii_end() == head.join(",").as_bytes()).then_some(None)
                }
                Some(head) => read_row(&line, head).map(Some),
                None => read_object(&line).map(Some),
            };
            match ended {
                Some(Some((board, ended))) => {
                    let text =
                        next().map_err(|error| anyhow!("cannot read the boards: {error}"))?;
                    let name = text.as_ref().map(|text| {
                        let name = text.name().filter(|_| head.is_some());
                        name.unwrap_or_else(|| text.number().to_string())
                    });
                    if name.as_ref() != Some(&board) {
                        bail!(
                            "{}:{number}: this is the line of board {board}, not {}: restore the lines \
                             as they were, or name another file",
                            path.display(),
                            name.as_deref().unwrap_or("of one of the input")
                        );
                    }
                    self.earlier.count(ended);
                }
                Some(None) => {}
                None => bail!(
                    "{}:{number}: this is not a line of this run: name another file",
                    path.display()
                ),
            }
            kept += read as u64;
        }
        self.file.set_len(kept).map_err(cannot)?;
        self.file.seek(SeekFrom::Start(kept)).map_err(cannot)?;
        // The lines give the number of failures, but not their causes.
        self.earlier.first = None;
        match head {
            Some(head) if needs_head => self.write(format!("{}\n", head.join(",")).as_bytes()),
            _ => Ok(()),
        }
    }

    /// Adds lines.
    pub(super) fn write(&mut self, lines: &[u8]) -> Result<()> {
        self.file.write_all(lines).map_err(|error| {
            anyhow!(
                "{}: cannot write it: {error}: rerun the command to resume",
                self.path.display()
            )
        })
    }

    /// The boards cannot be read: removes both files unless a board was answered.
    pub(super) fn abandon(self) -> Result<()> {
        let length = self.file.metadata().map_err(|error| cannot(&self.path, &error))?.len();
        // Not every system removes an open file.
        let Self { path, run, file, head, .. } = self;
        drop(file);
        if length <= head {
            for path in [path, run] {
                fs::remove_file(&path).map_err(|error| cannot(&path, &error))?;
            }
        }
        Ok(())
    }

    /// Finishes the file: all boards are answered.
    pub(super) fn finish(self) -> Result<()> {
        self.file.sync_all().map_err(|error| cannot(&self.path, &error))?;
        fs::remove_file(&self.run).map_err(|error| cannot(&self.run, &error))
    }
}

/// The path of the `FILE.run` of this file.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".run");
    name.into()
}

/// Refuses a file that exists and is not the beginning of this run.
fn refuse_others(path: &Path, beside: &Path, run: &Value) -> Result<()> {
    let there = match fs::read(beside) {
        Ok(there) => serde_json::from_slice::<Value>(&there).ok(),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("{}: the file exists, and there is no run to resume: {REMEDY}", path.display())
        }
        Err(error) => return Err(cannot(beside, &error)),
    };
    if there.as_ref() != Some(run) {
        bail!(
            "{}: it holds the answers of another run: give the same options, {REMEDY}",
            path.display()
        );
    }
    Ok(())
}

/// Refuses to replace a file that is not a `FILE.run`.
fn refuse_foreign(beside: &Path) -> Result<()> {
    match fs::read(beside) {
        Ok(there) if is_run(&there) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Ok(_) => bail!(
            "{}: this file does not belong to a run: move it, or name another file after --output",
            beside.display()
        ),
        Err(error) => Err(cannot(beside, &error)),
    }
}

/// Whether these are the bytes of a `FILE.run`.
fn is_run(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Value>(bytes).is_ok_and(|run| run["schema"] == SCHEMA)
}

fn cannot(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{}: cannot write it: {error}: check the path", path.display())
}

/// The result of a board, by the word in its line.
fn status(answer: &str) -> Option<Result<Status, Error>> {
    Some(match answer {
        "found" | "yes" => Ok(Status::Yes),
        "none" | "no" => Ok(Status::No),
        "stopped" => Ok(Status::Stopped),
        "failed" => Err(Error::new(Code::Request, "")),
        _ => return None,
    })
}

/// The number of a board, and its result.
fn read_object(line: &[u8]) -> Option<(String, Result<Status, Error>)> {
    let object: Value = serde_json::from_slice(line).ok()?;
    let number = object["id"].as_u64()?.to_string();
    if object["schema"] == lines::ERROR {
        let error: Error = serde_json::from_value(object).ok()?;
        return Some((number, Err(error)));
    }
    if let Some(is_set) = object["is_set"].as_bool() {
        return Some((number, Ok(if is_set { Status::Yes } else { Status::No })));
    }
    Some((number, status(object["answer"].as_str()?)?))
}

/// The name of a board, or its number if it has none, and its result.
fn read_row(line: &[u8], head: &[&str]) -> Option<(String, Result<Status, Error>)> {
    let column = head.iter().position(|name| *name == "answer")?;
    let mut rest = str::from_utf8(line).ok()?;
    let mut board = rest.split(',').next()?.to_owned();
    // Only the name of the board, which comes first, can have quotes before the answer.
    if let Some(quoted) = rest.strip_prefix('"') {
        let mut quotes = quoted.match_indices('"').map(|(i, _)| i).peekable();
        let end = loop {
            let quote = quotes.next()?;
            if quotes.next_if_eq(&(quote + 1)).is_none() {
                break quote;
            }
        };
        board = quoted[..end].replace("\"\"", "\"");
        rest = &quoted[end + 1..];
    }
    Some((board, status(rest.trim_end().split(',').nth(column)?)?))
}
