//! The units of a question that are done.

use std::cmp::Reverse;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::part::in_words;
use super::{Part, Parted, Units, Yield, first_block};
use crate::prelude::*;
use crate::question::fields_of;

/// The units of a question that are done, and what they have yielded.
pub struct Partial<Q: Parted> {
    /// The version of Tercet that did them.
    pub(super) version: String,
    pub(super) question: Q,
    pub(super) part: Part,
    /// The blocks of these units, ascending and disjoint.
    pub(super) done: Vec<Done<Yield<Q>>>,
    pub(super) work: Arc<Q::Work>,
}

/// The first unit of a block, the one after its last, and what they have yielded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Done<Y>(pub(super) u64, pub(super) u64, pub(super) Y);

/// A block of a sum of parts: what it has yielded, the number of its part, and the bytes of data before it
/// there.
pub type Source<Q> = (Yield<Q>, usize, u64);

impl<Q: Parted> fmt::Debug for Partial<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Partial").field(&self.part).field(&self.done).finish_non_exhaustive()
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

impl<Q: Parted> Partial<Q> {
    /// No unit of a part of a question.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`]; [`Code::Conflict`] if the part needs a seed and has none.
    pub fn new(question: &Q, part: Part, session: &Session) -> Result<Self, Error> {
        let settled = question.settled(session)?;
        let has_seed = |question| fields(question).contains_key("seed");
        if !part.is_whole() && has_seed(&settled) && !has_seed(question) {
            let message = "all parts need the same seed, and none was given";
            return Err(Error::new(Code::NoSeed, message).of_field("seed"));
        }
        let work = settled.prepare(&session.limit(None))?;
        Ok(Self::of_work(settled, part, work))
    }

    /// No unit of a part of a settled question that is prepared.
    pub(crate) fn of_work(question: Q, part: Part, work: Q::Work) -> Self {
        let version = env!("CARGO_PKG_VERSION").into();
        Self { version, question, part, done: Vec::new(), work: Arc::new(work) }
    }

    /// The same part of the same question, as far as it was done. Without a seed, the question takes
    /// that of the earlier run.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); [`Code::OtherRun`] if the earlier run was of another question or part.
    pub fn resume(
        question: &Q,
        part: Part,
        earlier: Option<Self>,
        session: &Session,
    ) -> Result<Self, Error> {
        let Some(earlier) = earlier else { return Self::new(question, part, session) };
        let mut asked = fields(question);
        if let (Some(seed), false) =
            (fields(&earlier.question).remove("seed"), asked.contains_key("seed"))
        {
            asked.insert("seed".into(), seed);
        }
        let new = Self::new(&fields_of(asked)?, part, session)?;
        let parts = || (earlier.part.to_string(), part.to_string());
        let difference = earlier.difference(&new);
        match difference.or_else(|| (earlier.part != part).then(parts)) {
            None => Ok(earlier),
            Some((there, here)) => {
                Err(error!(OtherRun, "it holds another run: {there}, not {here}"))
            }
        }
    }

    /// Units from the first on, with what they have yielded.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and [`Code::Damaged`] if they cannot have yielded that.
    pub fn of_first_units(
        question: &Q,
        units: u64,
        yielded: Yield<Q>,
        session: &Session,
    ) -> Result<Self, Error> {
        let mut partial = Self::new(question, Part::WHOLE, session)?;
        if units > 0 {
            partial.done.push(Done(0, units, yielded));
        }
        partial.check()?;
        Ok(partial)
    }

    /// The question, settled.
    pub fn question(&self) -> &Q {
        &self.question
    }

    /// The question, prepared.
    pub fn work(&self) -> &Arc<Q::Work> {
        &self.work
    }

    /// A number for the question and the version, for names of files.
    pub fn digest(&self) -> u32 {
        let request = Value::Object(fields(&self.question));
        crc32fast::hash(format!("{} {} {request}", self.version, Q::NAME).as_bytes())
    }

