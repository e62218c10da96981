//! `tercet race`: methods and other programs on the same boards and games.

mod live;
mod print;
mod request;
mod table;

use anyhow::{Result, bail};
use tercet_app::{Answered, Race as Question};
use tercet_lab::figures::timed::{Clock, Data};
use tercet_lab::plot::Scale;
use tercet_lab::race::{Event, Heat, Outcome as Came, Race, Report};

use self::live::Live;
use crate::cli::{Format, Race as Arguments};
use crate::interrupt::Interrupt;
use crate::outcome::{Outcome, say};
use crate::output::Printer;

pub(crate) fn run(arguments: &Arguments, printer: &mut Printer) -> Result<Outcome> {
    let request = request::of(arguments)?;
    if let Some(plot) = &arguments.plot {
        if !request.field.is_line() {
            bail!("--plot: more than one of -v, -p, -n and --goal varies: let only one be a range");
        }
        plot.check()?;
    }
    let interrupt = Interrupt::listen()?;
    let seed = request.seed.clone().unwrap_or_default();
    let is_text = arguments.format == Format::Text;
    let mut live = Live::new();
    // A closed pipe is noticed when the printer is finished.
    let mut watch = |race: &Race, event: Event<'_>| match event {
        Event::Absent { method, missing } => say(&format!("{method} does not race: it {missing}")),
        Event::Begin if is_text => {
            let _ = print::heading(race, &seed, printer);
        }
        Event::Heat(heat) => live.draw(|width| state(race, heat, width)),
        Event::CourseDone(course) if is_text => {
            live.wipe();
            let _ = print::course(&race.course(course), printer);
        }
        Event::Begin | Event::CourseDone(_) => {}
    };
    let report = request.watch(&interrupt.session(), &mut watch);
    interrupt.end_work();
    drop(live);
    let report = report.map_err(|error| request::worded(error, arguments))?;
    match arguments.format {
        Format::Text => {}
        Format::Json => printer.answer::<Question>(&report)?,
        Format::Csv => print::csv(&report, printer)?,
    }
    printer.finish()?;
    if let Some(plot) = &arguments.plot {
        let data = Data::of(&report.courses, Clock::Wall);
        let title = "Median times of a race";
        plot.write(&data.chart(title, &report.axis, Scale::Linear, Clock::Wall))?;
    }
    blame(&report)?;
    Ok(report.status())
}

/// The table of the course that is under way, and the contestant at work.
fn state(race: &Race, heat: Heat, width: usize) -> Vec<String> {
    let mut lines = table::lines(&race.course(heat.course), width);
    let course = &race.courses()[heat.course];
    let name = &race.contestants()[heat.contestant].name;
    let (board, boards) = (heat.task + 1, course.tasks.len());
    let (number, all) = (heat.course + 1, race.courses().len());
    lines.push(format!(
        "{name}: {board} of {boards}, {} ({number} of {all}) … (Ctrl-C stops)",
        course.label
    ));
    lines
}

/// Reports the contestants that failed, each on a line; the last line is the error.
fn blame(report: &Report) -> Result<()> {
    let heats = report.heats();
    let mut failures = Vec::new();
    for (i, contestant) in report.contestants.iter().enumerate() {
        let mine = heats.iter().filter(|heat| heat.contestant == i);
        let mut failed = mine.filter_map(|&heat| match &report.trial(heat)?.outcome {
            Came::Failed { reason } => Some((heat, reason)),
            _ => None,
        });
        let Some((heat, reason)) = failed.next() else { continue };
        let times = match failed.count() {
            0 => String::new(),
            more => format!(" (the first of {} failures)", more + 1),
        };
        let label = &report.courses[heat.course].label;
        failures.push(format!("{}: {label}: it {reason}{times}", contestant.name));
    }
    let Some(last) = failures.pop() else { return Ok(()) };
    for failure in &failures {
        say(failure);
    }
    bail!("{last}")
}
