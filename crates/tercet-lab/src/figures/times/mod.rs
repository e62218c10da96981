//! Figures of times: the contestants, the sizes, the claims of the source, and the points that it published.
//!
//! One function makes a race of a description; another draws the results over the published points, and judges the
//! claims on both.

mod claim;
mod lines;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::Path;

use serde::Deserialize;
use tercet::data::Seconds;
use tercet_models::Symmetry;

pub use claim::Says;
pub(super) use claim::{ALIKE, CLOSE, STEEP};
pub use lines::{Clock, Lines};
pub(super) use lines::{NOISE, SINGLE};

use tercet::game::Refill;
use tercet_plot::{Scale, Series, Style};
use tercet_race::{Contestant, Course, Field, Race, RaceError, Request};

use super::{Extent, Figure, finding};
use crate::report::Section;

/// A race by size.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// The contestants, if they are available. Without a list, all methods that are available and can do one of the
    /// tasks, and all other programs that were given.
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
    /// The time until which short work is repeated; by default that of a race.
    pub again: Option<Seconds>,
    /// Whether the quadratic trends of the lines are fitted, as Overney and Sieving do.
    #[serde(default)]
    pub shows_trends: bool,
    /// The claims of the source.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// Times that the source published, measured on its machine.
    #[serde(default)]
    pub published: Vec<Published>,
}

/// A claim of the source.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Claim {
    /// Its words, or words close to them.
    pub text: String,
    /// Its meaning.
    #[serde(flatten)]
    pub says: Says,
}

/// A line of a figure that was published.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The name of the line.
    pub line: String,
    /// The line that is measured here in the same way, if there is one.
    pub of: Option<String>,
    /// The line that claims about it name, if that is another.
    pub claimed_of: Option<String>,
    /// Its places and times in seconds, each with the error of reading it off.
    pub points: Vec<(f64, f64, f64)>,
}

/// A line of a figure that is measured.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "a line is the name of a method, or an object with 'peer', or with 'name' and 'method'"
)]
pub enum Runner {
    /// A method under its own name.
    Method(String),
    /// Another program, by the name that it has in a race, if it was given.
    Peer {
        /// The name.
        peer: String,
    },
    /// A method under another name.
    Named {
        /// The name of the line.
        name: String,
        /// The method.
        method: String,
        /// The symmetry breaking, for methods that support it.
        #[serde(default)]
        symmetry: Symmetry,
        /// The deal after a set was taken in a game, if it is not that of the field.
        refill: Option<Refill>,
        /// The game begins on what one with this refill has left.
        left_by: Option<Refill>,
    },
}

/// The names of the line of the best of all programs whose search is not Tercet's, and of that of the best of all
/// contestants but the hybrid, which is not drawn.
pub(super) const OUTSIDE: &str = "best outside program";
pub(super) const OTHER: &str = "best other contestant";

impl Runner {
    /// The name of the line, and its method.
    fn parts(&self) -> (&str, &str) {
        match self {
            Self::Method(name) | Self::Peer { peer: name } => (name, name),
            Self::Named { name, method, .. } => (name, method),
        }
    }
}

impl Times {
    /// Whether other programs take part.
    pub fn takes_peers(&self) -> bool {
        let is_peer = |runner: &Runner| matches!(runner, Runner::Peer { .. });
        self.runners.as_ref().is_none_or(|runners| runners.iter().any(is_peer))
    }

    /// Whether a method takes part, if it is available.
    pub fn asks(&self, method: &str) -> bool {
        let runners = self.runners.as_ref();
        runners.is_none_or(|runners| runners.iter().any(|runner| runner.parts().1 == method))
    }

    /// Whether the description can be measured and judged; if not, the fault.
    pub(crate) fn check(&self) -> Result<(), String> {
        let request = self.request(&Request::default(), Extent::Full);
        let (courses, _) = self.courses(&request, Extent::Full).map_err(|it| it.to_string())?;
        if !self.field.is_line() {
            return Err("more than one of its numbers varies".into());
        }
        let is_place = |&place: &usize| courses.iter().any(|course| course.x as usize == place);
        if courses.is_empty() || self.quick.is_empty() || !self.quick.iter().all(is_place) {
            return Err("it has no size, or a place of 'quick' is not among its sizes".into());
        }
        if self.timeout.0.0.is_zero() || self.timeout.1.0.is_zero() {
            return Err(RaceError::NoTime.to_string());
        }
        let points = self.published.iter().flat_map(|line| &line.points);
        if let Some((x, ..)) = points.copied().find(|(_, time, _)| *time <= 0.0) {
            return Err(format!("the time published at {x} is not over 0"));
        }
        let Some(runners) = &self.runners else { return Ok(()) };
        let mut names = HashSet::from([OUTSIDE, OTHER]);
        for runner in runners {
            let (name, method) = runner.parts();
            if !names.insert(name) {
                return Err(format!("two lines are called “{name}”"));
            }
            if !matches!(runner, Runner::Peer { .. }) {
                request.models().method(method).map_err(|error| error.to_string())?;
            }
        }
        let claimed = self.claims.iter().flat_map(|claim| claim.says.lines());
        let lines = claimed.chain(self.published.iter().filter_map(|line| line.of.clone()));
        let unknown = { lines }.find(|line| !names.contains(&**line));
        unknown.map_or(Ok(()), |line| {
            Err(format!("a claim or a line is of “{line}”, which is not among the runners"))
        })
    }

