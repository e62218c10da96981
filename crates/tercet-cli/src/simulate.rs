//! `tercet simulate`: many games and their statistics.

use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use tercet_app::{Code, Error, Run, Saving, Seconds};

use crate::cli::{Format, Simulate};
use crate::input;
use crate::interrupt::Interrupt;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, duration};
use crate::progress::{Progress, bar};
use crate::simulation::{Output, chart, print_csv, tables};
use crate::table::grouped;

pub(crate) fn run(arguments: &Simulate, printer: &mut Printer) -> Result<Outcome> {
    let output = arguments.output.as_ref().map(|path| Output::new(path, arguments.format));
    let output = output.transpose()?;
    let run = play(arguments, output.as_ref())?;
    let answer = run.answer();

    // The statistics are shown even if writing the files fails.
    let written = match &output {
        Some(output) if run.stopped.is_none() => output.write(&run.checkpoint, printer),
        _ => Ok(()),
    };
    let drawn = match &arguments.plot {
        Some(plot) => plot.write(&chart::chart(&answer), arguments.overwrite),
        None => Ok(()),
    };
    let end = run.stopped.as_ref().map(|reason| end(arguments, &run, &reason.message));
    let reports = !output.is_some_and(|output| output.is_standard());
    match arguments.format {
        Format::Text if !reports => {}
        Format::Text => {
            tables::print_heading(&answer, printer)?;
            printer.line(history(&run))?;
            for line in end.iter().flatten() {
                printer.line(line)?;
            }
            tables::print(&answer, printer)?;
        }
        Format::Json => printer.answer::<tercet_app::Simulate>(&answer)?,
        Format::Csv => print_csv(&answer, printer)?,
    }
    if let Some(end) = &end
        && !(reports && arguments.format == Format::Text)
    {
        say(&end.join("; "));
    }
    printer.finish()?;
    written?;
    drawn?;
    Ok(if end.is_some() { Outcome::Stopped } else { Outcome::Yes })
}

/// Why the simulation ended early, and how to resume it.
fn end(arguments: &Simulate, run: &Run, reason: &str) -> [String; 2] {
    let remedy = match &arguments.checkpoint {
        Some(file) => format!("rerun the command to resume from {}", file.display()),
        None => "use --checkpoint FILE to be able to resume".into(),
    };
    let games = grouped(run.checkpoint.tally().games().into());
    let all = grouped(run.checkpoint.all_games().into());
    [format!("stopped: {reason} after {games} of {all} games"), remedy]
}

/// Plays the remaining games, and saves the state repeatedly.
fn play(arguments: &Simulate, output: Option<&Output>) -> Result<Run> {
    let deck = input::deck(arguments.deck)?;
    let saving = arguments.checkpoint.as_ref().map(|path| {
        if path.as_os_str() == "-" {
            bail!("--checkpoint -: a checkpoint is read and written: name a file");
        }
        Ok(Saving::begin(path.clone())?)
    });
    let (mut saving, resume) = saving.transpose()?.unzip();
    if let Some(plot) = &arguments.plot {
        let others = [&arguments.output, &arguments.checkpoint];
        if others.into_iter().flatten().any(|other| other == plot.path()) {
            let file = plot.path().display();
            bail!("{file}: the plot would overwrite the counts: name another file");
        }
        arguments.overwrite.check(plot.path())?;
    }
    let request = tercet_app::Simulate {
        deck,
        start: arguments.start,
        pick: arguments.pick,
        games: arguments.games.map(Into::into),
        seed: arguments.seed.map(Into::into),
        shard: arguments.shard,
        resume: resume.flatten(),
        checkpoint: false,
        threads: arguments.threads,
        timeout: arguments.timeout.map(Seconds),
    };
    let interrupt = Interrupt::listen()?;
    let begun =
        request.begin(&interrupt.session()).map_err(|error| match &arguments.checkpoint {
            Some(path) if error.code == Code::OtherSimulation => {
                anyhow!("{}: {error}: give the same options, or name another file", path.display())
            }
            _ => error.into(),
        })?;
    if let Some(output) = output {
        output.check(&begun, arguments.overwrite)?;
    }
    let pace = Pace::default();
    let (progress, session) =
        Progress::of(interrupt.session(), move |progress| pace.status(progress));
    let mut save = |checkpoint: &_| -> Result<(), Error> {
        saving.as_mut().map_or(Ok(()), |saving| saving.save_when_due(checkpoint))
    };
    let run = request.play(begun, &session, &mut save)?;
    drop(progress);
    if let Some(saving) = &mut saving {
        saving.save(&run.checkpoint)?;
    }
    interrupt.end_work();
    Ok(run)
}

/// The rate of the games.
#[derive(Default)]
struct Pace(Mutex<Option<(Instant, u64)>>);

impl Pace {
    /// A bar, the games, their rate, and the remaining time.
    fn status(&self, progress: &tercet_app::Progress) -> String {
        let (done, of) = (progress.done, progress.of.unwrap_or(progress.done));
        let status = format!("{} {} games", bar(done as f64 / of as f64), short(done as f64));
        // The first report comes before the first game.
        let mut begin = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (begin, before) = *begin.get_or_insert_with(|| (Instant::now(), done));
        let rate = (done - before) as f64 / begin.elapsed().as_secs_f64();
        if done == before {
            return status;
        }
        let to_go = coarse((of - done) as f64 / rate);
        format!("{status}, {}/s, {to_go} to go", short(rate))
    }
}

/// A number with three significant digits.
fn short(number: f64) -> String {
    let (number, unit) = match number {
        n if n >= 1e9 => (n / 1e9, "G"),
        n if n >= 1e6 => (n / 1e6, "M"),
        n if n >= 1e3 => (n / 1e3, "k"),
        n => return format!("{n:.0}"),
    };
    let decimals = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.decimals$}{unit}")
}

/// A time, rounded up, in a unit in which it is a small number.
fn coarse(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1.0, "s"), (60.0, "min"), (3600.0, "h"), (86400.0, "days")];
    let small = UNITS.into_iter().find(|(unit, _)| seconds <= 120.0 * unit);
    let (unit, name) = small.unwrap_or(UNITS[3]);
    format!("{:.0} {name}", (seconds / unit).ceil())
}

/// How the games were played.
fn history(run: &Run) -> String {
    let games = run.checkpoint.tally().games() - run.earlier;
    if games == 0 && run.earlier > 0 {
        return "all of them played before".into();
    }
    let earlier = match run.earlier {
        0 => String::new(),
        earlier => format!("{} games played before, the others ", grouped(earlier.into())),
    };
    let rate = games as f64 / run.seconds.0.as_secs_f64();
    let rate = if rate < 100.0 { format!("{rate:.2}") } else { grouped(rate as u128) };
    let threads = run.threads.get();
    let plural = if threads == 1 { "" } else { "s" };
    let time = duration(run.seconds.0);
    format!("{earlier}in {time} with {threads} thread{plural}, {rate} games a second")
}
