//! The arguments of `tercet proof`.

use std::path::PathBuf;
use std::time::Duration;

use crate::new_file::Overwrite;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tercet_proof::Format;

const FORMS: &str = "\
lrat:   clauses with hints, for the formula of 'tercet export --to dimacs'; checkers that are proved
        correct read it (cake_lpr, lrat-trim, ...).
drat:   the same clauses without hints (rate, drat-trim, ...).
veripb: version 3.0, for the problem of 'tercet export --to opb'.

The formula says what the board says only if the export is right; checkers/encode.py writes it again
from the rule alone.";

/// Write a proof that a board has no set in a format of the field.
#[derive(Debug, Args)]
#[command(after_long_help = FORMS)]
pub(crate) struct Proof {
    /// The proof, as 'tercet find --proof' writes it; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The file of the board; '-' is standard input
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) input: PathBuf,

    /// The name of the board, if its file contains several
    #[arg(long, value_name = "NAME")]
    pub(crate) board: Option<String>,

    /// The format
    #[arg(long, value_name = "FORM", value_parser = formats())]
    pub(crate) to: Format,

    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Write lrat and drat as text; the default is their binary form
    #[arg(long)]
    pub(crate) text: bool,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).map(|name| {
        let mut formats = Format::ALL.into_iter();
        formats.find(|format| format.name() == name).expect("a possible value is a name")
    })
}
