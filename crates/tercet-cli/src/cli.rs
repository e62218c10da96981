//! The one definition of the command line, from which help, completions and man pages come.

mod export;
mod reduce;

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Parser, Subcommand, ValueEnum};
use tercet::game::{Pick, Refill, Verifier};
use tercet::notation::Notation;
use tercet::solver::Symmetry;
use tercet_models::portfolio::RACES;

pub(crate) use export::{Export, ImportSolution};
pub(crate) use reduce::{Cover, Form, Generate, Graph, Hypergraph, Matching, Reduce, Reduction};

use crate::simulation::Shard;
use crate::size;

/// The workbench for the generalised game of SET.
///
/// A deck has v^p cards: p properties with v values each. A set is v cards that in every property
/// are all the same or all different. Without a command, shows the sets of a real table.
#[derive(Debug, Parser)]
#[command(name = "tercet", version, after_help = STATUS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// When to colour the output
    #[arg(long, alias = "colour", global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

const STATUS: &str = "Exit status: 0 yes (a set was found), 1 no (there is none), \
                      2 wrong input or a failure, 3 stopped by a limit.";

const CARDS: &str = "\
Cards are written in digits and letters, one a property (0121, 3a07); as numbers with commas \
(0,1,2,1); or, for the 81 cards of the game in the shops, as count 1-3, colour R G P, shading \
s(olid) h(atched) o(pen), shape O(val) D(iamond) S(quiggle): 2RhO is two red hatched ovals.

A board file holds cards separated by white space. '#' begins a comment; 'deck V P' names the deck; \
'board NAME' begins a board of its own.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the sets of a board
    Find(Find),
    /// Say why cards are a set, or why not
    Explain(Explain),
    /// Deal a fair random board
    Deal(Deal),
    /// Play a whole game
    Play(Play),
    /// Check the record of a game
    Verify(Verify),
    /// Turn other problems into boards, and boards into other problems
    Reduce(Reduce),
    /// Write a board as a file for somebody else's solver
    Export(Export),
    /// Read what a solver found out about an export
    ImportSolution(ImportSolution),
    /// Show the table of methods and what each can do
    Methods(Methods),
    /// Play many games and count what happens
    Simulate(Simulate),
    /// Add up the shards of a simulation
    Merge(Merge),
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page of tercet, or of a command
    Man {
        /// The command, as in 'man reduce matching'
        command: Vec<String>,
    },
}

/// The deck, where the cards alone do not tell.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Deck {
    /// How many values a property has, and cards a set [default: 3]
    #[arg(short = 'v', long, value_name = "V")]
    pub(crate) values: Option<usize>,

    /// How many properties a card has [default: as the cards show, else 4]
    #[arg(short = 'p', long, value_name = "P")]
    pub(crate) properties: Option<usize>,
}

fn method_names() -> PossibleValuesParser {
    PossibleValuesParser::new(tercet_models::methods().map(|method| method.name))
}

/// The names of the methods that can race.
fn members() -> impl TypedValueParser<Value = &'static str> {
    let names = || tercet_models::methods().map(|method| method.name);
    let able = PossibleValuesParser::new(names().filter(|name| !RACES.contains(name)));
    Trimmed(able).map(move |chosen| {
        names().find(|name| *name == chosen).expect("a possible value is a name")
    })
}

/// Takes values with white space around them, as they come in a list with ", " between them.
#[derive(Clone)]
struct Trimmed(PossibleValuesParser);

impl TypedValueParser for Trimmed {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let value = value.to_str().map_or(value, |value| OsStr::new(value.trim()));
        self.0.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

fn notations() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(Notation::ALL.map(Notation::name))
        .map(|name| name.parse().expect("a possible value is the name of a notation"))
}

fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(Symmetry::ALL.map(Symmetry::name))
        .map(|name| name.parse().expect("a possible value is the name of an order"))
}

fn at_least_one(number: &str) -> Result<NonZeroUsize, String> {
    number.parse().map_err(|_| "it takes a number from 1 up".into())
}

