//! What is done of a question, as ranges of units: the arithmetic of parts.
//!
//! Results come in the order of the units, so what is done of a range is always its beginning. Ranges are
//! disjoint and ascending. A range that is finished becomes one with the next, and its sum the sum of both:
//! all units are one range, however they were divided before.
//!
//! A unit can end the work: it answers the question, so no unit after it is needed. The ranges after it are
//! left out, and so are the data of all, which belong to the other answer.

#[cfg(any(feature = "native", test))]
use std::cmp::Reverse;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crc32fast::Hasher;
use serde_json::{Map, Value};
use tercet::data::crc32;

use super::part::in_words;
use super::sealed::{SCHEMA, VERSION, damaged};
use super::{Part, Parted, Units};
use crate::prelude::*;

/// The units `start..done` of `start..end` are done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Prefix<Y> {
    start: u64,
    end: u64,
    done: u64,
    /// What they have yielded.
    sum: Y,
    #[serde(default, skip_serializing_if = "Data::is_empty")]
    data: Data,
}

impl<Y: Default> Prefix<Y> {
    fn new(units: Range<u64>) -> Self {
        let Range { start, end } = units;
        Self { start, end, done: start, sum: Y::default(), data: Data::default() }
    }
}

/// How many bytes of data there are, and their CRC-32.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Data(pub(super) u64, u32);

impl Data {
    /// The length and the CRC-32 of some bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(bytes.len() as u64, crc32::hash(bytes))
    }

    /// Those of both, one after the other.
    pub(crate) fn followed_by(self, next: Self) -> Self {
        let mut hasher = Hasher::new_with_initial_len(self.1, self.0);
        hasher.combine(&Hasher::new_with_initial_len(next.1, next.0));
        Self(self.0 + next.0, hasher.finalize())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// Where the data of a range are: the number of the part, and the bytes before them there.
#[cfg(any(feature = "native", test))]
pub(super) type Place = (usize, u64, Data);

/// What is done, as it is written down. The version, the question and the request are the same in all parts
/// of a run.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record<Y> {
    pub(super) schema: String,
    /// The version of Tercet that does the units.
    pub(super) version: String,
    pub(super) ask: String,
    pub(super) request: Map<String, Value>,
    /// The number of units of the whole question.
    pub(super) units: u64,
    pub(super) part: Part,
    /// Ascending and disjoint, each with its beginning that is done.
    ranges: Vec<Prefix<Y>>,
}

/// What is done of a question, or of a part of it.
pub struct Journal<U: Units> {
    pub(super) record: Record<U::Yield>,
    pub(super) work: Arc<U>,
}

impl<U: Units> fmt::Debug for Journal<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { part, ranges, .. } = &self.record;
        f.debug_tuple("Journal").field(part).field(ranges).finish_non_exhaustive()
    }
}

/// The fields of a question that are not the defaults.
pub(super) fn fields<Q: Parted>(question: &Q) -> Map<String, Value> {
    other_fields(serde_json::to_value(question), serde_json::to_value(Q::default()))
}

/// The fields of a question that are not the usual ones; compiled once for all types of questions.
fn other_fields(
    own: serde_json::Result<Value>,
    usual: serde_json::Result<Value>,
) -> Map<String, Value> {
    let (Ok(Value::Object(mut own)), Ok(Value::Object(usual))) = (own, usual) else {
        unreachable!("a question is an object of JSON");
    };
    own.retain(|name, value| usual.get(name) != Some(value));
    own
}

impl<U: Units> Journal<U> {
    /// Nothing done of a part of a settled question that is prepared.
    pub(crate) fn new<Q: Parted<Work = U>>(question: &Q, part: Part, work: U) -> Self {
        Self::of(Q::NAME, fields(question), part, work)
    }

