//! The arguments of `tercet deal`.

use std::num::NonZeroUsize;

use clap::Args;

use super::{Deck, Look, at_least_one};

/// Deal a fair random board, as a file that every command reads.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Deal {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// How many cards [default: v·p, or the whole of a smaller deck]
    #[arg(short = 'n', long = "cards", value_name = "N")]
    pub(crate) count: Option<usize>,

    /// The seed that determines the deal [default: a fresh one, which is printed]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// As many cards as make one set expected
    #[arg(long, conflicts_with = "count")]
    pub(crate) threshold: bool,

    /// Hide a random set among the cards; by chance there may be others
    #[arg(long)]
    pub(crate) planted: bool,

    /// Deal N times, from this seed on, and tell how often each card came
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["count", "threshold", "planted"],
        value_parser = at_least_one
    )]
    pub(crate) trials: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) look: Look,
}
