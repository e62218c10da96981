//! The file of what is done of a question.
//!
//! The file is one line of JSON: the version, the question without the fields that are the defaults, the part,
//! and each range of units with its sum. It ends with the CRC-32 of everything before, which detects damage.
//! Yields that were changed on purpose are detected as far as the question can tell.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};
use tercet::data::crc32;

use super::journal::{Record, difference, fields};
use super::{Journal, Part, Parted, Units};
use crate::prelude::*;
use crate::question::fields_of;

pub(super) const SCHEMA: &str = "tercet.journal/2";

pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The beginning of every such file, of any version.
const BEGIN: &[u8] = b"{\"schema\":\"tercet.journal/";

/// The text between the line and its check.
const SEAL: &str = ",\"check\":\"";

/// The most bytes of a file; the simulation of the largest decks needs some ten million.
const MOST_BYTES: u64 = 1 << 28;

impl<U: Units> Journal<U> {
    /// The journal as a line of JSON.
    pub fn text(&self) -> String {
        let record = serde_json::to_string(&self.record);
        let mut text = record.expect("texts and whole numbers are JSON");
        text.pop();
        text += SEAL;
        let check = format!("{:08x}\"}}\n", crc32::hash(text.as_bytes()));
        text + &check
    }

    /// What a file holds of the same run, whose prepared question both share.
    ///
    /// # Errors
    ///
    /// [`Code::OtherRun`] if it holds another run, [`Code::NotAPart`] and [`Code::Damaged`].
    pub fn beside(&self, file: &Sealed) -> Result<Self, Error> {
        let prepared = |request| match difference(&request, &self.record.request) {
            None => Ok(((), Arc::clone(&self.work))),
            Some(runs) => Err(other_run(runs)),
        };
        Ok(file.journal(&self.record.ask, prepared)?.1)
    }
}

/// The same part of the same question, as far as it was done. Without a seed, the question takes that of the
/// earlier run.
///
/// # Errors
///
/// As [`begin`](super::begin) and [`Journal::beside`]; [`Code::OtherRun`] if the earlier run was of another part.
pub fn resume<Q: Parted>(
    question: &Q,
    part: Part,
    earlier: &Sealed,
    session: &Session,
) -> Result<(Q, Journal<Q::Work>), Error> {
    let mut asked = fields(question);
    if let Some(seed) = earlier.request.get("seed") {
        asked.entry("seed").or_insert_with(|| seed.clone());
    }
    let asked = fields_of::<Q>(asked).map_err(|why| damaged(&why))?;
    let (question, new) = super::begin(&asked, part, session)?;
    let mut earlier = new.beside(earlier)?;
    if earlier.part() != part {
        return Err(other_run((earlier.part().to_string(), part.to_string())));
    }
    earlier.fill();
    Ok((question, earlier))
}

fn other_run((there, here): (String, String)) -> Error {
    error!(OtherRun, "it holds another run: {there}, not {here}")
}

/// The text of a file, whose check is right: the name of its question is known, but not its content.
#[derive(Debug)]
pub struct Sealed {
    body: Vec<u8>,
    ask: String,
    request: Map<String, Value>,
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
        /// What says how to read the rest.
        #[derive(Deserialize)]
        struct Begin {
            schema: String,
            ask: String,
            #[serde(default)]
            request: Map<String, Value>,
        }

