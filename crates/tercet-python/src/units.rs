//! Questions as numbered units that machines share.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use tercet::data::json;
use tercet_app::atomic::Replacement;
use tercet_app::run::{self, Journal, Part, Parted, Saving, Sealed, Sum};
use tercet_app::{Code, Error, Prove, Session};

use crate::arguments::Whole;
use crate::error::raised;
use crate::run::run as run_in_thread;

/// The units of a question that are done, and the checkpoint in which they are saved, if there is one.
///
/// Workers call `work`, and the program that shares the units adds what it gets from them, in their order. `request`
/// has the fields of the question as JSON. The checkpoint is the file of `--checkpoint` on the command line.
#[pyclass(module = "tercet")]
pub(crate) struct Units(Box<dyn OfAnyQuestion>);

/// Works on some units: what they have yielded as JSON, and their data.
type Worker = Arc<dyn Fn(Range<u64>, &Session) -> Result<(String, Vec<u8>), Error> + Send + Sync>;

/// How many units there are, and which are open.
type State = (u64, Vec<(u64, u64)>);

/// The units of a question of any type, with yields as JSON.
trait OfAnyQuestion: Send + Sync {
    fn worker(&self) -> Worker;
    fn state(&self) -> State;
    fn end(&self, yielded: &str) -> Result<Option<u64>, Error>;
    fn add(&mut self, units: Range<u64>, yielded: &str, data: &[u8]) -> Result<(), Error>;
    fn sum(&self) -> String;
    fn close(&mut self) -> Result<(), Error>;
}

fn begin_of<Q: Parted>(
    request: &str,
    path: Option<&Path>,
    session: &Session,
) -> Result<Box<dyn OfAnyQuestion>, Error> {
    let question: Q = json::read(request.as_bytes())?;
    let Some(path) = path else {
        let (_, journal) = run::begin(&question, Part::WHOLE, session)?;
        return Ok(Box::new((journal, None)));
    };
    let (mut saving, _, journal) = Saving::open(path, false, (&question, Part::WHOLE), session)?;
    saving.save(&journal)?;
    Ok(Box::new((journal, Some(saving))))
}

fn written(yielded: &impl Serialize) -> String {
    serde_json::to_string(yielded).expect("what is saved is JSON")
}

impl<U: run::Units> OfAnyQuestion for (Journal<U>, Option<Saving>) {
    fn worker(&self) -> Worker {
        let work = Arc::clone(self.0.work());
        Arc::new(move |units, session| {
            let mut data = Vec::new();
            let yielded = work.work(units, &session.limit(None), &mut data)?;
            Ok((written(&yielded), data))
        })
    }

    fn state(&self) -> State {
        let open = self.0.open().into_iter().map(|units| (units.start, units.end)).collect();
        (self.0.all_units(), open)
    }

    fn end(&self, yielded: &str) -> Result<Option<u64>, Error> {
        Ok(U::end(&json::read(yielded.as_bytes())?).map(|unit| unit + 1))
    }

    fn add(&mut self, units: Range<u64>, yielded: &str, data: &[u8]) -> Result<(), Error> {
        let (journal, saving) = self;
        journal.add(units, &json::read(yielded.as_bytes())?, data);
        saving.as_mut().map_or(Ok(()), |saving| saving.take(journal, data))
    }

    fn sum(&self) -> String {
        written(&self.0.sum())
    }

    fn close(&mut self) -> Result<(), Error> {
        self.1.take().map_or(Ok(()), |mut saving| saving.save(&self.0))
    }
}

/// Makes the dispatch of the questions that have parts.
macro_rules! questions {
    ($($name:ident: $ask:literal,)*) => {
        fn begin(
            ask: &str,
            request: &str,
            path: Option<&Path>,
            session: &Session,
        ) -> Result<Box<dyn OfAnyQuestion>, Error> {
            match ask {
                $($ask => begin_of::<tercet_app::$name>(request, path, session),)*
                _ => Err(Error::new(Code::Request, format!("{ask} has no units here"))),
            }
        }
    };
}

tercet_app::parted_questions!(questions);

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
        let begun =
            run_in_thread(py, move |session| begin(&ask, &request, checkpoint.as_deref(), session));
        begun.map(Self)
    }

    /// How many units there are, and which ranges are open.
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
        let (yielded, data) = run_in_thread(py, move |session| work(begin.0..end.0, session))?;
        Ok((yielded, PyBytes::new(py, &data)))
    }

    /// The end of the units that are needed, if one that has yielded this is the last of them.
    fn end(&self, yielded: &str) -> PyResult<Option<u64>> {
        self.0.end(yielded).map_err(raised)
    }

    /// Adds what the next open units have yielded, and their data.
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

    /// What all units that were added have yielded.
    fn sum(&self) -> String {
        self.0.sum()
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
        run_in_thread(py, move |_| {
            let closed = || Error::new(Code::Conflict, "this file of a proof is closed");
            let mut output = output.ok_or_else(closed)?;
            let name = checkpoint.display().to_string();
            let sealed = Sealed::read(&checkpoint).map_err(|error| error.of(&checkpoint))?;
            let sum = Sum::<Prove>::of(vec![(name, sealed)])?;
            sum.write_proof(&[checkpoint], &path, &mut output)?;
            output.commit().map(drop)
        })
    }

    fn close(&mut self) {
        self.1 = None;
    }
}
