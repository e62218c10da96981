//! Every question as JSON, and the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_app::lines;

use crate::error::raised;
use crate::run::run;

/// Answers a request of `tercet ask`. The request is a line of JSON as bytes, and so is an answer
/// or an error.
#[pyfunction]
pub(crate) fn ask(py: Python<'_>, request: Vec<u8>) -> PyResult<Bound<'_, PyBytes>> {
    let reply = run(py, move |session| Ok(lines::answer(&request, session)))?;
    let reply = serde_json::to_vec(&reply).map_err(|error| {
        raised(tercet_app::Error::new(tercet_app::Code::Bug, format!("a bug: {error}")))
    })?;
    Ok(PyBytes::new(py, &reply))
}

/// The names of all methods that find sets.
#[pyfunction]
pub(crate) fn methods(py: Python<'_>) -> PyResult<Vec<String>> {
    use tercet::solver;
    use tercet_app::{Methods, Question};
    let table = run(py, |session| Methods::default().ask(session))?;
    Ok(table
        .methods
        .into_iter()
        .filter(|row| row.questions.contains(&solver::Question::Find))
        .map(|row| row.name)
        .collect())
}

/// Runs the command line, as the program `tercet`, and returns its exit status. The first argument
/// is the path of the running script, which races start again.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let program = arguments.first().map(PathBuf::from);
    py.detach(|| tercet_cli::run(&arguments, program))
}
