//! The log of a search: its steps, by which other programs can check that there is no set.
//!
//! A search needs two kinds of [`Step`]: an item whose candidates have common rivals, which are removed,
//! and an item on which the search branches. A third one says which obstruction a group has. They are
//! written as numbers; `checkers/README.md` defines both. The removals of a pass
//! through the tables are made at once, and written down one by one, in any order: a checker that
//! repeats them one by one removes the same cards, or comes to an item without candidates where the
//! search does, because both continue until nothing can be removed.
//!
//! The search passes through its tables as if nothing were written down. It only [notes](Notes) each item
//! whose candidates have rivals, in four bytes, and the candidates before each pass. When a node fails,
//! which four of seven do, one loop goes backwards over what was noted, and writes down the removals that
//! led to the failure. The step is written each time, and kept or written over, because a
//! processor predicts few branches on which removals are needed. A search with a log takes 1.34 to 1.37 times
//! as long as one without, at (20,4) to (28,4).
//!
//! Measured at (25,4), where noting each removal with its cards, and branching on them, took 1.7 times as long:
//!
//! - To note only the items of each pass, and find their removals again after a failure: 1.63 to 1.68.
//! - Without the candidates before each pass: 12 % more steps, because a removal is put down to a later item
//!   that would have removed the card as well.
//! - The loop over a failure as a function of its own: 3 % slower. Its steps backwards, then reversed: the same.
//!
//! Steps are the same on any number of threads. Each thread writes down its own tasks, with the part
//! of the walk before each. A [`Joiner`] passes them on in the order of the tasks, and makes threads
//! wait that are too far ahead. If a part of the walk is long, all threads write it down, until one of
//! them can pass it on.

#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor that `tables::descend` has found"
)]

use std::collections::BTreeMap;
use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

use crate::solver::Stop;

/// A step of a proof that a board has no set.
///
/// Item `i·v + x` is value x of property i. A card is a candidate if it can still be in the set that
/// is looked for, and two cards are rivals if they show the same item of a property in which the cards
/// of that set all differ.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The rivals of all candidates that show this item are candidates no longer.
    Narrow(u32),
    /// The search branches: each candidate that shows this item is chosen, one after the other.
    Branch(u32),
    /// Items are weighed. A set shows each item once, so the weights of its cards sum to the total of
    /// all. Without a modulus, no candidate weighs more than 0, and those that weigh less than the total
    /// are candidates no longer. With one, it divides the weight of each candidate; if it does not divide
    /// the total, no candidate is left.
    Weigh {
        /// The modulus, or 0; less than 2^32 − 1.
        modulus: u32,
        /// Some items below 2^30, at least one, each with a weight above −2^31.
        weights: Vec<(u32, i32)>,
    },
}

impl Step {
    /// The number with which a step `Weigh` begins in a proof.
    pub const WEIGH: u32 = 1;

    /// The items that it names.
    #[inline]
    pub fn items(&self) -> impl Iterator<Item = u32> {
        let (one, weights) = match self {
            Self::Narrow(item) | Self::Branch(item) => (Some(*item), &[][..]),
            Self::Weigh { weights, .. } => (None, &weights[..]),
        };
        one.into_iter().chain(weights.iter().map(|&(item, _)| item))
    }

    /// Visits the numbers that stand for the step in a proof. None of them is 0.
    ///
    /// # Panics
    ///
    /// If it has no number there: an item is 2^30 or more, a modulus or weight is out of its range, or there
    /// are no weights.
    #[inline]
    pub fn each_number(&self, mut visit: impl FnMut(u32)) {
        assert!(self.items().all(|item| item < 1 << 30), "a step names items of a deck");
        match self {
            Self::Narrow(item) => visit(2 + 2 * item),
            Self::Branch(item) => visit(3 + 2 * item),
            Self::Weigh { modulus, weights } => {
                let is_weight = |&(_, weight): &(u32, i32)| weight > i32::MIN;
                let has_numbers = !weights.is_empty() && weights.iter().all(is_weight);
                assert!(*modulus < u32::MAX && has_numbers, "a step weighs items as a proof can");
                [Self::WEIGH, modulus + 1, weights.len() as u32].into_iter().for_each(&mut visit);
                for (item, weight) in weights {
                    visit(item + 1);
                    visit(2 * weight.unsigned_abs() + u32::from(*weight >= 0));
                }
            }
        }
    }
}