/// Where the cards come from.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// The cards; without any, they are read from --input or standard input
    #[arg(value_name = "CARD", conflicts_with = "input")]
    pub(crate) cards: Vec<String>,

    /// Read the cards from a file; '-' is standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// Which board of a file that holds several
    #[arg(long, value_name = "NAME")]
    pub(crate) board: Option<String>,

    #[command(flatten)]
    pub(crate) deck: Deck,
}

/// What searches, and for how long.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// The method; 'tercet methods' tells what each can do [default: hybrid]
    #[arg(short, long, value_name = "NAME", value_parser = method_names())]
    pub(crate) method: Option<String>,

    /// The methods that 'portfolio' lets race, as in cover,sat; implies --method portfolio
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = members())]
    pub(crate) methods: Vec<&'static str>,

    /// How a model that gives each card a slot orders the cards of a set
    #[arg(long, value_name = "ORDER", default_value = "rigid", value_parser = symmetries())]
    pub(crate) symmetry: Symmetry,

    #[arg(
        long,
        value_name = "COMMAND",
        help = "The command that starts the SMT-LIB 2 solver, with '' or \"\" around words that hold \
                spaces (a backslash is a letter) [default: that of the environment variable \
                TERCET_SMT_SOLVER, else z3 or cvc5]"
    )]
    pub(crate) smt_solver: Option<String>,

    /// Give up after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) timeout: Option<Duration>,

    /// The most threads at work at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// The most memory for what a method remembers: 500MB, 2GB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    pub(crate) memory: Option<usize>,
}

/// How the answer looks.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Look {
    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// How to write cards [default: classic under pictures, else the shortest that fits]
    #[arg(long, value_name = "NOTATION", value_parser = notations())]
    pub(crate) notation: Option<Notation>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// Comma-separated values under a line of headings
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Find a set of a board, all of them, or their number.
#[derive(Debug, Args)]
#[command(after_long_help = CARDS, after_help = STATUS, allow_negative_numbers = true)]
pub(crate) struct Find {
    #[command(flatten)]
    pub(crate) source: Source,

    /// List all sets, in the order of the layout
    #[arg(long)]
    pub(crate) all: bool,

    /// Count the sets without listing them
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub(crate) count: bool,

    /// List the first N sets only, in the order of --all
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) limit: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// Say, property by property, why cards are a set, or why not.
#[derive(Debug, Args)]
#[command(after_long_help = CARDS, allow_negative_numbers = true)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) source: Source,

    #[command(flatten)]
    pub(crate) look: Look,
}

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

/// Play a whole game: deal, find a set, take it, deal again.
#[derive(Debug, Args)]
#[command(after_long_help = RULES, after_help = PLAYED, allow_negative_numbers = true)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// The rules, from which --start, --refill and --pick may differ
    /// [default: classic for (3,4), else thesis]
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<RuleBook>,

    /// How many cards are dealt at first [default: v·p, or the whole of a smaller deck]
    #[arg(long, value_name = "N")]
    pub(crate) start: Option<usize>,

    /// What is dealt after a set
    #[arg(long, value_name = "REFILL", value_parser = refills())]
    pub(crate) refill: Option<Refill>,

    /// Which set of the board is taken
    #[arg(long, value_name = "PICK", value_parser = picks())]
    pub(crate) pick: Option<Pick>,

    /// Stop after so many sets [default: play to the end of the deck]
    #[arg(long, value_name = "N")]
    pub(crate) sets: Option<u64>,

    /// The seed that determines the deals [default: a fresh one, which is printed]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) search: Search,

    /// Draw every step as it is played
    #[arg(long)]
    pub(crate) watch: bool,

    /// How long each step is shown [default: 1s on a terminal, else no time]
    #[arg(long, value_name = "TIME", requires = "watch", value_parser = humantime::parse_duration)]
    pub(crate) pause: Option<Duration>,

    /// Write the record of the game, which 'tercet verify' checks
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) look: Look,
}

