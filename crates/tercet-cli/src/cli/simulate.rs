//! The arguments of `tercet simulate` and `tercet merge`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tercet::game::Pick;
use tercet_app::Shard;

use super::{Deck, Format, at_least_one, plots};
use crate::number;
use crate::plot::PlotFile;

const SIMULATION: &str = "\
A game: START cards are dealt; a set is taken, and what is missing from START dealt; without a set, \
V cards more are dealt; the end is when the deck is empty and no set is left. The numbers depend on the deck, the \
start, the pick, the seed and the number of games, and on nothing else: not on the threads, the \
shards, or on how often a checkpoint was resumed.

Intervals hold the true figure in 95 of 100 cases: Wilson's for shares and for odds of layouts with \
the same number of cards left in the deck, which are independent of each other; for odds by size, \
which mix layouts of one game, the ratio of two means over games.

The CSV is one table, a row a figure. 'count' of 'of' is, in the rows of\n  \
left     games that ended with so many cards; 'value' is their share\n  \
sets     sets, in all games; 'value' is their mean a game\n  \
largest  games whose largest layout had so many cards; 'value' is their share\n  \
sizes    layouts of so many cards that held a set, before the deck was empty;\n           \
'value' is the odds, to 1\n  \
layouts  layouts of so many cards that held a set, by the cards left in the deck\n\
and 'low' to 'high' is the interval of 'value'. Where every layout held a set there are no odds.

A file of --output or --checkpoint is one line of JSON. The shards of a run can be played on many \
machines, with the same --seed, and added up by 'tercet merge'.";

/// Play many games and count what happens: the cards left at the end, the sets of a game, the
/// largest layout, and the odds of a set by the size of the layout and the cards left in the deck.
#[derive(Debug, Args)]
#[command(after_long_help = SIMULATION, allow_negative_numbers = true)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// How many cards are dealt at first [default: v·p, or the whole of a smaller deck]
    #[arg(long, value_name = "N", value_parser = number::parse::<usize>)]
    pub(crate) start: Option<usize>,

    /// Which set is taken: each with the same probability, or the first in layout order
    #[arg(long, value_name = "PICK", default_value = "uniform", value_parser = picks_of_simulations())]
    pub(crate) pick: Pick,

    /// How many games, as 250000, 250k, 20M or 1G [default: 1M of (3,4), 10k of other decks]
    #[arg(short, long, value_name = "N", value_parser = number::at_least_one::<u64>)]
    pub(crate) games: Option<u64>,

    /// The seed that determines the games [default: that of the checkpoint, else a fresh one]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// The most threads at work at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Stop after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// Play part I of K of the games only
    #[arg(
        long,
        value_name = "I/K",
        requires = "seed",
        default_value = "1/1",
        hide_default_value = true
    )]
    pub(crate) shard: Shard,

    /// Write the counts to a file that 'tercet merge' reads; '-' is standard output, where they
    /// replace the report
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Draw the odds of a set by the cards left in the deck into a file that ends with .svg or .png
    #[arg(long, value_name = "FILE", value_parser = plots())]
    pub(crate) plot: Option<PlotFile>,

    /// Save the counts again and again, and go on from them if the file exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// Add up the shards of a simulation. Where some are missing, the figures are those of the rest.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Files that 'tercet simulate' or 'tercet merge' wrote; '-' is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Write the sums to a file of the same kind; '-' is standard output, where they replace the
    /// report
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// The policies that do not depend on a method.
fn picks_of_simulations() -> impl TypedValueParser<Value = Pick> {
    PossibleValuesParser::new([Pick::Uniform, Pick::First].map(Pick::name))
        .map(|name| name.parse().expect("a possible value is the name of a policy"))
}
