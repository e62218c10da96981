//! Is this version slower? Two versions of the same contestants, compared board by board.
//!
//! **Side by side.** Both versions take part in one race, and their rounds alternate. On each board the
//! ratio of a round is the time of the new version divided by that of the old one in the same round, and
//! the ratio of the board is the median of its rounds. Whatever slows the machine down for longer than a
//! round slows both. This is the comparison to prefer, and needs the old program.
//!
//! **Apart.** The old version was measured earlier. Each time is divided by that of the
//! yardstick (a small fixed computation) beside it, and the ratio of a board is that of the medians over the
//! rounds. This corrects for the speed of the machine as far as the yardstick depends on it in the same
//! way. The yardstick does not need the caches as a search does, so on a busy machine the correction is
//! incomplete: a change counts only if it is larger than half of the difference between the rounds of a
//! board ([`Compared::noise`]). Nor can it compare different machines.
//!
//! Where the memory of a process lies lasts as long as the process, and can change all of its times by a
//! tenth. So each round of a course is run by new processes.
//!
//! **The verdict.** The ratio of a contestant is the geometric mean over boards, with a 95 % bootstrap
//! interval over boards ([`bootstrap`](super::score)). A version is *slower* if the interval lies above 1
//! and the ratio is at least 1 + [`MARGIN`]; it is *faster* if the interval lies below 1 and the ratio is
//! at most 1/(1 + [`MARGIN`]). The margin is half of the slow-down of 10 % that is to be found, and
//! protects from errors that all boards share, which no interval over boards shows. There is no verdict
//! for fewer than five boards. For races apart, half of the noise takes the place of the margin where it is
//! larger, and then no version is said to be the same.
//!
//! With one thread per contestant the processor time counts, which other programs disturb less;
//! otherwise, and for a contestant that does not report it, the wall time. If one version was stopped on
//! a board, the time until then counts as its time, so the ratio is nearer to 1 than the truth. Boards
//! on which both were stopped do not count.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::named;

use super::report::{Entry, Report, Round, Standing, Trial, median};
use super::score::Estimated;
use super::score::bootstrap::{FEWEST, Sums, estimates};

/// The smallest relative change that is a verdict.
pub const MARGIN: f64 = 0.05;

/// The comparison of two versions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// The relative change from which on a version is slower or faster.
    pub margin: f64,
    /// Whether both versions took part in one race. If not, the times were corrected by the yardstick.
    pub side_by_side: bool,
    /// Whether processor times were compared, where contestants report them; else wall times.
    pub by_cpu: bool,
    /// The time of the yardstick now divided by that of the old race; 1 side by side.
    pub drift: f64,
    /// The comparison of each contestant.
    pub compared: Vec<Compared>,
}

/// The comparison of the two versions of a contestant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Compared {
    /// The name of the contestant.
    pub contestant: String,
    /// The number of boards that at least one version solved.
    pub compared_boards: usize,
    /// The geometric mean of the time of the new version divided by that of the old one; absent
    /// without boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Estimated>,
    /// How much the rounds of a board differ: the distance of the quartiles of its times divided by their
    /// median, in the version where it is larger; the median over boards. Absent without boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<f64>,
    /// The verdict.
    pub speed: Speed,
}

named! {
    /// The verdict on the new version.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Speed is "verdict" {
        /// The new version is slower.
        Slower = "slower",
        /// The new version is faster.
        Faster = "faster",
        /// Neither was shown.
        Same = "same",
        /// There are fewer than five boards, or the machine was too busy to tell for races apart.
        Unknown = "unknown",
    }
}

/// The name of the old version of a contestant in a race side by side.
pub(super) fn name_of_old(name: &str) -> String {
    format!("{name} (old)")
}

/// The rounds of a contestant on one board, in both versions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pair {
    /// The rounds of the old version.
    pub old: Vec<Round>,
    /// The rounds of the new version.
    pub new: Vec<Round>,
}

impl Comparison {
    /// Whether some contestant is slower.
    pub fn is_slower(&self) -> bool {
        self.compared.iter().any(|compared| compared.speed == Speed::Slower)
    }

    /// The comparison of a race in which both versions took part; `None` if there is no old version
    /// in it.
    pub fn side_by_side(report: &Report) -> Option<Self> {
        let comparison = Self::between(report, report, true);
        (!comparison.compared.is_empty()).then_some(comparison)
    }

    /// The comparison of a race with an earlier race of the same contestants on the same boards.
    /// Contestants and courses that only one of the two has are left out.
    pub fn apart(old: &Report, new: &Report) -> Self {
        Self::between(old, new, false)
    }

    fn between(old: &Report, new: &Report, side_by_side: bool) -> Self {
        let pairs = new.contestants.iter().enumerate().filter_map(|(i, Entry { name, .. })| {
            let before = if side_by_side { name_of_old(name) } else { name.clone() };
            let j = old.contestants.iter().position(|it| it.name == before)?;
            let courses = old.courses.iter().zip(&new.courses);
            let standings = courses.map(|(old, new)| (&old.results[j], &new.results[i]));
            Some((name.clone(), pairs(standings)))
        });
        let by_cpu = old.threads.get() == 1 && new.threads.get() == 1;
        let seed = new.seed.get().unwrap_or_default();
        Self::of(&pairs.collect::<Vec<_>>(), side_by_side, by_cpu, seed)
    }

