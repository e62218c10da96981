//! The arguments of `tercet play` and `tercet verify`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tercet::game::{Pick, Refill, Verifier};
use tercet_app::{Named, RuleBook};

use super::{Deck, Format, Look, Search};
use crate::number;

/// Play a whole game: deal, find a set, take it, deal again.
#[derive(Debug, Args)]
#[command(after_long_help = RULES, after_help = PLAYED, allow_negative_numbers = true)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// The rules, from which --start, --refill and --pick may differ
    /// [default: classic for (3,4), else thesis]
    #[arg(long, value_name = "RULES", value_parser = rule_books())]
    pub(crate) rules: Option<RuleBook>,

    /// How many cards are dealt at first [default: v·p, or the whole of a smaller deck]
    #[arg(long, value_name = "N", value_parser = number::parse::<usize>)]
    pub(crate) start: Option<usize>,

    /// What is dealt after a set
    #[arg(long, value_name = "REFILL", value_parser = refills())]
    pub(crate) refill: Option<Refill>,

    /// Which set of the board is taken
    #[arg(long, value_name = "PICK", value_parser = picks())]
    pub(crate) pick: Option<Pick>,

    /// Stop after so many sets [default: play to the end of the deck]
    #[arg(long, value_name = "N", value_parser = number::parse::<u64>)]
    pub(crate) goal: Option<u64>,

    /// The seed that determines the deals [default: a fresh one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) search: Search,

    /// Draw every step as it is played
    #[arg(long)]
    pub(crate) watch: bool,

    /// How long each step is shown [default: 1s on a terminal, else no time]
    #[arg(long, value_name = "TIME", requires = "watch", value_parser = crate::time::parse)]
    pub(crate) pause: Option<Duration>,

    /// Write the record of the game, which 'tercet verify' checks; '-' is standard output, where it
    /// replaces the report
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) look: Look,
}

const RULES: &str = "\
All games have this in common: cards are dealt; a set of the board is taken; where there is none, \
v more cards are dealt. A game ends after --goal sets, or when the deck is empty and no set is \
left.

classic: what is missing from the start is dealt after a set (up-to-start); each set of the board \
is taken with the same probability (uniform).
thesis:  v cards are dealt after each set (at-once); the method takes the set that it finds (found).

--refill at-once|delayed|up-to-start: v cards after each set; none while the board holds a set; as \
many as the board has fewer than at the start.
--pick found|first|uniform: the set that the method finds; the first in layout order; each with the \
same probability. The last two give the same game with every method.";

const PLAYED: &str = "Exit status: 0 the game was played, 1 it ended with fewer sets than --goal, \
                      2 wrong input or a failure, 3 stopped by a limit.";

fn rule_books() -> impl TypedValueParser<Value = RuleBook> {
    let named = |name: &str| RuleBook::VALUES.iter().copied().find(|book| book.name() == name);
    let help = |book: &RuleBook| match book {
        RuleBook::Classic => "The game in the shops",
        RuleBook::Thesis => "The game of Takeshita's thesis",
    };
    let values =
        RuleBook::VALUES.iter().map(|book| PossibleValue::new(book.name()).help(help(book)));
    PossibleValuesParser::new(values.collect::<Vec<_>>())
        .map(move |name| named(&name).expect("a possible value is the name of a book"))
}

fn refills() -> impl TypedValueParser<Value = Refill> {
    PossibleValuesParser::new(Refill::ALL.map(Refill::name))
        .map(|name| name.parse().expect("a possible value is the name of a refill"))
}

fn picks() -> impl TypedValueParser<Value = Pick> {
    PossibleValuesParser::new(Pick::ALL.map(Pick::name))
        .map(|name| name.parse().expect("a possible value is the name of a pick"))
}

/// Check the record of a game, which 'tercet play --log' has written.
///
/// Replays it with code of its own: every deal against the seed, every set against the rule and
/// the board, every claim that there is no set by an exhaustive search.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 the record is proved to be true, 2 it is false, or cannot be \
                        read, 3 not all of it was proved, within --effort or --timeout."
)]
pub(crate) struct Verify {
    /// The record; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Give an exhaustive search up after so many steps, and say so
    #[arg(long, value_name = "STEPS", default_value_t = Verifier::EFFORT, value_parser = number::parse::<u64>)]
    pub(crate) effort: u64,

    /// Give up after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
