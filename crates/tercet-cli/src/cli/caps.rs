//! The arguments of `tercet caps`.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use tercet::caps::constructions::CAPS;

use super::{Deck, Format, Look, Source};
use crate::number;

/// Hands without a set: caps, where sets are lines.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub(crate) struct Caps {
    #[command(subcommand)]
    pub(crate) question: Question,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// Is a hand set-free?
    Verify(Hand),
    /// Is a set-free hand complete, or which cards can be added?
    Complete(Hand),
    /// Make a set-free hand complete
    Extend(Extend),
    /// How many cards has the largest set-free hand of a deck?
    Max(Max),
    /// The canonical form of a hand under the affine maps, and its symmetries
    Canonical(Hand),
    /// Show a cap that is as large as any
    Show(Show),
    /// Count the complete caps of each size
    Sizes(Sizes),
}

const STATUS: &str = "Exit status: 0 yes, 1 no, 2 wrong input or a failure, 3 stopped by a limit.";

/// A question about a hand.
#[derive(Debug, Args)]
#[command(after_long_help = super::CARDS, after_help = STATUS, allow_negative_numbers = true)]
pub(crate) struct Hand {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Give up after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// Make a set-free hand complete, as a file that every command reads.
///
/// With -v or -p and no cards it begins with the empty hand of that deck.
#[derive(Debug, Args)]
#[command(after_long_help = super::CARDS, after_help = STATUS, allow_negative_numbers = true)]
pub(crate) struct Extend {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Which cards to add
    #[arg(long, value_name = "HOW", default_value = "greedy")]
    pub(crate) by: By,

    /// The seed that determines what is left to chance [default: a fresh one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Give up after this time; for 'best' search so long: 100ms, 2s, 5m [default for 'best': 2s]
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum By {
    /// Each card of the deck that has room, in ascending order
    Greedy,
    /// The same in a random order
    Random,
    /// Local search for the largest hand that can be found in the time
    Best,
}

const PROOFS: &str = "\
Proved here: all decks of one or two values or properties, (3,3), (3,4) and (4,3). Quoted from the \
literature: caps for p = 5 and 6, and bounds beyond. Where no proof is built in, a hand is sought for \
the time of --timeout. Exit status: 0 the largest size is known, 3 only bounds are known, 2 wrong \
input or a failure.";

/// How many cards has the largest set-free hand of a deck: proved, quoted, and found now.
#[derive(Debug, Args)]
#[command(after_help = PROOFS, allow_negative_numbers = true)]
pub(crate) struct Max {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// The seed of the search [default: a fresh one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Give up after this time; search so long: 100ms, 2s, 5m [default for the search: 2s]
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// Show a cap that is as large as any, verified, as a file that every command reads.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// How many points it has
    #[arg(value_name = "POINTS", value_parser = sizes())]
    pub(crate) points: usize,

    #[command(flatten)]
    pub(crate) look: Look,
}

fn sizes() -> impl TypedValueParser<Value = usize> {
    PossibleValuesParser::new(["2", "4", "9", "20", "45", "112"]).map(|points| {
        let named = CAPS.into_iter().find(|known| known.to_string() == points);
        named.expect("a possible value is the size of a cap")
    })
}

/// Count the caps of AG(p,3), and the complete ones, by size; p is at most 4.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Sizes {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// Give up after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
