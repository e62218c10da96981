//! Answers line by line: progress, the sets of a list as they are found, and the answer.
//!
//! The thread that works puts what it has into an outbox; a task takes it out every few milliseconds
//! and sends it. So the work costs the same however fast the client reads, up to the point where the
//! outbox is full: then a list waits. A list that has waited until its time is over is cancelled.

use std::mem;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde::Serialize;
use tercet_app::{Answer, Canceller, Error, List, Progress, Request, Session};
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::timeout;

use crate::connection::Peer;
use crate::lanes::{Lanes, Place};
use crate::response::{Content, json};
use crate::work::{TICK, Task, run};

/// The most sets in the outbox.
const SETS: usize = 4096;

/// How far apart lines of progress are at least.
const PAUSE: Duration = Duration::from_millis(100);

/// How many lines may wait for the client.
const AHEAD: usize = 4;

/// A line that tells how far the work is.
#[derive(Serialize)]
struct ProgressLine {
    schema: &'static str,
    what: String,
    done: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u64>,
}

/// A line with some sets, each as the positions of its cards.
#[derive(Serialize)]
struct SetsLine {
    schema: &'static str,
    positions: Vec<Vec<usize>>,
}

/// What waits to be sent.
#[derive(Default)]
struct Outbox {
    progress: Option<Progress>,
    sets: Vec<Vec<usize>>,
}

/// An outbox for two threads.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Outbox>>);

impl Shared {
    /// The outbox. A thread that panicked has left nothing half done in it.
    fn open(&self) -> MutexGuard<'_, Outbox> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Works on a question, and sends lines. The work stops when the body is dropped.
pub(crate) fn answer(task: Task, place: Place, lanes: Arc<Lanes>, peer: Peer) -> Content {
    let (sender, lines) = channel(AHEAD);
    tokio::spawn(async move { send(task, place, &lanes, &peer, &sender).await });
    Content::Lines(lines)
}

async fn send(task: Task, place: Place, lanes: &Lanes, peer: &Peer, sender: &Sender<Bytes>) {
    let outbox = Shared::default();
    let mut shown = None;
    let mut done = pin!(run(heard(task, &outbox), place, lanes));
    loop {
        let ended = timeout(TICK, &mut done).await.ok();
        if sender.is_closed() || peer.is_gone() {
            return;
        }
        let (sets, progress) = {
            let mut outbox = outbox.open();
            let is_time = shown.is_none_or(|last: Instant| last.elapsed() >= PAUSE);
            let progress = if is_time { outbox.progress.take() } else { None };
            (mem::take(&mut outbox.sets), progress)
        };
        if let Some(Progress { what, done, of }) = progress {
            shown = Some(Instant::now());
            let line = ProgressLine { schema: "tercet.progress/1", what, done, of };
            if sender.send(line_of(&line)).await.is_err() {
                return;
            }
        }
        if !sets.is_empty() {
            let line = SetsLine { schema: "tercet.sets/1", positions: sets };
            if sender.send(line_of(&line)).await.is_err() {
                return;
            }
        }
        if let Some(done) = ended {
            // Whoever does not read it has gone.
            let _ = sender.send(with_end(&done.body)).await;
            return;
        }
    }
}

/// The task with an outbox for its progress and sets.
fn heard(task: Task, outbox: &Shared) -> Task {
    let heard = outbox.clone();
    let session = task.session.with_progress(move |progress| {
        heard.open().progress = Some(progress.clone());
    });
    let (work, outbox, most) = (task.work, outbox.clone(), task.cost.time);
    let work = move |request: &Request, session: &Session| match request {
        Request::List(list) => listed(list, session, &outbox, most),
        _ => work(request, session),
    };
    Task { session, work: Arc::new(work), ..task }
}

/// Lists sets into the outbox. The answer contains none of them.
fn listed(
    list: &List,
    session: &Session,
    outbox: &Shared,
    most: Duration,
) -> Result<Answer, Error> {
    let (end, canceller) = (Instant::now() + most, session.canceller());
    let visit = &mut |_: &_, set: &[usize]| put(set, outbox, session, &canceller, end);
    list.each(session, visit).map(Answer::List)
}

/// Puts a set into the outbox as soon as there is room.
fn put(
    set: &[usize],
    outbox: &Shared,
    session: &Session,
    canceller: &Canceller,
    end: Instant,
) -> ControlFlow<()> {
    loop {
        let mut open = outbox.open();
        if open.sets.len() < SETS {
            open.sets.push(set.to_vec());
            return ControlFlow::Continue(());
        }
        drop(open);
        if Instant::now() >= end {
            canceller.cancel();
        }
        if session.is_cancelled() {
            return ControlFlow::Break(());
        }
        thread::sleep(TICK / 10);
    }
}

fn line_of(line: &impl Serialize) -> Bytes {
    with_end(&json(line))
}

fn with_end(line: &[u8]) -> Bytes {
    [line, b"\n"].concat().into()
}
