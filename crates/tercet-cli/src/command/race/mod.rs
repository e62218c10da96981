//! `tercet race`: methods and other programs on the same boards and games.

pub(crate) mod arguments;
mod results;

use std::ops::ControlFlow;

use tercet_app::{Answered, Race as Request, Raced, Streamed, Whole};
use tercet_lab::figures::times::{Clock, Lines};
use tercet_plot::{Chart, Scale};
use tercet_race::score::{cactus, profile};
use tercet_race::{Entry, Event, Heat, Outcome as TrialOutcome, Race, Report};

use self::arguments::{PlotKind, Race as Arguments};
use crate::command::parts::{Estimating, InParts, Manner, Parts, Printed};
use crate::new_file::check_apart;
use crate::output::json_of;
use crate::prelude::*;
use crate::progress::Live;
use crate::remedy::at_place;
use crate::work::Interrupt;

impl Command for Arguments {
    fn estimate(&self) -> Result<Option<Estimating>> {
        let request = self.request()?;
        self.parts.estimating(request, self.output.is_some(), None, self.format)
    }

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let request = self.request()?;
        let Parts { part, checkpoint, .. } = &self.parts;
        // The file of a part may hold what was done of it.
        if let (Some(output), None) = (&self.output, part) {
            check_apart(output, checkpoint)?;
            self.overwrite.check(output)?;
        }
        if let Some(plot) = &self.plot {
            check_apart(plot, self.output.iter().chain(checkpoint))?;
            if self.plot_kind == PlotKind::Times && !request.field.is_line() {
                bail!(
                    "--plot: more than one of -v, -p, -n and --goal varies: let only one be a range"
                );
            }
            self.overwrite.check(plot)?;
        }
        if self.parts.are_asked() {
            return self.run_parts(&request, printer);
        }
        let interrupt = Interrupt::listen()?;
        let seed = request.seed.clone().unwrap_or_default();
        let is_text = self.format == Format::Text;
        let mut live = Live::new();
        // A closed pipe is noticed when the printer is finished.
        let mut show = |race: &Race, event: Event<'_>| match event {
            Event::Absent { method, missing } => {
                say!("{method} does not race: it {missing}");
            }
            Event::Begin if is_text => {
                let _ = heading(race, &seed, printer);
            }
            Event::Heat(heat) => live.draw(|width| state(race, heat, width)),
            Event::CourseDone(course) if is_text => {
                live.wipe();
                let _ = results::print(&race.course(course), printer);
            }
            Event::Begin | Event::CourseDone(_) => {}
        };
        let raced = request.ask_into(&interrupt.session(), &mut |(race, event)| {
            show(race, event);
            ControlFlow::Continue(())
        });
        interrupt.end_work();
        drop(live);
        let raced = raced.map_err(|error| match &self.input {
            // In the file of boards.
            Some(path) if error.place.is_some() => {
                at_place(error.into(), &path.display().to_string())
            }
            _ => error.into(),
        })?;
        let report = &raced.report;
        match self.format {
            Format::Text => results::print_scores(report, printer)?,
            Format::Json => printer.answer::<Request>(&raced)?,
            Format::Csv => printer.table(results::TRIALS, results::trials(report))?,
        }
        printer.finish()?;
        self.write(&raced)?;
        Ok(raced.status())
    }
}

impl Arguments {
    /// Runs a part of the race, or the whole with a checkpoint. One board is run at a time.
    fn run_parts(&self, request: &Request, printer: &mut Printer) -> Result<Outcome> {
        let output = self.output.clone().filter(|_| self.parts.part.is_some());
        for file in output.iter().chain(&self.parts.checkpoint) {
            check_apart(file, &self.input)?;
        }
        let (threads, parts) = (Some(NonZeroUsize::MIN), self.parts.clone());
        let in_parts = InParts { output, overwrite: self.overwrite, threads, parts };
        in_parts.run(request, None, self.format, printer, |raced| self.write(raced))
    }

    /// Writes the files of a race, and reports the contestants that failed.
    fn write(&self, raced: &Raced) -> Result<()> {
        if let Some(plot) = &self.plot {
            self.overwrite.draw(plot, &chart(self.plot_kind, &raced.report))?;
        }
        if let (Some(output), None) = (&self.output, self.parts.part) {
            self.overwrite.write(output, &json_of::<Request>(raced))?;
        }
        blame(&raced.report)
    }
}

impl Printed for Request {
    fn print(&self, answer: &Raced, manner: Manner, printer: &mut Printer) -> Result<()> {
        let rows = results::trials(&answer.report);
        manner.show::<Self>(answer, results::TRIALS, rows, printer, |printer| {
            let mut courses = answer.report.courses.iter();
            courses.try_for_each(|course| results::print(course, printer))?;
            results::print_scores(&answer.report, printer)
        })
    }
}

/// The number of contestants and their terms, in a line.
fn heading(race: &Race, seed: &Whole, printer: &mut Printer) -> Result<()> {
    let terms = race.terms;
    let contestants = counted(race.contestants.len(), "contestant");
    let threads = counted(terms.threads.get(), "thread");
    let each = if race.contestants.len() == 1 { "" } else { " each" };
    let timeout = quantity::span(terms.timeout);
    let heading = format!(
        "{contestants} with {threads}{each}, {timeout} per board or game, dealt with --seed {seed}"
    );
    printer.paragraph(&heading)?;
    printer.finish()
}

/// The chart of a race.
fn chart(kind: PlotKind, report: &Report) -> Chart {
    match kind {
        PlotKind::Times => {
            let lines = Lines::measured(&report.courses, Clock::Wall);
            lines.chart("Median times of a race", &report.axis, Scale::Linear)
        }
        PlotKind::Cactus => cactus(&report.scores),
        PlotKind::Profile => profile(&report.scores),
    }
}

/// The table of the current course, and the contestant at work.
fn state(race: &Race, heat: Heat, width: usize) -> Vec<String> {
    let mut lines = results::lines(&race.course(heat.course), width);
    let course = &race.courses[heat.course];
    let name = &race.contestants[heat.contestant].name;
    let (board, boards) = (heat.task + 1, course.tasks.len());
    let (number, all) = (heat.course + 1, race.courses.len());
    lines.push(format!(
        "{name}: {board} of {boards}, {} ({number} of {all}) … (Ctrl-C stops)",
        course.label
    ));
    lines
}

/// Reports the contestants that failed, each on a line; the last line is the error.
fn blame(report: &Report) -> Result<()> {
    let heats = report.heats();
    let failure = |(i, contestant): (usize, &Entry)| {
        let mine = heats.iter().filter(|heat| heat.contestant == i);
        let mut failed = mine.filter_map(|&heat| match &report.trial(heat)?.outcome {
            TrialOutcome::Failed { reason } => Some((heat, reason)),
            _ => None,
        });
        let (heat, reason) = failed.next()?;
        let times = match failed.count() {
            0 => String::new(),
            more => format!(" (the first of {} failures)", more + 1),
        };
        let label = &report.courses[heat.course].label;
        Some(format!("{} failed on {label}: {reason}{times}", contestant.name))
    };
    let failures: Vec<String> = report.contestants.iter().enumerate().filter_map(failure).collect();
    let Some((last, others)) = failures.split_last() else { return Ok(()) };
    for failure in others {
        say(failure);
    }
    bail!("{last}")
}
