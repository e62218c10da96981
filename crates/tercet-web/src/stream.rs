//! Answers line by line: progress, the sets of a list as they are found, and the answer.
//!
//! The working thread puts progress and sets into an outbox; a task takes them out every few
//! milliseconds and sends them. So the work costs the same however fast the client reads, until the
//! outbox is full: then a list waits. A list that has waited until its time is over is cancelled.

use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bytes::Bytes;
use tercet::solver::Limit;
use tercet_app::lines::Before;
use tercet_app::{Progress, Request, Session};
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::timeout;

use crate::connection::AtWork;
use crate::response::Content;
use crate::work::{Lanes, Place, TICK, Task, locked, run};

/// The most sets in the outbox.
const SETS: usize = 4096;

/// The minimum time between lines of progress.
const PAUSE: Duration = Duration::from_millis(100);

/// How many lines may wait for the client.
const AHEAD: usize = 4;

/// Works on a question, and sends lines. The work stops when the body is dropped.
pub(crate) fn answer(task: Task, place: Place, lanes: Arc<Lanes>, at_work: AtWork) -> Content {
    let (sender, lines) = channel(AHEAD);
    tokio::spawn(async move {
        send(task, place, &lanes, &at_work, &sender).await;
        // The work ends before the lines do, since the next request can follow them.
        drop(at_work);
    });
    Content::Lines(lines)
}

async fn send(
    task: Task,
    place: Place,
    lanes: &Lanes,
    AtWork(seat): &AtWork,
    sender: &Sender<Bytes>,
) {
    let progress = Arc::new(Mutex::new(None));
    let (outbox, sets) = sync_channel(SETS);
    let mut shown = None;
    let mut done = pin!(run(listen(task, Arc::clone(&progress), outbox), place, lanes));
    loop {
        let ended = timeout(TICK, &mut done).await.ok();
        if seat.is_gone() {
            return;
        }
        let mut lines: Vec<Bytes> = Vec::new();
        if shown.is_none_or(|last: Instant| last.elapsed() >= PAUSE)
            && let Some(progress) = locked(&progress).take()
        {
            shown = Some(Instant::now());
            lines.push(Before::Progress(&progress).to_json().into());
        }
        let found: Vec<Vec<usize>> = sets.try_iter().take(SETS).collect();
        if !found.is_empty() {
            lines.push(Before::Sets { positions: &found }.to_json().into());
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

/// The task with a place for its progress and an outbox for its sets.
fn listen(
    task: Task,
    latest: Arc<Mutex<Option<Progress>>>,
    outbox: SyncSender<Vec<usize>>,
) -> Task {
    let session = task.session.with_progress(move |progress| {
        *locked(&latest) = Some(progress.clone());
    });
    // The body of the request keeps its place as long as the work that was given.
    let given = task.work;
    let work = move |request: &Request, session: &Session| {
        let _given = &given;
        request.ask_in_lines(session, &mut |(set, limit)| put(&outbox, set, limit))
    };
    Task { session, work: Arc::new(work), ..task }
}

/// Puts a set into the outbox as soon as there is room.
fn put(outbox: &SyncSender<Vec<usize>>, set: &[usize], limit: &Limit) -> ControlFlow<()> {
    let mut positions = set.to_vec();
    while let Err(TrySendError::Full(full)) = outbox.try_send(positions) {
        if limit.check().is_err() {
            return ControlFlow::Break(());
        }
        positions = full;
        thread::sleep(TICK / 10);
    }
    ControlFlow::Continue(())
}
