//! The scores of a race as the field reports them: solved boards, PAR-2, the virtual best solver and
//! each contestant's share of it, slow-downs, cactus plots and performance profiles.
//!
//! A *board* is here a task of any course, also a game. A contestant *solves* a board if it answers
//! within the limit. It does not solve a board on which it was stopped or failed, whose deck it cannot
//! handle, or about which it was not asked because it was stopped on all boards of a smaller size. If
//! the race was stopped, only the boards that were over before count.
//!
//! - **PAR-2** is the mean time over all boards, where a board that was not solved counts as twice the
//!   limit. It is the score of the SAT competitions (N. Froleyks et al., "SAT Competition 2020",
//!   Artificial Intelligence 301, 2021).
//! - **The virtual best solver** takes on each board the time of the fastest contestant. A contestant's
//!   *share* of it is the fraction of the boards solved by anyone on which it was the fastest
//!   (L. Xu et al., "Evaluating Component Solver Contributions to Portfolio-Based Algorithm Selectors",
//!   SAT 2012). Contestants with exactly the same time divide the board equally, so the shares sum to 1.
//! - **The slow-down** is the geometric mean, over the boards solved by anyone, of the time divided by
//!   that of the virtual best solver: the ratio of their geometric means. A board that the contestant
//!   did not solve also counts as twice the limit here.
//! - **The performance profile** ρ(τ) is the fraction of all boards that a contestant solves in at most
//!   τ times the time of the virtual best solver (E. D. Dolan and J. J. Moré, "Benchmarking optimization
//!   software with performance profiles", Mathematical Programming 91, 2002). ρ(1) is the fraction on
//!   which it is the fastest, and ρ(∞) the fraction that it solves.
//! - **The cactus plot** shows how many boards a contestant solves if each may take a given time.
//!
//! All times are wall times. Each score is a mean over boards (the slow-down of logarithms), and its interval of
//! 95 % is that of Student's t distribution, cut off where no score can be. It says how the score could change on
//! other boards of the same kind, and not how well each time was measured.

use serde::{Deserialize, Serialize};

pub use crate::statistics::Estimated;
use tercet_plot::{Axis, Chart, Point, Scale, Series, Style};

/// The scores of a race.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Scores {
    /// The number of boards that count.
    pub boards: usize,
    /// The number of boards that anyone solved: those of the virtual best solver.
    pub solved: usize,
    /// PAR-2 of the virtual best solver, in seconds; absent without boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub par2: Option<Estimated>,
    /// The scores of each contestant.
    pub contestants: Vec<Score>,
}

/// The scores of a contestant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Score {
    /// The name of the contestant.
    pub contestant: String,
    /// The number of boards that it solved.
    pub solved: usize,
    /// PAR-2, in seconds; absent without boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub par2: Option<Estimated>,
    /// Its share of the virtual best solver, from 0 to 1; absent if no contestant solved a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_share: Option<Estimated>,
    /// The geometric mean of its times divided by those of the virtual best solver, at least 1; absent
    /// if no contestant solved a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slowdown: Option<Estimated>,
    /// The times of the boards that it solved, ascending, in seconds: the cactus plot.
    pub cactus: Vec<f64>,
    /// The same times divided by those of the virtual best solver, ascending: ρ(τ) is the number of
    /// ratios up to τ, divided by the number of boards.
    pub profile: Vec<f64>,
}

/// The times of some contestants on the same boards.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Times {
    /// The limit of each board, in seconds.
    pub limit: f64,
    /// The contestants: the name of each, and for each board the time in seconds, or `None` if it was not
    /// solved. All have the same number of boards.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
}

impl Times {
    /// The number of boards.
    pub fn boards(&self) -> usize {
        self.rows.first().map_or(0, |(_, times)| times.len())
    }

    /// The times of the virtual best solver.
    pub fn best(&self) -> Vec<Option<f64>> {
        let best = |board: usize| {
            let times = self.rows.iter().filter_map(|(_, times)| times[board]);
            times.min_by(f64::total_cmp)
        };
        (0..self.boards()).map(best).collect()
    }

