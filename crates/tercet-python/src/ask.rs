//! Every question, unchanged: JSON in, JSON out.

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
