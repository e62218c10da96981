//! `tercet simulate`: many games and their statistics.

mod figures;

use tercet::game::Pick;
use tercet_app::{Seconds, Simulate as Request, Simulated, Whole};

use crate::arguments::DeckOptions;
use crate::choice::{file_of, named};
use crate::command::parts::{Estimating, Manner, Printed, Shared, Worked};
use crate::new_file::check_apart;
use crate::output::{counted, duration};
use crate::prelude::*;
use crate::table::grouped;
use crate::{input, quantity};

/// Play many games and collect statistics.
///
/// A game starts with START cards. After a set is taken, the layout is refilled to START cards; if
/// there is no set, V more cards are dealt. The game ends when the deck is empty and no set is
/// left. The results depend only on the deck, the start, the pick, the seed and the number of
/// games. Threads, parts and resumed checkpoints do not change them.
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
/// A file written by --output or --checkpoint is one line of JSON. The parts of a run can be
/// played on different machines, with the same --seed, and added up by 'tercet merge'.
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

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Plot the odds of a set by the cards left in the deck to this .svg file
    #[arg(long, value_name = "FILE", value_parser = file_of(&["svg"]))]
    pub(crate) plot: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shared: Shared,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

impl Command for Simulate {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Shared { output, overwrite, parts, .. } = &self.shared;
        if let Some(plot) = &self.plot {
            check_apart(plot, output.iter().chain(&parts.checkpoint).map(|path| &**path))?;
            overwrite.check(plot)?;
        }
        self.shared.run(&self.request()?, self.timeout, self.format, printer, |answer| match &self
            .plot
        {
            Some(plot) => overwrite.draw(plot, &figures::chart(answer)),
            None => Ok(()),
        })
    }

    fn estimate(&self) -> Result<Option<Estimating>> {
        self.shared.estimating(self.request()?, self.timeout, self.format)
    }
}

impl Simulate {
    fn request(&self) -> Result<Request> {
        Ok(Request {
            deck: input::deck(self.deck)?,
            start: self.start,
            pick: self.pick,
            games: self.games.map(Into::into),
            seed: self.seed.map(Into::into),
            ..Default::default()
        })
    }
}

impl Printed for Request {
    fn print(&self, answer: &Simulated, manner: Manner, printer: &mut Printer) -> Result<()> {
        match manner.look.format {
            Format::Text => {
                figures::print_heading(answer, printer)?;
                printer.lines(manner.lines)?;
                figures::print(answer, printer)
            }
            Format::Json => printer.answer::<Self>(answer),
            Format::Csv => figures::print_csv(answer, printer),
        }
    }

    fn history(worked: &Worked<Self>, answer: &Simulated) -> Option<String> {
        Some(history(answer, worked.earlier.games()))
    }
}

/// How the games were played, some of them earlier.
fn history(answer: &Simulated, earlier: u64) -> String {
    let games = answer.played.get::<u64>().unwrap_or_default() - earlier;
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

/// A count with its digits in groups of three.
pub(crate) fn digits(number: &Whole) -> String {
    grouped(number)
}
