//! Working on a question of the application: Ctrl-C cancels it, and a line shows the progress.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::Result;
use tercet_app::{Code, Error, Item, Question, Session};

use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// Asks a question.
pub(crate) fn ask<Q: Question>(question: &Q) -> Result<Q::Answer> {
    work(|session| question.ask(session))
}

/// Works in a session.
pub(crate) fn work<T, E>(work: impl FnOnce(&Session) -> Result<T, E>) -> Result<T>
where
    anyhow::Error: From<E>,
{
    let interrupt = Interrupt::listen()?;
    let progress = Progress::start(String::new());
    let shown = progress.shown();
    let session = interrupt.session().with_progress(move |progress| shown.show(progress));
    let ended = work(&session);
    interrupt.end_work();
    Ok(ended?)
}

/// Asks a question whose answer is a file, and writes the file.
pub(crate) fn write<Q: Question>(question: &Q, file: &mut impl Write) -> Result<Q::Answer> {
    work(|session| write_in(session, question, file))
}

/// Asks a question whose answer is a file in a session, and writes the file.
///
/// # Errors
///
/// The errors of the question, and [`Code::File`] if the file cannot be written.
pub(crate) fn write_in<Q: Question>(
    session: &Session,
    question: &Q,
    file: &mut impl Write,
) -> Result<Q::Answer, Error> {
    let mut written = Ok(());
    let answer = question.ask_into(session, &mut |item| {
        if let Item::Bytes(bytes) = item {
            written = file.write_all(bytes);
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written.map_err(|error| Error::new(Code::File, format!("cannot write it: {error}")))?;
    answer
}
