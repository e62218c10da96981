//! Figures of times: the contestants, the sizes, and the claims of the source.
//!
//! One function makes a race of a description; another draws the results and judges the claims. Where a
//! text does not give the range of a figure, the range of the neighbouring figure is used.

mod claim;

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use tercet::solver::{METHODS, Method, Options};
use tercet_models::{Models, Symmetry};

pub use claim::{Clock, Data, Says};

use super::{Claim, Extent, Figure, headings, series};
use crate::plot::{Scale, Style};
use crate::race::{Contestant, Course, CourseReport, Field, Outcome, Race, Request, Spread, Terms};
use crate::report::{Section, Table};
use crate::words;

/// A race by size.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// The contestants, if they are available; without them all methods that are available and can do
    /// one of the tasks, and all other programs.
    pub runners: Option<Vec<Runner>>,
    /// The boards or games, in the form of the question `race`. At most one of their numbers varies: the
    /// horizontal axis. If none does, the axis is the number of cards.
    pub field: Field,
    /// The scale of the horizontal axis.
    #[serde(default)]
    pub scale: Scale,
    /// The clock.
    #[serde(default)]
    pub clock: Clock,
    /// The places that a quick report measures.
    pub quick: Vec<usize>,
    /// The number of boards or games of each size, in a quick and in a full report.
    pub boards: (usize, usize),
    /// The limit of each task in seconds, in a quick and in a full report.
    pub timeout: (f64, f64),
    /// Whether the section has a table of the last usable size of each method.
    #[serde(default)]
    pub shows_ends: bool,
    /// The claims of the source.
    #[serde(default)]
    pub claims: Vec<Claim<Says>>,
    /// Times that the source published, measured on its machine.
    #[serde(default)]
    pub published: Vec<Published>,
}

/// A line of a figure that was published.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The name of the line.
    pub line: String,
    /// Its places and times in seconds.
    pub points: Vec<(f64, f64)>,
}

/// A line of a figure: the name of a method, or a method under another name.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "WrittenRunner")]
pub struct Runner {
    /// The name of the line.
    pub name: String,
    /// The method.
    pub method: String,
    /// The symmetry breaking, for methods that support it.
    pub symmetry: Symmetry,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenRunner {
    Method(String),
    Named {
        name: String,
        method: String,
        #[serde(default)]
        symmetry: Symmetry,
    },
}

impl From<WrittenRunner> for Runner {
    fn from(written: WrittenRunner) -> Self {
        match written {
            WrittenRunner::Method(method) => {
                Self { name: method.clone(), method, symmetry: Symmetry::default() }
            }
            WrittenRunner::Named { name, method, symmetry } => Self { name, method, symmetry },
        }
    }
}

impl Times {
    /// Whether other programs take part.
    pub fn takes_peers(&self) -> bool {
        self.runners.is_none()
    }

    /// The race that measures the figure. `tercet` is the program whose command `peer` runs Tercet's
    /// methods. Methods that are not available take no part. The other programs `peers` take part in
    /// the figures of all methods.
    ///
    /// # Panics
    ///
    /// The description names an unknown method, or more cards than a deck has.
    pub fn race(
        &self,
        tercet: &Path,
        models: &Models,
        options: &Options,
        peers: &[Contestant],
        extent: Extent,
        seed: u64,
    ) -> Race {
        let courses = self.courses(extent, seed).0;
        let terms = Terms {
            timeout: Duration::from_secs_f64(extent.of(self.timeout)),
            threads: options.threads,
            again: Terms::AGAIN,
        };
        let mut contestants = self.contestants(tercet, models, options.memory, &courses);
        if self.takes_peers() {
            contestants.extend_from_slice(peers);
        }
        Race::new(contestants, courses, terms)
    }

    /// The courses, and the quantity on the horizontal axis.
    fn courses(&self, extent: Extent, seed: u64) -> (Vec<Course>, &'static str) {
        let boards = NonZeroUsize::new(extent.of(self.boards)).expect("a size has a board");
        let (field, seed) = (self.field.clone(), Some(seed.into()));
        let request = Request { field, boards, seed, ..Request::default() };
        let (mut courses, mut axis) =
            request.courses().unwrap_or_else(|error| panic!("a figure cannot be raced: {error}"));
        if let [only] = &mut courses[..] {
            (only.x, axis) = (only.tasks[0].cards() as f64, "cards n");
        }
        let is_quick = |course: &Course| self.quick.contains(&(course.x as usize));
        courses.retain(|course| extent == Extent::Full || is_quick(course));
        (courses, axis)
    }

    fn contestants(
        &self,
        tercet: &Path,
        models: &Models,
        memory: usize,
        courses: &[Course],
    ) -> Vec<Contestant> {
        let contestant = |method: &Method, models: &Models| {
            let is_here = method.missing().is_none();
            is_here.then(|| Contestant::method(tercet, method, models, memory))
        };
        match &self.runners {
            None => METHODS
                .iter()
                .chain(&models.methods())
                .filter_map(|method| contestant(method, models))
                .filter(|contestant| {
                    courses.iter().any(|course| contestant.is_able(&course.tasks[0]))
                })
                .collect(),
            Some(runners) => runners
                .iter()
                .filter_map(|runner| {
                    let models = Models { symmetry: runner.symmetry, ..models.clone() };
                    let method = models.method(&runner.method).expect("a figure names methods");
                    Some(contestant(&method, &models)?.named(&runner.name))
                })
                .collect(),
        }
    }

