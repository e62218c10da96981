//! Figures of times: the contestants, the sizes, and the claims of the source.
//!
//! A figure is a description. One function makes a race of it; another draws the results and judges the
//! claims.

mod beyond;
mod claim;
mod data;
mod overney;
mod recipe;
mod rubin;
mod takeshita;

use std::path::Path;
use std::time::Duration;

use tercet::Deck;
use tercet::solver::{METHODS, Method, Options, Question};
use tercet_models::{Models, Symmetry};

pub use claim::{Claim, Says};
pub use data::{Clock, Data, Line, Measured};

use super::{Extent, deck};
use crate::plot::{Bound, Chart, Point, Scale, Series, Style};
use crate::race::{Contestant, Course, Outcome, Race, Spread, Terms};
use crate::report::{Section, Table};
use crate::words;

/// All timed figures, in the order of the report.
pub fn figures() -> impl Iterator<Item = &'static Figure> {
    takeshita::FIGURES
        .iter()
        .chain(overney::FIGURES)
        .chain(recipe::FIGURES)
        .chain(rubin::FIGURES)
        .chain(beyond::FIGURES)
}

/// A figure of times.
#[derive(Debug)]
pub struct Figure {
    /// The name of the section.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// A remark on how it is reproduced, in a sentence or two.
    pub remark: &'static str,
    /// What the horizontal axis shows.
    pub axis: &'static str,
    /// The scale of the horizontal axis.
    pub scale: Scale,
    /// The clock.
    pub clock: Clock,
    /// The contestants.
    pub runners: Runners,
    /// The sizes, ascending.
    pub sizes: &'static [Size],
    /// The places that a quick report measures.
    pub quick: &'static [f64],
    /// The number of boards or games of each size, in a quick and in a full report.
    pub boards: (usize, usize),
    /// The limit of each task in seconds, in a quick and in a full report.
    pub timeout: (f64, f64),
    /// The claims of the source.
    pub claims: &'static [Claim],
    /// Times that the source published, measured on its machine: names and points.
    pub published: &'static [(&'static str, &'static [(f64, f64)])],
    /// Whether the section has a table of the last usable size of each method.
    pub shows_ends: bool,
}

/// The contestants of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runners {
    /// All methods that are available and can do one of the tasks, and all other programs.
    All,
    /// These methods, if they are available.
    These(&'static [Runner]),
}

/// A line of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runner {
    /// The name of the line.
    pub name: &'static str,
    /// The method.
    pub method: &'static str,
    /// The symmetry breaking, for methods that have some.
    pub symmetry: Symmetry,
}

impl Runner {
    /// A method under its own name.
    const fn of(name: &'static str) -> Self {
        Self { name, method: name, symmetry: Symmetry::Rigid }
    }
}

/// A place on the horizontal axis, and the work there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Size {
    /// The place.
    pub x: f64,
    /// The deck.
    pub deck: Deck,
    /// The work.
    pub work: Work,
}

/// The work at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// A game by the rules of the thesis that ends after this many sets.
    Game(u64),
    /// Find a set among this many random cards, or prove that there is none.
    Find(usize),
    /// The same among as many cards as make one set expected.
    Threshold,
    /// List all sets of this many random cards.
    List(usize),
}

