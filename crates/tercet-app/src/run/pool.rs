//! Work on several threads, with the results in order.
//!
//! The pieces are boards of a file, photographs, or units of a simulation. Threads take them one after
//! the other, and send their results to the caller's thread, which gets them in the order of the
//! pieces. So no result depends on the number of threads, and the finished pieces are always the first
//! ones.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::job::no_thread;
use crate::{Error, Session};

/// The threads that share some work.
pub struct Pool<'a> {
    /// Their number.
    pub threads: NonZeroUsize,
    /// The session of the work, which is cancelled if the results are no longer wanted.
    pub session: &'a Session,
    /// Whether this many pieces are too many to be at work or to wait for an earlier one. Then
    /// the threads pause, which bounds the memory.
    pub is_full: &'a (dyn Fn(usize) -> bool + Sync),
}

/// Works on pieces until `next` has no more. `begin` makes for each thread the function that works
/// on a piece; `done` gets the results in order, on the caller's thread, until it breaks off.
///
/// # Errors
///
/// [`Code::Memory`](crate::Code::Memory) if the system cannot start a thread.
pub fn in_order<P, R, W>(
    pool: &Pool<'_>,
    next: &mut (dyn FnMut() -> Option<P> + Send),
    begin: &(dyn Fn() -> W + Sync),
    done: &mut dyn FnMut(R) -> ControlFlow<()>,
) -> Result<(), Error>
where
    P: Send,
    R: Send,
    W: FnMut(P) -> R,
{
    if pool.threads == NonZeroUsize::MIN {
        let mut work = begin();
        while let Some(piece) = next() {
            if done(work(piece)).is_break() {
                break;
            }
        }
        return Ok(());
    }
    let shared = &Shared {
        queue: Mutex::new(Queue { next, taken: 0, is_over: false }),
        ahead: Mutex::default(),
        room: Condvar::new(),
        pool,
    };
    thread::scope(|scope| {
        // After an error or a panic here, the threads end.
        let _close = Close(shared);
        let (sender, results) = mpsc::channel();
        let mut workers = Vec::new();
        for _ in 0..pool.threads.get() {
            let sender = sender.clone();
            let work = move || shared.work(begin(), &sender);
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(worker) => workers.push(worker),
                // The threads that did start do all the work.
                Err(_) if !workers.is_empty() => break,
                Err(error) => return Err(no_thread(&error)),
            }
        }
        drop(sender);
        let (mut early, mut order) = (BTreeMap::new(), 0);
        'results: for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&order) {
                order += 1;
                if done(result).is_break() {
                    pool.session.cancel();
                    shared.close();
                    break 'results;
                }
                shared.release();
            }
        }
        for worker in workers {
            if let Err(panic) = worker.join() {
                resume_unwind(panic);
            }
        }
        Ok(())
    })
}

/// The pieces that remain.
struct Queue<'a, P> {
    next: &'a mut (dyn FnMut() -> Option<P> + Send),
    taken: u64,
    is_over: bool,
}

/// The work ahead of the results that were handed out.
#[derive(Default)]
struct Ahead {
    pieces: usize,
    is_closed: bool,
}

struct Shared<'a, P> {
    queue: Mutex<Queue<'a, P>>,
    ahead: Mutex<Ahead>,
    room: Condvar,
    pool: &'a Pool<'a>,
}

impl<P> Shared<'_, P> {
    /// Takes pieces and works on them until there are no more.
    fn work<R>(&self, mut work: impl FnMut(P) -> R, sender: &Sender<(u64, R)>) {
        let _close = Close(self);
        while self.has_room()
            && let Some((number, piece)) = self.take()
            && sender.send((number, work(piece))).is_ok()
        {}
    }

    /// The next piece, with its number.
    fn take(&self) -> Option<(u64, P)> {
        let mut queue = lock(&self.queue);
        if queue.is_over {
            return None;
        }
        let piece = (queue.next)();
        queue.is_over = piece.is_none();
        let number = queue.taken;
        queue.taken += 1;
        lock(&self.ahead).pieces += 1;
        piece.map(|piece| (number, piece))
    }

    /// Waits while too much work is ahead of the results that were handed out. The thread that
    /// works on the next result does not wait, so the wait ends. Returns whether results are still
    /// wanted.
    fn has_room(&self) -> bool {
        let must_wait = |ahead: &mut Ahead| !ahead.is_closed && (self.pool.is_full)(ahead.pieces);
        let ahead = self.room.wait_while(lock(&self.ahead), must_wait);
        !ahead.unwrap_or_else(PoisonError::into_inner).is_closed
    }

    /// Makes room after a result was handed out.
    fn release(&self) {
        lock(&self.ahead).pieces -= 1;
        self.room.notify_all();
    }

    fn close(&self) {
        lock(&self.ahead).is_closed = true;
        self.room.notify_all();
    }
}

/// Closes the pool when a thread of it ends, and cancels the work if the thread panics.
struct Close<'a, 'b, P>(&'a Shared<'b, P>);

impl<P> Drop for Close<'_, '_, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.pool.session.cancel();
        }
        self.0.close();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
