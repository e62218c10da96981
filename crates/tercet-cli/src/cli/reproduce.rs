//! The arguments of `tercet reproduce`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use tercet_lab::reproduce::Piece;

use super::at_least_one;

const REPRODUCE: &str = "\
The report is one page, report.html, that needs no network; beside it lie each chart as SVG and each \
figure's measurements as CSV. A figure that is named alone is in a page of its own name.

What is measured is kept in measured.jsonl as it comes, so whoever is interrupted or killed goes on \
with the same command: nothing is measured twice. Another seed, extent or number of threads takes \
another folder.

A full report takes an hour or two, a quick one with fewer points three minutes. Methods whose solver \
is missing are left out, and what the report cannot judge without them it calls open.";

/// Measure the figures and tables of the published texts anew, and write a report.
#[derive(Debug, Args)]
#[command(after_long_help = REPRODUCE, after_help = REPRODUCED)]
pub(crate) struct Reproduce {
    /// Which figures [default: all]
    #[arg(value_name = "FIGURE", value_parser = PossibleValuesParser::new(Piece::all().into_iter().map(Piece::id)))]
    pub(crate) figures: Vec<String>,

    /// Measure fewer points, fewer boards, and stop earlier
    #[arg(long)]
    pub(crate) quick: bool,

    /// The folder of the report, which is made if it is not there
    #[arg(short, long, value_name = "FOLDER", default_value = "tercet-report")]
    pub(crate) output: PathBuf,

    /// Write each chart as PNG, too
    #[arg(long)]
    pub(crate) png: bool,

    /// The seed of all boards and games [default: that of the folder, or 2026]
    #[arg(long, value_name = "SEED")]
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
