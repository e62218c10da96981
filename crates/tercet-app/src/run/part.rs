//! Part I of K.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use crate::prelude::*;

/// Part I of K of the units of a question, written as `I/K`: those from (I−1)·U/K to I·U/K of U. If
/// there are fewer units than parts, some parts have no units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(with = "String", extend("pattern" = "^[0-9]+/[0-9]+$")))]
#[serde(try_from = "String", into = "String")]
pub struct Part {
    number: u64,
    of: u64,
}

impl Part {
    /// The whole question.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// The most parts of a question.
    const MOST: u64 = 1_000_000;

    /// Whether this is the whole question.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// K: into how many parts the question is cut.
    #[cfg(feature = "native")]
    pub(super) const fn of(self) -> u64 {
        self.of
    }

    /// The units of the part, of this number of all units.
    pub(super) fn units(self, all: u64) -> Range<u64> {
        let cut = |parts: u64| {
            let units = u128::from(all) * u128::from(parts) / u128::from(self.of);
            u64::try_from(units).expect("no more than all units")
        };
        cut(self.number - 1)..cut(self.number)
    }
}

impl Default for Part {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Part {
    /// `part 2 of 4`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_words([self.number], self.of))
    }
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Self { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        numbers.filter(|part| part.of <= Self::MOST && (1..=part.of).contains(&part.number)).ok_or(
            "it takes I/K for part I of K, from 1/4 to 4/4 for example, with K at most 1000000",
        )
    }
}

impl TryFrom<String> for Part {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        text.parse()
    }
}

impl From<Part> for String {
    fn from(Part { number, of }: Part) -> Self {
        format!("{number}/{of}")
    }
}

/// Some of K parts, by their numbers, in words: `part 2 of 4`, `parts 1–3 and 7 of 8`.
pub(super) fn in_words(numbers: impl IntoIterator<Item = u64>, of: u64) -> String {
    let mut runs: Vec<RangeInclusive<u64>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(run) if run.end() + 1 == number => *run = *run.start()..=number,
            _ => runs.push(number..=number),
        }
    }
    let words: Vec<String> = runs
        .iter()
        .map(|run| match (*run.start(), *run.end()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}–{last}"),
        })
        .collect();
    let words = match &words[..] {
        _ if of == 1 => return "the whole".into(),
        [] => return "no part".into(),
        [one] if !one.contains('–') => return format!("part {one} of {of}"),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    };
    format!("parts {words} of {of}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_in_words() {
        assert_eq!(in_words([1], 1), "the whole");
        assert_eq!(in_words([2], 4), "part 2 of 4");
        assert_eq!(in_words([1, 2, 3, 7], 8), "parts 1–3 and 7 of 8");
        assert_eq!(in_words([1, 3, 5], 5), "parts 1, 3 and 5 of 5");
    }

    #[test]
    fn the_parts_have_each_unit_once() {
        for (units, of) in [(0, 3), (2, 5), (62, 3), (u64::MAX, Part::MOST)] {
            let mut next = 0;
            for number in 1..=of {
                let range = Part { number, of }.units(units);
                assert_eq!(range.start, next);
                next = range.end;
            }
            assert_eq!(next, units);
        }
    }
}
