//! Errors of the engine as exceptions.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use serde::Serialize;
use tercet_app::{Answered, Code, Error};

/// The exception of an error: `Stopped` where a limit ended the work, a `RuntimeError` for a bug, else
/// `Error`, which is a `ValueError`.
#[allow(clippy::needless_pass_by_value, reason = "it is used as a function of errors")]
pub(crate) fn raised(error: Error) -> PyErr {
    if error.code == Code::Bug {
        return PyRuntimeError::new_err(error.message);
    }
    Python::attach(|py| exception(py, &error).unwrap_or_else(|failure| failure))
}

fn exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let code = object(py, &error.code)?;
    let instance = if error.code.is_stop() {
        static STOPPED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        STOPPED.import(py, "tercet._errors", "Stopped")?.call1((&error.message, code))?
    } else {
        static ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let place = error.place.map(|place| (place.line, place.column));
        let data = object(py, &error.data)?;
        let of = (&error.message, code, place, error.text.as_deref(), data);
        ERROR.import(py, "tercet._errors", "Error")?.call1(of)?
    };
    Ok(PyErr::from_value(instance))
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(format!("a bug: {error}")))
}

/// A value as Python's `json` reads it.
fn object<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json(value)?,))
}

/// The exception of any error that `tercet-app` knows.
pub(crate) fn refused(error: impl Into<Error>) -> PyErr {
    raised(error.into())
}

/// The exception of an argument that is out of its range.
pub(crate) fn out_of_range(message: impl Into<String>) -> PyErr {
    raised(Error::new(Code::OutOfRange, message))
}

/// The error of a limit that ended the work on a question.
pub(crate) fn ended(answer: &impl Answered) -> Result<(), Error> {
    match answer.reason() {
        None => Ok(()),
        Some(reason) => Err(Error::new(reason.code, reason.message.clone())),
    }
}