/// Receives the numbers of the steps of a search, piece by piece in their order, until it breaks off.
pub(super) type Steps<'a> = &'a mut (dyn FnMut(&[u32]) -> ControlFlow<()> + Send);

/// The way in which a search writes down its steps. By default nothing is written, at no cost.
pub(super) trait Log: Sized {
    /// Whether it writes at all.
    const IS_ON: bool;

    /// The search takes a step.
    #[inline]
    fn push(&mut self, _step: &Step) {}

    /// The notes of this thread, to which steps are added.
    fn notes(&mut self) -> &mut Notes {
        unreachable!("nothing is written down")
    }

    /// Makes room for the next steps in the notes.
    #[inline(always)]
    fn look(&mut self) {}

    /// Whether steps may weigh items.
    #[inline]
    fn may_weigh(&self) -> bool {
        true
    }

    /// A task begins.
    #[inline]
    fn begin(&mut self, _task: usize, _is_mine: bool) {}

    /// The task of this thread ends.
    #[inline]
    fn end(&mut self) {}

    /// Further steps are written down by another machine, or by this one.
    #[inline]
    fn mute(&mut self, _is_muted: bool) {}

    /// The search ends; `_tasks` is the number of its tasks.
    #[inline]
    fn finish(self, _tasks: usize) {}

    /// Whether the receiver refuses further steps, so that the search should end.
    #[inline]
    fn is_refused(&self) -> bool {
        false
    }
}

/// The most removals of a propagation: each of 128 items has two candidates once, and then one.
pub(super) const REMOVALS: usize = 1 << 8;

/// Numbers that are moved to other steps together, of which a propagation adds at most half.
const BLOCK: usize = 1 << 10;

/// The notes of a propagation, and the numbers of the last steps.
pub(super) struct Notes {
    /// An item with one or two candidates, of which the common rivals were removed; these candidates; and
    /// the pass.
    pub(super) removals: [[u8; 4]; REMOVALS],
    /// The candidates before each pass.
    pub(super) before: [[u64; 4]; REMOVALS],
    /// Whether a failure needs each removal.
    pub(super) is_needed: [bool; REMOVALS],
    block: [u32; BLOCK],
    length: usize,
}

impl Notes {
    /// Adds the step with this number, if it is taken.
    #[inline(always)]
    pub(super) fn add(&mut self, number: u32, is_taken: bool) {
        self.block[self.length] = number;
        self.length += usize::from(is_taken);
    }
}

/// Writes nothing.
pub(super) struct Silent;

impl Log for Silent {
    const IS_ON: bool = false;
}

/// The steps of a thread.
pub(super) struct Writer<'a, 'b> {
    joiner: &'a Joiner<'b>,
    /// The task at which the thread is at work, or else the next one on its walk.
    task: usize,
    is_mine: bool,
    /// The numbers of that task, the walk to it included, after the first `passed`.
    steps: Vec<u32>,
    passed: usize,
    is_muted: bool,
    notes: Box<Notes>,
    is_finished: bool,
}

/// How many numbers are passed on together.
const PIECE: usize = 1 << 13;

/// The most numbers that a thread holds for its present task, and that are held for finished tasks
/// whose predecessors are not finished: 16 MB each.
const MOST_STEPS: usize = 1 << 22;

impl Writer<'_, '_> {
    /// Moves the notes to the steps, unless others write these, and passes on the steps of an unfinished task if they
    /// are many.
    fn settle(&mut self) {
        let length = mem::take(&mut self.notes.length);
        self.steps.extend_from_slice(&self.notes.block[..if self.is_muted { 0 } else { length }]);
        if self.steps.len() >= PIECE {
            self.joiner.pass(self.task, &mut self.passed, &mut self.steps);
        }
    }

