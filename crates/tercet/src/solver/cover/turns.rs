//! The tasks of a search, shared by threads.
//!
//! A search consists of tasks in a fixed order. Every thread visits all of them, which is quick,
//! and works on those whose numbers it draws. The first task with a set wins, so the answer does
//! not depend on the number of threads.
//!
//! Machines do not draw numbers: each has a range of places, and works on the nodes in it; see `tasks`.

use std::mem;
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

    /// The turns of a new thread.
    pub(super) fn turns(&self) -> Turns<'_> {
        Turns { tasks: self, ahead: 0, turn: 0, drawn: false, place: None }
    }

    /// The turns of a machine that works on a range of places. `groups` is the weight of all groups;
    /// without it, the machine only weighs them.
    pub(super) fn placed(&self, range: Range<u64>, groups: Option<f64>) -> Turns<'_> {
        let place = Place { range, groups, node: 0..PLACES, is_inside: false };
        Turns { place: Some(place), ..self.turns() }
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
    place: Option<Place>,
}

/// How many places a task has.
pub(super) const UNIT: u64 = 1 << 48;

/// How many places a search has.
pub(super) const PLACES: u64 = UNIT << 14;

/// Nodes with at most this number of candidates take microseconds, and are not cut.
const SMALL: usize = 48;

/// Where a machine is on its walk.
struct Place {
    /// The places of this machine.
    range: Range<u64>,
    groups: Option<f64>,
    /// The places of the node at which it is.
    node: Range<u64>,
    /// Whether it is at work on a task.
    is_inside: bool,
}

impl Place {
    fn is_mine(&self) -> bool {
        self.range.contains(&self.node.start)
    }
}

/// About the time that the search of a group of this number of cards takes, in an arbitrary unit. As
/// [`cover_weight`], it is computed by operations that are the same on every machine.
pub(super) fn weight(cards: usize) -> f64 {
    let share = cards as f64 / 64.0;
    let square = share * share;
    let fourth = square * square;
    fourth * fourth * square
}

/// About the time that the search takes below a node, in an arbitrary unit, from the number of cards that show
/// each of its items, an equal number of each property, and that of all of them.
pub(super) fn cover_weight(counts: &[usize], properties: usize, cards: usize) -> f64 {
    let items = counts.len() / properties;
    if cards < items {
        return 0.0;
    }
    let mut expected = 1.0;
    for i in 0..items {
        let share = (i + 1) as f64 / (cards - i) as f64;
        expected *= counts[i] as f64;
        (1..properties).for_each(|of| expected *= counts[of * items + i] as f64 * share);
    }
    let root = expected.sqrt();
    root * root.sqrt()
}

/// The part of some places between two weights, in proportion to the weight of all. It begins within the
/// places, so even a part that weighs nothing has a place.
fn part(places: &Range<u64>, weights: [f64; 2], all: f64) -> Range<u64> {
    let width = (places.end - places.start - 1) as f64;
    let [start, end] = weights.map(|weight| {
        let share = if all > 0.0 { f64::min(weight / all, 1.0) } else { 0.0 };
        (places.start + (width * share) as u64).min(places.end - 1)
    });
    let end = if weights[1] >= all { places.end } else { end };
    start..end.max(start + 1)
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

    /// Whether this is a machine with a range of places.
    pub(super) const fn are_placed(&self) -> bool {
        self.place.is_some()
    }

    /// Whether this is a machine that is not at work on a task.
    pub(super) fn are_walking(&self) -> bool {
        self.place.as_ref().is_some_and(|place| !place.is_inside)
    }

    /// The places of a group of a machine, which lies between two weights; `None` if the machine only
    /// weighs the groups.
    pub(super) fn group(&self, weights: [f64; 2]) -> Option<Range<u64>> {
        let all = self.place.as_ref()?.groups?;
        Some(part(&(0..PLACES), weights, all))
    }

    /// The places of the children of a machine's present node.
    pub(super) fn cut(&self, weights: &[f64]) -> Vec<Range<u64>> {
        let Some(Place { node, .. }) = &self.place else { return Vec::new() };
        let (all, mut before) = (weights.iter().sum(), 0.0);
        let places = weights.iter().map(|weight| {
            let after = before + weight;
            part(node, [mem::replace(&mut before, after), after], all)
        });
        places.collect()
    }

    /// Enters a node with these places. Returns whether the steps of the node itself are this machine's, or
    /// `None` if nothing of the node is.
    pub(super) fn enter(&mut self, node: Range<u64>) -> Option<bool> {
        let place = self.place.as_mut()?;
        let is_apart = node.end <= place.range.start || node.start >= place.range.end;
        place.node = node;
        (!is_apart).then_some(place.is_mine())
    }

    /// Whether all nodes from the present one on are other machines'.
    pub(super) fn is_after(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.node.start >= place.range.end)
    }

    /// Whether a machine's present node, with this number of candidates, is a task: it is not cut. Then
    /// whether it is this machine's, which then works on it until [`leave`](Self::leave).
    pub(super) fn task(&mut self, candidates: usize) -> Option<bool> {
        let place = self.place.as_mut().filter(|place| !place.is_inside)?;
        let is_task = place.node.end - place.node.start <= UNIT || candidates <= SMALL;
        is_task.then(|| {
            place.is_inside = place.is_mine();
            self.turn = (place.node.start / UNIT) as usize;
            place.is_inside
        })
    }

    /// Goes on after a task of this machine.
    pub(super) fn leave(&mut self) {
        if let Some(place) = &mut self.place {
            place.is_inside = false;
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
