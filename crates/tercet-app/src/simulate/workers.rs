//! The threads that play a simulation.
//!
//! They draw units in order and send their tallies to the main thread, which adds them in the same
//! order. So the finished units are always the first ones, for any number of threads, and a
//! checkpoint only needs their number.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tercet::solver::{Limit, Stop};

use super::Checkpoint;
use crate::{Code, Error};

/// How many units, for each thread, may be drawn before the first of them is added: enough that no
/// thread waits while a checkpoint is saved, and a bound on the tallies that wait for their turn.
const AHEAD: u64 = 32;

/// Plays the open units; `added` is called after each addition. Returns the reason if it stopped
/// before the end.
pub(super) fn play(
    checkpoint: &mut Checkpoint,
    threads: NonZeroUsize,
    limit: &Limit,
    added: &mut dyn FnMut(&Checkpoint) -> Result<(), Error>,
) -> Result<Option<Stop>, Error> {
    let units = checkpoint.open();
    let simulation = *checkpoint.simulation();
    let threads = (threads.get() as u64).min(units.end - units.start);
    let queue = &Queue::new(units.clone(), threads.saturating_mul(AHEAD));
    thread::scope(|scope| {
        // After an error or a panic, no thread waits for units.
        let _close = Close(queue);
        let (sender, tallies) = mpsc::channel();
        for thread in 0..threads {
            let sender = sender.clone();
            let work = move || {
                let _close = Close(queue);
                while let Some(unit) = queue.draw() {
                    let tally = simulation.play(unit, limit);
                    let stop = tally.is_err();
                    if sender.send((unit, tally)).is_err() || stop {
                        return;
                    }
                }
            };
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                // The threads that did start play all games.
                Err(_) if thread > 0 => break,
                Err(error) => {
                    let message = format!("cannot start a thread ({error})");
                    return Err(Error::new(Code::Memory, message));
                }
            }
        }
        drop(sender);
        let (mut next, mut stopped) = (units.start, None);
        let mut early = BTreeMap::new();
        for (unit, tally) in tallies {
            match tally {
                Ok(tally) => drop(early.insert(unit, tally)),
                Err(stop) => stopped = Some(stop),
            }
            let before = next;
            while let Some(tally) = early.remove(&next) {
                checkpoint.add(&tally);
                next += 1;
            }
            if next > before {
                queue.done(next);
                added(checkpoint)?;
            }
        }
        Ok(stopped)
    })
}

/// The units that remain to be drawn.
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    ahead: u64,
}

struct State {
    open: Range<u64>,
    /// The first unit that is not yet added.
    done: u64,
}

impl Queue {
    fn new(open: Range<u64>, ahead: u64) -> Self {
        let done = open.start;
        Self { state: Mutex::new(State { open, done }), changed: Condvar::new(), ahead }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No thread panics while holding the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next unit, once it is near enough to the finished ones; `None` after the last.
    fn draw(&self) -> Option<u64> {
        let too_early = |state: &mut State| {
            !state.open.is_empty() && state.open.start - state.done >= self.ahead
        };
        let state = self.changed.wait_while(self.lock(), too_early);
        state.unwrap_or_else(PoisonError::into_inner).open.next()
    }

    /// Notes that all units before `next` are done.
    fn done(&self, next: u64) {
        self.lock().done = next;
        self.changed.notify_all();
    }

    fn close(&self) {
        let mut state = self.lock();
        state.open.start = state.open.end;
        self.changed.notify_all();
    }
}

/// Closes the queue when it is dropped.
struct Close<'a>(&'a Queue);

impl Drop for Close<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}
