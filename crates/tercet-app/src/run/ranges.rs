//! What is done of some units, as ranges: the arithmetic of parts.
//!
//! Results come in the order of the units, so what is done of a range is always its beginning. Ranges are
//! disjoint and ascending. A range that is finished becomes one with the next, and its sum the sum of both:
//! all units are one range, however they were divided before.
//!
//! A unit can end the work: it answers the question, so no unit after it is needed. The ranges after it are
//! left out, and so are the data of all, which belong to the other answer.

use std::cmp::Reverse;
use std::ops::Range;

use crc32fast::Hasher;

use super::Units;
use crate::prelude::*;

/// The units `start..done` of `start..end` are done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Prefix<Y> {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) done: u64,
    /// What they have yielded.
    pub(super) sum: Y,
    #[serde(default, skip_serializing_if = "Data::is_empty")]
    pub(super) data: Data,
}

/// How many bytes of data there are, and their CRC-32.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Data(pub(super) u64, pub(super) u32);

impl Data {
    /// The length and the CRC-32 of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(bytes.len() as u64, crc32fast::hash(bytes))
    }

    /// Those of both, one after the other.
    #[must_use]
    pub fn followed_by(self, next: Self) -> Self {
        let mut hasher = Hasher::new_with_initial_len(self.1, self.0);
        hasher.combine(&Hasher::new_with_initial_len(next.1, next.0));
        Self(self.0 + next.0, hasher.finalize())
    }

    fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

impl<Y: Default> Prefix<Y> {
    fn new(units: Range<u64>) -> Self {
        let Range { start, end } = units;
        Self { start, end, done: start, sum: Y::default(), data: Data::default() }
    }
}

/// Where the data of a range are: the number of the part, and the bytes before them there.
pub(super) type Place = (usize, u64, Data);

/// Ascending, disjoint ranges, each with its beginning that is done.
pub(super) struct Ranges<U: Units>(pub(super) Vec<Prefix<U::Yield>>);

impl<U: Units> Ranges<U> {
    /// What all units that are done have yielded.
    pub(super) fn sum(&self) -> U::Yield {
        let mut sum = U::Yield::default();
        self.0.iter().for_each(|range| U::add(&mut sum, &range.sum));
        sum
    }

    /// The units that are done, in ascending ranges.
    pub(super) fn done(&self) -> impl Iterator<Item = Range<u64>> {
        self.0.iter().map(|range| range.start..range.done)
    }

    /// The end of the units that are needed, if one of them ends the work.
    pub(super) fn end(&self) -> Option<u64> {
        self.0.iter().find_map(|range| U::end(&range.sum)).map(|unit| unit + 1)
    }

    /// The parts of a range that are needed and not done, ascending, each in one range or in none.
    pub(super) fn open(&self, within: Range<u64>) -> Vec<Range<u64>> {
        let needed = self.end().unwrap_or(within.end).min(within.end);
        let mut next = within.start;
        let mut open = Vec::new();
        for &Prefix { start, end, done, .. } in &self.0 {
            open.extend([next..start, done.max(next)..end]);
            next = next.max(end);
        }
        open.push(next..within.end);
        let cut = open.into_iter().map(|range| range.start..range.end.min(needed));
        cut.filter(|range| !range.is_empty()).collect()
    }

    /// Begins each part of a range that is in none of these.
    pub(super) fn fill(&mut self, within: &Range<u64>) {
        let mut next = within.start;
        let mut filled = Vec::with_capacity(self.0.len() + 1);
        for range in self.0.drain(..) {
            if next < range.start {
                filled.push(Prefix::new(next..range.start));
            }
            next = range.end;
            filled.push(range);
        }
        if filled.is_empty() || next < within.end && Self::ended(&filled).is_none() {
            filled.push(Prefix::new(next..within.end));
        }
        self.0 = filled;
    }

    fn ended(ranges: &[Prefix<U::Yield>]) -> Option<usize> {
        ranges.iter().position(|range| U::end(&range.sum).is_some())
    }

