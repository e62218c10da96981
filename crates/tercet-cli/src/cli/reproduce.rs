//! The arguments of `tercet reproduce`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use tercet_lab::reproduce::Piece;

use super::at_least_one;
use crate::number;

const REPRODUCE: &str = "\
The report is one self-contained page, report.html. The folder also gets each chart as SVG and the \
measurements of each figure as CSV. If figures are named, the page has their names.

Measurements are stored in measured.jsonl as they are made. After an interruption, rerun the command to \
resume; nothing is measured twice. Another seed, extent or number of threads needs another folder.

A full report takes an hour or two; a quick one measures less and takes three minutes, and its verdicts \
are provisional. Methods whose solver is missing are left out; claims about them are open.";

/// Measure the figures and tables of the published texts anew, and write a report.
#[derive(Debug, Args)]
#[command(after_long_help = REPRODUCE, after_help = REPRODUCED)]
pub(crate) struct Reproduce {
    /// Which figures [default: all]
    #[arg(value_name = "FIGURE", value_parser = PossibleValuesParser::new(Piece::all().into_iter().map(Piece::id)))]
    pub(crate) figures: Vec<String>,

    /// Measure fewer sizes and boards, and stop methods earlier
    #[arg(long)]
    pub(crate) quick: bool,

    /// The folder of the report, created if it does not exist
    #[arg(short, long, value_name = "FOLDER", default_value = "tercet-report")]
    pub(crate) output: PathBuf,

    /// Also write each chart as PNG
    #[arg(long)]
    pub(crate) png: bool,

    /// The seed of all boards and games [default: that of the folder, or 2026]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// The threads that each method may use [default: one a core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// The command that starts the SMT-LIB 2 solver, as in 'tercet find'
    #[arg(long, value_name = "COMMAND")]
    pub(crate) smt_solver: Option<String>,
}

const REPRODUCED: &str = "Exit status: 0 the report is written, 2 wrong input or a failure, \
                          3 it was interrupted, and the same command goes on.";
