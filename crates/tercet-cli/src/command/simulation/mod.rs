//! The parts that `simulate` and `merge` share: writing the counts and printing the answer.

pub(crate) mod chart;
mod csv;
pub(crate) mod tables;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
pub(crate) use csv::print_csv;
use tercet_app::{Checkpoint, Code, Error, Whole};

use crate::arguments::Format;
use crate::new_file::{Overwrite, REMEDY};
use crate::output::Printer;
use crate::table::grouped;

/// The destination of the counts.
pub(crate) enum Output<'a> {
    /// To standard output, instead of the report.
    Standard,
    /// To a file.
    File(&'a PathBuf),
}

impl<'a> Output<'a> {
    /// The output that an argument names; '-' is standard output.
    pub(crate) fn new(path: &'a PathBuf, format: Format) -> Result<Self> {
        if path != Path::new("-") {
            return Ok(Self::File(path));
        }
        if format != Format::Text {
            bail!("--output - prints the counts: leave out --format, or name a file");
        }
        Ok(Self::Standard)
    }

    pub(crate) fn is_standard(&self) -> bool {
        matches!(self, Self::Standard)
    }

    /// Checks that the counts can be written, before the games are played. A file with a part of
    /// these counts is overwritten in any case.
    pub(crate) fn check(&self, planned: &Checkpoint, overwrite: Overwrite) -> Result<()> {
        match self {
            Self::Standard => Ok(()),
            // Counts are replaced whole, which a pipe cannot be.
            Self::File(path) if overwrite.force => Ok(tercet_app::atomic::check(path)?),
            Self::File(path) => planned.check_output(path).map_err(|error| match error {
                Error { code: Code::OtherSimulation | Code::NotACheckpoint, .. } => {
                    anyhow::anyhow!("{error}: {REMEDY}")
                }
                error => error.into(),
            }),
        }
    }

    /// Writes the counts.
    pub(crate) fn write(&self, checkpoint: &Checkpoint, printer: &mut Printer) -> Result<()> {
        match self {
            Self::Standard => printer.raw(checkpoint.text().as_bytes()),
            Self::File(path) => Ok(checkpoint.write(path).map(drop)?),
        }
    }
}

/// A count with its digits in groups of three.
pub(crate) fn digits(number: &Whole) -> String {
    number.get().map_or_else(|| number.to_string(), grouped)
}
