//! The arguments that commands share.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use tercet::file::PartialDeck;
use tercet::solver::Options;
use tercet_app::{Seconds, one_board};
use tercet_models::process::usual_memory;
use tercet_models::{Models, Symmetry};

use crate::choice::{method_names, named};
use crate::new_file::Overwrite;
use crate::quantity;

pub(crate) const CARDS: &str = "\
A card is written with one digit or letter per property (0121, 3a07), or as numbers with commas \
(0,1,2,1). A card of the classic 81-card game can also be written as count (1-3), colour (R G P), \
shading (s)olid (h)atched (o)pen, and shape (O)val (D)iamond (S)quiggle: 2RhO is two red hatched \
ovals. Commas between cards do no harm.

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

pub(crate) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    let number = quantity::at_least_one::<usize>(text)?;
    Ok(NonZeroUsize::new(number).expect("it is at least 1"))
}

/// Where the cards come from.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// The cards, or a file of cards; if none are given, they are read from --input or standard input
    #[arg(value_name = "CARD", conflicts_with = "input")]
    pub(crate) cards: Vec<String>,

    /// Read the cards from this file; '-' is standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// The name of the board, if the file contains several
    #[arg(long, value_name = "NAME")]
    pub(crate) board: Option<String>,

    #[command(flatten)]
    pub(crate) deck: DeckOptions,
}

impl Source {
    /// The file of the cards: that of --input, or the only argument if it names a file and is not a card.
    pub(crate) fn path(&self) -> Option<&Path> {
        let DeckOptions { values, properties } = self.deck;
        let known = PartialDeck { values, properties };
        let is_file = |name: &str| {
            Path::new(name).is_file() && one_board(name.as_bytes(), known, None).is_err()
        };
        let named = || match &self.cards[..] {
            [name] if name != "-" && is_file(name) => Some(Path::new(name)),
            _ => None,
        };
        self.input.as_deref().or_else(named)
    }

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

/// The method of a search, and its limits.
#[derive(Debug, Args)]
pub(crate) struct SearchOptions {
    /// The method; see 'tercet methods' [default: hybrid]
    #[arg(short, long, value_name = "NAME", value_parser = method_names())]
    pub(crate) method: Option<String>,

    #[command(flatten)]
    pub(crate) means: Means,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Maximum number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// The resources of methods that are the same in a search and in a race.
#[derive(Debug, Args)]
pub(crate) struct Means {
    /// How models break the symmetry between the cards of a set
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

/// How the boards of a file are answered.
#[derive(Debug, Default, Clone, Args)]
pub(crate) struct Many {
    /// Of several boards, pass over the first N
    #[arg(long, value_name = "N", value_parser = quantity::number::<u64>)]
    pub(crate) skip: Option<u64>,

    /// Write the answers to all boards into this file, one line each, with --format json or csv; rerun the
    /// command to resume
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

impl SearchOptions {
    /// The same options in a request.
    pub(crate) fn request(&self) -> tercet_app::Search {
        tercet_app::Search {
            method: self.method.clone(),
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
        Options { memory: self.memory.unwrap_or_else(usual_memory), ..Options::default() }
    }

    /// The models with their options.
    pub(crate) fn models(&self) -> Models {
        let program = self.smt_solver.as_deref().map(Arc::from);
        Models { symmetry: self.symmetry, program }
    }
}
