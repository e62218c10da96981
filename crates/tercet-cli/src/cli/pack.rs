//! The arguments of `tercet pack`.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{Look, Source};
use crate::size;

const PACKED: &str = "Exit status: 0 there are such sets, 1 there are none, 2 wrong input or a \
                      failure, 3 stopped by a limit, with the best that was found.";

/// Find the most disjoint sets of a board, with a proof that there are no more.
#[derive(Debug, Args)]
#[command(after_long_help = super::CARDS, after_help = PACKED, allow_negative_numbers = true)]
pub(crate) struct Pack {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Count the ways to split all cards into disjoint sets instead
    #[arg(long, alias = "count", conflicts_with_all = ["method", "notation"])]
    pub(crate) partitions: bool,

    /// Who packs
    #[arg(short, long, value_name = "NAME", default_value = "branch")]
    pub(crate) method: Packer,

    /// Give up after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// The most memory for the sets and what is remembered: 500MB, 2GB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    pub(crate) memory: Option<usize>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// What looks for the most disjoint sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Packer {
    /// Our own branch and bound
    Branch,
    /// The integer program of set packing, by branch and bound on linear programs
    Ip,
    /// The same integer program in `HiGHS`
    #[cfg(feature = "highs")]
    IpHighs,
    /// The sets in the order of the layout, each that is disjoint from those before; no proof
    Greedy,
}

impl Packer {
    /// The name, as --method takes it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Branch => "branch",
            Self::Ip => "ip",
            #[cfg(feature = "highs")]
            Self::IpHighs => "ip-highs",
            Self::Greedy => "greedy",
        }
    }
}
