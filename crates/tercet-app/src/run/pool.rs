//! Work on several threads, with the results in order.
//!
//! The pieces are boards of a file, photographs, or units of a simulation. Threads take them one after
//! the other, and keep their results for the caller's thread, which gets them in the order of the
//! pieces. So no result depends on the number of threads, and the finished pieces are always the first
//! ones.

use std::collections::VecDeque;
use std::iter;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc;
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
    // What depends on the types is here, and compiled for each kind of work; the threads are not.
    let pieces = Mutex::new((0..).zip(iter::from_fn(next).fuse()));
    let early = &Mutex::new(Early { first: 0, results: VecDeque::new() });
    let begin = || -> Box<dyn FnMut() -> bool + '_> {
        let (mut work, pieces) = (begin(), &pieces);
        Box::new(move || {
            let piece = lock(pieces).next();
            piece.map(|(number, piece)| (number, work(piece))).is_some_and(|(number, result)| {
                lock(early).keep(number, result);
                true
            })
        })
    };
    let done = &mut || {
        let result = lock(early).next();
        result.map(&mut *done)
    };
    Crew { ahead: Mutex::new(Some(0)), room: Condvar::new(), pool }.work(&begin, done)
}

/// Results until those before them are there.
struct Early<R> {
    /// The number of the next result to hand out.
    first: u64,
    /// What is there of that one and of later ones.
    results: VecDeque<Option<R>>,
}

impl<R> Early<R> {
    /// Keeps a result.
    fn keep(&mut self, number: u64, result: R) {
        let place = (number - self.first) as usize;
        if self.results.len() <= place {
            self.results.resize_with(place + 1, || None);
        }
        self.results[place] = Some(result);
    }

    /// The next result in order, if it is there.
    fn next(&mut self) -> Option<R> {
        let result = self.results.front_mut()?.take()?;
        self.results.pop_front();
        self.first += 1;
        Some(result)
    }
}

/// Threads that take pieces.
struct Crew<'a> {
    /// How many pieces are ahead of the results that were handed out; none once no more are wanted.
    ahead: Mutex<Option<usize>>,
    room: Condvar,
    pool: &'a Pool<'a>,
}

impl Crew<'_> {
    /// Starts the threads, each of which works on a piece after the other until there are no more, and hands out
    /// their results, while there are any in order.
    fn work<'a>(
        &self,
        begin: &(dyn Fn() -> Box<dyn FnMut() -> bool + 'a> + Sync),
        done: &mut dyn FnMut() -> Option<ControlFlow<()>>,
    ) -> Result<(), Error> {
        thread::scope(|scope| {
            // After an error or a panic here, the threads end.
            let _close = Close(self);
            let (sender, arrivals) = mpsc::channel();
            let mut workers = Vec::new();
            for _ in 0..self.pool.threads.get() {
                let sender = sender.clone();
                let work = move || {
                    let _close = Close(self);
                    let mut work = begin();
                    while self.has_room() && work() && sender.send(()).is_ok() {}
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(worker) => workers.push(worker),
                    // The threads that did start do all the work.
                    Err(_) if !workers.is_empty() => break,
                    Err(error) => return Err(no_thread(&error)),
                }
            }
            drop(sender);
            'results: for () in arrivals {
                while let Some(flow) = done() {
                    if flow.is_break() {
                        self.pool.session.cancel();
                        self.close();
                        break 'results;
                    }
                    self.release();
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

    /// Waits while too much work is ahead of the results that were handed out. The thread that
    /// works on the next result does not wait, so the wait ends. Returns whether results are still
    /// wanted; then a piece more is ahead.
    fn has_room(&self) -> bool {
        let must_wait = |ahead: &mut Option<usize>| ahead.is_some_and(self.pool.is_full);
        let ahead = self.room.wait_while(lock(&self.ahead), must_wait);
        let mut ahead = ahead.unwrap_or_else(PoisonError::into_inner);
        ahead.as_mut().map(|ahead| *ahead += 1).is_some()
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
struct Close<'a>(&'a Crew<'a>);

impl Drop for Close<'_> {
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
