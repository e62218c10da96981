//! A hard board as tasks that machines share.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet::solver::{CoverTasks, Found};

use crate::arguments::{Timeout, Whole};
use crate::board::Board;
use crate::run::run;
use crate::set::Set;

/// The search for a set of a board as numbered tasks, which machines can share.
///
/// The tasks depend on the board alone. Of the sets that several ranges of tasks find, the one with
/// the lowest task is the answer: the same for any cut into ranges. If no range finds a set, the
/// board has no set. `tercet.distributed.find` does this.
///
/// >>> board = Deck(10, 4).deal(125, seed=1)
/// >>> tasks = Tasks(board)
/// >>> task, set = tasks.find(0, len(tasks))
/// >>> set in board.sets
/// True
#[pyclass(frozen, module = "tercet")]
pub(crate) struct Tasks {
    board: tercet::Board,
    tasks: Arc<CoverTasks>,
}

/// The first task that has a set, and that set.
type First = Option<(u64, Set)>;

impl Tasks {
    /// The set of a task.
    fn found(&self, found: Option<(u64, Found)>) -> First {
        found.map(|(task, found)| (task, Set::of(self.board.deck(), &found.set(&self.board))))
    }
}

#[pymethods]
impl Tasks {
    #[new]
    fn new(py: Python<'_>, board: &Bound<'_, Board>) -> PyResult<Self> {
        let board = board.get().now();
        let (tasks, board) =
            run(py, move |session| Ok((CoverTasks::new(&board, &session.limit(None))?, board)))?;
        Ok(Self { board, tasks: Arc::new(tasks) })
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.tasks.count()).unwrap_or(usize::MAX)
    }

    #[expect(clippy::unused_self, reason = "a method of Python")]
    fn __bool__(&self) -> bool {
        true
    }

    /// Searches some tasks. Returns the number of the first that has a set, and that set, or None
    /// if they are proved to have no set. A search that reaches `timeout` (seconds) raises
    /// `Stopped`.
    #[pyo3(signature = (begin, end, *, timeout = None))]
    fn find(
        &self,
        py: Python<'_>,
        begin: Whole,
        end: Whole,
        timeout: Option<Timeout>,
    ) -> PyResult<First> {
        let tasks = Arc::clone(&self.tasks);
        let timeout = timeout.map(|Timeout(time)| time);
        let found = run(py, move |session| {
            Ok(tasks.find(begin.0..end.0.max(begin.0), &session.limit(timeout))?)
        })?;
        Ok(self.found(found))
    }

    /// Searches some tasks with a proof. Returns the answer of `find`, and the part of the proof
    /// that they have no set. `tercet.distributed.prove` makes a file of the parts of all tasks,
    /// one after the other.
    #[pyo3(signature = (begin, end, *, timeout = None))]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        begin: Whole,
        end: Whole,
        timeout: Option<Timeout>,
    ) -> PyResult<(First, Bound<'py, PyBytes>)> {
        let (board, tasks) = (self.board.clone(), Arc::clone(&self.tasks));
        let timeout = timeout.map(|Timeout(time)| time);
        let (found, part) = run(py, move |session| {
            tercet_app::check_provable(board.deck())?;
            let mut part = Vec::new();
            let range = begin.0..end.0.max(begin.0);
            let limit = session.limit(timeout);
            let found = tercet_proof::prove_part(&board, &tasks, range, &limit, &mut part)?;
            part.truncate(if found.is_none() { part.len() } else { 0 });
            Ok((found, part))
        })?;
        Ok((self.found(found), PyBytes::new(py, &part)))
    }

    fn __getnewargs__(&self) -> (Board,) {
        (self.board.clone().into(),)
    }

    fn __repr__(&self) -> String {
        format!("<{} tasks of {} cards>", self.tasks.count(), self.board.len())
    }
}
