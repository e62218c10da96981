//! The results of a race, for people and for programs.

use anyhow::Result;
use tercet_app::Whole;
use tercet_lab::race::{CourseReport, Race, Report, Trial};

use super::table;
use crate::output::{Printer, counted, width, wrapped};

/// The number of contestants and their terms, in a line.
pub(super) fn heading(race: &Race, seed: &Whole, printer: &mut Printer) -> Result<()> {
    let terms = race.terms();
    let contestants = counted(race.contestants().len(), "contestant");
    let threads = counted(terms.threads.get(), "thread");
    let each = if race.contestants().len() == 1 { "" } else { " each" };
    let timeout = humantime::format_duration(terms.timeout);
    let heading = format!(
        "{contestants} with {threads}{each}, {timeout} per board or game, dealt with --seed {seed}"
    );
    for line in wrapped(&heading, 0, width()) {
        printer.line(line)?;
    }
    printer.finish()
}

/// The table of a finished course.
pub(super) fn course(course: &CourseReport, printer: &mut Printer) -> Result<()> {
    let lines = table::lines(course, width());
    if !lines.is_empty() {
        printer.line("")?;
    }
    for line in lines {
        printer.line(line)?;
    }
    printer.finish()
}

/// The report as comma-separated values, a row per trial.
pub(super) fn csv(report: &Report, printer: &mut Printer) -> Result<()> {
    let sizes = ["size", "values", "properties", "cards", "sets", "task", "contestant", "answer"];
    printer.csv(sizes.into_iter().chain(Trial::HEADINGS))?;
    for heat in report.heats() {
        let Some(trial) = report.trial(heat) else { continue };
        let course = &report.courses[heat.course];
        let sizes = [
            course.label.clone(),
            course.deck.values().to_string(),
            course.deck.properties().to_string(),
            course.size.to_string(),
            course.goal.map_or(String::new(), |goal| goal.to_string()),
            (heat.task + 1).to_string(),
            report.contestants[heat.contestant].name.clone(),
            trial.outcome.name().to_owned(),
        ];
        printer.csv(sizes.into_iter().chain(trial.cells()))?;
    }
    Ok(())
}
