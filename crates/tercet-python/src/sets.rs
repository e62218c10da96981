//! The sets of a board, found when they are asked for.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};
use tercet::solver::Found;
use tercet_app::{Count, Error, List, Question, Search, Session, Stream};

use crate::arguments::{self, Timeout, Whole, threads};
use crate::board::Board;
use crate::error::{check_ended, raised};
use crate::run::run;
use crate::set::Set;

/// The sets of a board in layout order. None is stored: each question is answered for the board as it is
/// then, and iteration finds one after another.
///
/// >>> sets = Board('2RhO 1GsD 3PsS 2GhO 2PhO').sets
/// >>> bool(sets), sets.count(), list(sets)
/// (True, 1, [Set('2RhO 2GhO 2PhO')])
#[pyclass(frozen, module = "tercet")]
pub(crate) struct SetView {
    pub(crate) board: Py<Board>,
}

impl SetView {
    fn board(&self) -> tercet::Board {
        self.board.get().now()
    }

    /// The first sets, or all of them.
    fn first(&self, py: Python<'_>, most: Option<usize>) -> PyResult<Vec<Set>> {
        let board = self.board();
        if most == Some(0) {
            return Ok(Vec::new());
        }
        let list = List {
            board: board.clone().into(),
            search: auto(),
            first: most.and_then(std::num::NonZeroUsize::new),
            ..List::default()
        };
        let (sets, ending) = run(py, move |session| {
            let mut sets: Vec<Box<[usize]>> = Vec::new();
            let answer = list.each(session, &mut |_, set| {
                sets.push(set.into());
                ControlFlow::Continue(())
            })?;
            Ok((sets, answer.ending))
        })?;
        check_ended(&ending)?;
        let deck = board.deck();
        Ok(sets.into_iter().map(|set| Set::of(deck, &Found::new(set).set(&board))).collect())
    }
}

/// The search that lists and counts.
fn auto() -> Search {
    Search {
        method: Some("auto".into()),
        threads: Some(std::num::NonZeroUsize::MIN),
        ..Search::default()
    }
}

#[pymethods]
impl SetView {
    /// The number of sets. A limit raises `Stopped`.
    #[pyo3(signature = (*, timeout = None, threads = Whole(1)), text_signature = "($self, *, timeout=None, threads=1)")]
    fn count(&self, py: Python<'_>, timeout: Option<Timeout>, threads: Whole) -> PyResult<u128> {
        let search = Search {
            threads: Some(self::threads(threads)?),
            timeout: timeout.map(|Timeout(time)| time),
            ..auto()
        };
        let question = Count { board: self.board().into(), search };
        let answer = run(py, move |session| question.ask(session))?;
        check_ended(&answer.ending)?;
        let count = answer.count.as_ref().and_then(|count| u128::try_from(&count.0).ok());
        count.ok_or_else(|| raised(Error::new(tercet_app::Code::Bug, "a bug: no count")))
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.board.bind(py).call_method0("find")?.is_truthy()?)
    }

    fn __contains__(&self, cards: &Bound<'_, PyAny>) -> PyResult<bool> {
        let board = self.board();
        let given: Vec<tercet::Card> = match cards.cast::<Set>() {
            Ok(set) => set.get().cards().into(),
            Err(_) => match arguments::cards(Some(board.deck()), cards) {
                Ok((_, cards)) => cards,
                Err(error)
                    if error.is_instance_of::<pyo3::exceptions::PyValueError>(cards.py()) =>
                {
                    return Ok(false);
                }
                Err(error) => return Err(error),
            },
        };
        let deck = board.deck();
        let are_there = given.iter().all(|&card| deck.contains(card) && board.contains(card));
        Ok(are_there && tercet::Set::new(deck, &given).is_ok())
    }

    fn __iter__(&self) -> SetIterator {
        SetIterator { board: self.board(), stream: Mutex::default(), is_over: false }
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            // The sets up to the end of the slice, if it is counted from the front.
            let part = |name: &str| -> PyResult<Option<isize>> { index.getattr(name)?.extract() };
            let (start, stop, step) = (part("start")?, part("stop")?, part("step")?);
            let is_in_front =
                start.is_none_or(|start| start >= 0) && step.is_none_or(|step| step > 0);
            let most = stop.filter(|&stop| stop >= 0 && is_in_front).map(isize::unsigned_abs);
            let sets = PyList::new(py, self.first(py, most)?)?;
            return sets.as_any().get_item(slice);
        }
        let index: isize = index.extract()?;
        let most = (index >= 0).then(|| index.unsigned_abs() + 1);
        let mut sets = self.first(py, most)?;
        let at = arguments::index(index, sets.len());
        let at =
            at.ok_or_else(|| PyIndexError::new_err(format!("set {index} of {}", sets.len())))?;
        Ok(Bound::new(py, sets.swap_remove(at))?.into_any())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<the sets of {}>", self.board.bind(py).repr()?))
    }
}

/// The sets of a board, one after another. They are found by a thread, which is some sets ahead.
#[pyclass(module = "tercet")]
pub(crate) struct SetIterator {
    board: tercet::Board,
    // Only so that the class may be shared by threads.
    stream: Mutex<Option<Stream>>,
    is_over: bool,
}

#[pymethods]
impl SetIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Set>> {
        /// How long it waits before it looks for signals.
        const PAUSE: Duration = Duration::from_millis(20);
        if self.is_over {
            return Ok(None);
        }
        let kept = self.stream.get_mut().unwrap_or_else(PoisonError::into_inner);
        let stream = match &mut *kept {
            Some(stream) => stream,
            none => {
                let list =
                    List { board: self.board.clone().into(), search: auto(), ..List::default() };
                none.insert(list.stream(&Session::new()).map_err(raised)?)
            }
        };
        loop {
            match py.detach(|| stream.next_for(PAUSE)) {
                Poll::Ready(Some(set)) => {
                    let set = Found::new(set).set(&self.board);
                    return Ok(Some(Set::of(self.board.deck(), &set)));
                }
                Poll::Ready(None) => break,
                Poll::Pending => {
                    if let Err(interrupt) = py.check_signals() {
                        self.is_over = true;
                        let stream = kept.take();
                        py.detach(|| drop(stream));
                        return Err(interrupt);
                    }
                }
            }
        }
        self.is_over = true;
        let stream = kept.take();
        let ended = py.detach(|| stream.map(Stream::finish)).transpose().map_err(raised)?;
        ended.map_or(Ok(()), |ended| check_ended(&ended.ending))?;
        Ok(None)
    }
}
