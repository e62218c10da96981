//! The file of a proof, put together from parts.

use std::path::PathBuf;

use pyo3::prelude::*;
use tercet_app::atomic::Replacement;
use tercet_app::{Code, Error};
use tercet_proof::Writer;

use crate::board::Board;
use crate::error::raised;

/// The file of a proof that a board has no set, to which the parts of `Tasks.prove` are added in
/// their order. The file gets its name when it is finished; if it is closed before, it leaves
/// nothing behind.
#[pyclass(module = "tercet")]
pub(crate) struct ProofFile {
    path: PathBuf,
    writer: Option<Writer<Replacement>>,
}

impl ProofFile {
    fn failed(&self, error: &std::io::Error) -> PyErr {
        raised(Error::new(Code::File, format!("cannot write it: {error}")).of(&self.path))
    }

    fn closed() -> PyErr {
        raised(Error::new(Code::Conflict, "this file of a proof is closed"))
    }
}

#[pymethods]
impl ProofFile {
    #[new]
    fn new(board: &Bound<'_, Board>, path: PathBuf) -> PyResult<Self> {
        let board = board.get().now();
        tercet_app::check_provable(board.deck()).map_err(raised)?;
        let replacement = Replacement::begin(&path).map_err(raised)?;
        let mut file = Self { path, writer: None };
        let writer = Writer::new(&board, replacement).map_err(|error| file.failed(&error))?;
        file.writer = Some(writer);
        Ok(file)
    }

    fn add(&mut self, py: Python<'_>, part: &[u8]) -> PyResult<()> {
        let writer = self.writer.as_mut().ok_or_else(Self::closed)?;
        py.detach(|| writer.part(part)).map_err(|error| self.failed(&error))
    }

    /// Ends the proof, and gives the file its name.
    fn finish(&mut self, py: Python<'_>) -> PyResult<()> {
        let writer = self.writer.take().ok_or_else(Self::closed)?;
        let replacement = py.detach(|| writer.finish()).map_err(|error| self.failed(&error))?;
        py.detach(|| replacement.commit()).map(drop).map_err(raised)
    }

    fn close(&mut self) {
        self.writer = None;
    }
}