    fn go_on(&mut self, task: usize) {
        (self.task, self.is_mine, self.passed) = (task, false, 0);
        self.steps.clear();
    }
}

impl Drop for Writer<'_, '_> {
    /// A thread that ends early leaves tasks without their ends, for which others must not wait.
    fn drop(&mut self) {
        if !self.is_finished {
            self.joiner.close();
        }
    }
}

impl Log for Writer<'_, '_> {
    const IS_ON: bool = true;

    fn push(&mut self, step: &Step) {
        self.settle();
        if !self.is_muted {
            step.each_number(|number| self.steps.push(number));
        }
        self.settle();
    }

    #[inline(always)]
    fn notes(&mut self) -> &mut Notes {
        &mut self.notes
    }

    #[inline(always)]
    fn look(&mut self) {
        if self.notes.length > BLOCK / 2 {
            self.settle();
        }
    }

    fn may_weigh(&self) -> bool {
        self.joiner.may_weigh
    }

    fn begin(&mut self, task: usize, is_mine: bool) {
        self.settle();
        self.is_mine = is_mine;
        if !is_mine {
            self.go_on(task + 1); // Whose task it is writes this part of the walk.
        }
    }

    fn end(&mut self) {
        self.settle();
        if self.is_mine {
            self.joiner.end(self.task, self.passed, &mut self.steps);
            self.go_on(self.task + 1);
        }
    }

    fn mute(&mut self, is_muted: bool) {
        self.settle();
        self.is_muted = is_muted;
    }

    fn finish(mut self, tasks: usize) {
        self.settle();
        self.joiner.end(tasks, self.passed, &mut self.steps);
        self.is_finished = true;
    }

    fn is_refused(&self) -> bool {
        self.joiner.is_refused.load(Ordering::Relaxed)
    }
}

/// Passes on the steps of all threads in the order of the tasks.
pub(super) struct Joiner<'a> {
    state: Mutex<State<'a>>,
    /// Something was passed on.
    progress: Condvar,
    /// The receiver broke off.
    is_refused: AtomicBool,
    may_weigh: bool,
}

struct State<'a> {
    receiver: Steps<'a>,
    /// The task whose steps are passed on.
    next: usize,
    /// How many of its steps were.
    passed: usize,
    /// The steps of tasks after it that have ended.
    ended: BTreeMap<usize, Vec<u32>>,
    /// How many they are.
    held: usize,
    /// Whether nothing is passed on any more.
    is_closed: bool,
}

impl<'a> Joiner<'a> {
    /// Passes on the steps of all tasks, which may weigh items or not.
    pub(super) fn new(may_weigh: bool, receiver: Steps<'a>) -> Self {
        let state = State {
            receiver,
            next: 0,
            passed: 0,
            ended: BTreeMap::new(),
            held: 0,
            is_closed: false,
        };
        Self {
            state: Mutex::new(state),
            progress: Condvar::new(),
            is_refused: AtomicBool::new(false),
            may_weigh,
        }
    }

    /// The answer of a search, if its proof has been passed on as a whole where there is no set.
    ///
    /// # Errors
    ///
    /// [`Stop::INTERRUPTED`] if the receiver broke off.
    pub(super) fn answer<T>(&self, found: Option<T>) -> Result<Option<T>, Stop> {
        let is_refused = found.is_none() && self.is_refused.load(Ordering::Relaxed);
        if is_refused { Err(Stop::INTERRUPTED) } else { Ok(found) }
    }