const RULES: &str = "\
All games have this in common: cards are dealt; a set of the board is taken; where there is none, \
v more cards are dealt. A game ends after --sets sets, or when the deck is empty and no set is \
left.

classic: what is missing from the start is dealt after a set (up-to-start); each set of the board \
is taken with the same probability (uniform).
thesis:  v cards are dealt after each set (at-once); the method takes the set that it finds (found).

--refill at-once|delayed|up-to-start: v cards after each set; none while the board holds a set; as \
many as the board has fewer than at the start.
--pick found|first|uniform: the set that the method finds; the first in layout order; each with the \
same probability. The last two give the same game with every method.";

const PLAYED: &str = "Exit status: 0 the game was played, 1 it ended with fewer sets than --sets, \
                      2 wrong input or a failure, 3 stopped by a limit.";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RuleBook {
    /// The game in the shops
    Classic,
    /// The game of Takeshita's thesis
    Thesis,
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
#[command(after_help = "Exit status: 0 the record is true, 2 it is not, or cannot be read, \
                        3 stopped by a limit.")]
pub(crate) struct Verify {
    /// The record; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Give an exhaustive search up after so many steps, and say so
    #[arg(long, value_name = "STEPS", default_value_t = Verifier::EFFORT)]
    pub(crate) effort: u64,

    /// Give up after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) timeout: Option<Duration>,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// Show the table of methods and what each can do.
#[derive(Debug, Args)]
pub(crate) struct Methods {
    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

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

A file of --out or --checkpoint is one line of JSON. The shards of a run can be played on many \
machines, with the same --seed, and added up by 'tercet merge'.";

/// Play many games and count what happens: the cards left at the end, the sets of a game, the
/// largest layout, and the odds of a set by the size of the layout and the cards left in the deck.
#[derive(Debug, Args)]
#[command(after_long_help = SIMULATION, allow_negative_numbers = true)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) deck: Deck,

    /// How many cards are dealt at first [default: v·p, or the whole of a smaller deck]
    #[arg(long, value_name = "N")]
    pub(crate) start: Option<usize>,

    /// Which set is taken: each with the same probability, or the first in layout order
    #[arg(long, value_name = "PICK", default_value = "uniform", value_parser = picks_of_simulations())]
    pub(crate) pick: Pick,

    /// How many games, as 250000, 250k, 20M or 1G [default: 1M of (3,4), 10k of other decks]
    #[arg(short, long, value_name = "N", value_parser = games)]
    pub(crate) games: Option<u64>,

    /// The seed that determines the games [default: that of the checkpoint, else a fresh one]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// The most threads at work at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Stop after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) timeout: Option<Duration>,

    /// Play part I of K of the games only
    #[arg(long, value_name = "I/K", requires = "seed")]
    pub(crate) shard: Option<Shard>,

    /// Write the counts to a file that 'tercet merge' reads
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Save the counts again and again, and go on from there if the file is there already
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// Add up the shards of a simulation. Where some are missing, the figures are those of the rest.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Files that 'tercet simulate' or 'tercet merge' wrote
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Write the sums to a file of the same kind
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// The policies that do not depend on a method.
fn picks_of_simulations() -> impl TypedValueParser<Value = Pick> {
    PossibleValuesParser::new([Pick::Uniform, Pick::First].map(Pick::name))
        .map(|name| name.parse().expect("a possible value is the name of a policy"))
}

/// A number of games: digits, and k, M or G for thousands, millions and milliards.
fn games(number: &str) -> Result<u64, String> {
    let (digits, unit) = match number.strip_suffix(['k', 'M', 'G']) {
        Some(digits) if number.ends_with('k') => (digits, 1_000),
        Some(digits) if number.ends_with('M') => (digits, 1_000_000),
        Some(digits) => (digits, 1_000_000_000),
        None => (number, 1),
    };
    let games = digits.parse().ok().and_then(|digits: u64| digits.checked_mul(unit));
    games.filter(|&games| games > 0).ok_or_else(|| "it takes a number from 1 up, as 250k".into())
}
