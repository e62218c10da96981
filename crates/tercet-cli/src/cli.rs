//! The one definition of the command line, from which help, completions and man pages come.

mod ask;
mod caps;
mod deal;
mod export;
mod library;
mod many;
mod odds;
mod pack;
mod photo;
mod play;
mod proof;
mod quiz;
mod race;
mod reduce;
mod reproduce;
#[cfg(feature = "web")]
mod serve;
mod sheet;
mod show;
mod simulate;

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Parser, Subcommand, ValueEnum};
use tercet::notation::Notation;
use tercet::solver::Family;
use tercet_models::Symmetry;

pub(crate) use ask::Ask;
pub(crate) use caps::{
    By, Caps, Extend as CapsExtend, Hand as CapsHand, Max as CapsMax, Question as CapsQuestion,
    Show as CapsShow, Sizes as CapsSizes,
};
pub(crate) use deal::Deal;
pub(crate) use export::{Export, ImportSolution};
pub(crate) use library::Library;
pub(crate) use many::Many;
pub(crate) use odds::{Distribution, Odds};
pub(crate) use pack::Pack;
pub(crate) use photo::Photo;
pub(crate) use play::{Play, Verify};
pub(crate) use proof::Proof;
pub(crate) use quiz::Quiz;
pub(crate) use race::{Number, Numbers, Peer, PlotKind, Race};
pub(crate) use reduce::{Cover, Form, Generate, Graph, Hypergraph, Matching, Reduce, Reduction};
pub(crate) use reproduce::Reproduce;
#[cfg(feature = "web")]
pub(crate) use serve::Serve;
pub(crate) use sheet::{Level, PaperSize, Sheet};
pub(crate) use show::Show;
pub(crate) use simulate::{Merge, Simulate};

use crate::plot::PlotFile;
use crate::{number, size};

/// The workbench for the generalised game of SET.
///
/// A deck has v^p cards: p properties with v values each. A set consists of v cards that, in every
/// property, are all the same or all different. Without a command, an example is shown.
#[derive(Debug, Parser)]
#[command(name = "tercet", version, after_help = STATUS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// When to use colour
    #[arg(long, alias = "colour", global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

const STATUS: &str = "Exit status: 0 yes (a set was found), 1 no (there is none), \
                      2 invalid input or failure, 3 stopped by a limit.";

const CARDS: &str = "\
A card is written with one digit or letter per property (0121, 3a07), or as numbers with commas \
(0,1,2,1). A card of the classic 81-card game can also be written as count (1-3), colour (R G P), \
shading (s)olid (h)atched (o)pen, and shape (O)val (D)iamond (S)quiggle: 2RhO is two red hatched \
ovals.

A board file contains cards separated by white space. '#' starts a comment, a line 'deck V P' \
specifies the deck, and a line 'board NAME' starts a new board.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the sets of a board
    Find(Find),
    /// Draw a board without solving it
    Show(Show),
    /// Explain why cards are a set or not
    Explain(Explain),
    /// Reveal a set of a board card by card
    Hint(Hint),
    /// Deal a fair random board
    Deal(Deal),
    /// Print puzzles with their solutions, or a deck of cards to cut out
    Sheet(Sheet),
    /// Find sets in the terminal, against the clock
    Quiz(Quiz),
    /// Play a whole game
    Play(Play),
    /// Verify the record of a game, or a proof that a board has no set
    Verify(Verify),
    /// Write a proof that a board has no set in a format of the field
    Proof(Proof),
    /// Read the cards on a photograph of the table
    Photo(Photo),
    /// Verify, extend and count set-free hands (caps)
    Caps(Caps),
    /// Find a maximum number of disjoint sets
    Pack(Pack),
    /// Convert other problems to boards, and boards to other problems
    Reduce(Reduce),
    /// Export a board as input for another solver
    Export(Export),
    /// Read the solution of an exported board
    ImportSolution(ImportSolution),
    /// List the methods and what each can do
    Methods(Methods),
    /// Compare methods and other programs on the same boards or games
    Race(Race),
    /// Write a library of boards with answers, proofs and exports to a folder
    Library(Library),
    /// Reproduce the published figures and write a report
    Reproduce(Reproduce),
    /// Answer questions of a race, one per line
    Peer(Peer),
    /// Compute the odds that a hand holds a set
    Odds(Odds),
    /// Play many games and collect statistics
    Simulate(Simulate),
    /// Merge the shards of a simulation
    Merge(Merge),
    /// Answer requests, one line of JSON each
    Ask(Ask),
    /// Play, solve and learn in a browser
    #[cfg(feature = "web")]
    Serve(Serve),
    /// Print the JSON Schemas of requests and answers
    Schema {
        /// A name such as find.request or find.answer; without it, all names are listed
        name: Option<String>,
    },
    /// Print the completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page of tercet, or of a command
    Man {
        /// The command, such as 'reduce matching'
        command: Vec<String>,
    },
}

/// The deck.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Deck {
    /// Values per property, which is also the number of cards in a set [default: 3]
    #[arg(short = 'v', long, value_name = "V", value_parser = number::parse::<usize>)]
    pub(crate) values: Option<usize>,

    /// Properties per card [default: 4]
    #[arg(short = 'p', long, value_name = "P", value_parser = number::parse::<usize>)]
    pub(crate) properties: Option<usize>,
}