    /// The log of a thread.
    pub(super) fn writer(&self) -> Writer<'_, 'a> {
        let steps = Vec::with_capacity(PIECE);
        Writer {
            joiner: self,
            task: 0,
            is_mine: false,
            steps,
            passed: 0,
            is_muted: false,
            notes: Box::new(Notes {
                removals: [[0; 4]; REMOVALS],
                before: [[0; 4]; REMOVALS],
                is_needed: [false; REMOVALS],
                block: [0; BLOCK],
                length: 0,
            }),
            is_finished: false,
        }
    }

    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().expect("a receiver does not panic")
    }

    /// Waits until it is the turn of a task, or nothing is passed on any more.
    fn wait<'b>(&self, task: usize, state: MutexGuard<'b, State<'a>>) -> MutexGuard<'b, State<'a>> {
        let is_early = |state: &mut State| !state.is_closed && state.next < task;
        self.progress.wait_while(state, is_early).expect("a receiver does not panic")
    }

    /// Takes the steps of an unfinished task after its first `passed`, if it is its turn. Waits for its
    /// turn if they are many.
    fn pass(&self, task: usize, passed: &mut usize, steps: &mut Vec<u32>) {
        let mut state = self.state();
        if state.next < task && steps.len() >= MOST_STEPS {
            state = self.wait(task, state);
        }
        if state.next == task {
            self.write(&mut state, *passed, steps);
        }
        // The receiver takes no more steps of earlier tasks.
        if state.next >= task || state.is_closed {
            *passed += steps.len();
            steps.clear();
        }
    }

    /// Takes the last steps of a task, after its first `passed`; more than one thread may report that
    /// all tasks have ended.
    fn end(&self, task: usize, passed: usize, steps: &mut Vec<u32>) {
        let mut state = self.state();
        if state.next < task && state.held + steps.len() > MOST_STEPS {
            state = self.wait(task, state);
        }
        if state.next == task {
            self.write(&mut state, passed, steps);
            loop {
                state.next += 1;
                state.passed = 0;
                let next = state.next;
                let Some(steps) = state.ended.remove(&next) else { break };
                state.held -= steps.len();
                self.write(&mut state, 0, &steps);
            }
            self.progress.notify_all();
        } else if state.next < task && !state.ended.contains_key(&task) {
            state.held += steps.len();
            state.ended.insert(task, mem::take(steps));
        }
        steps.clear();
    }

    /// Passes on steps of the next task, after its first `passed`, but for those that another thread has
    /// passed on, which came the same way.
    fn write(&self, state: &mut State, passed: usize, steps: &[u32]) {
        if state.is_closed {
            return;
        }
        let known = (state.passed - passed).min(steps.len());
        state.passed += steps.len() - known;
        if (state.receiver)(&steps[known..]).is_break() {
            state.is_closed = true;
            self.is_refused.store(true, Ordering::Relaxed);
            self.progress.notify_all();
        }
    }

    /// Passes on nothing from now on: steps that were left out cannot be recovered.
    fn close(&self) {
        self.state().is_closed = true;
        self.progress.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two threads walk the same long way, and each does a task.
    #[test]
    fn a_long_walk_is_passed_on_once_and_held_by_nobody() {
        let mut steps = Vec::new();
        let mut receiver = |piece: &[u32]| {
            steps.extend_from_slice(piece);
            ControlFlow::Continue(())
        };
        let joiner = Joiner::new(true, &mut receiver);
        let (mut one, mut other) = (joiner.writer(), joiner.writer());
        let long = 3 * PIECE as u32 + 5;
        let walk = |writer: &mut Writer, items: std::ops::Range<u32>| {
            for item in items {
                writer.push(&Step::Narrow(item % 1000));
                assert!(writer.steps.len() < PIECE, "its turn has come");
            }
        };
        walk(&mut one, 0..long - 9000);
        walk(&mut other, 0..long);
        walk(&mut one, long - 9000..long);
        one.begin(0, true);
        other.begin(0, false);
        one.push(&Step::Branch(1));
        one.end();
        walk(&mut one, 0..long);
        one.begin(1, false);
        walk(&mut other, 0..long);
        other.begin(1, true);
        other.push(&Step::Branch(2));
        other.end();
        for mut writer in [one, other] {
            writer.push(&Step::Narrow(3));
            writer.finish(2);
        }
        let way: Vec<u32> = (0..long).map(|item| 2 + 2 * (item % 1000)).collect();
        assert!(steps == [&way[..], &[3 + 2], &way, &[3 + 4], &[2 + 6]].concat());
    }
}
