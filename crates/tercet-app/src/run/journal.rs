//! What is done of a question, and its file.
//!
//! The file is one line of JSON: the version, the question without the fields that are the defaults, the part,
//! and each range of units with its sum. It ends with the CRC-32 of everything before, which detects damage.
//! Yields that were changed on purpose are detected as far as the question can tell.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::part::in_words;
#[cfg(feature = "native")]
use super::ranges::{Data, Place};
use super::ranges::{Prefix, Ranges};
use super::{Part, Parted, Units};
use crate::prelude::*;
use crate::question::fields_of;

const SCHEMA: &str = "tercet.journal/1";

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The beginning of every such file, of any version.
const BEGIN: &[u8] = b"{\"schema\":\"tercet.journal/";

/// The text between the line and its check.
const SEAL: &str = ",\"check\":\"";

/// The most bytes of a file; the simulation of the largest decks needs some ten million.
const MOST_BYTES: u64 = 1 << 28;

/// What must be the same in all parts of a run.
#[derive(Clone)]
struct Head {
    /// The version of Tercet that does the units.
    version: String,
    ask: String,
    request: Map<String, Value>,
}

/// The line without its check.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<Y> {
    schema: String,
    version: String,
    ask: String,
    request: Map<String, Value>,
    /// The number of units of the whole question.
    units: u64,
    part: Part,
    ranges: Vec<Prefix<Y>>,
}

/// What is done of a question, or of a part of it.
pub struct Journal<U: Units> {
    head: Head,
    part: Part,
    ranges: Ranges<U>,
    work: Arc<U>,
}

impl<U: Units> fmt::Debug for Journal<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Journal").field(&self.part).field(&self.ranges.0).finish_non_exhaustive()
    }
}

/// The fields of a question that are not the defaults.
pub(super) fn fields<Q: Parted>(question: &Q) -> Map<String, Value> {
    let fields = |question: &Q| match serde_json::to_value(question) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("a question is an object of JSON"),
    };
    let usual = fields(&Q::default());
    let own = fields(question).into_iter();
    own.filter(|(name, value)| usual.get(name) != Some(value)).collect()
}

/// The first difference between two unequal values of this name, in words.
fn first_difference(name: &str, one: Option<&Value>, other: Option<&Value>) -> (String, String) {
    let word = |value: Option<&Value>| match value {
        None => format!("{name} by default"),
        Some(Value::Object(deck)) if deck.contains_key("properties") => {
            format!("the {name} ({},{})", deck["values"], deck["properties"])
        }
        Some(Value::Array(items)) => format!("{} {name}", items.len()),
        Some(Value::String(text)) if text.len() < 40 => format!("{name} {text}"),
        Some(Value::String(text)) => {
            format!("{name} with the CRC-32 {:08x}", crc32fast::hash(text.as_bytes()))
        }
        Some(value) => format!("{name} {value}"),
    };
    match (one, other) {
        (Some(Value::Object(one)), Some(Value::Object(other)))
            if !one.contains_key("properties") =>
        {
            let mut names = one.keys().chain(other.keys());
            let differs = names.find(|&name| one.get(name) != other.get(name));
            let name = differs.expect("they are unequal");
            first_difference(name, one.get(name), other.get(name))
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) if one.len() == other.len() => {
            let differs = one.iter().zip(other).position(|(one, other)| one != other);
            let i = differs.expect("they are unequal");
            let name = format!("{} {}:", name.trim_end_matches('s'), i + 1);
            first_difference(&name, one.get(i), other.get(i))
        }
        _ => (word(one), word(other)),
    }
}

impl<U: Units> Journal<U> {
    /// Nothing done of a part of a settled question that is prepared.
    pub(crate) fn new<Q: Parted<Work = U>>(question: &Q, part: Part, work: U) -> Self {
        let head = Head { version: VERSION.into(), ask: Q::NAME.into(), request: fields(question) };
        let mut journal = Self { head, part, ranges: Ranges(Vec::new()), work: Arc::new(work) };
        journal.fill();
        journal
    }

    /// Begins the units that no range has.
    fn fill(&mut self) {
        let range = self.range();
        self.ranges.fill(&range);
    }

    /// The question, prepared.
    pub fn work(&self) -> &Arc<U> {
        &self.work
    }

    /// A number for the question and the version, for names of files.
    pub fn digest(&self) -> u32 {
        let Head { version, ask, request } = &self.head;
        crc32fast::hash(format!("{version} {ask} {}", Value::Object(request.clone())).as_bytes())
    }

    /// The part whose units these are.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The version of Tercet that did the units.
    pub fn version(&self) -> &str {
        &self.head.version
    }

