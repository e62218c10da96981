//! `tercet simulate`: many games and what happens in them.

use std::fs::File;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tercet::Deck;
use tercet::game::{Rules, Simulation};
use tercet::solver::{Limit, Stop};

use crate::cli::{Format, Simulate};
use crate::interrupt::Interrupt;
use crate::output::{Printer, duration};
use crate::progress::{Progress, bar};
use crate::simulation::statistics::{Played, print_csv, print_json};
use crate::simulation::{Checkpoint, Shard, chart, tables, workers};
use crate::table::grouped;
use crate::{Outcome, atomic, input, say};

pub(crate) fn run(arguments: &Simulate, printer: &mut Printer) -> Result<Outcome> {
    let mut checkpoint = begin(arguments)?;
    let before = checkpoint.tally().games();
    let threads = arguments.threads.or_else(|| thread::available_parallelism().ok());
    let units = usize::try_from(checkpoint.simulation().units()).unwrap_or(usize::MAX);
    let most = NonZeroUsize::new(units).unwrap_or(NonZeroUsize::MIN);
    let threads = threads.map_or(NonZeroUsize::MIN, |threads| threads.min(most));
    let begin = Instant::now();
    let stopped =
        if checkpoint.is_complete() { None } else { play(arguments, &mut checkpoint, threads)? };
    let time = begin.elapsed();

    // Whatever becomes of the file, the statistics are shown.
    let written = match (&arguments.out, &stopped) {
        (Some(out), None) => checkpoint.write(out).map(drop),
        _ => Ok(()),
    };
    let plot = arguments.plot.as_ref();
    let drawn = plot.map_or(Ok(()), |plot| plot.write(&chart::chart(&checkpoint)));
    let reason = stopped.map(|stop| stop.to_string());
    let end = reason.as_deref().map(|reason| end(arguments, &checkpoint, reason));
    match arguments.format {
        Format::Text => {
            tables::print_heading(&checkpoint, printer)?;
            printer.line(history(&checkpoint, before, threads, time))?;
            for line in end.iter().flatten() {
                printer.line(line)?;
            }
            tables::print(&checkpoint, printer)?;
        }
        Format::Json => {
            let played = Played {
                stopped: reason.as_deref(),
                threads: Some(threads.get()),
                seconds: Some(time.as_secs_f64()),
            };
            print_json(&checkpoint, played, printer)?;
        }
        Format::Csv => print_csv(&checkpoint, printer)?,
    }
    if let (Some(end), Format::Json | Format::Csv) = (&end, arguments.format) {
        say(&end.join("; "));
    }
    printer.finish()?;
    written?;
    drawn?;
    Ok(if reason.is_some() { Outcome::Stopped } else { Outcome::Yes })
}

/// Why it ended before the end, and how it could go on.
fn end(arguments: &Simulate, checkpoint: &Checkpoint, reason: &str) -> [String; 2] {
    let remedy = match &arguments.checkpoint {
        Some(file) => format!("the same command goes on from {}", file.display()),
        None => "with --checkpoint FILE it could go on".into(),
    };
    let games = grouped(checkpoint.tally().games().into());
    let all = grouped(checkpoint.all_games().into());
    [format!("stopped: {reason} after {games} of {all} games"), remedy]
}

/// What is to be played, as far as it was played already.
fn begin(arguments: &Simulate) -> Result<Checkpoint> {
    let deck = input::deck(arguments.deck)?;
    if let Some(path) = &arguments.checkpoint {
        atomic::check(path)?;
    }
    if let Some(plot) = &arguments.plot {
        let others = [&arguments.out, &arguments.checkpoint];
        if others.into_iter().flatten().any(|other| other == plot.path()) {
            let file = plot.path().display();
            bail!("{file}: the plot would take the place of the counts: name another file");
        }
        plot.check()?;
    }
    let saved = match &arguments.checkpoint {
        Some(path) if path.exists() => Some((path, Checkpoint::read(path)?)),
        _ => None,
    };
    let seed = arguments.seed.or(saved.as_ref().map(|(_, saved)| saved.simulation().seed()));
    let seed = input::seed(seed)?;
    let simulation = Simulation::new(
        deck,
        arguments.start.unwrap_or_else(|| Rules::classic(deck).start),
        arguments.pick,
        seed,
        arguments.games.unwrap_or_else(|| usual_games(deck)),
    )?;
    let planned = Checkpoint::new(simulation, arguments.shard.unwrap_or(Shard::WHOLE));
    if let Some(out) = &arguments.out {
        planned.check_out(out)?;
    }
    match saved {
        Some((path, saved)) => saved.check_same(path, &planned).map(|()| saved),
        None => Ok(planned),
    }
}

