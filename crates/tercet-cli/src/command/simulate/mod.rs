//! `tercet simulate`: many games and their statistics.

mod figures;
pub(crate) mod merge;

use tercet::game::Pick;

use crate::command::prelude::*;
use crate::new_file::REMEDY;

/// Play many games and collect statistics.
///
/// A game starts with START cards. After a set is taken, the layout is refilled to START cards; if
/// there is no set, V more cards are dealt. The game ends when the deck is empty and no set is
/// left. The results depend only on the deck, the start, the pick, the seed and the number of
/// games. Threads, shards and resumed checkpoints do not change them.
///
/// Intervals are 95 % confidence intervals. Shares have Wilson intervals, and so have odds of
/// layouts with the same number of cards left in the deck, which are independent of each other.
/// Odds by size mix layouts of one game; their intervals are those of a ratio of two means over
/// games.
///
/// The CSV is one table with one number per row, in 'value', and its interval from 'low' to 'high'.
/// The column 'table' tells what 'count' out of 'of' means:
///   left     games that ended with this number of cards; 'value' is their share
///   sets     sets in all games; 'value' is the mean per game
///   largest  games whose largest layout had this number of cards;
///            'value' is their share
///   sizes    layouts with this number of cards that held a set, before the deck
///            was empty; 'value' is the odds, to one
///   layouts  the same by the number of cards left in the deck
/// If every layout held a set, there are no odds.
///
/// A file written by --output or --checkpoint is one line of JSON. The shards of a run can be
/// played on different machines, with the same --seed, and combined by 'tercet merge'.
///
/// Examples:
/// `tercet simulate --games 100k --seed 7`
/// `tercet simulate --games 1G --seed 7 --checkpoint run.json`
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The number of cards dealt at the start [default: v·p, or the whole deck if it is smaller]
    #[arg(long, value_name = "N", value_parser = quantity::number::<usize>)]
    pub(crate) start: Option<usize>,

    /// Which set is taken: a random one (uniform), or the first in layout order
    #[arg(long, value_name = "PICK", default_value = "uniform", value_parser = named([Pick::Uniform, Pick::First]))]
    pub(crate) pick: Pick,

    /// The number of games, such as 250000, 250k, 20M or 1G [default: 1M for (3,4), else 10k]
    #[arg(short, long, value_name = "N", value_parser = quantity::at_least_one::<u64>)]
    pub(crate) games: Option<u64>,

    /// The random seed of the games [default: the seed of the checkpoint, else a new one]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Maximum number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Play only part I of K of the games
    #[arg(
        long,
        value_name = "I/K",
        requires = "seed",
        default_value = "1/1",
        hide_default_value = true
    )]
    pub(crate) shard: Shard,

    /// Plot the odds of a set by the cards left in the deck to this .svg or .png file
    #[arg(long, value_name = "FILE", value_parser = file_of(CHARTS))]
    pub(crate) plot: Option<PathBuf>,

    /// Save the counts to this file regularly, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) counts: Counts,
}

impl Command for Simulate {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        self.counts.check_format()?;
        let Played { answer, checkpoint, earlier } = play(self)?;

        // The statistics are shown even if writing the files fails.
        let is_stopped = answer.reason.is_some();
        let written = if is_stopped { Ok(()) } else { self.counts.write(&checkpoint, printer) };
        let drawn = match &self.plot {
            Some(plot) => self.counts.overwrite.draw(plot, &figures::chart(&answer)),
            None => Ok(()),
        };
        let end = answer.reason.as_ref().map(|reason| end(self, &checkpoint, &reason.message));
        let mut lines = vec![history(&answer, checkpoint.tally().games(), earlier)];
        lines.extend(end.iter().flatten().cloned());
        if !self.counts.print::<tercet_app::Simulate>(&answer, lines, printer)?
            && let Some(end) = &end
        {
            say(&end.join("; "));
        }
        printer.finish()?;
        written?;
        drawn?;
        Ok(if is_stopped { Outcome::Stopped } else { Outcome::Yes })
    }
}

/// Why the simulation ended early, and how to resume it.
fn end(arguments: &Simulate, checkpoint: &Checkpoint, reason: &str) -> [String; 2] {
    let remedy = match &arguments.checkpoint {
        Some(file) => format!("rerun the command to resume from {}", file.display()),
        None => "use --checkpoint FILE to be able to resume".into(),
    };
    let games = grouped(checkpoint.tally().games());
    let all = grouped(checkpoint.all_games());
    [format!("stopped: {reason} after {games} of {all} games"), remedy]
}

/// A simulation that was played to its end, or to a limit.
struct Played {
    answer: Simulated,
    checkpoint: Checkpoint,
    /// The number of games that were played in earlier runs.
    earlier: u64,
}