    /// The units of the part.
    pub fn range(&self) -> Range<u64> {
        self.part.units(self.work.number())
    }

    /// How many units the part has.
    pub fn all_units(&self) -> u64 {
        let range = self.range();
        range.end - range.start
    }

    /// The units that are done, in ascending ranges.
    pub fn done(&self) -> impl Iterator<Item = Range<u64>> {
        self.ranges.done().filter(|units| !units.is_empty())
    }

    /// How many units are done.
    pub fn done_units(&self) -> u64 {
        self.done().map(|units| units.end - units.start).sum()
    }

    /// How much of what is counted is done.
    pub fn counted(&self) -> u64 {
        self.done().map(|units| self.work.count(units)).sum()
    }

    /// What all units that are done have yielded.
    pub fn sum(&self) -> U::Yield {
        self.ranges.sum()
    }

    /// Whether an answer is known without the other units.
    pub fn is_answered(&self) -> bool {
        self.ranges.end().is_some()
    }

    /// The first unit of the whole that the answer needs and that is not done, if there is one.
    pub fn first_open(&self) -> Option<u64> {
        self.ranges.open(0..self.work.number()).first().map(|range| range.start)
    }

    /// The ranges of units of the part that have yet to be done, ascending.
    pub fn open(&self) -> Vec<Range<u64>> {
        self.ranges.open(self.range())
    }

    /// Whether all units of the part are done that the answer needs.
    pub fn is_complete(&self) -> bool {
        self.open().is_empty()
    }

    /// The data of all units that are done, if they are one range.
    #[cfg(feature = "native")]
    pub(super) fn data(&self) -> Option<Data> {
        match &self.ranges.0[..] {
            [only] => Some(only.data),
            ranges => ranges.iter().all(|range| range.data.0 == 0).then(Data::default),
        }
    }

    /// The parts of K that have open units, in words.
    pub fn missing(&self, of: u64) -> Option<String> {
        let all = self.work.number();
        let open = self.open();
        let cut = |number: u64| u128::from(number) * u128::from(all) / u128::from(of.max(1));
        let is_open = |number: &u64| {
            let (start, end) = (cut(number - 1), cut(*number));
            let next = open.partition_point(|open| u128::from(open.end) <= start);
            open.get(next).is_some_and(|open| u128::from(open.start) < end)
        };
        (!open.is_empty()).then(|| in_words((1..=of).filter(is_open), of))
    }

    /// Adds what the next units of a range have yielded, and their data.
    ///
    /// # Panics
    ///
    /// If no range goes on with these units.
    pub fn add(&mut self, units: Range<u64>, yielded: &U::Yield, data: &[u8]) {
        self.ranges.add(units, yielded, data);
    }

    /// This journal with the units of the first ones that are done, and their sum.
    ///
    /// # Errors
    ///
    /// [`Code::Damaged`] if they cannot have yielded that.
    pub fn with_first(mut self, units: u64, yielded: &U::Yield) -> Result<Self, Error> {
        if units > 0 {
            self.add(0..units, yielded, &[]);
        }
        self.check()?;
        Ok(self)
    }

    /// The first difference between two runs, as its value in each.
    pub fn difference(&self, other: &Self) -> Option<(String, String)> {
        let (mine, theirs) = (&self.head.request, &other.head.request);
        let mut names = mine.keys().chain(theirs.keys());
        let name = names.find(|&name| mine.get(name) != theirs.get(name))?;
        Some(first_difference(name, mine.get(name), theirs.get(name)))
    }

    /// Whether this has every unit that another journal of the same run has. `planned` are units that are
    /// yet to be done, and count as if they were.
    pub fn covers(&self, other: &Self, planned: Option<&Range<u64>>) -> bool {
        other.done().all(|units| match planned {
            Some(planned) => planned.start <= units.start && units.end <= planned.end,
            None => self.ranges.open(units).is_empty(),
        })
    }

    /// Checks that the units can be those of the part, and can have yielded this.
    fn check(&self) -> Result<(), Error> {
        match self.ranges.fault(&self.work, &self.range()) {
            None => Ok(()),
            Some(why) => Err(damaged(&why)),
        }
    }

