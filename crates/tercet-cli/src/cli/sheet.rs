//! The arguments of `tercet sheet`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::{Deck, Look, at_least_one};
use crate::new_file::Overwrite;
use crate::number;

const DIFFICULTY: &str = "\
The more properties the cards of a set differ in, the harder it is to see. The difficulty of a board \
is the mean number of differing properties of its sets; each puzzle shows it as filled discs, one \
disc for each property. Unless the difficulty is 'mixed', 16 boards are dealt for each puzzle, and the \
puzzles are chosen among all of them.";

/// Print puzzles with their solutions, or a deck of cards to cut out.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[derive(Debug, Args)]
#[command(after_long_help = DIFFICULTY, allow_negative_numbers = true)]
pub(crate) struct Sheet {
    /// The file to write, .pdf or .svg; several SVG pages get numbers, as in sheet-1.svg; '-'
    /// prints the PDF on standard output
    #[arg(short, long, value_name = "FILE", value_parser = page_file())]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    #[command(flatten)]
    pub(crate) deck: Deck,

    /// The number of puzzles, at most 100
    #[arg(long, value_name = "N", default_value = "4", value_parser = at_least_one)]
    pub(crate) puzzles: NonZeroUsize,

    /// The number of cards of each board [default: v·p, or the whole deck if it is smaller]
    #[arg(short = 'n', long = "cards", value_name = "N", value_parser = number::parse::<usize>)]
    pub(crate) size: Option<usize>,

    /// Deal boards with exactly S sets [default: at least one set]
    #[arg(long, value_name = "S", value_parser = number::parse::<u128>)]
    pub(crate) sets: Option<u128>,

    /// How difficult the puzzles are
    #[arg(long, value_name = "LEVEL", default_value = "rising")]
    pub(crate) difficulty: Level,

    /// Print the cards of the deck to cut out, instead of puzzles
    #[arg(
        long,
        conflicts_with_all = [
            "puzzles", "size", "sets", "difficulty", "title", "no_solutions", "seed", "timeout",
        ]
    )]
    pub(crate) cut_out: bool,

    /// The size of the pages
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    pub(crate) paper: PaperSize,

    /// The title of the pages [default: Find the sets]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Leave out the pages of solutions
    #[arg(long)]
    pub(crate) no_solutions: bool,

    /// Print all in black, and show colours as frames, or as letters where frames are a property
    #[arg(long, visible_alias = "grey", visible_alias = "gray")]
    pub(crate) colourless: bool,

    /// Leave out the letters of the colours in the corners of the cards
    #[arg(long)]
    pub(crate) no_letters: bool,

    /// The random seed of the sheet [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit for the boards, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Level {
    /// From the easiest board to the hardest
    Rising,
    /// The easiest boards
    Easy,
    /// The hardest boards
    Hard,
    /// The boards as they are dealt
    Mixed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PaperSize {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

/// The name of a PDF or an SVG.
fn page_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let ends = |with: &str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(with));
        if ends("pdf") || ends("svg") || path.as_os_str() == "-" {
            Ok(path)
        } else {
            Err("it takes the name of a file that ends with .pdf or .svg")
        }
    })
}
