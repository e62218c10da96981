//! The arguments of `tercet play` and `tercet verify`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tercet::game::{Pick, Refill, Verifier};
use tercet_app::RuleBook;

use super::{Deck, Format, Look, Search};
use crate::new_file::Overwrite;
use crate::number;

/// Play a whole game: deal, find a set, take it, deal again.
#[derive(Debug, Args)]
#[command(after_long_help = RULES, after_help = PLAYED, allow_negative_numbers = true)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// The rules; --start, --refill and --pick override them
    /// [default: classic for (3,4), else thesis]
    #[arg(long, value_name = "RULES", value_parser = rule_books())]
    pub(crate) rules: Option<RuleBook>,

    /// The number of cards dealt at the start [default: v·p, or the whole deck if it is smaller]
    #[arg(long, value_name = "N", value_parser = number::parse::<usize>)]
    pub(crate) start: Option<usize>,

    /// When cards are dealt after a set was taken
    #[arg(long, value_name = "REFILL", value_parser = refills())]
    pub(crate) refill: Option<Refill>,

    /// Which set of the board is taken
    #[arg(long, value_name = "PICK", value_parser = picks())]
    pub(crate) pick: Option<Pick>,

    /// Stop after this number of sets [default: play to the end of the deck]
    #[arg(long, value_name = "N", value_parser = number::parse::<u64>)]
    pub(crate) goal: Option<u64>,

    /// The random seed of the deals [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) search: Search,

    /// Show every step as it is played
    #[arg(long)]
    pub(crate) watch: bool,

    /// How long to show each step [default: 1s on a terminal, else 0]
    #[arg(long, value_name = "TIME", requires = "watch", value_parser = crate::time::parse)]
    pub(crate) pause: Option<Duration>,

    /// Write the record of the game to this file, for 'tercet verify'; '-' prints the record instead
    /// of the report
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Write a proof for each board without a set into this folder, for 'tercet verify'
    #[arg(long, value_name = "FOLDER", requires = "log")]
    pub(crate) proof: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) look: Look,
}

const RULES: &str = "\
In every game cards are dealt and sets are taken from the board. If there is no set, v more cards are \
dealt. A game ends after --goal sets, or when the deck is empty and no set is left.

The rules:
  classic  --refill up-to-start --pick uniform, as in the game sold in shops
  thesis   --refill at-once --pick found, as in Takeshita's thesis

After a set is taken, --refill deals
  at-once      v cards
  delayed      no cards while the board holds a set
  up-to-start  as many cards as the board lacks compared to the start

--pick takes
  found    the set that the method finds
  first    the first set in layout order
  uniform  a random set, all equally likely
With first and uniform, every method plays the same game.";

const PLAYED: &str = "Exit status: 0 the game was played, 1 it ended before --goal was reached, \
                      2 invalid input or failure, 3 stopped by a limit.";

fn rule_books() -> impl TypedValueParser<Value = RuleBook> {
    let help = |book| match book {
        RuleBook::Classic => "The game as sold in shops",
        RuleBook::Thesis => "The game of Takeshita's thesis",
    };
    let values = RuleBook::ALL.map(|book| PossibleValue::new(book.name()).help(help(book)));
    PossibleValuesParser::new(values)
        .map(|name| name.parse().expect("a possible value is the name of a book"))
}

fn refills() -> impl TypedValueParser<Value = Refill> {
    PossibleValuesParser::new(Refill::ALL.map(Refill::name))
        .map(|name| name.parse().expect("a possible value is the name of a refill"))
}

fn picks() -> impl TypedValueParser<Value = Pick> {
    PossibleValuesParser::new(Pick::ALL.map(Pick::name))
        .map(|name| name.parse().expect("a possible value is the name of a pick"))
}

/// Verify the record of a game, as written by 'tercet play --log'.
///
/// The game is replayed by independent code: every deal is checked against the seed, every set
/// against the definition and the board, and every "no set" by an exhaustive search.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 the record is proved true, 2 it is false or unreadable, 3 not all \
                        of it was proved within --effort and --timeout. Of a proof without a record: 0 it is \
                        right, 1 it does not prove that this board has no set, 2 it is unreadable, 3 \
                        it was not checked within --timeout."
)]
pub(crate) struct Verify {
    /// The record; '-' is standard input
    #[arg(value_name = "FILE", required_unless_present = "proof")]
    pub(crate) file: Option<PathBuf>,

    /// With a record, the folder of its proofs, as 'tercet play --proof' writes them; else the proof that
    /// a board has no set, as 'tercet find --proof' writes it, or of several boards the folder
    #[arg(long, value_name = "PATH")]
    pub(crate) proof: Option<PathBuf>,

    /// The file of that board; '-' is standard input
    #[arg(
        short,
        long,
        value_name = "FILE",
        requires = "proof",
        conflicts_with = "file",
        default_value = "-"
    )]
    pub(crate) input: PathBuf,

    /// The name of the board, if its file contains several
    #[arg(long, value_name = "NAME", requires = "proof", conflicts_with = "file")]
    pub(crate) board: Option<String>,

    /// The maximum number of steps of each exhaustive search
    #[arg(long, value_name = "STEPS", default_value_t = Verifier::EFFORT, value_parser = number::parse::<u64>)]
    pub(crate) effort: u64,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