        let mut text = Vec::new();
        input
            .by_ref()
            .take(BEGIN.len() as u64)
            .read_to_end(&mut text)
            .and_then(|_| {
                let most = if text == BEGIN { MOST_BYTES } else { 0 };
                input.take(most).read_to_end(&mut text)
            })
            // A reader with a limit of its own wraps the stop.
            .map_err(|error| {
                error.downcast().unwrap_or_else(|error| unread(&error, "check the path"))
            })?;
        if !text.starts_with(BEGIN) {
            return Err(error!(NotAPart, "this is not a part of a question"));
        }
        let body = unsealed(&text).ok_or_else(|| error!(Damaged, "this is damaged"))?;
        let Begin { schema, ask, request } =
            serde_json::from_slice(&body).map_err(|why| damaged(&why))?;
        if schema != SCHEMA {
            let other = "another version of tercet made this";
            return Err(error!(NotAPart, "{other}: {schema}, not {SCHEMA}").with("version", schema));
        }
        Ok(Self { body, ask, request })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// As [`from_reader`](Self::from_reader).
    pub fn read(path: &Path) -> Result<Self, Error> {
        if path.is_dir() {
            return Err(error!(File, "this is a directory: name a file in it"));
        }
        Self::from_reader(File::open(path).map_err(|error| unread(&error, "check the path"))?)
    }

    /// The question, if it is of this type, and what is done of it.
    ///
    /// # Errors
    ///
    /// [`Code::OtherRun`] if the question is another one, [`Code::NotAPart`] if another version made this, or it has
    /// other units, [`Code::Damaged`], the stop of the limit, and [`Code::File`], [`Code::Memory`],
    /// [`Code::MethodMissing`] and [`Code::NoSuchMethod`] if this machine lacks what the question needs.
    pub fn open<Q: Parted>(&self, limit: &Limit) -> Result<(Q, Journal<Q::Work>), Error> {
        self.journal(Q::NAME, |request| {
            let question: Q = fields_of(request).map_err(|why| damaged(&why))?;
            let work = question.prepare(limit).map_err(|error| match error.code {
                // The limit, and what the machine lacks, are no fault of the file.
                Code::Deadline
                | Code::Interrupted
                | Code::File
                | Code::Memory
                | Code::MethodMissing
                | Code::NoSuchMethod => error,
                _ => damaged(&error),
            })?;
            Ok((question, Arc::new(work)))
        })
    }

    /// What is done of units that are prepared from the request, and what else comes from it.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub(crate) fn journal<Q, U: Units>(
        &self,
        ask: &str,
        prepare: impl FnOnce(Map<String, Value>) -> Result<(Q, Arc<U>), Error>,
    ) -> Result<(Q, Journal<U>), Error> {
        if self.ask != ask {
            return Err(error!(OtherRun, "this is of the question {}, not of {ask}", self.ask));
        }
        // No words for people: the check is right, so only a file that was changed on purpose can be wrong.
        let record: Record<U::Yield> =
            serde_json::from_slice(&self.body).map_err(|why| damaged(&why))?;
        let (version, units) = (&record.version, record.units);
        if version != VERSION {
            let error = error!(NotAPart, "tercet {version} made this, not tercet {VERSION}");
            return Err(error.with("version", version));
        }
        let (question, work) = prepare(record.request.clone())?;
        let number = work.number();
        if units != number {
            return Err(error!(NotAPart, "this has {units} units, and the question has {number}"));
        }
        let journal = Journal { record, work };
        journal.check()?;
        Ok((question, journal))
    }
}

/// The JSON object without its check, if the check is right.
fn unsealed(text: &[u8]) -> Option<Vec<u8>> {
    let (sealed, check) = text.strip_suffix(b"\"}\n")?.split_last_chunk::<8>()?;
    let right = format!("{:08x}", crc32::hash(sealed));
    let body = sealed.strip_suffix(SEAL.as_bytes())?;
    (check == right.as_bytes()).then(|| [body, b"}"].concat())
}

/// The error of a file that cannot be read, with the remedy if it is missing.
pub(super) fn unread(error: &io::Error, remedy: &str) -> Error {
    match error.kind() {
        io::ErrorKind::NotFound => error!(File, "there is no such file: {remedy}"),
        _ => error!(File, "cannot read it: {error}"),
    }
}

/// The error of a file with a right check and impossible content.
pub(super) fn damaged(why: &dyn fmt::Display) -> Error {
    error!(Damaged, "this is damaged ({why})")
}
