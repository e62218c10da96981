//! The arguments of `tercet reproduce`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use tercet_lab::reproduce::Piece;

use super::at_least_one;
use crate::number;

const REPRODUCE: &str = "\
The report is one self-contained page, report.html. The folder also contains each chart as SVG and \
the measurements of each figure as CSV. If figures are selected, the page is named after them.

Measurements are stored in measured.jsonl as they are made. After an interruption, rerun the command \
to resume; nothing is measured twice. A different seed, extent or number of threads, or another \
version of a program, needs a different folder.

A full report takes an hour or two. A quick one takes one to three minutes, measures less, and its \
verdicts are provisional. Methods whose solver is missing are left out, and claims about them stay \
open. Claims about other solvers stay open unless their programs in peers/ are given with --peer.";

/// Reproduce the figures and tables of the published texts, and write a report.
#[derive(Debug, Args)]
#[command(after_long_help = REPRODUCE, after_help = REPRODUCED)]
pub(crate) struct Reproduce {
    /// The figures [default: all]
    #[arg(value_name = "FIGURE", value_parser = PossibleValuesParser::new(Piece::all().into_iter().map(Piece::id)))]
    pub(crate) figures: Vec<String>,

    /// Measure fewer sizes and boards, and stop methods earlier
    #[arg(long)]
    pub(crate) quick: bool,

    /// The folder of the report, created if necessary
    #[arg(short, long, value_name = "FOLDER", default_value = "tercet-report")]
    pub(crate) output: PathBuf,

    /// Also write each chart as PNG
    #[arg(long)]
    pub(crate) png: bool,

    /// The random seed of all boards and games [default: the seed of the folder, else 2026]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Maximum number of threads of each method [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// A program that races in the figures of all methods as well; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) peer: Vec<PathBuf>,

    /// The command that starts the SMT-LIB 2 solver; see 'tercet find --help'
    #[arg(long, value_name = "COMMAND")]
    pub(crate) smt_solver: Option<String>,
}

const REPRODUCED: &str = "Exit status: 0 the report is written, 2 invalid input or failure, \
                          3 interrupted; rerun the command to resume.";
