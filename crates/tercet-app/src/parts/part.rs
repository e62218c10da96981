//! The shards of a run, and their sum.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use tercet::game::Simulation;
use thiserror::Error;

use super::{Checkpoint, Shards, Simulated};
use crate::prelude::*;

/// Part I of K of a run, written as `I/K`: the units from (I−1)·U/K to I·U/K of U. If there are
/// fewer units than shards, some shards have no games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^[0-9]+/[0-9]+$"))]
pub struct Shard {
    pub(super) number: u64,
    pub(super) of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// The most shards of a run.
    pub(super) const MOST_SHARDS: u64 = 1_000_000;

    /// The units of the shard.
    pub(super) fn units(self, simulation: &Simulation) -> Range<u64> {
        let cut = |shards: u64| {
            let units = u128::from(simulation.units()) * u128::from(shards) / u128::from(self.of);
            u64::try_from(units).expect("no more than all units")
        };
        cut(self.number - 1)..cut(self.number)
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

/// The text is not a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("it takes I/K for shard I of K, from 1/4 to 4/4 for example, with K at most {most}", most = Shard::MOST_SHARDS)]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Self { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        numbers
            .filter(|shard| shard.of <= Self::MOST_SHARDS && (1..=shard.of).contains(&shard.number))
            .ok_or(ShardError)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(Shard { number, of }: Shard) -> Self {
        format!("{number}/{of}")
    }
}

impl Shards {
    /// The missing shards in words, if any.
    pub fn missing(&self) -> Option<String> {
        let mut missing = Vec::new();
        let mut next = 1;
        for &number in self.numbers.iter().chain([&(self.of + 1)]) {
            if next < number {
                missing.push(next..=number - 1);
            }
            next = number + 1;
        }
        let words = in_words(&missing, self.of);
        (!missing.is_empty()).then_some(words)
    }
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.numbers.chunk_by(|one, next| one + 1 == *next);
        let runs: Vec<_> = runs.map(|run| run[0]..=run[run.len() - 1]).collect();
        f.write_str(&in_words(&runs, self.of))
    }
}

/// `shard 2 of 4`, `shards 1–3 and 7 of 8`.
fn in_words(runs: &[RangeInclusive<u64>], of: u64) -> String {
    if of == 1 {
        return "the whole run".into();
    }
    let words: Vec<String> = runs
        .iter()
        .map(|run| match (*run.start(), *run.end()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}–{last}"),
        })
        .collect();
    let words = match &words[..] {
        [] => return "no shard".into(),
        [one] if !one.contains('–') => return format!("shard {one} of {of}"),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    };
    format!("shards {words} of {of}")
}

/// The shards of a simulation, added up. If some are missing, the numbers are those of the others.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Merge {
    /// The checkpoints of complete shards, at least one.
    pub parts: Vec<Checkpoint>,
    /// The names of the parts in errors; a part without a name is called by its number.
    #[serde(skip)]
    pub names: Vec<String>,
    /// Whether the answer holds a checkpoint of the sum.
    pub checkpoint: bool,
}

impl Merge {
    /// The sum of the parts.
    fn sum(&self) -> Result<Checkpoint, Error> {
        let name =
            |i: usize| self.names.get(i).map_or_else(|| format!("part {}", i + 1), String::clone);
        if let Some(i) = self.parts.iter().position(|part| !part.is_complete()) {
            let (done, all) = (self.parts[i].tally().games(), self.parts[i].all_games());
            let message = format!("{}: it is unfinished, after {done} of {all} games", name(i));
            return Err(Error::new(Code::Unfinished, message).with("part", i));
        }
        let Some(mut sum) = self.parts.first().cloned() else {
            return Err(error!(OutOfRange, "there is nothing to merge"));
        };
        for (i, part) in self.parts.iter().enumerate().skip(1) {
            // A repeated shard is in an earlier part; another run differs from the first part.
            let twin = (0..i).find(|&j| self.parts[j].meets(part)).unwrap_or(0);
            sum.merge(part, [&name(twin), &name(i)])?;
        }
        sum.join();
        Ok(sum)
    }
}

impl Question for Merge {
    type Answer = Simulated;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        // The answer is as short as the request, and so is the work.
        Ok(Cost::work(None))
    }

    fn ask(&self, _: &Session) -> Result<Simulated, Error> {
        let sum = self.sum()?;
        let answer = Simulated::of(&sum);
        Ok(Simulated { checkpoint: self.checkpoint.then_some(sum), ..answer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_in_words() {
        let shards = |numbers: &[u64], of| Shards { numbers: numbers.into(), of };
        assert_eq!(shards(&[1], 1).to_string(), "the whole run");
        assert_eq!(shards(&[2], 4).to_string(), "shard 2 of 4");
        assert_eq!(shards(&[1, 2, 3, 7], 8).to_string(), "shards 1–3 and 7 of 8");
        assert_eq!(shards(&[1, 3, 5], 5).to_string(), "shards 1, 3 and 5 of 5");
        assert_eq!(shards(&[2, 3, 7], 8).missing().unwrap(), "shards 1, 4–6 and 8 of 8");
        assert_eq!(shards(&[1, 2, 4], 4).missing().unwrap(), "shard 3 of 4");
        assert_eq!(shards(&[1, 2, 3], 3).missing(), None);
        assert_eq!(
            shards(&[1], Shard::MOST_SHARDS)
                .missing()
                .unwrap()
                .chars()
                .filter(|&c| c == '–')
                .count(),
            1
        );
    }
}
