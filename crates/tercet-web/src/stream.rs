//! Answers line by line: progress, the sets of a list as they are found, and the answer.
//!
//! The working thread puts progress and sets into an outbox; a task takes them out every few
//! milliseconds and sends them. So the work costs the same however fast the client reads, until the
//! outbox is full: then a list waits. A list that has waited until its time is over is cancelled.

use std::mem;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bytes::Bytes;
use tercet::solver::Limit;
use tercet_app::lines::Before;
use tercet_app::{Progress, Request, Session};
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::timeout;

use crate::connection::Peer;
use crate::lanes::{Lanes, Place};
use crate::response::Content;
use crate::seats::AtWork;
use crate::work::{TICK, Task, run};

/// The most sets in the outbox.
const SETS: usize = 4096;

/// The minimum time between lines of progress.
const PAUSE: Duration = Duration::from_millis(100);

/// How many lines may wait for the client.
const AHEAD: usize = 4;

/// The progress and the sets that wait to be sent.
#[derive(Default)]
struct Outbox {
    progress: Option<Progress>,
    sets: Vec<Vec<usize>>,
}

/// An outbox for two threads.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Outbox>>);

impl Shared {
    /// The outbox. A thread that panicked has left no partial change in it.
    fn open(&self) -> MutexGuard<'_, Outbox> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a set into the outbox as soon as there is room.
    fn put(&self, set: &[usize], limit: &Limit) -> ControlFlow<()> {
        loop {
            let mut open = self.open();
            if open.sets.len() < SETS {
                open.sets.push(set.to_vec());
                return ControlFlow::Continue(());
            }
            drop(open);
            if limit.check().is_err() {
                return ControlFlow::Break(());
            }
            thread::sleep(TICK / 10);
        }
    }
}

/// Works on a question, and sends lines. The work stops when the body is dropped.
pub(crate) fn answer(
    task: Task,
    place: Place,
    lanes: Arc<Lanes>,
    peer: Peer,
    at_work: AtWork,
) -> Content {
    let (sender, lines) = channel(AHEAD);
    tokio::spawn(async move {
        send(task, place, &lanes, &peer, &sender).await;
        // The work ends before the lines do, since the next request can follow them.
        drop(at_work);
    });
    Content::Lines(lines)
}

async fn send(task: Task, place: Place, lanes: &Lanes, peer: &Peer, sender: &Sender<Bytes>) {
    let outbox = Shared::default();
    let mut shown = None;
    let mut done = pin!(run(listen(task, &outbox), place, lanes));
    loop {
        let ended = timeout(TICK, &mut done).await.ok();
        if peer.is_gone() {
            return;
        }
        let (sets, progress) = {
            let mut outbox = outbox.open();
            let is_time = shown.is_none_or(|last: Instant| last.elapsed() >= PAUSE);
            let progress = if is_time { outbox.progress.take() } else { None };
            (mem::take(&mut outbox.sets), progress)
        };
        let mut lines: Vec<Bytes> = Vec::new();
        if let Some(progress) = progress {
            shown = Some(Instant::now());
            lines.push(Before::Progress(&progress).to_json().into());
        }
        if !sets.is_empty() {
            lines.push(Before::Sets { positions: &sets }.to_json().into());
        }
        let is_over = ended.is_some();
        lines.extend(ended.map(|done| done.body));
        for line in lines {
            // Sending fails only if the client has gone.
            if sender.send([&line[..], b"\n"].concat().into()).await.is_err() {
                return;
            }
        }
        if is_over {
            return;
        }
    }
}

/// The task with an outbox for its progress and sets.
fn listen(task: Task, outbox: &Shared) -> Task {
    let listener = outbox.clone();
    let session = task.session.with_progress(move |progress| {
        listener.open().progress = Some(progress.clone());
    });
    // The body of the request keeps its place as long as the work that was given.
    let (taken, given) = (outbox.clone(), task.work);
    let work = move |request: &Request, session: &Session| {
        let _given = &given;
        request.ask_in_lines(session, &mut |(set, limit)| taken.put(set, limit))
    };
    Task { session, work: Arc::new(work), ..task }
}