    /// Adds what the next units of a range have yielded, and their data.
    ///
    /// # Panics
    ///
    /// If no range goes on with these units.
    pub(super) fn add(&mut self, units: Range<u64>, yielded: &U::Yield, data: &[u8]) {
        let goes_on = |range: &&mut Prefix<_>| range.done == units.start && units.end <= range.end;
        // Of an empty range and the next one, which begins there, the units are the next one's.
        let range = self.0.iter_mut().rev().find(goes_on).expect("units are added in order");
        range.done = U::end(yielded).map_or(units.end, |unit| unit + 1);
        U::add(&mut range.sum, yielded);
        range.data = range.data.followed_by(Data::of(data));
        self.join();
    }

    /// Leaves out what is not needed, and makes one range of neighbours of which the first is finished.
    fn join(&mut self) {
        if let Some(last) = Self::ended(&self.0) {
            self.0.truncate(last + 1);
            self.0.iter_mut().for_each(|range| range.data = Data::default());
        }
        self.0.dedup_by(|next, range| {
            let touch = range.done == range.end && next.start == range.end;
            if touch {
                (range.end, range.done) = (next.end, next.done);
                U::add(&mut range.sum, &next.sum);
                range.data = range.data.followed_by(next.data);
            }
            touch
        });
    }

    /// The sum of parts of all units, each with its name for errors, and where the data of each range
    /// are. Of equal ranges, that with more units done is taken.
    ///
    /// # Errors
    ///
    /// [`Code::Damaged`] if equal ranges contradict each other, and [`Code::Conflict`] if ranges overlap
    /// that are not equal.
    #[cfg(any(feature = "native", test))]
    pub(super) fn merge(parts: &[(&str, &Self)], number: u64) -> Result<(Self, Vec<Place>), Error> {
        let mut all = Vec::new();
        for (part, (_, Self(ranges))) in parts.iter().enumerate() {
            let mut before = 0;
            for range in ranges {
                // What was not begun says nothing.
                if range.start < range.done || range.start == range.end {
                    all.push((range, part, before));
                }
                before += range.data.0;
            }
        }
        all.sort_by_key(|(range, part, _)| (range.start, range.end, Reverse(range.done), *part));
        let mut sum: Vec<(&Prefix<U::Yield>, usize, u64)> = Vec::new();
        for (range, part, before) in all {
            let Some(&(last, other, _)) = sum.last() else {
                sum.push((range, part, before));
                continue;
            };
            let names = [parts[other].0, parts[part].0];
            let is_equal = (last.start, last.end) == (range.start, range.end);
            if is_equal && !agree::<U>(last, range) {
                let [other, name] = names;
                let Prefix { start, end, .. } = range;
                return Err(error!(
                    Damaged,
                    "{other} and {name} contradict each other in the units {start} to {end}"
                ));
            }
            if is_equal || U::end(&last.sum).is_some() && range.start >= last.done {
                continue;
            }
            if range.start < last.end {
                let [other, name] = names;
                return Err(error!(
                    Conflict,
                    "{other} and {name} are cut differently, and overlap: merge parts of one cut"
                ));
            }
            sum.push((range, part, before));
        }
        if let Some(last) = sum.iter().position(|(range, ..)| U::end(&range.sum).is_some()) {
            sum.truncate(last + 1);
        }
        let places = sum.iter().map(|&(range, part, before)| (part, before, range.data)).collect();
        let mut merged = Self(sum.into_iter().map(|(range, ..)| range.clone()).collect());
        merged.join();
        let is_over = merged.end().is_some();
        if let ([only], true) = (&mut merged.0[..], is_over) {
            only.end = number;
        }
        Ok((merged, places))
    }

    /// Why these cannot be ranges of units that have yielded this, if they cannot.
    pub(super) fn fault(&self, work: &U, within: &Range<u64>) -> Option<String> {
        let (mut next, mut is_over) = (within.start, false);
        for Prefix { start, end, done, sum, .. } in &self.0 {
            let are_units = next <= *start && start <= done && done <= end && *end <= within.end;
            let ends = U::end(sum).map(|unit| unit + 1);
            if !are_units || is_over || ends.is_some_and(|end| end != *done) {
                return Some("there are no such units".into());
            }
            (next, is_over) = (*end, ends.is_some());
            if let Some(why) = work.fault(*start..*done, sum) {
                return Some(why);
            }
        }
        None
    }
}

