//! The units that are done as a file.
//!
//! It is one line of JSON: the version, the question without the fields that are the defaults, the part, and
//! each block of units with its yield. It ends with the CRC-32 of everything before, which detects damage.
//! Yields that were changed on purpose are detected as far as the question can tell.
//!
//! The data of the units are in the file `FILE.steps`, in the order of the units. They are written and synced
//! before the blocks that they belong to, so what stands there after a kill is at least what the file names.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crc32fast::Hasher;
use serde_json::{Map, Value};

use super::partial::{Done, Source, fields};
use super::{Part, Parted, Partial, Units, Yield};
use crate::atomic;
use crate::prelude::*;
use crate::question::fields_of;

const SCHEMA: &str = "tercet.part/1";

/// The beginning of every such file, of any version.
const BEGIN: &[u8] = b"{\"schema\":\"tercet.part/";

/// The text between the line and its check.
const SEAL: &str = ",\"check\":\"";

/// The most bytes of a file; the simulation of the largest decks needs some ten million.
const MOST_BYTES: u64 = 1 << 28;

/// The line without its check.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a, Y: Clone> {
    schema: Cow<'a, str>,
    version: Cow<'a, str>,
    ask: Cow<'a, str>,
    request: Map<String, Value>,
    /// The number of units of the whole question.
    units: u64,
    part: Part,
    done: Cow<'a, [Done<Y>]>,
}

/// What says how to read the rest.
#[derive(Deserialize)]
struct Begin {
    schema: String,
    ask: String,
}

/// The text of a file, whose check is right: the name of its question is known, but not its content.
#[derive(Debug)]
pub struct Sealed {
    body: Vec<u8>,
    ask: String,
}

impl Sealed {
    /// The name of its question.
    pub fn ask(&self) -> &str {
        &self.ask
    }

    /// Reads a text. Other input is not read to its end, because it may be endless.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the input cannot be read, [`Code::NotAPart`] and [`Code::Damaged`].
    pub fn from_reader(mut input: impl Read) -> Result<Self, Error> {
        let not_one = |message: String| Err(Error::new(Code::NotAPart, message));
        let mut text = Vec::new();
        input
            .by_ref()
            .take(BEGIN.len() as u64)
            .read_to_end(&mut text)
            .and_then(|_| {
                let most = if text == BEGIN { MOST_BYTES } else { 0 };
                input.take(most).read_to_end(&mut text)
            })
            .map_err(|error| unread(&error, "check the path"))?;
        if !text.starts_with(BEGIN) {
            return not_one("this is not a part of a question".into());
        }
        let body = unsealed(&text).ok_or_else(|| error!(Damaged, "this is damaged"))?;
        let Begin { schema, ask } = serde_json::from_slice(&body).map_err(|why| damaged(&why))?;
        if schema != SCHEMA {
            return not_one(format!("this is {schema}, not {SCHEMA}"));
        }
        Ok(Self { body, ask })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// As [`from_reader`](Self::from_reader), with the name of the file.
    pub fn read(path: &Path) -> Result<Self, Error> {
        if path.is_dir() {
            let error = error!(File, "this is a directory: name a file in it");
            return Err(error.of(path));
        }
        let file = File::open(path).map_err(|error| unread(&error, "check the path").of(path))?;
        Self::from_reader(file).map_err(|error| error.of(path))
    }

    /// The units that are done of a question of this type.
    ///
    /// # Errors
    ///
    /// [`Code::NotAPart`] if the question is another one, or was cut in another way,
    /// [`Code::Damaged`], and [`Code::File`], [`Code::Memory`], [`Code::MethodMissing`] and
    /// [`Code::NoSuchMethod`] if this machine lacks what the question needs.
    pub fn open<Q: Parted>(&self) -> Result<Partial<Q>, Error> {
        let not_one = |message: String| Err(Error::new(Code::NotAPart, message));
        if self.ask != Q::NAME {
            return not_one(format!("this is of the question {}, not of {}", self.ask, Q::NAME));
        }
        let line: Line<'_, Yield<Q>> =
            serde_json::from_slice(&self.body).map_err(|why| damaged(&why))?;
        let question: Q = fields_of(line.request).map_err(|why| damaged(&why))?;
        let work = question.prepare(&Limit::none()).map_err(|error| match error.code {
            // What the machine lacks is no fault of the file.
            Code::File | Code::Memory | Code::MethodMissing | Code::NoSuchMethod => error,
            _ => damaged(&error),
        })?;
        let (version, units) = (line.version.into_owned(), work.number());
        if units != line.units {
            let all = line.units;
            return not_one(format!(
                "tercet {version} cut this into {all} units, not into {units}"
            ));
        }
        let (done, work) = (line.done.into_owned(), Arc::new(work));
        let partial = Partial { version, question, part: line.part, done, work };
        partial.check()?;
        Ok(partial)
    }
}

impl<Q: Parted> Partial<Q> {
    /// The units as a line of JSON.
    pub fn text(&self) -> String {
        let line = Line {
            schema: SCHEMA.into(),
            version: (&*self.version).into(),
            ask: Q::NAME.into(),
            request: fields(&self.question),
            units: self.work.number(),
            part: self.part,
            done: Cow::Borrowed(&self.done),
        };
        let mut text = serde_json::to_string(&line).expect("texts and whole numbers are JSON");
        text.pop();
        seal(&mut text);
        text
    }

