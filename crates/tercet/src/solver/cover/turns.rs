//! The tasks of a search, shared by threads.
//!
//! A search consists of tasks in a fixed order. Every thread visits all of them, which is quick,
//! and works on those whose numbers it draws. The first task with a set wins, so the answer does
//! not depend on the number of threads.
//!
//! Machines do not draw numbers, but have ranges of them. Each visits the tasks up to the end of its
//! range, and works on those in it. These tasks are cut by their size, on lists or within the
//! tables; see `tasks`.

use std::num::NonZeroUsize;
use std::ops::Range;
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

    /// The tasks with numbers below `end`: as if the last of them had a set.
    pub(super) const fn below(end: usize) -> Self {
        Self { next: AtomicUsize::new(0), winner: AtomicUsize::new(end.saturating_sub(1)) }
    }

    /// The turns of a new thread.
    pub(super) fn turns(&self) -> Turns<'_> {
        Turns { tasks: self, ahead: 0, turn: 0, drawn: false, numbered: None }
    }

    /// The turns of a thread that takes a range of tasks with at most `cards` cards each.
    pub(super) fn numbered(&self, range: Range<usize>, cards: usize) -> Turns<'_> {
        Turns { numbered: Some(Numbered { range, cards, is_inside: false }), ..self.turns() }
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
    numbered: Option<Numbered>,
}

/// Tasks that are not drawn.
struct Numbered {
    /// The tasks of this thread.
    range: Range<usize>,
    /// The most cards of a task.
    cards: usize,
    /// Whether the thread is at work on one of them.
    is_inside: bool,
}

impl Turns<'_> {
    /// Passes the next task and returns whether it belongs to this thread.
    pub(super) fn take(&mut self) -> bool {
        if let Some(numbered) = &self.numbered {
            self.turn = self.ahead;
            self.ahead += 1;
            return numbered.range.contains(&self.turn);
        }
        if !self.drawn {
            self.turn = self.tasks.next.fetch_add(1, Ordering::Relaxed);
            self.drawn = true;
        }
        let mine = self.ahead == self.turn;
        self.drawn &= !mine;
        self.ahead += 1;
        mine
    }

    /// Whether tasks are cut by their size.
    pub(super) const fn are_numbered(&self) -> bool {
        self.numbered.is_some()
    }

    /// The most cards of a task, if tasks are cut by their size and this is not within one.
    pub(super) fn cut(&self) -> Option<usize> {
        let numbered = self.numbered.as_ref().filter(|numbered| !numbered.is_inside);
        numbered.map(|numbered| numbered.cards)
    }

    /// Notes whether the thread is at work on a task that was cut by its size.
    pub(super) fn set_inside(&mut self, is_inside: bool) {
        if let Some(numbered) = &mut self.numbered {
            numbered.is_inside = is_inside;
        }
    }

    /// The number of tasks passed so far.
    pub(super) const fn passed(&self) -> usize {
        self.ahead
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