/// Whether both can be the beginnings of one range, of which the first is not shorter.
fn agree<U: Units>(long: &Prefix<U::Yield>, short: &Prefix<U::Yield>) -> bool {
    if long.done > short.done {
        return U::end(&short.sum).is_none();
    }
    U::agree(&long.sum, &short.sum) && long.data == short.data
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
    ) -> Ranges<Numbers> {
        let mut ranges = Ranges::<Numbers>(Vec::new());
        ranges.fill(&units);
        let (end, mut next) = (units.end.min(units.start + most), units.start);
        while next < end && ranges.end().is_none() {
            let piece = next..end.min(next + 1 + random.below(7));
            let ends = last.filter(|last| piece.contains(last));
            let all: Vec<u64> = (piece.start..ends.map_or(piece.end, |last| last + 1)).collect();
            let data: Vec<u8> = all.iter().map(|&number| number as u8).collect();
            ranges.add(piece.clone(), &Yielded(all, ends), &data);
            next = piece.end;
        }
        ranges
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
            }
            for i in 0..parts.len() {
                let j = random.below(parts.len() as u64) as usize;
                parts.swap(i, j);
            }
            let named: Vec<_> = parts.iter().map(|part| ("part", part)).collect();
            let (merged, places) = Ranges::merge(&named, 100).unwrap();
            assert_eq!(merged.0, whole.0, "{cuts:?}");
            assert_eq!(merged.fault(&Numbers, &(0..100)), None);
            assert!(merged.open(0..100).is_empty());
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
            let (mut merged, _) = Ranges::merge(&named, 100).unwrap();
            let units =
                |is_done: bool| (0..100).filter(move |&unit| done[unit as usize] == is_done);
            assert!(merged.sum().0.iter().copied().eq(units(true)));
            let open = merged.open(0..100);
            assert!(open.iter().flat_map(Clone::clone).eq(units(false)));
            // Work goes on where it is open, and ends as one range.
            merged.fill(&(0..100));
            for units in open {
                let all = units.clone().collect();
                merged.add(units, &Yielded(all, None), &[]);
            }
            assert!(merged.sum().0.iter().copied().eq(0..100));
            assert_eq!(merged.0.len(), 1);
        }
    }

    #[test]
    fn contradictions_and_other_cuts_are_refused() {
        let random = &mut Random(3);
        let merge = |one: &Ranges<Numbers>, other: &Ranges<Numbers>| {
            let merged = Ranges::merge(&[("one", one), ("other", other)], 100);
            merged.map(|_| ()).map_err(|error| (error.code, error.message))
        };
        let whole = work(0..50, 50, None, random);
        let mut other = work(0..50, 50, None, random);
        assert_eq!(merge(&whole, &other), Ok(()));
        other.0[0].sum.0[7] = 70;
        let (code, message) = merge(&whole, &other).unwrap_err();
        assert_eq!(code, Code::Damaged);
        assert_eq!(message, "one and other contradict each other in the units 0 to 50");
        // A unit that ends the work cannot be followed by others.
        let ended = work(0..50, 50, Some(20), random);
        assert_eq!(merge(&whole, &ended).unwrap_err().0, Code::Damaged);
        for units in [0..49, 0..51, 1..50, 49..60, 20..30] {
            let (code, message) = merge(&whole, &work(units, 100, None, random)).unwrap_err();
            assert_eq!(code, Code::Conflict);
            assert!(
                message.contains("and other are cut differently")
                    || message.contains("and one are")
            );
        }
        // What comes after the end of the work is not needed.
        assert_eq!(merge(&ended, &work(50..60, 10, None, random)), Ok(()));
        assert_eq!(merge(&ended, &work(40..60, 10, None, random)), Ok(()));
    }
}
