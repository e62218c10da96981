//! The tasks of a search, shared by threads.
//!
//! A search falls into tasks in a fixed order. Every thread walks to all of them, which is quick,
//! and works on those whose numbers it draws. What comes first in the order of the tasks wins, so
//! the answer does not depend on the number of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The numbers of tasks to draw from, and the first task with a set so far.
pub(super) struct Tasks {
    next: AtomicUsize,
    winner: AtomicUsize,
}

impl Tasks {
    pub(super) const fn new() -> Self {
        Self { next: AtomicUsize::new(0), winner: AtomicUsize::new(usize::MAX) }
    }

    /// Forgets the set that was found, so that a lone thread can search on.
    pub(super) fn reopen(&self) {
        self.winner.store(usize::MAX, Ordering::Relaxed);
    }

    /// The turns of one more thread.
    pub(super) fn turns(&self) -> Turns<'_> {
        Turns { tasks: self, ahead: 0, turn: 0, drawn: false }
    }
}

/// One thread's turns at the tasks.
pub(super) struct Turns<'a> {
    tasks: &'a Tasks,
    /// The number of the next task on the walk.
    ahead: usize,
    /// The task that is or was this thread's last turn.
    turn: usize,
    /// Whether that turn is still ahead on the walk.
    drawn: bool,
}

impl Turns<'_> {
    /// Passes the next task and tells whether it is this thread's turn.
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

    /// Notes that this thread's present task wins unless an earlier one does, and returns its
    /// number.
    pub(super) fn win(&self) -> usize {
        self.tasks.winner.fetch_min(self.turn, Ordering::Relaxed);
        self.turn
    }

    /// Whether a set is known in a task before this thread's present one.
    #[inline]
    pub(super) fn overtaken(&self) -> bool {
        self.tasks.winner.load(Ordering::Relaxed) < self.turn
    }
}

/// Lets threads work at the same tasks, and returns what each of them has to say.
pub(super) fn share<T: Send>(threads: NonZeroUsize, work: impl Fn(Turns) -> T + Sync) -> Vec<T> {
    let tasks = Tasks::new();
    thread::scope(|scope| {
        // Tasks are drawn, so the work is done with fewer threads, too, where no more can start.
        let start = |_| thread::Builder::new().spawn_scoped(scope, || work(tasks.turns())).ok();
        let others: Vec<_> = (1..threads.get()).map_while(start).collect();
        let own = work(tasks.turns());
        let others = others.into_iter().map(|other| other.join().expect("a search does not panic"));
        std::iter::once(own).chain(others).collect()
    })
}
