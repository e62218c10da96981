//! Questions as numbered units that machines share.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_app::atomic::Replacement;
use tercet_app::parts::{self, Part, Parted, Partial, Saving, Sealed, Sum, write_proof};
use tercet_app::{Code, Error, Find, Prove, Session, Simulate};

use crate::arguments::Whole;
use crate::error::raised;
use crate::run::run;
use crate::sample::Sample;

/// The units of a question that are done, and the checkpoint in which they are saved, if there is one.
///
/// Workers call `work`, and the program that shares the units adds what it gets from them. `request` has the
/// fields of the question as JSON. The checkpoint is the file of `--checkpoint` on the command line.
#[pyclass(module = "tercet")]
pub(crate) struct Units(Box<dyn Shared>);

/// Works on some units: what they have yielded as JSON, and their data.
type Worker = Arc<dyn Fn(Range<u64>, &Session) -> Result<(String, Vec<u8>), Error> + Send + Sync>;

/// How many units there are, which are open, and the end of those that are needed if an answer is known.
type State = (u64, Vec<(u64, u64)>, Option<u64>);

/// The units of a question of any type.
trait Shared: Send + Sync {
    fn worker(&self) -> Worker;
    fn state(&self) -> State;
    fn add(&mut self, units: Range<u64>, yielded: &str, data: &[u8]) -> Result<(), Error>;
    fn text(&self) -> String;
    fn close(&mut self) -> Result<(), Error>;
}

struct Saved<Q: Parted>(Partial<Q>, Option<Saving>);

fn begin<Q: Parted>(
    request: &str,
    path: Option<&Path>,
    session: &Session,
) -> Result<Box<dyn Shared>, Error> {
    let question: Q = serde_json::from_str(request).map_err(|error| refused(&error))?;
    let (mut saving, earlier) = path.map(Saving::begin).transpose()?.unzip();
    let partial = Partial::resume(&question, Part::WHOLE, earlier.flatten(), session);
    let partial = partial.map_err(|error| match path {
        Some(path) if error.code == Code::OtherRun => error.of(path),
        _ => error,
    })?;
    if let Some(saving) = &mut saving {
        saving.save(&partial)?;
    }
    Ok(Box::new(Saved(partial, saving)))
}

fn refused(error: &serde_json::Error) -> Error {
    Error::new(Code::Request, error.to_string())
}

impl<Q: Parted> Shared for Saved<Q> {
    fn worker(&self) -> Worker {
        let work = Arc::clone(self.0.work());
        Arc::new(move |units, session| {
            let mut data = Vec::new();
            let yielded = parts::Units::work(&*work, units, &session.limit(None), &mut data)?;
            Ok((serde_json::to_string(&yielded).expect("what is saved is JSON"), data))
        })
    }

    fn state(&self) -> State {
        let open = self.0.open().into_iter().map(|units| (units.start, units.end)).collect();
        (self.0.all_units(), open, self.0.end())
    }

    fn add(&mut self, units: Range<u64>, yielded: &str, data: &[u8]) -> Result<(), Error> {
        let Self(partial, saving) = self;
        partial.add(units, serde_json::from_str(yielded).map_err(|error| refused(&error))?);
        saving.as_mut().map_or(Ok(()), |saving| saving.take(partial, data))
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn close(&mut self) -> Result<(), Error> {
        self.1.take().map_or(Ok(()), |mut saving| saving.save(&self.0))
    }
}

#[pymethods]
impl Units {
    #[new]
    #[pyo3(signature = (ask, request, checkpoint = None))]
    fn new(
        py: Python<'_>,
        ask: String,
        request: String,
        checkpoint: Option<PathBuf>,
    ) -> PyResult<Self> {
        let begun = run(py, move |session| {
            let begin = match &*ask {
                "find" => begin::<Find>,
                "prove" => begin::<Prove>,
                "sample" => begin::<Sample>,
                "simulate" => begin::<Simulate>,
                _ => return Err(Error::new(Code::Request, format!("{ask} has no units here"))),
            };
            begin(&request, checkpoint.as_deref(), session)
        });
        begun.map(Self)
    }

    /// How many units there are, which ranges are open, and the end of those that are needed if an answer
    /// is known.
    #[getter]
    fn state(&self) -> State {
        self.0.state()
    }

    /// Works on some units: what they yield, and their data.
    fn work<'py>(
        &self,
        py: Python<'py>,
        begin: Whole,
        end: Whole,
    ) -> PyResult<(String, Bound<'py, PyBytes>)> {
        let work = self.0.worker();
        let (yielded, data) = run(py, move |session| work(begin.0..end.0, session))?;
        Ok((yielded, PyBytes::new(py, &data)))
    }

    /// Adds what a block of units has yielded. Blocks with data are added in their order.
    fn add(
        &mut self,
        py: Python<'_>,
        begin: Whole,
        end: Whole,
        yielded: &str,
        data: &[u8],
    ) -> PyResult<()> {
        py.detach(|| self.0.add(begin.0..end.0, yielded, data)).map_err(raised)
    }

    /// What is done, as the content of a checkpoint.
    fn text(&self) -> String {
        self.0.text()
    }

    /// Saves what is done for the last time.
    fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.0.close()).map_err(raised)
    }
}

/// The file of a proof, which gets its name when it is finished. If it is closed before, nothing is left of it.
#[pyclass(module = "tercet")]
pub(crate) struct ProofFile(PathBuf, Option<Replacement>);

#[pymethods]
impl ProofFile {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let output = Replacement::begin(&path).map_err(raised)?;
        Ok(Self(path, Some(output)))
    }

    /// Writes the proof whose parts are in a checkpoint.
    fn finish(&mut self, py: Python<'_>, checkpoint: PathBuf) -> PyResult<()> {
        let Self(path, output) = self;
        let (path, output) = (path.clone(), output.take());
        run(py, move |_| {
            let closed = || Error::new(Code::Conflict, "this file of a proof is closed");
            let mut output = output.ok_or_else(closed)?;
            let name = checkpoint.display().to_string();
            let sum = Sum::<Prove>::of(vec![(name, Sealed::read(&checkpoint)?)])?;
            write_proof(&sum.partial, &sum.sources, &[checkpoint], (&path, &mut output))?;
            output.commit().map(drop)
        })
    }

    fn close(&mut self) {
        self.1 = None;
    }
}
