//! Work on several threads, with the results in order.
//!
//! The pieces are boards of a file, photographs, or units of a simulation. Threads take them one after
//! the other, and send their results to the caller's thread, which gets them in the order of the
//! pieces. So no result depends on the number of threads, and the finished pieces are always the first
//! ones.

use std::collections::BTreeMap;
use std::iter;
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
    let pieces = &Pieces {
        next: Mutex::new(Box::new((0..).zip(iter::from_fn(next).fuse()))),
        ahead: Mutex::new(Some(0)),
        room: Condvar::new(),
        pool,
    };
    thread::scope(|scope| {
        // After an error or a panic here, the threads end.
        let _close = Close(pieces);
        let (sender, results) = mpsc::channel();
        let mut workers = Vec::new();
        for _ in 0..pool.threads.get() {
            let sender = sender.clone();
            let work = move || pieces.work(begin(), &sender);
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
                    pieces.close();
                    break 'results;
                }
                pieces.release();
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

/// Pieces that threads take.
struct Pieces<'a, P> {
    /// Those that remain, with their numbers.
    next: Mutex<Box<dyn Iterator<Item = (u64, P)> + Send + 'a>>,
    /// How many are ahead of the results that were handed out; none once no more are wanted.
    ahead: Mutex<Option<usize>>,
    room: Condvar,
    pool: &'a Pool<'a>,
}

impl<P> Pieces<'_, P> {
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
        let mut next = lock(&self.next);
        let piece = next.next();
        if let Some(ahead) = &mut *lock(&self.ahead) {
            *ahead += 1;
        }
        piece
    }

    /// Waits while too much work is ahead of the results that were handed out. The thread that
    /// works on the next result does not wait, so the wait ends. Returns whether results are still
    /// wanted.
    fn has_room(&self) -> bool {
        let must_wait = |ahead: &mut Option<usize>| ahead.is_some_and(self.pool.is_full);
        let ahead = self.room.wait_while(lock(&self.ahead), must_wait);
        ahead.unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Makes room after a result was handed out.
    fn release(&self) {
        if let Some(ahead) = &mut *lock(&self.ahead) {
            *ahead -= 1;
        }
        self.room.notify_all();
    }

    fn close(&self) {
        *lock(&self.ahead) = None;
        self.room.notify_all();
    }
}

/// Closes the pool when a thread of it ends, and cancels the work if the thread panics.
struct Close<'a, 'b, P>(&'a Pieces<'b, P>);

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
