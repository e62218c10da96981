//! The arguments of `tercet caps`.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use tercet::caps::CAPS;

use super::{ClassFormat, Deck, Look, Source};
use crate::{number, size};

/// Verify, extend and count set-free hands, which are called caps for three values.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub(crate) struct Caps {
    #[command(subcommand)]
    pub(crate) question: Question,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// Check whether a hand is set-free
    Verify(Hand),
    /// Check whether a set-free hand is complete, and list the cards that can be added
    Complete(Hand),
    /// Extend a set-free hand until it is complete
    Extend(Extend),
    /// Show the size of the largest set-free hand of a deck
    Max(Max),
    /// Compute the canonical form of a hand, and its symmetries
    Canonical(Hand),
    /// Show a large cap, of maximum size if it is known
    Show(Show),
    /// Count the complete caps of each size, or list classes of caps
    Sizes(Sizes),
}

const STATUS: &str = "Exit status: 0 yes, 1 no, 2 invalid input or failure, 3 stopped by a limit.";

/// A question about a hand.
#[derive(Debug, Args)]
#[command(after_long_help = super::CARDS, after_help = STATUS, allow_negative_numbers = true)]
pub(crate) struct Hand {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// Extend a set-free hand until it is complete, and print it as a board file.
///
/// With -v or -p and no cards, the search starts from the empty hand of that deck.
#[derive(Debug, Args)]
#[command(after_long_help = super::CARDS, after_help = STATUS, allow_negative_numbers = true)]
pub(crate) struct Extend {
    #[command(flatten)]
    pub(crate) source: Source,

    /// How to choose the cards to add
    #[arg(long, value_name = "HOW", default_value = "greedy")]
    pub(crate) by: By,

    /// The random seed [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m; 'best' uses all of it [default for 'best': 2s]
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum By {
    /// Add each card that fits, in ascending order
    Greedy,
    /// Add each card that fits, in random order
    Random,
    /// Search locally for a hand as large as possible within the time limit
    Best,
}

const PROOFS: &str = "\
The maximum is proved by Tercet for decks with one or two values or properties, and for (3,3), (3,4) \
and (4,3). For caps with p = 5 and 6, and for bounds beyond that, the literature is cited. If there \
is no built-in proof, a large hand is searched for until --timeout.

Exit status: 0 the maximum is known, 2 invalid input or failure, 3 only bounds are known.";

/// Show the size of the largest set-free hand of a deck, with its proof or source.
#[derive(Debug, Args)]
#[command(after_help = PROOFS, allow_negative_numbers = true)]
pub(crate) struct Max {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// The random seed of the search [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m; a search uses all of it [default for a search: 2s]
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

const SHOWN: &str = "\
Up to p = 6 no cap is larger. For p = 7 to 12 the maximum is not known, and the largest cap is shown \
for which a construction is built in; its source is named. Each cap is verified before it is printed.";

/// Show a large cap, verified, as a board file.
#[derive(Debug, Args)]
#[command(after_help = SHOWN)]
pub(crate) struct Show {
    /// The number of points
    #[arg(value_name = "POINTS", value_parser = sizes(), required_unless_present = "properties", conflicts_with = "properties")]
    pub(crate) points: Option<usize>,

    /// The number of properties, from 1 to 12
    #[arg(short = 'p', long, value_name = "P", value_parser = number::parse::<usize>)]
    pub(crate) properties: Option<usize>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

fn sizes() -> impl TypedValueParser<Value = usize> {
    PossibleValuesParser::new([
        "2", "4", "9", "20", "45", "112", "236", "512", "1082", "2432", "5280", "12928",
    ])
    .map(|points| {
        let named = CAPS.into_iter().find(|known| known.to_string() == points);
        named.expect("a possible value is the size of a cap")
    })
}

/// Count the caps of AG(p,3), and the complete ones, by size, for p up to 4; or list their classes.
///
/// A list is also made for other decks with few hands, for p = 5 and 6 with --cards, and of the
/// complete caps of AG(5,3) with --at-least 41 or more, from the largest down.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Sizes {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// List the classes up to symmetry: for each a cap with its stabiliser
    #[arg(long)]
    pub(crate) list: bool,

    /// List the classes of complete caps only
    #[arg(long, requires = "list")]
    pub(crate) complete: bool,

    /// List the classes of caps of K points only
    #[arg(short = 'n', long, value_name = "K", requires = "list", value_parser = number::parse::<usize>)]
    pub(crate) cards: Option<usize>,

    /// List the classes of caps of K points and more only
    #[arg(long, value_name = "K", requires = "list", conflicts_with = "cards", value_parser = number::parse::<usize>)]
    pub(crate) at_least: Option<usize>,

    /// Memory limit for a list, such as 500MB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = size::parse)]
    pub(crate) memory: usize,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ClassFormat,
}