    /// Writes the file. While the returned file is open, [`atomic::check`] keeps other runs off.
    ///
    /// # Errors
    ///
    /// [`Code::File`].
    pub fn write(&self, path: &Path) -> Result<File, Error> {
        atomic::replace(path, self.text().as_bytes())
    }

    /// Checks that a file can be written without loss: what it holds, if it exists, must be of the same
    /// run.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the file cannot be written, [`Code::OtherRun`] if it holds something
    /// else, and the errors of [`Sealed::read`].
    pub fn check_output(&self, path: &Path) -> Result<(), Error> {
        const KEPT: &str = "it is not overwritten";
        atomic::check(path)?;
        if !path.exists() {
            return Ok(());
        }
        let there = Sealed::read(path).and_then(|text| text.open::<Q>());
        let there = there.map_err(|error| Error {
            message: format!("{}: {KEPT}: {error}", path.display()),
            ..error
        })?;
        match there.difference(self) {
            None => Ok(()),
            Some((there, here)) => {
                let message = format!("{KEPT}: it holds another run: {there}, not {here}");
                Err(Error::new(Code::OtherRun, message).of(path))
            }
        }
    }

    /// Adds up the data of parts, in the order of the units. `sources` says where each block of them is,
    /// as [`merge`](Self::merge) does; `paths` are the files of the parts.
    ///
    /// # Errors
    ///
    /// [`Code::File`], and [`Code::Damaged`] if data are not those that were written.
    pub fn merge_data(
        blocks: &[Source<Q>],
        paths: &[PathBuf],
        output: &mut dyn Write,
    ) -> Result<(), Error> {
        for (yielded, source, begin) in blocks {
            let (bytes, check) = Q::Work::data(yielded);
            if bytes == 0 {
                continue;
            }
            let path = data_file(&paths[*source]);
            // An error of the output is an [`Error`] already.
            let failed = |error: io::Error| {
                error.downcast().unwrap_or_else(|error| unread(&error, BESIDE).of(&path))
            };
            let mut file = File::open(&path).map_err(failed)?;
            file.seek(SeekFrom::Start(*begin)).map_err(failed)?;
            let mut copied = Checked { output: &mut *output, hasher: Hasher::new() };
            let read = io::copy(&mut file.take(bytes), &mut copied).map_err(failed)?;
            if read != bytes || copied.hasher.finalize() != check {
                return Err(error!(Damaged, "this is damaged").of(&path));
            }
        }
        Ok(())
    }
}

/// Notes the CRC-32 of what is written.
struct Checked<'a> {
    output: &'a mut dyn Write,
    hasher: Hasher,
}

impl Write for Checked<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// The file of the data of a part.
pub fn data_file(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".steps");
    name.into()
}

/// Closes a JSON object with the check of everything before.
fn seal(text: &mut String) {
    *text += SEAL;
    let check = format!("{:08x}\"}}\n", crc32fast::hash(text.as_bytes()));
    *text += &check;
}

/// The JSON object without its check, if the check is right.
fn unsealed(text: &[u8]) -> Option<Vec<u8>> {
    let (sealed, check) = text.strip_suffix(b"\"}\n")?.split_last_chunk::<8>()?;
    let right = format!("{:08x}", crc32fast::hash(sealed));
    let body = sealed.strip_suffix(SEAL.as_bytes())?;
    (check == right.as_bytes()).then(|| [body, b"}"].concat())
}

/// The remedy if the file of the data of a part is missing.
const BESIDE: &str = "copy it beside its part";

/// The error of a file that cannot be read, with the remedy if it is missing.
fn unread(error: &io::Error, remedy: &str) -> Error {
    match error.kind() {
        io::ErrorKind::NotFound => error!(File, "there is no such file: {remedy}"),
        _ => error!(File, "cannot read it: {error}"),
    }
}