    /// Nothing done of a part of the units that a request gives.
    pub(crate) fn of(ask: &str, request: Map<String, Value>, part: Part, work: U) -> Self {
        let (schema, version) = (SCHEMA.into(), VERSION.into());
        let (ask, units, ranges) = (ask.into(), work.number(), Vec::new());
        let record = Record { schema, version, ask, request, units, part, ranges };
        let mut journal = Self { record, work: Arc::new(work) };
        journal.fill();
        journal
    }

    /// The question, prepared.
    pub fn work(&self) -> &Arc<U> {
        &self.work
    }

    /// A number for the question and the version, for names of files.
    pub fn digest(&self) -> u32 {
        let Record { version, ask, request, .. } = &self.record;
        crc32::hash(format!("{version} {ask} {}", Value::Object(request.clone())).as_bytes())
    }

    /// The part whose units these are.
    pub fn part(&self) -> Part {
        self.record.part
    }

    /// The version of Tercet that did the units.
    pub fn version(&self) -> &str {
        &self.record.version
    }

    /// The units of the part.
    pub fn range(&self) -> Range<u64> {
        self.part().units(self.record.units)
    }

    /// How many units the part has.
    pub fn all_units(&self) -> u64 {
        let range = self.range();
        range.end - range.start
    }

    /// The units that are done, in ascending ranges.
    pub fn done(&self) -> impl Iterator<Item = Range<u64>> {
        let done = self.record.ranges.iter().map(|range| range.start..range.done);
        done.filter(|units| !units.is_empty())
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
        let mut sum = U::Yield::default();
        self.record.ranges.iter().for_each(|range| U::add(&mut sum, &range.sum));
        sum
    }

    /// Whether an answer is known without the other units.
    pub fn is_answered(&self) -> bool {
        self.end().is_some()
    }

    /// The end of the units that are needed, if one of them ends the work.
    fn end(&self) -> Option<u64> {
        self.record.ranges.iter().find_map(|range| U::end(&range.sum)).map(|unit| unit + 1)
    }

    /// The first unit of the whole that the answer needs and that is not done, if there is one.
    pub fn first_open(&self) -> Option<u64> {
        self.open_within(0..self.record.units).first().map(|range| range.start)
    }

    /// The ranges of units of the part that have yet to be done, ascending.
    pub fn open(&self) -> Vec<Range<u64>> {
        self.open_within(self.range())
    }

    /// Whether all units of the part are done that the answer needs.
    pub fn is_complete(&self) -> bool {
        self.open().is_empty()
    }

    /// The parts of a range that are needed and not done, ascending, each in one range or in none.
    fn open_within(&self, within: Range<u64>) -> Vec<Range<u64>> {
        let needed = self.end().unwrap_or(within.end).min(within.end);
        let mut next = within.start;
        let mut open = Vec::new();
        for &Prefix { start, end, done, .. } in &self.record.ranges {
            open.extend([next..start, done.max(next)..end]);
            next = next.max(end);
        }
        open.push(next..within.end);
        let cut = open.into_iter().map(|range| range.start..range.end.min(needed));
        cut.filter(|range| !range.is_empty()).collect()
    }

    /// The data of all units that are done, if they are one range.
    #[cfg(feature = "native")]
    pub(super) fn data(&self) -> Option<Data> {
        match &self.record.ranges[..] {
            [only] => Some(only.data),
            ranges => ranges.iter().all(|range| range.data.is_empty()).then(Data::default),
        }
    }

    /// The parts of K that have open units, in words.
    pub fn missing(&self, of: u64) -> Option<String> {
        let (all, open) = (self.record.units, self.open());
        let cut = |number: u64| u128::from(number) * u128::from(all) / u128::from(of.max(1));
        let is_open = |number: &u64| {
            let (start, end) = (cut(number - 1), cut(*number));
            let next = open.partition_point(|open| u128::from(open.end) <= start);
            open.get(next).is_some_and(|open| u128::from(open.start) < end)
        };
        (!open.is_empty()).then(|| in_words((1..=of).filter(is_open), of))
    }

