//! The arguments of questions about many boards.

use std::path::PathBuf;

use clap::Args;

use crate::new_file::Overwrite;
use crate::number;

/// How the boards of a file are answered.
#[derive(Debug, Default, Args)]
pub(crate) struct Many {
    /// Of several boards, pass over the first N
    #[arg(long, value_name = "N", conflicts_with = "cards", value_parser = number::parse::<u64>)]
    pub(crate) skip: Option<u64>,

    /// Write the answers to all boards into this file, one line each, with --format json or csv; rerun the
    /// command to resume
    #[arg(short, long, value_name = "FILE", conflicts_with = "cards")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}
