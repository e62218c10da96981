//! `tercet race`: methods and other programs on the same boards and games.

mod courses;
mod live;
mod print;
mod table;

use std::env;

use anyhow::{Context, Result, bail};
use tercet::solver::{Limit, Stop};
use tercet_lab::figures::timed::{Clock, Data};
use tercet_lab::plot::Scale;
use tercet_lab::race::{Contestant, Course, Heat, Outcome as Came, Race, Terms};
use tercet_models::methods;

use self::live::Live;
use crate::cli::{Format, Race as Arguments};
use crate::interrupt::Interrupt;
use crate::output::Printer;
use crate::search::threads;
use crate::{Outcome, input, say};

pub(crate) fn run(arguments: &Arguments, printer: &mut Printer) -> Result<Outcome> {
    if arguments.timeout.is_zero() {
        bail!("--timeout 0s: it takes a time over 0");
    }
    let seed = input::seed(arguments.seed)?;
    let (courses, axis) = courses::courses(arguments, seed)?;
    if let Some(plot) = &arguments.plot {
        if !courses.is_sorted_by(|one, other| one.x < other.x) {
            bail!("--plot: more than one of -v, -p, -n and --sets varies: let only one be a range");
        }
        plot.check()?;
    }
    let contestants = contestants(arguments, &courses)?;
    let terms = Terms {
        timeout: arguments.timeout,
        threads: threads(arguments.threads),
        again: arguments.again,
    };
    let interrupt = Interrupt::listen()?;
    let limit = Limit::none().or_flag(interrupt.flag());
    let mut race = Race::new(contestants, courses, terms);
    if arguments.format == Format::Text {
        print::heading(&race, seed, printer)?;
    }
    let ended = drive(&mut race, &limit, arguments.format, printer);
    interrupt.end_work();
    if let Err(Stop::Failed(contradiction)) = &ended {
        bail!("{contradiction}");
    }
    let report = print::Report { race: &race, seed };
    match arguments.format {
        Format::Text => {}
        Format::Json => report.json(printer)?,
        Format::Csv => report.csv(printer)?,
    }
    printer.finish()?;
    if let Some(plot) = &arguments.plot {
        let data = Data::of(&race, Clock::Wall);
        plot.write(&data.chart("Median times of a race", &axis, Scale::Linear, Clock::Wall))?;
    }
    blame(&race)?;
    Ok(if ended.is_ok() { Outcome::Yes } else { Outcome::Stopped })
}

/// Runs all heats; prints each course for people as soon as it is over.
fn drive(
    race: &mut Race,
    limit: &Limit,
    format: Format,
    printer: &mut Printer,
) -> Result<(), Stop> {
    let mut live = Live::new();
    let heats = race.heats();
    let mut print = |race: &Race, course: usize, live: &mut Live| {
        if format == Format::Text {
            live.wipe();
            // A closed pipe is found out about where the printer is finished.
            let _ = print::course(race, course, printer);
        }
    };
    let mut ended = Ok(());
    let mut course = 0;
    for heat in heats {
        if heat.course != course {
            print(race, course, &mut live);
            course = heat.course;
        }
        if race.is_out(heat) {
            continue;
        }
        live.draw(|| state(race, heat));
        let ran = race.run(heat, limit).and_then(|trial| race.accept(heat, trial));
        if ran.is_err() {
            ended = ran;
            break;
        }
    }
    print(race, course, &mut live);
    ended
}

/// The table of the course that is under way, and who is at work.
fn state(race: &Race, heat: Heat) -> Vec<String> {
    let mut lines = table::lines(race, heat.course);
    let course = &race.courses()[heat.course];
    let name = &race.contestants()[heat.contestant].name;
    let (board, boards) = (heat.task + 1, course.tasks.len());
    let (number, all) = (heat.course + 1, race.courses().len());
    lines.push(format!(
        "{name} is at {board} of {boards}, {} ({number} of {all}) … (Ctrl-C stops)",
        course.label
    ));
    lines
}

/// Who races.
fn contestants(arguments: &Arguments, courses: &[Course]) -> Result<Vec<Contestant>> {
    let options = arguments.means.options();
    let tercet = env::current_exe().context("cannot find the program itself to start it")?;
    let ours = |method| Contestant::method(&tercet, method, &options);
    let is_able = |contestant: &Contestant| {
        courses.iter().flat_map(|course| &course.tasks).any(|task| contestant.is_able(task))
    };
    let (mut contestants, mut absent) = (Vec::new(), Vec::new());
    for method in methods() {
        let named =
            arguments.methods.as_ref().map(|names| names.iter().any(|name| name == method.name));
        if named == Some(false) {
            continue;
        }
        let contestant = ours(method);
        let missing = (method.missing)(&options);
        match (named, missing) {
            (Some(_), Some(missing)) => bail!("--methods {}: it {missing}", method.name),
            (Some(_), None) if !is_able(&contestant) => {
                let decks = method.decks;
                bail!("--methods {}: it cannot be asked that (it is for {decks})", method.name)
            }
            (None, Some(missing)) => {
                absent.push(format!("{} does not race: it {missing}", method.name));
            }
            (_, None) if is_able(&contestant) => contestants.push(contestant),
            _ => {}
        }
    }
    for file in &arguments.peer {
        contestants.push(Contestant::peer(file).context("--peer")?);
    }
    for (i, contestant) in contestants.iter().enumerate() {
        if contestants[..i].iter().any(|other| other.name == contestant.name) {
            let name = &contestant.name;
            bail!("two contestants are called {name}: give the file of one another name");
        }
    }
    if contestants.is_empty() {
        bail!("nobody races: name some with --methods, or --peer");
    }
    // Only now: who is refused is told one thing.
    for who in absent {
        say(&who);
    }
    Ok(contestants)
}

/// Says who failed, each in a line; the last line is the error.
fn blame(race: &Race) -> Result<()> {
    let mut failures = Vec::new();
    for (i, contestant) in race.contestants().iter().enumerate() {
        let failed = race.heats().into_iter().filter(|heat| heat.contestant == i);
        let failed = failed.filter_map(|heat| match race.trial(heat)?.outcome.clone() {
            Came::Failed { reason } => Some((heat, reason)),
            _ => None,
        });
        let failed: Vec<(Heat, String)> = failed.collect();
        if let Some((heat, what)) = failed.first() {
            let label = &race.courses()[heat.course].label;
            let times = match failed.len() {
                1 => String::new(),
                more => format!(" (the first of {more} failures)"),
            };
            failures.push(format!("{}: {label}: it {what}{times}", contestant.name));
        }
    }
    let Some(last) = failures.pop() else { return Ok(()) };
    for failure in &failures {
        say(failure);
    }
    bail!("{last}")
}
