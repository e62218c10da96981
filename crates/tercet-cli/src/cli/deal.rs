//! The arguments of `tercet deal`.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use tercet_app::CardCount;

use super::{Deck, Look, at_least_one};
use crate::number;

/// Deal a fair random board, as a file that every command reads.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Deal {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// How many cards, at most 10000000, or 'threshold': as many as make one set expected
    /// [default: v·p, or the whole of a smaller deck]
    #[arg(short = 'n', long = "cards", value_name = "N", value_parser = count)]
    pub(crate) count: Option<CardCount>,

    /// The seed that determines the deal [default: a fresh one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Hide a random set among the cards; by chance there may be others
    #[arg(long)]
    pub(crate) planted: bool,

    /// Draw one of the boards without a set, each equally likely
    #[arg(long, group = "order", conflicts_with = "planted")]
    pub(crate) free: bool,

    /// Draw one of the boards with exactly S sets, each equally likely
    #[arg(long, value_name = "S", group = "order", conflicts_with = "planted", value_parser = number::parse::<u128>)]
    pub(crate) sets: Option<u128>,

    /// Give up on --free or --sets after this time: 100ms, 2s, 5m
    #[arg(
        long,
        value_name = "TIME",
        requires = "order",
        value_parser = crate::time::parse
    )]
    pub(crate) timeout: Option<Duration>,

    /// Deal N times, from this seed on, and tell how often each card came
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["count", "planted", "order"],
        value_parser = at_least_one
    )]
    pub(crate) trials: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) look: Look,
}

fn count(text: &str) -> Result<CardCount, String> {
    if text == "threshold" {
        return Ok(CardCount::Threshold);
    }
    let number = number::parse(text).map(CardCount::Number);
    number.map_err(|_| "it takes a number of cards, such as 12 or 1k, or 'threshold'".into())
}
