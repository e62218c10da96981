//! Working on a question of the application: Ctrl-C cancels it, and a line shows the progress.

use anyhow::Result;
use tercet_app::{Question, Session};

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