    /// Begins the units of the part that no range has.
    pub(super) fn fill(&mut self) {
        let within = self.range();
        let mut next = within.start;
        let mut filled = Vec::with_capacity(self.record.ranges.len() + 1);
        for range in self.record.ranges.drain(..) {
            if next < range.start {
                filled.push(Prefix::new(next..range.start));
            }
            next = range.end;
            filled.push(range);
        }
        if filled.is_empty() || next < within.end && ended::<U>(&filled).is_none() {
            filled.push(Prefix::new(next..within.end));
        }
        self.record.ranges = filled;
    }

    /// Adds what the next units of a range have yielded, and their data.
    ///
    /// # Panics
    ///
    /// If no range goes on with these units.
    pub fn add(&mut self, units: Range<u64>, yielded: &U::Yield, data: &[u8]) {
        let goes_on = |range: &&mut Prefix<_>| range.done == units.start && units.end <= range.end;
        // Of an empty range and the next one, which begins there, the units are the next one's.
        let range = self.record.ranges.iter_mut().rev().find(goes_on);
        let range = range.expect("units are added in order");
        range.done = U::end(yielded).map_or(units.end, |unit| unit + 1);
        U::add(&mut range.sum, yielded);
        range.data = range.data.followed_by(Data::of(data));
        join::<U>(&mut self.record.ranges);
    }

    /// The first difference between two runs, as its value in each.
    pub fn difference(&self, other: &Self) -> Option<(String, String)> {
        difference(&self.record.request, &other.record.request)
    }

    /// Whether this has every unit that another journal of the same run has. `planned` are units that are
    /// yet to be done, and count as if they were.
    pub fn covers(&self, other: &Self, planned: Option<&Range<u64>>) -> bool {
        other.done().all(|units| match planned {
            Some(planned) => planned.start <= units.start && units.end <= planned.end,
            None => self.open_within(units).is_empty(),
        })
    }

    /// Checks that the units can be those of the part, and can have yielded this.
    ///
    /// # Errors
    ///
    /// [`Code::Damaged`] if they cannot.
    pub fn check(&self) -> Result<(), Error> {
        let within = self.range();
        let (mut next, mut is_over) = (within.start, false);
        for Prefix { start, end, done, sum, .. } in &self.record.ranges {
            let are_units = next <= *start && start <= done && done <= end && *end <= within.end;
            let ends = U::end(sum).map(|unit| unit + 1);
            if !are_units || is_over || ends.is_some_and(|end| end != *done) {
                return Err(damaged(&"there are no such units"));
            }
            (next, is_over) = (*end, ends.is_some());
            if let Some(why) = self.work.fault(*start..*done, sum) {
                return Err(damaged(&why));
            }
        }
        Ok(())
    }