/// How many games are played where nobody says.
fn usual_games(deck: Deck) -> u64 {
    if deck == Deck::CLASSIC { 1_000_000 } else { 10_000 }
}

/// Plays what is open, and saves it again and again.
fn play(
    arguments: &Simulate,
    checkpoint: &mut Checkpoint,
    threads: NonZeroUsize,
) -> Result<Option<Stop>> {
    let interrupt = Interrupt::listen()?;
    let limit =
        arguments.timeout.map_or_else(Limit::none, Limit::timeout).or_flag(interrupt.flag());
    let mut saving = arguments.checkpoint.as_deref().map(Saving::begin);
    if let Some(saving) = &mut saving {
        saving.save(checkpoint)?;
    }
    let pace = Pace::begin(checkpoint);
    let progress = Progress::start(pace.status(checkpoint));
    let stopped = workers::play(checkpoint, threads, &limit, |checkpoint| {
        progress.say(|| pace.status(checkpoint));
        let saved = saving.as_mut().filter(|saving| saving.is_due());
        saved.map_or(Ok(()), |saving| saving.save(checkpoint)).inspect_err(|_| {
            // Nobody needs the units that are being played.
            interrupt.flag().store(true, Ordering::Relaxed);
        })
    })?;
    if let Some(saving) = &mut saving {
        saving.save(checkpoint)?;
    }
    interrupt.end_work();
    Ok(stopped)
}

/// When to save a checkpoint.
struct Saving<'a> {
    path: &'a Path,
    begin: Instant,
    last: Instant,
    cost: Duration,
    /// The last checkpoint, which is kept open so that no other run works on it.
    saved: Option<File>,
}

impl<'a> Saving<'a> {
    /// The shortest and the longest time between two checkpoints.
    const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

    fn begin(path: &'a Path) -> Self {
        let now = Instant::now();
        Self { path, begin: now, last: now, cost: Duration::ZERO, saved: None }
    }

    /// Whether a tenth of the work, or two seconds, could be lost, and saving takes far less.
    fn is_due(&self) -> bool {
        let [shortest, longest] = Self::PAUSES;
        let pause = (self.begin.elapsed() / 10).clamp(shortest, longest).max(20 * self.cost);
        self.last.elapsed() >= pause
    }

    fn save(&mut self, checkpoint: &Checkpoint) -> Result<()> {
        let begin = Instant::now();
        self.saved = Some(checkpoint.write(self.path)?);
        self.last = Instant::now();
        self.cost = self.last - begin;
        Ok(())
    }
}

/// How fast it goes, for those who watch.
struct Pace {
    begin: Instant,
    before: u64,
    all: u64,
}

impl Pace {
    fn begin(checkpoint: &Checkpoint) -> Self {
        let before = checkpoint.tally().games();
        Self { begin: Instant::now(), before, all: checkpoint.all_games() }
    }

    /// A bar, the games, their rate, and the time to go.
    fn status(&self, checkpoint: &Checkpoint) -> String {
        let games = checkpoint.tally().games();
        let filled = games as f64 / self.all as f64;
        let status = format!("{} {} games", bar(filled), short(games as f64));
        let rate = (games - self.before) as f64 / self.begin.elapsed().as_secs_f64();
        if games == self.before {
            return status;
        }
        let to_go = coarse((self.all - games) as f64 / rate);
        format!("{status}, {}/s, {to_go} to go", short(rate))
    }
}

/// A number with three digits that count.
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

/// A time, rounded up to the unit in which it is a small number.
fn coarse(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1.0, "s"), (60.0, "min"), (3600.0, "h"), (86400.0, "days")];
    let small = UNITS.into_iter().find(|(unit, _)| seconds <= 120.0 * unit);
    let (unit, name) = small.unwrap_or(UNITS[3]);
    format!("{:.0} {name}", (seconds / unit).ceil())
}

/// How it was played.
fn history(checkpoint: &Checkpoint, before: u64, threads: NonZeroUsize, time: Duration) -> String {
    let games = checkpoint.tally().games() - before;
    if games == 0 && before > 0 {
        return "all of them played before".into();
    }
    let earlier = match before {
        0 => String::new(),
        before => format!("{} games played before, the others ", grouped(before.into())),
    };
    let rate = games as f64 / time.as_secs_f64();
    let rate = if rate < 100.0 { format!("{rate:.2}") } else { grouped(rate as u128) };
    let threads = threads.get();
    let plural = if threads == 1 { "" } else { "s" };
    format!("{earlier}in {} with {threads} thread{plural}, {rate} games a second", duration(time))
}