    /// The sum of parts of one run, each with its name for errors, and where the data of each range are.
    ///
    /// # Errors
    ///
    /// [`Code::OtherRun`] if they are of different runs, [`Code::Damaged`] if they contradict each other,
    /// and [`Code::Conflict`] if they are cut differently.
    #[cfg(feature = "native")]
    pub(super) fn merge(parts: &[(String, Self)]) -> Result<(Self, Vec<Place>), Error> {
        let (first_name, first) = &parts[0];
        for (name, part) in parts {
            if let Some((mine, other)) = first.difference(part) {
                return Err(error!(
                    OtherRun,
                    "{first_name} and {name} are of different runs: {mine} and {other}"
                ));
            }
        }
        let ranges: Vec<_> = parts.iter().map(|(name, part)| (&**name, &part.ranges)).collect();
        let work = Arc::clone(&first.work);
        let (ranges, places) = Ranges::merge(&ranges, work.number())?;
        Ok((Self { head: first.head.clone(), part: Part::WHOLE, ranges, work }, places))
    }

    /// The journal as a line of JSON.
    pub fn text(&self) -> String {
        let Head { version, ask, request } = self.head.clone();
        let line = Line {
            schema: SCHEMA.into(),
            version,
            ask,
            request,
            units: self.work.number(),
            part: self.part,
            ranges: self.ranges.0.clone(),
        };
        let mut text = serde_json::to_string(&line).expect("texts and whole numbers are JSON");
        text.pop();
        text += SEAL;
        let check = format!("{:08x}\"}}\n", crc32fast::hash(text.as_bytes()));
        text + &check
    }
}

/// The same part of the same question, as far as it was done. Without a seed, the question takes that of the
/// earlier run.
///
/// # Errors
///
/// As [`begin`](super::begin); [`Code::OtherRun`] if the earlier run was of another question or part.
pub fn resume<Q: Parted>(
    question: &Q,
    part: Part,
    (earlier_question, mut earlier): (Q, Journal<Q::Work>),
    session: &Session,
) -> Result<(Q, Journal<Q::Work>), Error> {
    let mut asked = fields(question);
    if let Some(seed) = earlier.head.request.get("seed") {
        asked.entry("seed").or_insert_with(|| seed.clone());
    }
    let (_, new) = super::begin(&fields_of::<Q>(asked)?, part, session)?;
    let parts = || (earlier.part.to_string(), part.to_string());
    let difference = earlier.difference(&new);
    match difference.or_else(|| (earlier.part != part).then(parts)) {
        None => {
            earlier.fill();
            Ok((earlier_question, earlier))
        }
        Some((there, here)) => Err(error!(OtherRun, "it holds another run: {there}, not {here}")),
    }
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
        /// What says how to read the rest.
        #[derive(Deserialize)]
        struct Begin {
            schema: String,
            ask: String,
        }

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

    /// The question, if it is of this type, and what is done of it.
    ///
    /// # Errors
    ///
    /// [`Code::NotAPart`] if the question is another one, [`Code::OtherRun`] if another version made
    /// this, [`Code::Damaged`], and [`Code::File`], [`Code::Memory`], [`Code::MethodMissing`] and
    /// [`Code::NoSuchMethod`] if this machine lacks what the question needs.
    pub fn open<Q: Parted>(&self) -> Result<(Q, Journal<Q::Work>), Error> {
        let not_one = |message: String| Err(Error::new(Code::NotAPart, message));
        if self.ask != Q::NAME {
            return not_one(format!("this is of the question {}, not of {}", self.ask, Q::NAME));
        }
        let line: Line<<Q::Work as Units>::Yield> =
            serde_json::from_slice(&self.body).map_err(|why| damaged(&why))?;
        let Line { version, ask, request, units, part, ranges, .. } = line;
        if version != VERSION {
            return Err(error!(OtherRun, "tercet {version} made this, not tercet {VERSION}"));
        }
        let question: Q = fields_of(request.clone()).map_err(|why| damaged(&why))?;
        let work = question.prepare(&Limit::none()).map_err(|error| match error.code {
            // What the machine lacks is no fault of the file.
            Code::File | Code::Memory | Code::MethodMissing | Code::NoSuchMethod => error,
            _ => damaged(&error),
        })?;
        let number = work.number();
        if units != number {
            return not_one(format!("this has {units} units, and the question has {number}"));
        }
        let head = Head { version, ask, request };
        let journal = Journal { head, part, ranges: Ranges(ranges), work: Arc::new(work) };
        journal.check()?;
        Ok((question, journal))
    }
}

/// The JSON object without its check, if the check is right.
fn unsealed(text: &[u8]) -> Option<Vec<u8>> {
    let (sealed, check) = text.strip_suffix(b"\"}\n")?.split_last_chunk::<8>()?;
    let right = format!("{:08x}", crc32fast::hash(sealed));
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
fn damaged(why: &dyn fmt::Display) -> Error {
    error!(Damaged, "this is damaged ({why})")
}