    /// The sum of parts of one run, each with its name for errors, and where the data of each range are. Of ranges
    /// with the same first unit, each in one piece or in several that join, that with more units done is taken.
    ///
    /// # Errors
    ///
    /// [`Code::OtherRun`] if they are of different runs, [`Code::Damaged`] if they contradict each other,
    /// and [`Code::Conflict`] if ranges overlap otherwise.
    #[cfg(any(feature = "native", test))]
    pub(super) fn merge(parts: &[(&str, &Self)]) -> Result<(Self, Vec<Place>), Error> {
        let (first_name, first) = parts[0];
        for (name, part) in parts {
            if let Some((mine, other)) = first.difference(part) {
                return Err(error!(
                    OtherRun,
                    "{first_name} and {name} are of different runs: {mine} and {other}"
                ));
            }
        }
        let mut all = Vec::new();
        for (part, (_, journal)) in parts.iter().enumerate() {
            let mut before = 0;
            for range in &journal.record.ranges {
                // What was not begun says nothing.
                if range.start < range.done || journal.record.units == 0 {
                    all.push((range, part, before));
                }
                before += range.data.0;
            }
        }
        // The pieces of a range come before it. To sort the ranges themselves would be compiled for each type of units.
        let order = |(i, (range, ..)): (usize, &(&Prefix<_>, _, _))| {
            (range.end, Reverse(range.start), Reverse(range.done), i)
        };
        let mut order: Vec<_> = all.iter().enumerate().map(order).collect();
        order.sort_unstable();
        let ends = |range: &Prefix<_>| U::end(&range.sum).is_some();
        let mut sum: Vec<(&Prefix<U::Yield>, usize, u64)> = Vec::new();
        for (.., i) in order {
            let (range, part, before) = all[i];
            if sum.last().is_some_and(|(last, ..)| ends(last) && last.done <= range.start) {
                continue;
            }
            if ends(range) {
                sum.retain(|(other, ..)| other.start < range.done);
            }
            let first = sum.partition_point(|(other, ..)| other.end <= range.start);
            if let pieces @ [_, ..] = &sum[first..] {
                let names: Vec<_> = pieces.iter().map(|&(_, part, _)| parts[part].0).collect();
                let names = format!("{} and {}", names.join(", "), parts[part].0);
                let mut joined = pieces.iter().map(|(piece, ..)| (*piece).clone()).collect();
                join::<U>(&mut joined);
                let same = match &joined[..] {
                    [one] if one.start == range.start => one,
                    _ => {
                        let why = "overlap, and cannot be compared: leave one of them out";
                        return Err(error!(Conflict, "{names} {why}"));
                    }
                };
                if !agree::<U>(same, range) {
                    let units = format!("the units {} to {}", range.start, range.end);
                    return Err(error!(Damaged, "{names} contradict each other in {units}"));
                }
                if same.done >= range.done {
                    continue;
                }
                sum.truncate(first);
            }
            sum.push((range, part, before));
        }
        let places = sum.iter().map(|&(range, part, before)| (part, before, range.data)).collect();
        let ranges = sum.into_iter().map(|(range, ..)| range.clone()).collect();
        let record = Record { part: Part::WHOLE, ranges, ..first.record.clone() };
        let mut merged = Self { record, work: Arc::clone(&first.work) };
        join::<U>(&mut merged.record.ranges);
        let is_over = merged.is_answered();
        if let ([only], true) = (&mut merged.record.ranges[..], is_over) {
            only.end = merged.record.units;
        }
        Ok((merged, places))
    }
}

/// The first difference between two requests, as its value in each.
pub(super) fn difference(
    mine: &Map<String, Value>,
    theirs: &Map<String, Value>,
) -> Option<(String, String)> {
    let mut names = mine.keys().chain(theirs.keys());
    let name = names.find(|&name| mine.get(name) != theirs.get(name))?;
    let word = |request: &Map<String, Value>| {
        let Some(value) = request.get(name) else { return format!("{name} by default") };
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match crc32::hash(text.as_bytes()) {
            _ if text.len() < 40 => format!("{name} {text}"),
            hash => format!("{name} with the CRC-32 {hash:08x}"),
        }
    };
    Some((word(mine), word(theirs)))
}

/// The number of the range with the unit that ends the work, if there is one.
fn ended<U: Units>(ranges: &[Prefix<U::Yield>]) -> Option<usize> {
    ranges.iter().position(|range| U::end(&range.sum).is_some())
}

/// Leaves out what is not needed, and makes one range of neighbours of which the first is finished.
fn join<U: Units>(ranges: &mut Vec<Prefix<U::Yield>>) {
    if let Some(last) = ended::<U>(ranges) {
        ranges.truncate(last + 1);
        for range in &mut *ranges {
            range.data = Data::default();
        }
    }
    ranges.dedup_by(|next, range| {
        let touch = range.done == range.end && next.start == range.end;
        if touch {
            (range.end, range.done) = (next.end, next.done);
            U::add(&mut range.sum, &next.sum);
            range.data = range.data.followed_by(next.data);
        }
        touch
    });
}