    /// The time that counts for PAR-2.
    fn penalized(&self, time: Option<f64>) -> f64 {
        time.unwrap_or(2.0 * self.limit)
    }
}

impl Scores {
    /// The scores of these times.
    pub fn of(times: &Times) -> Self {
        let best = times.best();
        let solved = |row: &[Option<f64>]| row.iter().flatten().count();
        let par2 = |row: &[Option<f64>]| {
            score(row.iter().map(|&time| times.penalized(time)), 2.0 * times.limit)
        };
        // The boards that were solved, each with its best time.
        let boards = || best.iter().enumerate().filter_map(|(i, &best)| Some((i, best?)));
        let contestants = times.rows.iter().map(|(name, row)| {
            let share = |(board, best): (usize, f64)| {
                let is_best = |row: &[Option<f64>]| row[board].is_some_and(|time| time <= best);
                let fastest = times.rows.iter().filter(|(_, row)| is_best(row)).count();
                if is_best(row) { 1.0 / fastest as f64 } else { 0.0 }
            };
            let slower = |(board, best): (usize, f64)| (times.penalized(row[board]) / best).ln();
            let ratio = |(board, best): (usize, f64)| Some(row[board]? / best);
            Score {
                contestant: name.clone(),
                solved: solved(row),
                par2: par2(row),
                best_share: score(boards().map(share), 1.0),
                slowdown: score(boards().map(slower), f64::INFINITY).map(Estimated::exp),
                cactus: ascending(row.iter().flatten().copied()),
                profile: ascending(boards().filter_map(ratio)),
            }
        });
        let contestants = contestants.collect();
        Self { boards: times.boards(), solved: solved(&best), par2: par2(&best), contestants }
    }
}

/// The mean over boards of a number from 0 to `most`, with its interval; `None` without boards.
fn score(numbers: impl Iterator<Item = f64>, most: f64) -> Option<Estimated> {
    let mean = Estimated::mean(&numbers.collect::<Vec<_>>())?;
    Some(mean.map(|number| number.clamp(0.0, most)))
}

fn ascending(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// The cactus plot: across, the number of boards; up, the time in which a contestant solves each of
/// that many boards. A contestant that solves nothing has no line.
pub fn cactus(scores: &Scores) -> Chart {
    let solvers = scores.contestants.iter().filter(|score| !score.cactus.is_empty());
    let series = solvers.map(|score| {
        let points =
            score.cactus.iter().zip(1..).map(|(&time, boards)| Point::at(f64::from(boards), time));
        Series::new(&score.contestant, Style::Line, points)
    });
    Chart {
        title: "Boards solved within a time".into(),
        x: Axis::new("boards solved", Scale::Linear),
        y: Axis::new("wall time for each (s)", Scale::Logarithmic),
        series: series.collect(),
    }
}

/// The performance profile: across, the factor τ; up, the fraction of all boards that a contestant
/// solves in at most τ times the best time. The lines are steps, and end at a common τ.
pub fn profile(scores: &Scores) -> Chart {
    let ratios = scores.contestants.iter().filter_map(|score| score.profile.last().copied());
    let end = ratios.fold(1.0, f64::max) * 1.1;
    let boards = scores.boards.max(1) as f64;
    let series = scores.contestants.iter().map(|score| {
        let fastest = score.profile.iter().filter(|&&ratio| ratio <= 1.0).count();
        let at = |ratio, solved: usize| Point::at(ratio, solved as f64 / boards);
        let mut points = vec![at(1.0, fastest)];
        for (solved, &ratio) in score.profile.iter().enumerate().skip(fastest) {
            points.extend([at(ratio, solved), at(ratio, solved + 1)]);
        }
        points.push(at(end, score.profile.len()));
        Series::new(&score.contestant, Style::Line, points)
    });
    Chart {
        title: "Performance profile".into(),
        x: Axis::new("factor τ to the best time", Scale::Logarithmic),
        y: Axis::new("fraction of boards solved", Scale::Linear),
        series: series.collect(),
    }
}

#[cfg(test)]
mod tests;
