//! The arguments of `tercet photo`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};

use super::{Look, at_least_one};
use crate::new_file::Overwrite;

const READ: &str = "\
Reads the classic deck (81 cards) from JPEG, PNG and WebP files. A card is doubtful if its reading is \
not certain, or if something else is odd: a reflection, an edge that cuts it off, the same card twice. \
'no set' is only said of a board without doubts. On a terminal you are asked about each doubtful card, \
and, where cards may be missing even so, whether these are all.

A board file (--board) has a comment above each row with doubtful cards. Correct the cards, and give \
it to any command with --input.

A manifest (--score) is a table of files and labels, separated by tabs. Its first line names the \
columns; 'file' is relative to the folder of the manifest, 'labels' are the cards of the photograph in \
any order, with spaces between them. Lines that begin with '#' are comments.";

const STATUS: &str = "Exit status: 0 a set was found, 1 no set, 2 invalid input or failure, 3 no set among \
                      doubtful cards. Of several photographs, the highest counts. With --score: 0 done.";

/// Read the cards on a photograph of the table, and find their sets.
#[derive(Debug, Args)]
#[command(after_long_help = READ, after_help = STATUS)]
pub(crate) struct Photo {
    /// The photographs; '-' is standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["score", "by"], conflicts_with = "score")]
    pub(crate) files: Vec<PathBuf>,

    /// Draw the cards and sets on the photograph, as a PNG file; '-' is standard output
    #[arg(long, value_name = "OUT", value_parser = png(), conflicts_with = "score")]
    pub(crate) annotate: Option<PathBuf>,

    /// Write a board file, or with --board alone print it
    #[arg(
        long,
        value_name = "OUT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "-",
        conflicts_with = "score"
    )]
    pub(crate) board: Option<PathBuf>,

    /// Write a picture of each doubtful card into this folder, which holds none yet; with --force, other pictures stay in it
    #[arg(long, value_name = "DIR", conflicts_with = "score")]
    pub(crate) review: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Read the photographs of a manifest and compare them with their labels
    #[arg(long, value_name = "MANIFEST")]
    pub(crate) score: Option<PathBuf>,

    /// Score the values of this column of the manifest apart
    #[arg(long, value_name = "COLUMN")]
    pub(crate) by: Option<String>,

    /// How many photographs are read at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// The name of a PNG file.
fn png() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        if is_png || path.as_os_str() == "-" {
            Ok(path)
        } else {
            Err("it takes the name of a file that ends with .png")
        }
    })
}
