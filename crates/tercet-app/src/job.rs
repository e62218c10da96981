//! Questions that run in threads of their own.

use std::convert::Infallible;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError};
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::{Error, List, Question, Session, SetsOfBoard, Streamed};

/// A question that runs in a thread of its own. Dropping it cancels the work and waits until the
/// question has returned, as [`Session`] says. Some parts may end a moment later: a linear program
/// of `ip`, a search of `ip-highs`, and the process of an SMT solver.
#[derive(Debug)]
pub struct Job<T> {
    session: Session,
    /// Nothing is sent; the channel closes when the work has ended.
    ended: Mutex<Receiver<Infallible>>,
    thread: Option<JoinHandle<Result<T, Error>>>,
}

impl Session {
    /// Runs a question in a thread of its own.
    ///
    /// # Errors
    ///
    /// [`Code::Memory`](crate::Code::Memory) if the system cannot start another thread.
    pub fn spawn<Q>(&self, question: Q) -> Result<Job<Q::Answer>, Error>
    where
        Q: Question + Send + 'static,
        Q::Answer: Send,
    {
        self.work(move |session| question.ask(session))
    }

    /// Runs any work in a thread of its own, in a part of this session.
    ///
    /// # Errors
    ///
    /// As [`spawn`](Self::spawn).
    pub fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, Error> + Send + 'static,
    ) -> Result<Job<T>, Error> {
        let session = self.part();
        let shared = session.clone();
        let (end, ended) = mpsc::channel();
        let work = move || {
            // This is dropped last, even after a panic.
            let _end: Sender<Infallible> = end;
            work(&shared)
        };
        let thread = thread::Builder::new().name("tercet".into()).spawn(work);
        let thread = thread.map_err(|error| no_thread(&error))?;
        Ok(Job { session, ended: Mutex::new(ended), thread: Some(thread) })
    }
}

impl<T> Job<T> {
    /// Waits at most this long for the work to end. Returns whether it has ended.
    pub fn wait_for(&self, time: Duration) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.recv_timeout(time) == Err(RecvTimeoutError::Disconnected)
    }

    /// Cancels the work.
    pub fn cancel(&self) {
        self.session.cancel();
    }

    /// Waits for the answer.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`]; [`Code::Bug`](crate::Code::Bug) if the work panicked.
    pub fn wait(mut self) -> Result<T, Error> {
        let thread = self.thread.take().expect("a job is waited for once");
        thread.join().unwrap_or_else(|panic| Err(Error::panicked(&*panic)))
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.cancel();
            // No caller is left to report a panic to.
            let _ = thread.join();
        }
    }
}

/// The error if the system cannot start a thread.
pub(crate) fn no_thread(error: &io::Error) -> Error {
    error!(Memory, "cannot start a thread ({error})")
}

/// The sets of a board, one by one, while a thread lists them.
///
/// At most [`Stream::AHEAD`] sets wait to be taken, which bounds the memory. Dropping the stream
/// ends the list.
#[derive(Debug)]
pub struct Stream {
    // Dropped before the job: a lister that waits for room ends when the receiver is gone.
    sets: Option<Receiver<Vec<usize>>>,
    job: Job<SetsOfBoard>,
}

impl Stream {
    /// The maximum number of sets that wait.
    pub const AHEAD: usize = 1024;

    /// The next set as soon as it is found, or [`Poll::Pending`] after this time.
    pub fn next_for(&mut self, time: Duration) -> Poll<Option<Vec<usize>>> {
        let Some(sets) = &self.sets else { return Poll::Ready(None) };
        match sets.recv_timeout(time) {
            Ok(set) => Poll::Ready(Some(set)),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => Poll::Ready(None),
        }
    }

    /// Ends the list if it is still running, and returns its answer without the sets.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`].
    pub fn finish(mut self) -> Result<SetsOfBoard, Error> {
        self.sets = None;
        self.job.wait()
    }
}

impl List {
    /// Lists the sets in a thread, each as the positions of its cards, while they are taken.
    ///
    /// # Errors
    ///
    /// As [`Session::spawn`]. [`Stream::finish`] returns the errors of the question itself.
    pub fn stream(self, session: &Session) -> Result<Stream, Error> {
        let (sender, sets) = mpsc::sync_channel(Stream::AHEAD);
        let job = session.work(move |session| {
            self.ask_into(session, &mut |(set, _)| send(set.to_vec(), &sender, session))
        })?;
        Ok(Stream { sets: Some(sets), job })
    }
}

/// Sends a set once the channel has room. Breaks off when the receiver is gone or the session is
/// cancelled.
fn send(
    mut set: Vec<usize>,
    sender: &SyncSender<Vec<usize>>,
    session: &Session,
) -> ControlFlow<()> {
    /// Shorter than the time to consume the sets that wait.
    const MOMENT: Duration = Duration::from_micros(500);
    loop {
        set = match sender.try_send(set) {
            Ok(()) => return ControlFlow::Continue(()),
            Err(TrySendError::Full(set)) if !session.is_cancelled() => set,
            Err(_) => return ControlFlow::Break(()),
        };
        thread::sleep(MOMENT);
    }
}
