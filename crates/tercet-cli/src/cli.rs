//! The one definition of the command line, from which help, completions and man pages come.

mod caps;
mod deal;
mod export;
mod odds;
mod pack;
mod play;
mod race;
mod reduce;
mod reproduce;
mod simulate;

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Parser, Subcommand, ValueEnum};
use tercet::notation::Notation;
use tercet_models::Symmetry;
use tercet_models::portfolio::RACES;

pub(crate) use caps::{
    By, Caps, Extend as CapsExtend, Hand as CapsHand, Max as CapsMax, Question as CapsQuestion,
    Show as CapsShow, Sizes as CapsSizes,
};
pub(crate) use deal::Deal;
pub(crate) use export::{Export, ImportSolution};
pub(crate) use odds::{Distribution, Odds};
pub(crate) use pack::Pack;
pub(crate) use play::{Play, Verify};
pub(crate) use race::{Number, Numbers, Peer, Race};
pub(crate) use reduce::{Cover, Form, Generate, Graph, Hypergraph, Matching, Reduce, Reduction};
pub(crate) use reproduce::Reproduce;
pub(crate) use simulate::{Merge, Simulate};

use crate::plot::PlotFile;
use crate::{number, size};

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
    /// Show a set of a board card by card
    Hint(Hint),
    /// Deal a fair random board
    Deal(Deal),
    /// Play a whole game
    Play(Play),
    /// Check the record of a game
    Verify(Verify),
    /// Verify, extend and count hands without a set
    Caps(Caps),
    /// Find the most disjoint sets of a board
    Pack(Pack),
    /// Turn other problems into boards, and boards into other problems
    Reduce(Reduce),
    /// Write a board as a file for somebody else's solver
    Export(Export),
    /// Read what a solver found out about an export
    ImportSolution(ImportSolution),
    /// Show the table of methods and what each can do
    Methods(Methods),
    /// Let methods and other programs race on the same boards and games
    Race(Race),
    /// Measure the published figures anew, and write a report
    Reproduce(Reproduce),
    /// Answer the questions of a race, a line each
    Peer(Peer),
    /// Count the hands of a deck that hold a set, exactly
    Odds(Odds),
    /// Play many games and count what happens
    Simulate(Simulate),
    /// Add up the shards of a simulation
    Merge(Merge),
    /// Answer requests, each a line of JSON
    Ask(Ask),
    /// Print the JSON Schemas of requests and answers
    Schema {
        /// The name, as find.request or find.answer; without one, the names are listed
        name: Option<String>,
    },
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

/// The deck.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Deck {
    /// How many values a property has, and cards a set [default: 3]
    #[arg(short = 'v', long, value_name = "V", value_parser = number::parse::<usize>)]
    pub(crate) values: Option<usize>,

    /// How many properties a card has [default: 4]
    #[arg(short = 'p', long, value_name = "P", value_parser = number::parse::<usize>)]
    pub(crate) properties: Option<usize>,
}

/// The deck, where the cards alone do not tell.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct DeckOfCards {
    /// How many values a property has, and cards a set [default: 3]
    #[arg(short = 'v', long, value_name = "V", value_parser = number::parse::<usize>)]
    pub(crate) values: Option<usize>,

    /// How many properties a card has [default: 4, or as the cards show]
    #[arg(short = 'p', long, value_name = "P", value_parser = number::parse::<usize>)]
    pub(crate) properties: Option<usize>,
}

impl From<DeckOfCards> for Deck {
    fn from(DeckOfCards { values, properties }: DeckOfCards) -> Self {
        Self { values, properties }
    }
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

/// The file of a plot.
fn plots() -> impl TypedValueParser<Value = PlotFile> {
    PathBufValueParser::new().try_map(PlotFile::new)
}

fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    let number = number::at_least_one::<usize>(text)?;
    Ok(NonZeroUsize::new(number).expect("it is at least 1"))
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
    pub(crate) deck: DeckOfCards,
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

    #[command(flatten)]
    pub(crate) means: Means,

    /// Give up after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// The most threads at work at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// What the methods may use that is the same in a search and in a race.
#[derive(Debug, Args)]
pub(crate) struct Means {
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

    /// List a largest number of disjoint sets; 'tercet pack' tells more
    #[arg(long, conflicts_with_all = ["all", "count", "limit"])]
    pub(crate) disjoint: bool,

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

const STAGES: &str = "\
Stage 0 says whether there is a set, and how many where counting is quick. Each further stage shows \
one card more, and what is still needed besides. The set is the one that differs in the fewest \
properties, of several the first in layout order. With --holding it is one that contains the cards \
of these numbers, if there is such a set.";

/// Show a set of a board card by card.
#[derive(Debug, Args)]
#[command(after_long_help = STAGES, after_help = STATUS, allow_negative_numbers = true)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) source: Source,

    /// How many cards to show
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = number::parse::<usize>)]
    pub(crate) stage: usize,

    /// The numbers of the cards that you hold already, as in 3,7
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = number::parse::<usize>)]
    pub(crate) holding: Vec<usize>,

    /// Give up after this time: 100ms, 2s, 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

const LINES: &str = "\
A line holds a request: an object whose 'ask' names a question and whose other fields are those of \
its schema. Its answer is one line, too. Fields that are left out have the defaults of the command \
line, and an 'id' is repeated in the answer:

    {\"ask\": \"count\", \"board\": \"2RhO 1GsD 3PsS 2GhO 2PhO\", \"id\": 1}

'tercet schema' lists the schemas. A request that is wrong is answered by an object with the schema \
tercet.error/1; the next line is read nevertheless.";

/// Answer requests, each a line of JSON, until the input ends.
#[derive(Debug, Args)]
#[command(after_long_help = LINES, after_help = "Exit status: 0 all requests were answered, 1 some \
                        were not, 2 wrong input or a failure, 3 interrupted.")]
pub(crate) struct Ask {
    /// Read the requests from a file; '-' is standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
}

/// Show the table of methods and what each can do.
#[derive(Debug, Args)]
pub(crate) struct Methods {
    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
