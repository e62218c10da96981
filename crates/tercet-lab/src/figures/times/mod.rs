//! Figures of times: the contestants, the sizes, and the claims of the source.
//!
//! One function makes a race of a description; another draws the results and judges the claims. Where a
//! text does not give the range of a figure, the range of the neighbouring figure is used.

mod claim;

use std::num::NonZeroUsize;
use std::path::Path;

use serde::Deserialize;
use serde_json::json;
use tercet::number::Seconds;
use tercet_models::Symmetry;

pub(super) use claim::{CLOSE, STEEP};
pub use claim::{Clock, Data, Says};

use super::{Claim, Extent, Figure, series};
use crate::race::{
    Contestant, Course, CourseReport, Field, Outcome, Race, RaceError, Request, Spread,
};
use crate::report::{Section, Table};
use tercet_plot::words;
use tercet_plot::{Scale, Style};

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
    pub boards: (NonZeroUsize, NonZeroUsize),
    /// The limit of each task, in a quick and in a full report.
    pub timeout: (Seconds, Seconds),
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

/// A line of a figure.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Runner {
    /// A method under its own name.
    Method(String),
    /// A method under another name.
    Named {
        /// The name of the line.
        name: String,
        /// The method.
        method: String,
        /// The symmetry breaking, for methods that support it.
        #[serde(default)]
        symmetry: Symmetry,
    },
}

impl Runner {
    /// The name of the line, and its method with the symmetry breaking.
    fn parts(&self) -> (&str, &str, Symmetry) {
        match self {
            Self::Method(method) => (method, method, Symmetry::default()),
            Self::Named { name, method, symmetry } => (name, method, *symmetry),
        }
    }
}

impl Times {
    /// Whether other programs take part.
    pub fn takes_peers(&self) -> bool {
        self.runners.is_none()
    }

    /// The race that measures the figure, with the seed, the threads, the programs and the memory of these
    /// settings. Methods that are not available take no part; peers take part in the figures of all methods.
    ///
    /// # Errors
    ///
    /// [`RaceError`], if a peer is not a program, or the description names an unknown method.
    ///
    /// # Panics
    ///
    /// If the description names more cards than a deck has.
    pub fn race(&self, settings: &Request, extent: Extent) -> Result<Race, RaceError> {
        let request = self.request(settings, extent);
        let courses = self.courses(&request, extent).0;
        let tercet = settings.tercet.as_deref().unwrap_or(Path::new("tercet"));
        let contestants = match &self.runners {
            None => request.contestants(tercet, &courses)?.0,
            Some(runners) => {
                let contestant = |runner: &Runner| {
                    let (name, method, symmetry) = runner.parts();
                    let request = Request { symmetry, ..request.clone() };
                    let method = match request.models().method(method) {
                        Ok(method) if method.missing().is_none() => method,
                        Ok(_) => return None,
                        Err(unknown) => return Some(Err(unknown)),
                    };
                    Some(Ok(Contestant::method(tercet, &method, &request).named(name)))
                };
                runners.iter().filter_map(contestant).collect::<Result<_, _>>()?
            }
        };
        Ok(Race::new(contestants, courses, request.terms()))
    }

    /// The race of the question `race` with these settings.
    fn request(&self, settings: &Request, extent: Extent) -> Request {
        Request {
            field: self.field.clone(),
            boards: extent.of(self.boards),
            timeout: extent.of(self.timeout),
            ..settings.clone()
        }
    }

    /// The courses, and the quantity on the horizontal axis.
    fn courses(&self, request: &Request, extent: Extent) -> (Vec<Course>, &'static str) {
        let (mut courses, mut axis) =
            request.courses().unwrap_or_else(|error| panic!("a figure cannot be raced: {error}"));
        if let [only] = &mut courses[..] {
            (only.x, axis) = (only.tasks[0].cards() as f64, "cards n");
        }
        let is_quick = |course: &Course| self.quick.contains(&(course.x as usize));
        courses.retain(|course| extent == Extent::Full || is_quick(course));
        (courses, axis)
    }

    /// The section of the figure, from the results of its race.
    pub(crate) fn section(
        &self,
        figure: &Figure,
        race: &Race,
        settings: &Request,
        extent: Extent,
    ) -> Section {
        let courses = race.course_reports();
        let data = Data { courses: &courses, clock: self.clock };
        let request = self.request(settings, extent);
        let (_, axis) = self.courses(&request, extent);
        let mut tables = vec![medians(figure, axis, data)];
        if self.shows_ends {
            tables.extend([ends(data), choices(race)]);
        }
        let judged = |claim: &Claim<Says>| claim.finding(claim.says.judge(data));
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
            ..figure.section(&self.setup(&request))
        }
    }

    fn setup(&self, request: &Request) -> String {
        let Request { boards, timeout, .. } = request;
        let noun = if matches!(self.field, Field::Games { .. }) { "game" } else { "board" };
        let (verb, plural, they) =
            if boards.get() == 1 { ("is", "", "it is") } else { ("are", "s", "they are") };
        let clock = match self.clock {
            Clock::Wall => "wall time",
            Clock::Processor => "processor time, outside solvers included",
        };
        format!(
            "There {verb} {boards} {noun}{plural} per size, dealt with seed {}; {they} the same for all methods. \
             Points are medians of the {clock}; each method is stopped after {} s.",
            request.first_seed(),
            timeout.0.as_secs_f64()
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
        let (place, times) = last.unzip();
        let place = place.map_or_else(|| "none".into(), |x: f64| x.to_string());
        json!({"method": line, "place": place, "time": shown(times), "then": then})
    });
    Table::of(
        "The last usable size of each method: that with a median of at most a second",
        "method | last size=place | time there=time | beyond it=then",
        rows,
    )
}

/// The methods that answered for the hybrid on each course.
fn choices(race: &Race) -> Table {
    let hybrid = race.contestants().iter().position(|contestant| contestant.name == "hybrid");
    let row = |(course, described): (usize, &Course)| {
        let mut by: Vec<&str> =
            race.trials(course, hybrid?).filter_map(|trial| trial.by.as_deref()).collect();
        by.sort_unstable();
        by.dedup();
        (!by.is_empty()).then(|| json!({"size": described.label, "by": by.join(", ")}))
    };
    let rows = race.courses().iter().enumerate().filter_map(row);
    Table::of("The methods that answered for the hybrid", "size | answered by=by", rows)
}

/// Every trial of a race.
fn trials(race: &Race) -> Table {
    let heats = race.heats();
    let rows = heats.into_iter().filter_map(|heat| {
        let trial = race.trial(heat)?;
        let Course { label, x, .. } = &race.courses()[heat.course];
        let method = &race.contestants()[heat.contestant].name;
        let answer = match &trial.outcome {
            Outcome::Failed { reason } => format!("failed: {reason}"),
            outcome => outcome.name().into(),
        };
        Some(json!({
            "size": label, "x": x, "task": heat.task + 1, "method": method, "answer": answer,
            "trial": trial,
        }))
    });
    Table::of(
        "Every trial",
        "size | x | task | method | answer | wall (s)=trial/seconds | processor (s)=trial/cpu \
         | memory (B)=trial/memory | searched=trial/effort/count | trial/effort/unit",
        rows,
    )
}

#[cfg(test)]
mod tests;