/// Plays the remaining games, and saves the state repeatedly.
fn play(arguments: &Simulate) -> Result<Played> {
    let deck = input::deck(arguments.deck)?;
    let saving = arguments.checkpoint.as_ref().map(|path| {
        if path.as_os_str() == "-" {
            bail!("--checkpoint -: a checkpoint is read and written: name a file");
        }
        Ok(Saving::begin(path.clone())?)
    });
    let (mut saving, resume) = saving.transpose()?.unzip();
    if let Some(plot) = &arguments.plot {
        check_apart(plot, arguments.counts.output.iter().chain(&arguments.checkpoint))?;
        arguments.counts.overwrite.check(plot)?;
    }
    let request = tercet_app::Simulate {
        deck,
        start: arguments.start,
        pick: arguments.pick,
        games: arguments.games.map(Into::into),
        seed: arguments.seed.map(Into::into),
        shard: arguments.shard,
        resume: resume.flatten(),
        checkpoint: true,
        threads: arguments.threads,
        timeout: arguments.timeout,
    };
    let (at_work, session) = AtWork::begin()?;
    let (mut earlier, mut saved) = (None, Written::new());
    let answer = request.ask_into(&session, &mut |item| {
        let Item::Simulation(checkpoint) = item else { return ControlFlow::Continue(()) };
        // Nothing is saved before the files are known to be those of this simulation.
        let is_first = earlier.is_none();
        let checked = if is_first { arguments.counts.check(checkpoint) } else { Ok(()) };
        earlier.get_or_insert(checkpoint.tally().games());
        saved.goes_on(checked.and_then(|()| match &mut saving {
            Some(saving) => Ok(saving.save_when_due(checkpoint).map(|()| true)?),
            None => Ok(true),
        }))
    });
    saved.end()?;
    let mut answer = answer.map_err(|error| match &arguments.checkpoint {
        Some(path) if error.code == Code::OtherSimulation => {
            anyhow!("{}: {error}: give the same options, or name another file", path.display())
        }
        _ => error.into(),
    })?;
    let checkpoint = answer.checkpoint.take().context("the answer has its checkpoint")?;
    if let Some(saving) = &mut saving {
        saving.save(&checkpoint)?;
    }
    drop(at_work);
    Ok(Played { answer, checkpoint, earlier: earlier.unwrap_or_default() })
}

/// How the games were played, some of them earlier.
fn history(answer: &Simulated, games: u64, earlier: u64) -> String {
    let games = games - earlier;
    if games == 0 && earlier > 0 {
        return "all of them played before".into();
    }
    let before = match earlier {
        0 => String::new(),
        earlier => format!("{} games played before, the others ", grouped(earlier)),
    };
    let time = answer.seconds.unwrap_or_default().0;
    let rate = games as f64 / time.as_secs_f64();
    let rate = if rate < 100.0 { format!("{rate:.2}") } else { grouped(rate as u128) };
    let threads = counted(answer.threads.unwrap_or(1) as u128, "thread");
    format!("{before}in {} with {threads}, {rate} games a second", duration(time))
}

/// Where the counts go, and how the statistics look.
#[derive(Debug, Args)]
pub(crate) struct Counts {
    /// Write the counts to this file, for 'tercet merge'; '-' prints the counts instead of the report
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    overwrite: Overwrite,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

impl Counts {
    /// Whether the counts are printed instead of the report.
    fn are_printed(&self) -> bool {
        self.output.as_deref() == Some(Path::new("-"))
    }

    /// Refuses a format that the counts do not have.
    fn check_format(&self) -> Result<()> {
        if self.are_printed() && self.format != Format::Text {
            bail!("--output - prints the counts: leave out --format, or name a file");
        }
        Ok(())
    }

    /// Checks that the counts can be written, before the games are played. A file with a part of
    /// these counts is overwritten in any case.
    fn check(&self, planned: &Checkpoint) -> Result<()> {
        match &self.output {
            None => Ok(()),
            Some(_) if self.are_printed() => Ok(()),
            // Counts are replaced whole, which a pipe cannot be.
            Some(path) if self.overwrite.force => Ok(atomic::check(path)?),
            Some(path) => planned.check_output(path).map_err(|error| match error.code {
                Code::OtherSimulation | Code::NotACheckpoint => anyhow!("{error}: {REMEDY}"),
                _ => error.into(),
            }),
        }
    }

    /// Writes the counts.
    fn write(&self, checkpoint: &Checkpoint, printer: &mut Printer) -> Result<()> {
        match &self.output {
            None => Ok(()),
            Some(_) if self.are_printed() => printer.raw(checkpoint.text().as_bytes()),
            Some(path) => Ok(checkpoint.write(path).map(drop)?),
        }
    }

    /// Prints the statistics. Returns whether the lines of their history were printed, too.
    fn print<Q: Question<Answer = Simulated>>(
        &self,
        answer: &Simulated,
        history: Vec<String>,
        printer: &mut Printer,
    ) -> Result<bool> {
        match self.format {
            Format::Text if self.are_printed() => return Ok(false),
            Format::Text => {
                figures::print_heading(answer, printer)?;
                printer.lines(history)?;
                figures::print(answer, printer)?;
            }
            Format::Json => printer.answer::<Q>(answer)?,
            Format::Csv => figures::print_csv(answer, printer)?,
        }
        Ok(self.format == Format::Text)
    }
}

/// A count with its digits in groups of three.
pub(crate) fn digits(number: &Whole) -> String {
    grouped(number)
}