impl Figure {
    /// The figure of this name.
    pub fn named(id: &str) -> Option<&'static Self> {
        figures().find(|figure| figure.id == id)
    }

    /// Whether other programs take part.
    pub fn takes_peers(&self) -> bool {
        self.runners == Runners::All
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
        let boards = extent.of(self.boards);
        let courses = self.sizes(extent).map(|Size { x, deck, work }| {
            let dealt = |cards, question| Course::boards(deck, cards, question, boards, seed, x);
            match work {
                Work::Game(sets) => Course::games(deck, sets, boards, seed, x)
                    .expect("the deck of a figure holds its sets"),
                Work::Find(cards) => dealt(cards, Question::Find),
                Work::Threshold => dealt(deck.threshold() as usize, Question::Find),
                Work::List(cards) => dealt(cards, Question::Enumerate),
            }
        });
        let courses: Vec<Course> = courses.collect();
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

    fn sizes(&self, extent: Extent) -> impl Iterator<Item = Size> {
        let is_wanted = move |size: &Size| {
            extent == Extent::Full || self.quick.iter().any(|x| x.to_bits() == size.x.to_bits())
        };
        self.sizes.iter().copied().filter(is_wanted)
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
        match self.runners {
            Runners::All => METHODS
                .iter()
                .chain(&models.methods())
                .filter_map(|method| contestant(method, models))
                .filter(|contestant| {
                    courses.iter().any(|course| contestant.is_able(&course.tasks[0]))
                })
                .collect(),
            Runners::These(runners) => runners
                .iter()
                .filter_map(|runner| {
                    let models = Models { symmetry: runner.symmetry, ..models.clone() };
                    let method = models.method(runner.method).expect("a figure names methods");
                    Some(contestant(&method, &models)?.named(runner.name))
                })
                .collect(),
        }
    }

    /// The section of the figure, from the results of its race.
    pub fn section(&self, race: &Race, extent: Extent, seed: u64) -> Section {
        let data = Data::of(&race.course_reports(), self.clock);
        let mut tables = vec![self.times(&data)];
        if self.shows_ends {
            tables.extend([ends(&data), choices(race)]);
        }
        Section {
            id: self.id,
            title: self.title.into(),
            source: self.source.into(),
            setup: self.setup(race, extent, seed),
            findings: self.claims.iter().map(|claim| claim.judge(&data)).collect(),
            charts: vec![self.chart(&data)],
            tables,
            data: trials(race),
        }
    }

    fn setup(&self, race: &Race, extent: Extent, seed: u64) -> String {
        let boards = extent.of(self.boards);
        let is_game = matches!(self.sizes[0].work, Work::Game(_));
        let noun = if is_game { "game" } else { "board" };
        let (verb, plural) = if boards == 1 { ("is", "") } else { ("are", "s") };
        let they = if boards == 1 { "it is" } else { "they are" };
        let clock = match self.clock {
            Clock::Wall => "wall time",
            Clock::Processor => "processor time, outside solvers included",
        };
        let timeout = race.terms().timeout.as_secs_f64();
        format!(
            "{} There {verb} {boards} {noun}{plural} per size, dealt with seed {seed}; {they} the same for \
             all methods. Points are medians of the {clock}; each method is stopped after {timeout} s.",
            self.remark
        )
        .trim()
        .into()
    }

    fn chart(&self, data: &Data) -> Chart {
        let mut chart = data.chart(self.title, self.axis, self.scale, self.clock);
        chart.series.extend(self.published.iter().map(|(name, points)| {
            Series {
                name: (*name).into(),
                style: Style::Marks,
                points: points
                    .iter()
                    .map(|&(x, y)| Point { x, y, spread: None, bound: Bound::Exact })
                    .collect(),
            }
        }));
        chart
    }

    /// The median of every line at every place.
    fn times(&self, data: &Data) -> Table {
        let mut columns = vec![self.axis.to_string()];
        columns.extend(data.lines.iter().map(|line| line.name.clone()));
        let rows = data.places().enumerate().map(|(place, x)| {
            let mut row = vec![x.to_string()];
            row.extend(data.lines.iter().map(|line| shown(line.points[place])));
            row
        });
        let caption = format!("Median times: {}", self.title);
        Table { caption, rows: rows.collect(), columns }
    }
}

/// A median time in words, or a dash.
fn shown(measured: Measured) -> String {
    match measured.times {
        Some(Spread { median, .. }) => {
            let time = words::time(median.value);
            if median.at_least { format!("≥ {time}") } else { time }
        }
        None => "–".into(),
    }
}

/// The longest median time, in seconds, of a method that is called usable.
const USABLE: f64 = 1.0;

/// The last place at which each line is usable.
fn ends(data: &Data) -> Table {
    let rows = data.lines.iter().map(|line| {
        let usable = |measured: &Measured| {
            measured
                .times
                .is_some_and(|times| !times.median.at_least && times.median.value <= USABLE)
        };
        let last = data.places().zip(&line.points).filter(|(_, measured)| usable(measured)).last();
        let (place, time) = match last {
            Some((x, measured)) => (x.to_string(), shown(*measured)),
            None => ("none".into(), "–".into()),
        };
        // A method that was not asked cannot do the next size.
        let next = data.places().zip(&line.points).find(|&(x, _)| last.is_none_or(|(y, _)| x > y));
        let then = match next {
            None => "not reached",
            Some((_, measured)) if measured.asked == 0 && !measured.dropped_out => "cannot do more",
            Some(_) => "over a second, or stopped",
        };
        vec![line.name.clone(), place, time, then.into()]
    });
    Table {
        caption: "The last usable size of each method: that with a median of at most a second"
            .into(),
        columns: ["method", "last size", "time there", "beyond it"].map(String::from).to_vec(),
        rows: rows.collect(),
    }
}

/// The choices of the hybrid.
fn choices(race: &Race) -> Table {
    Table {
        caption: "The methods that answered for the hybrid".into(),
        columns: ["size", "answered by"].map(String::from).to_vec(),
        rows: chosen(race).map(|(label, by)| vec![label, by]).collect(),
    }
}

/// The methods that answered for the hybrid on each course.
fn chosen(race: &Race) -> impl Iterator<Item = (String, String)> {
    let hybrid = race.contestants().iter().position(|contestant| contestant.name == "hybrid");
    race.courses().iter().enumerate().filter_map(move |(course, described)| {
        let mut who: Vec<String> =
            race.trials(course, hybrid?).filter_map(|trial| trial.by.clone()).collect();
        who.sort_unstable();
        who.dedup();
        (!who.is_empty()).then(|| (described.label.clone(), who.join(", ")))
    })
}

/// Every trial of a race.
fn trials(race: &Race) -> Table {
    let columns = [
        "size",
        "x",
        "task",
        "method",
        "answer",
        "wall (s)",
        "processor (s)",
        "memory (B)",
        "searched",
        "unit",
    ];
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
    Table { caption: "Every trial".into(), columns: columns.map(String::from).to_vec(), rows }
}

#[cfg(test)]
mod tests;