    /// The race that measures the figure with these settings, and the quantity on its horizontal axis. Methods that are
    /// not available take no part.
    ///
    /// # Errors
    ///
    /// [`RaceError`], if a peer is not a program, the description names an unknown method, or a board cannot be
    /// dealt.
    pub fn race(
        &self,
        settings: &Request,
        extent: Extent,
    ) -> Result<(Race, &'static str), RaceError> {
        let request = self.request(settings, extent);
        let (courses, axis) = self.courses(&request, extent)?;
        let tercet = settings.tercet.as_deref().unwrap_or(Path::new("tercet"));
        let Some(runners) = &self.runners else {
            let contestants = request.contestants(tercet, &courses)?.0;
            return Ok((Race::new(contestants, courses, request.terms()), axis));
        };
        let peers = settings.peers.iter().map(|peer| Contestant::peer(peer));
        let peers = peers.collect::<Result<Vec<_>, _>>()?;
        let mut contestants = Vec::new();
        for runner in runners {
            let (name, method) = runner.parts();
            let (symmetry, refill, left_by) = match *runner {
                Runner::Peer { .. } => {
                    contestants.extend(peers.iter().find(|known| known.name == name).cloned());
                    continue;
                }
                Runner::Method(_) => (Symmetry::default(), None, None),
                Runner::Named { symmetry, refill, left_by, .. } => (symmetry, refill, left_by),
            };
            let request = Request { symmetry, ..request.clone() };
            let method = request.models().method(method)?;
            if method.missing().is_none() {
                let contestant = Contestant::method(tercet, &method, &request);
                contestants.push(Contestant { name: name.into(), refill, left_by, ..contestant });
            }
        }
        Ok((Race::new(contestants, courses, request.terms()), axis))
    }

    /// The race of the question `race` with these settings.
    fn request(&self, settings: &Request, extent: Extent) -> Request {
        Request {
            field: self.field.clone(),
            boards: extent.of(self.boards),
            timeout: extent.of(self.timeout),
            again: self.again.unwrap_or(settings.again),
            ..settings.clone()
        }
    }

    /// The courses, and the quantity on the horizontal axis.
    fn courses(
        &self,
        request: &Request,
        extent: Extent,
    ) -> Result<(Vec<Course>, &'static str), RaceError> {
        let (mut courses, mut axis) = request.courses()?;
        if let [only] = &mut courses[..] {
            (only.x, axis) = (only.tasks[0].cards() as f64, "cards n");
        }
        let is_quick = |course: &Course| self.quick.contains(&(course.x as usize));
        courses.retain(|course| extent == Extent::Full || is_quick(course));
        Ok((courses, axis))
    }

    /// The section of the figure, from the results of its race.
    pub(crate) fn section(
        &self,
        figure: &Figure,
        (race, axis): (&Race, &str),
        settings: &Request,
        extent: Extent,
    ) -> Section {
        let courses = race.course_reports();
        let request = self.request(settings, extent);
        let mut lines = Lines::measured(&courses, self.clock);
        let source = Lines::published(&self.published, self.clock, |it| Some(&it.line));
        let theirs = Lines::published(&self.published, self.clock, |it| {
            it.claimed_of.as_ref().or(it.of.as_ref())
        });
        let names = |is_one: fn(&Contestant) -> bool| -> Vec<String> {
            let contestants = race.contestants.iter().filter(|it| is_one(it));
            contestants.map(|it| it.name.clone()).collect()
        };
        lines.add_best(OUTSIDE, &names(Contestant::is_outside));
        let mut chart = lines.chart(&figure.title, axis, self.scale);
        for best in chart.series.iter_mut().filter(|series| series.name == OUTSIDE) {
            best.style = Style::Reference;
        }
        // Published points are drawn behind measured ones.
        let behind = source.chart("", axis, self.scale).series.into_iter().map(|series| {
            let style = if series.points.len() < 3 { Style::Marks } else { Style::Reference };
            Series { style, ..series }
        });
        chart.series.splice(0..0, behind);
        let average = if self.clock == Clock::Wall { "Median" } else { "Mean" };
        let caption = format!(
            "{average} times here; times of the source / how many times faster the line is here"
        );
        let tables = vec![
            lines::averages(caption, axis, &lines, &self.published, &source),
            lines::growth(axis, [&lines, &source], self.shows_trends),
        ];
        lines.add_best(OTHER, &names(|it| it.name != "hybrid"));
        let judged = |Claim { text, says }: &Claim| {
            let known: Vec<&str> = theirs.names().collect();
            let is_known = says.lines().iter().all(|line| known.contains(&&**line));
            let published = is_known.then(|| says.judge(&theirs));
            let (name, numbers) = says.meaning();
            finding(text, &name, &numbers, says.judge(&lines), published)
        };
        Section {
            findings: self.claims.iter().map(judged).collect(),
            charts: vec![chart],
            tables,
            data: lines::trials(race),
            ..figure.section(&self.setup(&request))
        }
    }

    fn setup(&self, request: &Request) -> String {
        let Request { boards, timeout, .. } = request;
        let noun = match self.field {
            Field::Games { .. } => "Games",
            Field::Hands { .. } => "Runs through all hands",
            _ => "Boards",
        };
        let averages = match self.clock {
            Clock::Wall => "medians of the wall time",
            Clock::Processor => "means of the processor time, outside solvers included",
        };
        format!(
            "{noun} per size: {boards}, dealt with seed {} alike for all methods. Points are {averages}; \
             each method is stopped after {} s.",
            request.first_seed(),
            timeout.0.as_secs_f64()
        )
    }
}

#[cfg(test)]
mod tests;
