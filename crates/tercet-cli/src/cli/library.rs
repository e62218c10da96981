//! The arguments of `tercet library`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tercet_app::LibraryScale;

use super::{Format, at_least_one};
use crate::number;

const LIBRARY: &str = "\
The folder gets boards of five families: random boards at 0.5 to 2 times the threshold, matchings with and \
without a solution, boards of games, half and whole decks, and caps. Each has its answer; if it has no set \
and four values or more, a proof; and a file for each format of 'tercet export'. README.md describes all, \
manifest.csv lists the instances, and checksums.txt has the CRC-32 of each file.

The same version, seed and scale give the same files, byte for byte. A run that was interrupted is resumed \
by the same command. 'tercet race -i FOLDER/threshold.txt' races on a family.";

/// Write a library of boards with answers, proofs and exports to a folder.
#[derive(Debug, Args)]
#[command(after_long_help = LIBRARY, after_help = WRITTEN)]
pub(crate) struct Library {
    /// The folder: a new or empty one, or one with the same library
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,

    /// How many instances, and how large: small (3 MB), medium (25 MB), large (94 MB)
    #[arg(long, value_name = "SCALE", default_value = "small", value_parser = scales())]
    pub(crate) scale: LibraryScale,

    /// The random seed [default: that of the folder, else a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Maximum number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

const WRITTEN: &str = "Exit status: 0 the library is complete, 2 invalid input or failure, 3 stopped by a \
                       limit.";

fn scales() -> impl TypedValueParser<Value = LibraryScale> {
    PossibleValuesParser::new(LibraryScale::ALL.map(LibraryScale::name))
        .map(|name| name.parse().expect("a possible value is the name of a scale"))
}
