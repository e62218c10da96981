//! The arguments that commands share.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;
use tercet::notation::Notation;
use tercet::solver::{Family, Options};
use tercet_app::Seconds;
use tercet_models::{Models, Symmetry};

use crate::command::FOUND;
use crate::new_file::Overwrite;
use crate::quantity;

/// The workbench for the generalised game of SET.
///
/// A deck has v^p cards: p properties with v values each. A set consists of v cards that, in every
/// property, are all the same or all different. Without a command, an example is shown.
#[derive(Debug, Args)]
#[command(version, after_help = FOUND)]
pub(crate) struct Cli {
    /// When to use colour
    #[arg(long, alias = "colour", global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

pub(crate) const CARDS: &str = "\
A card is written with one digit or letter per property (0121, 3a07), or as numbers with commas \
(0,1,2,1). A card of the classic 81-card game can also be written as count (1-3), colour (R G P), \
shading (s)olid (h)atched (o)pen, and shape (O)val (D)iamond (S)quiggle: 2RhO is two red hatched \
ovals.

A board file contains cards separated by white space. '#' starts a comment, a line 'deck V P' \
specifies the deck, and a line 'board NAME' starts a new board.";

/// The deck.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct DeckOptions {
    /// Values per property, which is also the number of cards in a set [default: 3]
    #[arg(short = 'v', long, value_name = "V", value_parser = quantity::number::<usize>)]
    pub(crate) values: Option<usize>,

    /// Properties per card [default: 4]
    #[arg(short = 'p', long, value_name = "P", value_parser = quantity::number::<usize>)]
    pub(crate) properties: Option<usize>,
}

pub(crate) fn method_names() -> PossibleValuesParser {
    PossibleValuesParser::new(tercet_models::methods().iter().map(|method| method.name))
}

/// The names of the methods that can race.
pub(crate) fn members() -> impl TypedValueParser<Value = &'static str> {
    let able = || tercet_models::methods().iter().filter(|method| method.family != Family::Race);
    let names = move || able().map(|method| method.name);
    // A list may have spaces around its commas.
    let spaced = |name: &str| [format!(" {name}"), format!("{name} "), format!(" {name} ")];
    let possible = names().map(|name| PossibleValue::new(name).aliases(spaced(name)));
    PossibleValuesParser::new(possible).map(move |chosen| {
        names().find(|name| *name == chosen.trim()).expect("a possible value is a name")
    })
}

/// Takes one of these values by its name in JSON, and describes each in the help.
pub(crate) fn described<T, const N: usize>(
    values: [(T, &'static str); N],
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Serialize + Send + Sync + 'static,
{
    let name = |value: T| json!(value).as_str().expect("the values have names").to_owned();
    let possible = values.map(|(value, help)| {
        let possible = PossibleValue::new(name(value));
        if help.is_empty() { possible } else { possible.help(help) }
    });
    PossibleValuesParser::new(possible).map(move |chosen| {
        let named = values.into_iter().find(|(value, _)| name(*value) == chosen);
        named.expect("a possible value is the name of one").0
    })
}

/// Takes one of these values by its name in JSON.
pub(crate) fn named<T, const N: usize>(values: [T; N]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Serialize + Send + Sync + 'static,
{
    described(values.map(|value| (value, "")))
}

/// Takes the name of a file that ends with one of these; "-" stands for standard output.
pub(crate) fn file_of(endings: &'static [&'static str]) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is = |ending: &&str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending));
        let is_standard = endings.contains(&"-") && path.as_os_str() == "-";
        if is_standard || endings.iter().any(is) {
            return Ok(path);
        }
        let endings = endings.iter().filter(|ending| **ending != "-");
        let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
        Err(format!("it takes the name of a file that ends with {}", endings.join(" or ")))
    })
}

pub(crate) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    let number = quantity::at_least_one::<usize>(text)?;
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
    pub(crate) deck: DeckOptions,
}

impl Source {
    /// A board of a file.
    pub(crate) fn file(path: &Path, board: Option<&str>) -> Self {
        Self {
            cards: Vec::new(),
            input: Some(path.to_owned()),
            board: board.map(str::to_owned),
            deck: DeckOptions::default(),
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
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Maximum number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// What the methods may use that is the same in a search and in a race.
#[derive(Debug, Args)]
pub(crate) struct Means {
    /// Symmetry breaking in models that assign the cards of a set to slots
    #[arg(long, value_name = "ORDER", default_value = "rigid", value_parser = named(Symmetry::ALL))]
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
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    pub(crate) memory: Option<usize>,
}

/// How the answer looks.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Look {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// Notation of cards [default: classic below pictures, else the shortest that fits the deck]
    #[arg(long, value_name = "NOTATION", value_parser = named(Notation::ALL))]
    pub(crate) notation: Option<Notation>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
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

/// How the boards of a file are answered.
#[derive(Debug, Default, Args)]
pub(crate) struct Many {
    /// Of several boards, pass over the first N
    #[arg(long, value_name = "N", conflicts_with = "cards", value_parser = quantity::number::<u64>)]
    pub(crate) skip: Option<u64>,

    /// Write the answers to all boards into this file, one line each, with --format json or csv; rerun the
    /// command to resume
    #[arg(short, long, value_name = "FILE", conflicts_with = "cards")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

impl Search {
    /// The same options in a request.
    pub(crate) fn request(&self) -> tercet_app::Search {
        tercet_app::Search {
            method: self.method.clone(),
            methods: self.methods.iter().copied().map(String::from).collect(),
            symmetry: self.means.symmetry,
            smt_solver: self.means.smt_solver.clone(),
            memory: self.means.memory,
            threads: self.threads,
            timeout: self.timeout,
        }
    }
}

impl Means {
    /// The options of the methods, on one thread.
    pub(crate) fn options(&self) -> Options {
        let usual = Options::default();
        Options { memory: self.memory.unwrap_or(usual.memory), ..usual }
    }

    /// The models with their options.
    pub(crate) fn models(&self) -> Models {
        let program = self.smt_solver.as_deref().map(Arc::from);
        Models { symmetry: self.symmetry, program, members: Vec::new() }
    }
}

/// The requested number of threads, else one per core.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}