    /// The section of the figure, from the results of its race.
    pub(crate) fn section(
        &self,
        figure: &Figure,
        race: &Race,
        extent: Extent,
        seed: u64,
    ) -> Section {
        let courses = race.course_reports();
        let data = Data { courses: &courses, clock: self.clock };
        let (_, axis) = self.courses(extent, seed);
        let mut tables = vec![medians(figure, axis, data)];
        if self.shows_ends {
            tables.extend([ends(data), choices(race)]);
        }
        let judged = |claim: &Claim<Says>| claim.finding(claim.says.judge(data), claim.says.rule());
        let mut chart = data.chart(&figure.title, axis, self.scale);
        chart.series.extend(
            self.published.iter().map(|Published { line, points }| {
                series(line, Style::Marks, points.iter().copied())
            }),
        );
        Section {
            findings: self.claims.iter().map(judged).collect(),
            charts: vec![chart],
            tables,
            data: trials(race),
            ..figure.section(&self.setup(race, extent, seed))
        }
    }

    fn setup(&self, race: &Race, extent: Extent, seed: u64) -> String {
        let boards = extent.of(self.boards);
        let noun = if matches!(self.field, Field::Games { .. }) { "game" } else { "board" };
        let (verb, plural) = if boards == 1 { ("is", "") } else { ("are", "s") };
        let they = if boards == 1 { "it is" } else { "they are" };
        let clock = match self.clock {
            Clock::Wall => "wall time",
            Clock::Processor => "processor time, outside solvers included",
        };
        let timeout = race.terms().timeout.as_secs_f64();
        format!(
            "There {verb} {boards} {noun}{plural} per size, dealt with seed {seed}; {they} the same for all methods. \
             Points are medians of the {clock}; each method is stopped after {timeout} s."
        )
    }
}

/// The median of every line at every place.
fn medians(figure: &Figure, axis: &str, data: Data) -> Table {
    let columns = std::iter::once(axis).chain(data.lines()).map(String::from).collect();
    let row = |course: &CourseReport| {
        let times = course.results.iter().map(|result| shown(data.times(result)));
        std::iter::once(course.x.to_string()).chain(times).collect()
    };
    let rows = data.courses.iter().map(row).collect();
    Table { caption: format!("Median times: {}", figure.title), rows, columns }
}

/// A median time in words, or a dash.
fn shown(times: Option<Spread>) -> String {
    let Some(Spread { median, .. }) = times else { return "–".into() };
    let time = words::time(median.value);
    if median.at_least { format!("≥ {time}") } else { time }
}

/// The longest median time, in seconds, of a method that is called usable.
const USABLE: f64 = 1.0;

/// The last place at which each line is usable.
fn ends(data: Data) -> Table {
    let rows = data.lines().map(|line| {
        let usable = |times: &Spread| !times.median.at_least && times.median.value <= USABLE;
        let usable = data
            .results(line)
            .filter_map(|(x, result)| Some((x, data.times(result).filter(usable)?)));
        let last = usable.last();
        // A method that was not asked cannot do the next size.
        let next = data.results(line).find(|&(x, _)| last.is_none_or(|(y, _)| x > y));
        let then = match next {
            None => "not reached",
            Some((_, result))
                if result.trials.iter().all(Option::is_none) && !result.dropped_out =>
            {
                "cannot do more"
            }
            Some(_) => "over a second, or stopped",
        };
        let place = last.map_or_else(|| "none".into(), |(x, _)| x.to_string());
        vec![line.into(), place, shown(last.map(|(_, times)| times)), then.into()]
    });
    Table {
        caption: "The last usable size of each method: that with a median of at most a second"
            .into(),
        columns: headings("method | last size | time there | beyond it"),
        rows: rows.collect(),
    }
}

/// The methods that answered for the hybrid on each course.
fn choices(race: &Race) -> Table {
    let hybrid = race.contestants().iter().position(|contestant| contestant.name == "hybrid");
    let row = |(course, described): (usize, &Course)| {
        let mut by: Vec<&str> =
            race.trials(course, hybrid?).filter_map(|trial| trial.by.as_deref()).collect();
        by.sort_unstable();
        by.dedup();
        (!by.is_empty()).then(|| vec![described.label.clone(), by.join(", ")])
    };
    Table {
        caption: "The methods that answered for the hybrid".into(),
        columns: headings("size | answered by"),
        rows: race.courses().iter().enumerate().filter_map(row).collect(),
    }
}

/// Every trial of a race.
fn trials(race: &Race) -> Table {
    let columns = "size | x | task | method | answer | wall (s) | processor (s) | memory (B) | searched | unit";
    let mut rows = Vec::new();
    for heat in race.heats() {
        let Some(trial) = race.trial(heat) else { continue };
        let course = &race.courses()[heat.course];
        let answer = match &trial.outcome {
            Outcome::Failed { reason } => format!("failed: {reason}"),
            outcome => outcome.name().into(),
        };
        let mut row = vec![
            course.label.clone(),
            course.x.to_string(),
            (heat.task + 1).to_string(),
            race.contestants()[heat.contestant].name.clone(),
            answer,
        ];
        row.extend(trial.cells());
        rows.push(row);
    }
    Table { caption: "Every trial".into(), columns: headings(columns), rows }
}

#[cfg(test)]
mod tests;
