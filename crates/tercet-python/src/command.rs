//! The command `tercet`.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

/// Runs the command line, as the program `tercet`, and returns its exit status. The first argument
/// is the path of the running script, which races start again.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let program = arguments.first().map(PathBuf::from);
    py.detach(|| tercet_cli::run(&arguments, program))
}