/// The error of a file with a right check and impossible content.
fn damaged(why: &dyn std::fmt::Display) -> Error {
    error!(Damaged, "this is damaged ({why})")
}

/// The file in which work is saved repeatedly. No other run can use it until this is dropped.
#[derive(Debug)]
pub struct Saving {
    path: PathBuf,
    begin: Instant,
    last: Option<Instant>,
    cost: Duration,
    /// The file as it was saved last, kept open so that no other run uses it.
    saved: Option<File>,
    data: Option<File>,
}

impl Saving {
    /// The shortest and the longest time between two savings.
    const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(10)];

    /// Prepares to save in a file, whatever it holds.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the file cannot be written, or is not a regular file.
    pub fn anew(path: &Path) -> Result<Self, Error> {
        atomic::check(path)?;
        let (begin, cost) = (Instant::now(), Duration::ZERO);
        Ok(Self { path: path.to_owned(), begin, last: None, cost, saved: None, data: None })
    }

    /// Prepares to save in a file, and reads what it holds, if it exists.
    ///
    /// # Errors
    ///
    /// As [`anew`](Self::anew), and the errors of [`Sealed::read`].
    pub fn begin<Q: Parted>(path: &Path) -> Result<(Self, Option<Partial<Q>>), Error> {
        let mut saving = Self::anew(path)?;
        let read = |path| Sealed::read(path)?.open().map_err(|error| error.of(path));
        let there: Option<Partial<Q>> = path.exists().then(|| read(path)).transpose()?;
        if let Some(partial) = &there {
            let (bytes, _) = Q::Work::data(&partial.sum());
            if bytes > 0 && !partial.is_answered() {
                if partial.done().len() > 1 || partial.done()[0].start != partial.range().start {
                    let message = "it is a sum that lacks parts: do those, and merge them";
                    return Err(Error::new(Code::Conflict, message).of(path));
                }
                saving.open_data(bytes)?;
            }
        }
        Ok((saving, there))
    }

    /// Opens the file of the data, which go on after these bytes.
    fn open_data(&mut self, bytes: u64) -> Result<(), Error> {
        let path = data_file(&self.path);
        let failed = |error: io::Error| error!(File, "cannot write it: {error}").of(&path);
        if bytes > 0 && !path.exists() {
            return Err(unread(&io::ErrorKind::NotFound.into(), BESIDE).of(&path));
        }
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let mut file = open.map_err(failed)?;
        if file.metadata().map_err(failed)?.len() < bytes {
            return Err(error!(Damaged, "this is damaged (it is too short)").of(&path));
        }
        file.set_len(bytes).and_then(|()| file.seek(SeekFrom::Start(bytes))).map_err(failed)?;
        self.data = Some(file);
        Ok(())
    }

    /// Takes the data of the units that were done last, and saves if it is time: the first time at once,
    /// then often enough to lose at most a tenth of the work, or ten seconds, unless saving takes a
    /// hundredth of the time.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if a file cannot be written.
    pub fn take<Q: Parted>(&mut self, partial: &Partial<Q>, data: &[u8]) -> Result<(), Error> {
        if !data.is_empty() {
            if self.data.is_none() {
                self.open_data(0)?;
            }
            let file = self.data.as_mut().expect("it was opened a moment ago");
            let failed =
                |error| error!(File, "cannot write it: {error}").of(&data_file(&self.path));
            file.write_all(data).map_err(failed)?;
        }
        let [shortest, longest] = Self::PAUSES;
        let pause = (self.begin.elapsed() / 10).max(100 * self.cost).clamp(shortest, longest);
        match self.last {
            Some(last) if last.elapsed() < pause => Ok(()),
            _ => self.save(partial),
        }
    }

    /// Saves what is done.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if a file cannot be written.
    pub fn save<Q: Parted>(&mut self, partial: &Partial<Q>) -> Result<(), Error> {
        let begin = Instant::now();
        if let Some(data) = &self.data {
            let failed =
                |error| error!(File, "cannot write it: {error}").of(&data_file(&self.path));
            data.sync_data().map_err(failed)?;
        }
        self.saved = Some(partial.write(&self.path)?);
        if partial.is_answered() && Q::Work::data(&partial.sum()).0 > 0 {
            // Nothing reads the data of units before the answer. A file that stays harms nobody.
            self.data = None;
            let _ = fs::remove_file(data_file(&self.path));
        }
        self.cost = begin.elapsed();
        self.last = Some(Instant::now());
        Ok(())
    }
}