fn method_names() -> PossibleValuesParser {
    PossibleValuesParser::new(tercet_models::methods().iter().map(|method| method.name))
}

/// The names of the methods that can race.
fn members() -> impl TypedValueParser<Value = &'static str> {
    let able = || tercet_models::methods().iter().filter(|method| method.family != Family::Race);
    let names = move || able().map(|method| method.name);
    let able = PossibleValuesParser::new(names());
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
    /// The cards; if none are given, they are read from --input or standard input
    #[arg(value_name = "CARD", conflicts_with = "input")]
    pub(crate) cards: Vec<String>,

    /// Read the cards from this file; '-' is standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// The name of the board, if the file contains several; 'find', 'pack', 'explain' and 'hint' take all
    /// without it, or with 'all' ('=all' is a board of that name)
    #[arg(long, value_name = "NAME")]
    pub(crate) board: Option<String>,

    #[command(flatten)]
    pub(crate) deck: Deck,
}

impl Source {
    /// A board of a file.
    pub(crate) fn file(path: &Path, board: Option<&str>) -> Self {
        Self {
            cards: Vec::new(),
            input: Some(path.to_owned()),
            board: board.map(str::to_owned),
            deck: Deck::default(),
        }
    }
}

/// What searches, and for how long.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// The method; see 'tercet methods' [default: hybrid]
    #[arg(short, long, value_name = "NAME", value_parser = method_names())]
    pub(crate) method: Option<String>,

    /// The methods of a 'portfolio', such as cover,sat; implies --method portfolio
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = members())]
    pub(crate) methods: Vec<&'static str>,

    #[command(flatten)]
    pub(crate) means: Means,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// Maximum number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// What the methods may use that is the same in a search and in a race.
#[derive(Debug, Args)]
pub(crate) struct Means {
    /// Symmetry breaking in models that assign the cards of a set to slots
    #[arg(long, value_name = "ORDER", default_value = "rigid", value_parser = symmetries())]
    pub(crate) symmetry: Symmetry,

    #[arg(
        long,
        value_name = "COMMAND",
        help = "The command that starts the SMT-LIB 2 solver; words with spaces need '' or \"\" around \
                them, and a backslash has no special meaning [default: the environment variable \
                TERCET_SMT_SOLVER, else z3 or cvc5]"
    )]
    pub(crate) smt_solver: Option<String>,

    /// Memory limit for what a method stores, such as 500MB or 2GB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    pub(crate) memory: Option<usize>,
}

/// How the answer looks.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Look {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// Notation of cards [default: classic below pictures, else the shortest that fits the deck]
    #[arg(long, value_name = "NOTATION", value_parser = notations())]
    pub(crate) notation: Option<Notation>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Readable text
    Text,
    /// One JSON object
    Json,
    /// Comma-separated values with a header line
    Csv,
}

/// The format of counts, or of a list of classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ClassFormat {
    /// Readable text
    Text,
    /// One JSON object
    Json,
    /// Comma-separated values with a header line
    Csv,
    /// With --list, a file for the system GAP
    Gap,
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

    /// List all sets, in layout order
    #[arg(long)]
    pub(crate) all: bool,

    /// Count the sets without listing them
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub(crate) count: bool,

    /// List a maximum number of disjoint sets; see also 'tercet pack'
    #[arg(long, conflicts_with_all = ["all", "count", "limit"])]
    pub(crate) disjoint: bool,

    /// List only the first N sets, in layout order
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) limit: Option<NonZeroUsize>,

    /// Write a proof into this file if there is no set; 'tercet verify --proof' checks it. Of several
    /// boards, write the proof of each into this folder
    #[arg(long, value_name = "PATH", conflicts_with_all = ["all", "count", "disjoint", "limit", "symmetry", "smt_solver"])]
    pub(crate) proof: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) many: Many,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// Explain, property by property, why cards are a set or not.
#[derive(Debug, Args)]
#[command(after_long_help = CARDS, allow_negative_numbers = true)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) source: Source,

    #[command(flatten)]
    pub(crate) many: Many,

    #[command(flatten)]
    pub(crate) look: Look,
}

const STAGES: &str = "\
Stage 0 tells whether there is a set and, if counting is quick, how many there are. Each further \
stage reveals one more card and what the remaining cards must look like. Of several sets, the hint \
is about the one that differs in the fewest properties, then the first in layout order. With \
--holding, it is about a set that contains the held cards, if there is one.";

/// Reveal a set of a board card by card.
#[derive(Debug, Args)]
#[command(after_long_help = STAGES, after_help = STATUS, allow_negative_numbers = true)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) source: Source,

    #[command(flatten)]
    pub(crate) many: Many,

    /// The number of cards to reveal
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = number::parse::<usize>)]
    pub(crate) stage: usize,

    /// The numbers of the cards that you already hold, such as 3,7
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = number::parse::<usize>)]
    pub(crate) holding: Vec<usize>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// List the methods and what each can do.
#[derive(Debug, Args)]
pub(crate) struct Methods {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
