//! The tasks of a search, shared by threads.
//!
//! A search consists of tasks in a fixed order. Every thread visits all of them, which is quick,
//! and works on those whose numbers it draws. The first task with a set wins, so the answer does
//! not depend on the number of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The next task number to draw, and the first task with a set so far.
pub(super) struct Tasks {
    next: AtomicUsize,
    winner: AtomicUsize,
}

impl Tasks {
    pub(super) const fn new() -> Self {
        Self { next: AtomicUsize::new(0), winner: AtomicUsize::new(usize::MAX) }
    }

    /// Clears the set that was found, so that a single thread can continue.
    pub(super) fn reopen(&self) {
        self.winner.store(usize::MAX, Ordering::Relaxed);
    }

    /// The turns of a new thread.
    pub(super) fn turns(&self) -> Turns<'_> {
        Turns { tasks: self, ahead: 0, turn: 0, drawn: false }
    }
}

/// The tasks of one thread.
pub(super) struct Turns<'a> {
    tasks: &'a Tasks,
    /// The number of the next task on the walk.
    ahead: usize,
    /// The current or last task of this thread.
    turn: usize,
    /// Whether that turn is still ahead on the walk.
    drawn: bool,
}

impl Turns<'_> {
    /// Passes the next task and returns whether it belongs to this thread.
    pub(super) fn take(&mut self) -> bool {
        if !self.drawn {
            self.turn = self.tasks.next.fetch_add(1, Ordering::Relaxed);
            self.drawn = true;
        }
        let mine = self.ahead == self.turn;
        self.drawn &= !mine;
        self.ahead += 1;
        mine
    }

    /// Records that this thread's current task has a set, unless an earlier one does, and returns
    /// its number.
    pub(super) fn win(&self) -> usize {
        self.tasks.winner.fetch_min(self.turn, Ordering::Relaxed);
        self.turn
    }

    /// Whether a task before this thread's current one has a set.
    #[inline]
    pub(super) fn overtaken(&self) -> bool {
        self.tasks.winner.load(Ordering::Relaxed) < self.turn
    }
}

/// Runs threads on the same tasks, and returns the result of each.
pub(super) fn share<T: Send>(threads: NonZeroUsize, work: impl Fn(Turns) -> T + Sync) -> Vec<T> {
    let tasks = Tasks::new();
    thread::scope(|scope| {
        // If not all threads can be started, the others draw all tasks.
        let start = |_| thread::Builder::new().spawn_scoped(scope, || work(tasks.turns())).ok();
        let others: Vec<_> = (1..threads.get()).map_while(start).collect();
        let own = work(tasks.turns());
        let others = others.into_iter().map(|other| other.join().expect("a search does not panic"));
        std::iter::once(own).chain(others).collect()
    })
}
