//! The arguments of `tercet odds`.

use std::time::Duration;

use clap::{ArgGroup, Args, ValueEnum};
use tercet_app::Odds as Request;

use super::{Deck, Format, plots};
use crate::plot::PlotFile;
use crate::{number, size};

const ODDS: &str = "\
All numbers are exact: hands are counted up to the symmetries of the deck. Where that is out of reach \
(decks with v = 3 and more than 6 properties, others of more than 128 cards or 100000 sets, more classes than fit \
into --memory), hands are dealt instead, the output says so, and each probability has its 95 % confidence \
interval.

Odds are those of a set, to one. A hand is complete if there is a set whichever card is added.

In the formats for programs 'count' of 'hands' hold a set, or so many sets; 'kind' is exact or \
sampled, and only what is sampled has 'low' and 'high'.";

/// Count the hands of a deck that hold a set, or so many, exactly.
#[derive(Debug, Args)]
#[command(after_long_help = ODDS, allow_negative_numbers = true)]
#[command(group = ArgGroup::new("about").args(["distribution", "classes", "given", "second_round"]))]
pub(crate) struct Odds {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// How many cards the hands have [default: all numbers; for --distribution and
    /// --second-round v·p, or the whole of a smaller deck]
    #[arg(short = 'n', long, value_name = "K", value_parser = number::parse::<usize>)]
    pub(crate) cards: Option<usize>,

    /// The hands by a number that they hold
    #[arg(long, value_name = "WHAT")]
    pub(crate) distribution: Option<Distribution>,

    /// The hands without a set, and the complete ones, up to symmetry
    #[arg(long)]
    pub(crate) classes: bool,

    /// Given that M of the cards hold none, as in 9, or "9 of them hold none"
    #[arg(long, value_name = "M", value_parser = known)]
    pub(crate) given: Option<usize>,

    /// The second layout of a game: a set of the first was taken, and v cards dealt again (v = 3)
    #[arg(long)]
    pub(crate) second_round: bool,

    /// How many hands are dealt where exact numbers are out of reach; 0 deals none
    #[arg(long, value_name = "N", default_value_t = Request::SAMPLES.into(), value_parser = number::parse::<u64>)]
    pub(crate) samples: u64,

    /// The seed of hands that are dealt [default: a fresh one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Give up after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// The most memory for classes: 500MB, 2GB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = size::parse)]
    pub(crate) memory: usize,

    /// Draw the probabilities, or with --classes the classes, into a file that ends with .svg or .png
    #[arg(long, value_name = "FILE", value_parser = plots())]
    pub(crate) plot: Option<PlotFile>,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// What hands are told apart by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Distribution {
    /// The number of sets
    Sets,
    /// The largest number of disjoint sets
    Disjoint,
}

/// A number of cards that are known to hold no set.
fn known(condition: &str) -> Result<usize, String> {
    let known = condition.strip_suffix(" of them hold none").unwrap_or(condition);
    let known = number::parse(known.trim());
    known.map_err(|_| "it takes a number of cards, as 9, or \"9 of them hold none\"".into())
}
