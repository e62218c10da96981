//! Working on questions of the application: Ctrl-C cancels the work, and a line shows its progress.

use std::io::Write;
use std::mem;
use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tercet_app::{Code, Error, Question, Session, Streamed};

use crate::outcome::{STOPPED, say};
use crate::progress::Progress;

/// Asks a question.
pub(crate) fn ask<Q: Question>(question: &Q) -> Result<Q::Answer> {
    work(|session| question.ask(session))
}

/// The time that was spent on reading the input of the next question.
static READING: Mutex<Duration> = Mutex::new(Duration::ZERO);

/// Reads input, which counts towards the time limit of the question about it.
pub(crate) fn reading<T>(read: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let read = read();
    *READING.lock().unwrap_or_else(PoisonError::into_inner) += begin.elapsed();
    read
}

/// Works in a session.
pub(crate) fn work<T, E>(work: impl FnOnce(&Session) -> Result<T, E>) -> Result<T>
where
    anyhow::Error: From<E>,
{
    let (at_work, session) = AtWork::begin()?;
    let ended = work(&session);
    drop(at_work);
    Ok(ended?)
}

/// Work during which Ctrl-C cancels the session and a line shows its progress.
pub(crate) struct AtWork {
    interrupt: Interrupt,
    _progress: Progress,
}

impl AtWork {
    /// Begins work on a question, whose time limit the time that was spent on reading its input counts towards.
    pub(crate) fn begin() -> Result<(Self, Session)> {
        let (interrupt, progress) = (Interrupt::listen()?, Progress::start(String::new()));
        let shown = progress.shown();
        let session = interrupt.session().with_progress(move |progress| shown.show(progress));
        let spent = mem::take(&mut *READING.lock().unwrap_or_else(PoisonError::into_inner));
        Ok((Self { interrupt, _progress: progress }, session.after(spent)))
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        self.interrupt.end_work();
    }
}

/// Whether work for an output continues: until writing fails, or the reader has enough.
pub(crate) struct Written(Result<()>);

impl Written {
    pub(crate) fn new() -> Self {
        Self(Ok(()))
    }

    /// Goes on if more is wanted.
    pub(crate) fn goes_on(&mut self, wants_more: Result<bool>) -> ControlFlow<()> {
        match wants_more {
            Ok(true) => return ControlFlow::Continue(()),
            Ok(false) => {}
            Err(error) => self.0 = Err(error),
        }
        ControlFlow::Break(())
    }

    /// The error of the output, if it failed.
    pub(crate) fn end(self) -> Result<()> {
        self.0
    }
}

/// Asks a question, and hands over each of its items until that fails, or no more are wanted.
pub(crate) fn ask_each<Q: Streamed>(
    question: &Q,
    each: &mut dyn FnMut(Q::Item<'_>) -> Result<bool>,
) -> Result<Q::Answer> {
    let mut written = Written::new();
    let answer =
        work(|session| question.ask_into(session, &mut |item| written.goes_on(each(item))));
    written.end().and(answer)
}

/// Asks a question whose answer is a file in a session, and writes the file.
///
/// # Errors
///
/// The errors of the question, and [`Code::File`] if the file cannot be written.
pub(crate) fn write_in<Q>(
    session: &Session,
    question: &Q,
    file: &mut impl Write,
) -> Result<Q::Answer, Error>
where
    Q: for<'a> Streamed<Item<'a> = &'a [u8]>,
{
    let mut written = Ok(());
    let answer = question.ask_into(session, &mut |bytes: &[u8]| {
        written = mem::replace(&mut written, Ok(())).and_then(|()| file.write_all(bytes));
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written.map_err(|error| Error::new(Code::File, format!("cannot write it: {error}")))?;
    answer
}

/// The handler of Ctrl-C.
#[derive(Clone)]
pub(crate) struct Interrupt {
    raised: Arc<AtomicBool>,
    at_work: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the handler, of which a process has one: Ctrl-C raises the flag, and a second Ctrl-C ends the
    /// process.
    pub(crate) fn listen() -> Result<Self> {
        static INSTALLED: Mutex<Option<Interrupt>> = Mutex::new(None);
        let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(interrupt) = &*installed {
            return Ok(interrupt.clone());
        }
        let (raised, at_work) = (Arc::default(), Arc::new(AtomicBool::new(true)));
        let interrupt = Self { raised: Arc::clone(&raised), at_work: Arc::clone(&at_work) };
        ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) || !at_work.load(Ordering::Relaxed) {
                say("interrupted");
                process::exit(STOPPED.into());
            }
        })
        .context("cannot listen for Ctrl-C")?;
        Ok(installed.insert(interrupt).clone())
    }

    /// A session that Ctrl-C cancels.
    pub(crate) fn session(&self) -> Session {
        Session::new().with_flag(self.flag())
    }

    /// The flag, for a limit.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }

    /// The flag is no longer checked, so Ctrl-C ends the process from now on.
    pub(crate) fn end_work(&self) {
        self.at_work.store(false, Ordering::Relaxed);
    }
}