    /// The comparison of contestants, each with its name and its pairs. The seed is that of the
    /// bootstrap.
    pub fn of(
        contestants: &[(String, Vec<Pair>)],
        side_by_side: bool,
        by_cpu: bool,
        seed: u64,
    ) -> Self {
        let compared = contestants.iter().map(|(name, pairs)| {
            let change = |pair: &Pair| Some(pair.change(side_by_side, by_cpu)?.ln());
            let noise = median(pairs.iter().filter_map(|pair| pair.noise(side_by_side, by_cpu)));
            let margin = if side_by_side { MARGIN } else { MARGIN.max(0.5 * noise.unwrap_or(0.0)) };
            let logarithms = pairs.iter().filter_map(change).collect();
            let compared = compare(name.clone(), logarithms, margin, seed);
            Compared { noise, ..compared }
        });
        let compared = compared.collect();
        let yardstick = |rounds: fn(&Pair) -> &[Round]| {
            let pairs = contestants.iter().flat_map(|(_, pairs)| pairs);
            median(pairs.flat_map(rounds).filter_map(|round| round.yardstick))
        };
        let drift = match (yardstick(|pair| &pair.old), yardstick(|pair| &pair.new)) {
            (Some(old), Some(new)) if !side_by_side => new / old,
            _ => 1.0,
        };
        Self { margin: MARGIN, side_by_side, by_cpu, drift, compared }
    }
}

/// The rounds of all boards that at least one of two standings solved.
fn pairs<'a>(standings: impl Iterator<Item = (&'a Standing, &'a Standing)>) -> Vec<Pair> {
    let trials = standings.flat_map(|(old, new)| old.trials.iter().zip(&new.trials));
    let pair = |(old, new): (&Option<Trial>, &Option<Trial>)| {
        let (old, new) = (old.as_ref()?, new.as_ref()?);
        let both_stopped = old.has_no_answer() && new.has_no_answer();
        (!both_stopped).then(|| Pair { old: old.timings.clone(), new: new.timings.clone() })
    };
    trials.filter_map(pair).collect()
}

impl Pair {
    /// The times of both versions, round by round: processor times if all are known and wanted, and
    /// divided by the yardstick unless the versions ran side by side.
    fn times(&self, side_by_side: bool, by_cpu: bool) -> [Vec<f64>; 2] {
        let has_cpu = |round: &Round| round.cpu.is_some_and(|cpu| cpu > 0.0);
        let by_cpu = by_cpu && self.old.iter().chain(&self.new).all(has_cpu);
        let time = |round: &Round| {
            let time = if by_cpu { round.cpu } else { round.seconds }?;
            Some(if side_by_side { time } else { time / round.yardstick? })
        };
        [&self.old, &self.new].map(|rounds| rounds.iter().filter_map(time).collect())
    }

    /// The time of the new version divided by that of the old one; `None` if one is not known.
    fn change(&self, side_by_side: bool, by_cpu: bool) -> Option<f64> {
        let [old, new] = self.times(side_by_side, by_cpu);
        if side_by_side {
            return median(old.into_iter().zip(new).map(|(old, new)| new / old));
        }
        Some(median(new.into_iter())? / median(old.into_iter())?)
    }

    /// The distance of the quartiles of the times divided by their median, of the version in which it is
    /// larger.
    fn noise(&self, side_by_side: bool, by_cpu: bool) -> Option<f64> {
        let spread = |mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            let quartile = times.len() / 4;
            let (low, high) = (times.get(quartile)?, times.get(times.len() - 1 - quartile)?);
            Some((high - low) / median(times.iter().copied())?)
        };
        let [old, new] = self.times(side_by_side, by_cpu).map(spread);
        Some(old?.max(new?))
    }
}

/// The verdict on a contestant with these logarithms of ratios, by this margin.
fn compare(contestant: String, logarithms: Vec<f64>, margin: f64, seed: u64) -> Compared {
    let boards = logarithms.len();
    let mean = estimates(&[Sums::mean(logarithms)], boards, seed).next().flatten();
    let change = mean.map(Estimated::exp);
    let speed = match change {
        _ if boards < FEWEST => Speed::Unknown,
        Some(Estimated { value, low: Some(low), .. }) if low > 1.0 && value >= 1.0 + margin => {
            Speed::Slower
        }
        Some(Estimated { value, high: Some(high), .. })
            if high < 1.0 && value <= 1.0 / (1.0 + margin) =>
        {
            Speed::Faster
        }
        _ if margin > MARGIN => Speed::Unknown,
        _ => Speed::Same,
    };
    Compared { contestant, compared_boards: boards, change, noise: None, speed }
}

#[cfg(test)]
mod tests;
