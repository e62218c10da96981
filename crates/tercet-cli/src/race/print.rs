//! What came of a race, for people and for programs.

use anyhow::Result;
use serde::Serialize;
use tercet_lab::race::protocol::Effort;
use tercet_lab::race::{Heat, Race, Spread, Task, Trial, Value};

use super::table;
use crate::output::{DeckJson, Printer, counted};

/// Who races on what terms, in a few lines.
pub(super) fn heading(race: &Race, seed: u64, printer: &mut Printer) -> Result<()> {
    let terms = race.terms();
    let contestants = counted(race.contestants().len() as u128, "contestant");
    let threads = counted(terms.threads.get() as u128, "thread");
    let timeout = humantime::format_duration(terms.timeout);
    printer.line(format_args!(
        "{contestants}, {threads} and {timeout} each for a board or game, dealt with --seed {seed}"
    ))?;
    printer.finish()
}

/// The table of a course that is over.
pub(super) fn course(race: &Race, course: usize, printer: &mut Printer) -> Result<()> {
    let lines = table::lines(race, course);
    if !lines.is_empty() {
        printer.line("")?;
    }
    for line in lines {
        printer.line(line)?;
    }
    printer.finish()
}

/// A race that has ended.
pub(super) struct Report<'a> {
    pub(super) race: &'a Race,
    pub(super) seed: u64,
}

#[derive(Serialize)]
struct Json<'a> {
    schema: &'static str,
    seed: u64,
    threads: usize,
    timeout: f64,
    contestants: Vec<Runner<'a>>,
    courses: Vec<CourseJson<'a>>,
}

#[derive(Serialize)]
struct Runner<'a> {
    name: &'a str,
    /// Who it said it is.
    solver: Option<String>,
}

#[derive(Serialize)]
struct CourseJson<'a> {
    label: &'a str,
    deck: DeckJson,
    cards: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    sets: Option<u64>,
    results: Vec<ResultJson<'a>>,
}

#[derive(Serialize)]
struct ResultJson<'a> {
    contestant: &'a str,
    seconds: Option<SpreadJson>,
    cpu: Option<SpreadJson>,
    memory: Option<u64>,
    effort: Option<Effort>,
    /// How many times as long as the fastest it took.
    ratio: Option<ValueJson>,
    dropped_out: bool,
    /// A trial a board, none where it was not asked.
    trials: Vec<Option<&'a Trial>>,
}

#[derive(Serialize)]
struct SpreadJson {
    low: ValueJson,
    median: ValueJson,
    high: ValueJson,
}

#[derive(Serialize)]
struct ValueJson {
    value: f64,
    at_least: bool,
}

impl From<Value> for ValueJson {
    fn from(Value { value, at_least }: Value) -> Self {
        Self { value, at_least }
    }
}

impl From<Spread> for SpreadJson {
    fn from(Spread { low, median, high }: Spread) -> Self {
        Self { low: low.into(), median: median.into(), high: high.into() }
    }
}

impl Report<'_> {
    pub(super) fn json(&self, printer: &mut Printer) -> Result<()> {
        let race = self.race;
        let runner = |(i, contestant): (usize, &'_ tercet_lab::race::Contestant)| {
            (i, contestant.name.clone(), race.solver(i))
        };
        let runners: Vec<_> = race.contestants().iter().enumerate().map(runner).collect();
        let courses = (0..race.courses().len()).map(|course| self.course(course)).collect();
        printer.json(&Json {
            schema: "tercet.race/1",
            seed: self.seed,
            threads: race.terms().threads.get(),
            timeout: race.terms().timeout.as_secs_f64(),
            contestants: runners
                .iter()
                .map(|(_, name, solver)| Runner { name, solver: solver.clone() })
                .collect(),
            courses,
        })
    }

    fn course(&self, course: usize) -> CourseJson<'_> {
        let race = self.race;
        let described = &race.courses()[course];
        let first = &described.tasks[0];
        let all: Vec<usize> = (0..race.contestants().len()).collect();
        let fastest = all
            .iter()
            .map(|&contestant| race.summary(course, contestant))
            .filter(|summary| summary.seconds.is_some_and(|seconds| !seconds.median.at_least))
            .min_by(|one, other| {
                let median = |spread: Option<Spread>| spread.map_or(0.0, |s| s.median.value);
                median(one.seconds).total_cmp(&median(other.seconds))
            });
        let result = |contestant: usize| {
            let summary = race.summary(course, contestant);
            let trial = |task| race.trial(Heat { course, task, contestant });
            ResultJson {
                contestant: &race.contestants()[contestant].name,
                ratio: fastest
                    .as_ref()
                    .and_then(|fastest| summary.ratio(fastest))
                    .map(ValueJson::from),
                seconds: summary.seconds.map(SpreadJson::from),
                cpu: summary.cpu.map(SpreadJson::from),
                memory: summary.memory,
                effort: summary.effort,
                dropped_out: race.has_dropped_out(course, contestant),
                trials: (0..described.tasks.len()).map(trial).collect(),
            }
        };
        CourseJson {
            label: &described.label,
            deck: first.deck().into(),
            cards: first.cards(),
            sets: sets(first),
            results: all.into_iter().map(result).collect(),
        }
    }

    pub(super) fn csv(&self, printer: &mut Printer) -> Result<()> {
        let sizes =
            ["size", "values", "properties", "cards", "sets", "task", "contestant", "answer"];
        printer.csv(sizes.into_iter().chain(Trial::HEADINGS))?;
        let race = self.race;
        for heat in race.heats() {
            let Some(trial) = race.trial(heat) else { continue };
            let course = &race.courses()[heat.course];
            let task = &course.tasks[heat.task];
            let deck = task.deck();
            let sizes = [
                course.label.clone(),
                deck.values().to_string(),
                deck.properties().to_string(),
                task.cards().to_string(),
                sets(task).map_or(String::new(), |sets| sets.to_string()),
                (heat.task + 1).to_string(),
                race.contestants()[heat.contestant].name.clone(),
                trial.outcome.name().to_owned(),
            ];
            printer.csv(sizes.into_iter().chain(trial.cells()))?;
        }
        Ok(())
    }
}

/// The sets of a game.
fn sets(task: &Task) -> Option<u64> {
    match task {
        Task::Board { .. } => None,
        Task::Game { rules, .. } => rules.sets,
    }
}