    /// Whether an answer is known without the other units.
    pub fn is_answered(&self) -> bool {
        self.end().is_some()
    }

    /// The part whose units these are.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The version of Tercet that did the units.
    pub fn version(&self) -> &str {
        &self.version
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

    /// How many units are done.
    pub fn done_units(&self) -> u64 {
        self.done.iter().map(|Done(start, end, _)| end - start).sum()
    }

    /// The ranges of units that are done, ascending.
    pub fn done(&self) -> Vec<Range<u64>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for &Done(start, end, _) in &self.done {
            match ranges.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => ranges.push(start..end),
            }
        }
        ranges
    }

    /// What all units that are done have yielded.
    pub fn sum(&self) -> Yield<Q> {
        let mut sum = Yield::<Q>::default();
        self.done.iter().for_each(|Done(_, _, yielded)| Q::Work::add(&mut sum, yielded));
        sum
    }

    /// The end of the units that are needed, if an answer is known.
    pub fn end(&self) -> Option<u64> {
        self.done.iter().find_map(|Done(_, _, yielded)| Q::Work::end(yielded)).map(|unit| unit + 1)
    }

    /// The first unit of the whole that the answer needs and that is not done, if there is one.
    pub fn first_open(&self) -> Option<u64> {
        self.open_in(0..self.work.number()).first().map(|range| range.start)
    }

    /// The ranges of units of the part that have yet to be done, ascending.
    pub fn open(&self) -> Vec<Range<u64>> {
        let range = self.range();
        self.open_in(range)
    }

    fn open_in(&self, range: Range<u64>) -> Vec<Range<u64>> {
        let end = self.end().unwrap_or(range.end).min(range.end);
        let mut next = range.start;
        let mut open = Vec::new();
        for Range { start, end: last } in self.done() {
            open.push(next..start.min(end));
            next = next.max(last);
        }
        open.push(next..end);
        open.retain(|range| range.start < range.end);
        open
    }

    /// Whether all units of the part are done that the answer needs.
    pub fn is_complete(&self) -> bool {
        self.open().is_empty()
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

    /// Adds what the units of a block have yielded. Those after one that answers the question are left out.
    pub fn add(&mut self, units: Range<u64>, yielded: Yield<Q>) {
        let last = Q::Work::end(&yielded).unwrap_or(u64::MAX);
        self.done.retain(|Done(start, ..)| *start <= last);
        if self.end().is_some_and(|end| units.start >= end) {
            return;
        }
        match Q::Work::end(&yielded) {
            None => self.add_block(Done(units.start, units.end, yielded)),
            Some(last) => {
                let mut before = units.start..last;
                while !before.is_empty() {
                    let block = first_block(&before, u64::MAX);
                    self.add_block(Done(block.start, block.end, Yield::<Q>::default()));
                    before.start = block.end;
                }
                self.add_block(Done(last, last + 1, yielded));
            }
        }
    }

    /// Adds a block, which becomes a larger one with its other half. All units are one block.
    fn add_block(&mut self, block: Done<Yield<Q>>) {
        let mut at = self.done.partition_point(|done| done.0 < block.0);
        self.done.insert(at, block);
        while let Some(first) = self.half(at) {
            self.join(first..first + 2);
            at = first;
        }
        let all = self.end().unwrap_or(self.work.number());
        let is_whole = matches!(self.done()[..], [Range { start: 0, end }] if end == all);
        if self.done.len() > 1 && is_whole {
            self.join(0..self.done.len());
        }
    }

    /// The place of the first of two halves of a block, if the block at a place is one of them.
    fn half(&self, at: usize) -> Option<usize> {
        let Done(start, end, yielded) = &self.done[at];
        let size = end - start;
        if !size.is_power_of_two() || start % size != 0 || Q::Work::end(yielded).is_some() {
            return None;
        }
        let first = if start & size == 0 { at } else { at.checked_sub(1)? };
        let [Done(from, middle, _), Done(begin, to, next)] = self.done.get(first..first + 2)?
        else {
            return None;
        };
        let are_halves = middle == begin && middle - from == size && to - begin == size;
        (are_halves && Q::Work::end(next).is_none()).then_some(first)
    }

    fn join(&mut self, places: Range<usize>) {
        let first = places.start;
        for Done(_, end, yielded) in self.done.drain(first + 1..places.end).collect::<Vec<_>>() {
            self.done[first].1 = end;
            Q::Work::add(&mut self.done[first].2, &yielded);
        }
    }

    /// The first difference between two runs, as its value in each.
    pub(super) fn difference(&self, other: &Self) -> Option<(String, String)> {
        if self.version != other.version {
            let version = |partial: &Self| format!("tercet {}", partial.version);
            return Some((version(self), version(other)));
        }
        let (mine, theirs) = (fields(&self.question), fields(&other.question));
        let name =
            mine.keys().chain(theirs.keys()).find(|&name| mine.get(name) != theirs.get(name))?;
        Some(first_difference(name, mine.get(name), theirs.get(name)))
    }

    /// Checks that the units can be those of the part, and can have yielded this.
    ///
    /// # Errors
    ///
    /// [`Code::Damaged`].
    pub(super) fn check(&self) -> Result<(), Error> {
        let impossible = |why: &str| Err(error!(Damaged, "this is damaged ({why})"));
        let range = self.range();
        let mut next = range.start;
        for Done(start, end, yielded) in &self.done {
            if *start < next || end <= start || *end > range.end {
                return impossible("there are no such units");
            }
            next = *end;
            if let Some(why) = self.work.fault(*start..*end, yielded) {
                return impossible(&why);
            }
        }
        Ok(())
    }

    /// The sum of parts of one run, each with its name for errors, and the blocks that it consists of: what
    /// each has yielded, the number of its part, and the bytes of data before it there.
    ///
    /// # Errors
    ///
    /// [`Code::OtherRun`] if they are of different runs, and [`Code::Damaged`] if they contradict
    /// each other.
    ///
    /// # Panics
    ///
    /// Without a part.
    pub fn merge(parts: Vec<(String, Self)>) -> Result<(Self, Vec<Source<Q>>), Error> {
        let mut blocks = Vec::new();
        let (first_name, first) = parts.first().expect("there is a part");
        for (number, (name, part)) in parts.iter().enumerate() {
            if let Some((mine, other)) = first.difference(part) {
                return Err(error!(
                    OtherRun,
                    "{first_name} and {name} are of different runs: {mine} and {other}"
                ));
            }
            let mut data = 0;
            for block in &part.done {
                blocks.push((number, data, block.clone()));
                data += Q::Work::data(&block.2).0;
            }
        }
        blocks.sort_by_key(|(number, _, Done(start, end, _))| (*start, Reverse(*end), *number));
        let mut sum: Vec<(Done<Yield<Q>>, usize, u64)> = Vec::new();
        for (number, data, block) in blocks {
            if let Some((Done(start, end, yielded), other, _)) = sum.last()
                && block.0 < *end
            {
                let is_same = block.0 == *start && block.1 == *end;
                if block.1 > *end || is_same && !Q::Work::agree(&block.2, yielded) {
                    let (name, other) = (&parts[number].0, &parts[*other].0);
                    let units = format!("units {} to {}", block.0, block.1);
                    let message = format!("{other} and {name} do not fit together in {units}");
                    return Err(Error::new(Code::Damaged, message));
                }
                continue;
            }
            let is_last = Q::Work::end(&block.2).is_some();
            sum.push((block, number, data));
            if is_last {
                break;
            }
        }
        let (_, first) = parts.into_iter().next().expect("there is a part");
        let mut merged = Self { part: Part::WHOLE, done: Vec::new(), ..first };
        let add = |(block, number, data): (Done<Yield<Q>>, usize, u64)| {
            let yielded = block.2.clone();
            merged.add_block(block);
            (yielded, number, data)
        };
        let sources = sum.into_iter().map(add).collect();
        Ok((merged, sources))
    }
}
