//! The arguments of `tercet simulate` and `tercet merge`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tercet::game::Pick;
use tercet_app::Shard;

use super::{Deck, Format, at_least_one, plots};
use crate::new_file::Overwrite;
use crate::number;
use crate::plot::PlotFile;

const SIMULATION: &str = "\
A game starts with START cards. After a set is taken, the layout is refilled to START cards; if there \
is no set, V more cards are dealt. The game ends when the deck is empty and no set is left. The \
results depend only on the deck, the start, the pick, the seed and the number of games. Threads, \
shards and resumed checkpoints do not change them.

Intervals are 95 % confidence intervals. Shares have Wilson intervals, and so have odds of layouts \
with the same number of cards left in the deck, which are independent of each other. Odds by size mix \
layouts of one game; their intervals are those of a ratio of two means over games.

The CSV is one table with one number per row, in 'value', and its interval from 'low' to 'high'. The \
column 'table' tells what 'count' out of 'of' means:\n  \
left     games that ended with this number of cards; 'value' is their share\n  \
sets     sets in all games; 'value' is the mean per game\n  \
largest  games whose largest layout had this number of cards;\n           \
'value' is their share\n  \
sizes    layouts with this number of cards that held a set, before the deck\n           \
was empty; 'value' is the odds, to one\n  \
layouts  the same by the number of cards left in the deck\n\
If every layout held a set, there are no odds.

A file written by --output or --checkpoint is one line of JSON. The shards of a run can be played on \
different machines, with the same --seed, and combined by 'tercet merge'.";

/// Play many games and collect statistics: the cards left at the end, the sets per game, the
/// largest layout, and the odds of a set by the size of the layout and the cards left in the deck.
#[derive(Debug, Args)]
#[command(after_long_help = SIMULATION, allow_negative_numbers = true)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// The number of cards dealt at the start [default: v·p, or the whole deck if it is smaller]
    #[arg(long, value_name = "N", value_parser = number::parse::<usize>)]
    pub(crate) start: Option<usize>,

    /// Which set is taken: a random one (uniform), or the first in layout order
    #[arg(long, value_name = "PICK", default_value = "uniform", value_parser = picks_of_simulations())]
    pub(crate) pick: Pick,

    /// The number of games, such as 250000, 250k, 20M or 1G [default: 1M for (3,4), else 10k]
    #[arg(short, long, value_name = "N", value_parser = number::at_least_one::<u64>)]
    pub(crate) games: Option<u64>,

    /// The random seed of the games [default: the seed of the checkpoint, else a new one]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Maximum number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// Play only part I of K of the games
    #[arg(
        long,
        value_name = "I/K",
        requires = "seed",
        default_value = "1/1",
        hide_default_value = true
    )]
    pub(crate) shard: Shard,

    /// Write the counts to this file, for 'tercet merge'; '-' prints the counts instead of the report
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Plot the odds of a set by the cards left in the deck to this .svg or .png file
    #[arg(long, value_name = "FILE", value_parser = plots())]
    pub(crate) plot: Option<PlotFile>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Save the counts to this file regularly, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// Merge the shards of a simulation. If some are missing, the results are those of the others.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Files written by 'tercet simulate' or 'tercet merge'; '-' is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Write the merged counts to this file; '-' prints the counts instead of the report
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// The policies that do not depend on a method.
fn picks_of_simulations() -> impl TypedValueParser<Value = Pick> {
    PossibleValuesParser::new([Pick::Uniform, Pick::First].map(Pick::name))
        .map(|name| name.parse().expect("a possible value is the name of a policy"))
}