/// Whether both can be the beginnings of one range.
#[cfg(any(feature = "native", test))]
fn agree<U: Units>(one: &Prefix<U::Yield>, other: &Prefix<U::Yield>) -> bool {
    let short = if one.done < other.done { one } else { other };
    if one.done != other.done {
        return U::end(&short.sum).is_none();
    }
    U::agree(&one.sum, &other.sum) && one.data == other.data
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Units that yield their number; this one, if there is one, ends the work.
    struct Numbers;

    /// The numbers that were yielded, and the last one if it ends the work.
    #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
    struct Yielded(Vec<u64>, Option<u64>);

    impl Units for Numbers {
        type Yield = Yielded;
        const COUNTED: &'static str = "numbers";

        fn number(&self) -> u64 {
            100
        }

        fn work(&self, _: Range<u64>, _: &Limit, _: &mut Vec<u8>) -> Result<Yielded, Error> {
            unreachable!("the tests say what is yielded")
        }

        fn add(sum: &mut Yielded, next: &Yielded) {
            sum.0.extend(&next.0);
            sum.1 = sum.1.or(next.1);
        }

        fn end(yielded: &Yielded) -> Option<u64> {
            yielded.1
        }
    }

    /// Knuth's MMIX generator.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) % end
        }
    }

    /// Does units of a range in pieces of any length, up to a number of them, or to the one that ends the work.
    fn work(
        units: Range<u64>,
        most: u64,
        last: Option<u64>,
        random: &mut Random,
    ) -> Journal<Numbers> {
        let mut journal = Journal::of("numbers", Map::new(), Part::WHOLE, Numbers);
        journal.record.ranges = vec![Prefix::new(units.clone())];
        let (end, mut next) = (units.end.min(units.start + most), units.start);
        while next < end && journal.end().is_none() {
            let piece = next..end.min(next + 1 + random.below(7));
            let ends = last.filter(|last| piece.contains(last));
            let all: Vec<u64> = (piece.start..ends.map_or(piece.end, |last| last + 1)).collect();
            let data: Vec<u8> = all.iter().map(|&number| number as u8).collect();
            journal.add(piece.clone(), &Yielded(all, ends), &data);
            next = piece.end;
        }
        journal
    }

    #[test]
    fn parts_of_any_cut_in_any_order_are_the_whole() {
        let random = &mut Random(1);
        for round in 0..2000 {
            let last = (round % 3 == 0).then(|| random.below(100));
            let whole = work(0..100, 100, last, random);
            let mut cuts: Vec<u64> = (0..random.below(8)).map(|_| random.below(101)).collect();
            cuts.extend([0, 100]);
            cuts.sort_unstable();
            let mut parts = Vec::new();
            for cut in cuts.windows(2) {
                let units = cut[0]..cut[1];
                parts.push(work(units.clone(), 100, last, random));
                // Parts that come twice, and parts that were stopped.
                for _ in 0..random.below(3) {
                    parts.push(work(units.clone(), random.below(101), last, random));
                }
                // Sums of parts, of which the last one may have been stopped.
                let start = cuts[random.below(cuts.len() as u64) as usize].min(cut[0]);
                parts.push(work(start..cut[1], random.below(101), last, random));
            }
            for i in 0..parts.len() {
                let j = random.below(parts.len() as u64) as usize;
                parts.swap(i, j);
            }
            let named: Vec<_> = parts.iter().map(|part| ("part", part)).collect();
            let (merged, places) = Journal::merge(&named).unwrap();
            assert_eq!(merged.record.ranges, whole.record.ranges, "{cuts:?}");
            assert_eq!(merged.check(), Ok(()));
            assert!(merged.is_complete());
            // The data that the places name are those of all units, in order.
            let bytes: u64 = places.iter().map(|(_, _, Data(bytes, _))| bytes).sum();
            assert!(bytes == 100 || last.is_some());
        }
    }

    #[test]
    fn what_is_missing_is_what_no_part_has_done() {
        let random = &mut Random(2);
        for _ in 0..2000 {
            let (mut parts, mut done) = (Vec::new(), [false; 100]);
            let mut start = 0;
            while start < 100 {
                let units = start..100.min(start + 1 + random.below(30));
                start = units.end;
                if random.below(3) > 0 {
                    let most = random.below(40);
                    parts.push(work(units.clone(), most, None, random));
                    units.take(most as usize).for_each(|unit| done[unit as usize] = true);
                }
            }
            let named: Vec<_> = parts.iter().map(|part| ("part", part)).collect();
            let (mut merged, _) = Journal::merge(&named).unwrap();
            let units =
                |is_done: bool| (0..100).filter(move |&unit| done[unit as usize] == is_done);
            assert!(merged.sum().0.iter().copied().eq(units(true)));
            let open = merged.open();
            assert!(open.iter().flat_map(Clone::clone).eq(units(false)));
            // Work goes on where it is open, and ends as one range.
            merged.fill();
            for units in open {
                let all = units.clone().collect();
                merged.add(units, &Yielded(all, None), &[]);
            }
            assert!(merged.sum().0.iter().copied().eq(0..100));
            assert_eq!(merged.record.ranges.len(), 1);
        }
    }

    #[test]
    fn contradictions_and_other_cuts_are_refused() {
        let random = &mut Random(3);
        let merge = |parts: &[&Journal<Numbers>]| {
            let named: Vec<_> =
                ["one", "other", "third"].into_iter().zip(parts.iter().copied()).collect();
            let merged = Journal::merge(&named);
            merged.map(|(sum, _)| sum.done_units()).map_err(|error| (error.code, error.message))
        };
        let whole = work(0..50, 50, None, random);
        let mut other = work(0..50, 50, None, random);
        assert_eq!(merge(&[&whole, &other]), Ok(50));
        other.record.ranges[0].sum.0[7] = 70;
        let [start, rest, short] = [(0..20, 20), (20..50, 30), (20..50, 9)]
            .map(|(units, most)| work(units, most, None, random));
        for (parts, names) in [
            (&[&whole, &other][..], "one and other"),
            (&[&rest, &other, &start], "third, one and other"),
        ] {
            let message = format!("{names} contradict each other in the units 0 to 50");
            assert_eq!(merge(parts), Err((Code::Damaged, message)));
        }
        // A sum has what a part beside it lacks, or the other way round.
        let [first, begun] = [9, 25].map(|most| work(0..50, most, None, random));
        let unfinished = work(0..20, 9, None, random);
        for parts in [
            [&short, &whole, &start],
            [&rest, &first, &start],
            [&unfinished, &whole, &whole],
            [&start, &whole, &unfinished],
            [&begun, &start, &rest],
        ] {
            assert_eq!(merge(&parts), Ok(50));
        }
        assert_eq!(merge(&[&begun, &start]), Ok(25));
        // But it cannot be compared with parts after the first.
        assert_eq!(merge(&[&whole, &rest]).unwrap_err().0, Code::Conflict);
        // A unit that ends the work cannot be followed by others.
        let ended = work(0..50, 50, Some(20), random);
        assert_eq!(merge(&[&whole, &ended]).unwrap_err().0, Code::Damaged);
        for units in [1..50, 1..51, 49..60, 20..30] {
            let (code, message) = merge(&[&whole, &work(units, 100, None, random)]).unwrap_err();
            assert_eq!(code, Code::Conflict);
            assert!(
                message.starts_with("one and other overlap")
                    || message.starts_with("other and one")
            );
        }
        // What comes after the end of the work is not needed.
        for units in [50..60, 40..60, 40..45] {
            assert_eq!(merge(&[&ended, &work(units, 10, None, random)]), Ok(21));
        }
    }
}
