//! The search for a largest packing as numbered tasks, for a board that is shared by machines.
//!
//! The tasks are an equal number for each number of sets that a larger packing could have, from the top
//! down. Within it a node of the search (`refute.rs`) has a range of tasks, which its children share
//! equally, and it belongs to the machine with the first of them. So the first task with a packing has the
//! one that a single search finds, however the tasks are cut.
//!
//! Unlike [`most`](super::most), it takes the board as a whole, also if it falls into parts that share no
//! set. Each machine makes its own weights, from which no packing depends.

use std::ops::Range;

use super::Packing;
use super::bounds::Sums;
use super::instance::Instance;
use super::kinds::Rows;
use super::most::{STEPS, in_rows, larger, lines, positions};
use super::refute::Refuter;
use super::walk::walk;
use crate::Set;
use crate::board::Board;
use crate::solver::{Enumerate, Found, Limit, Stop, flat_list};

/// How many tasks a number of sets has.
const TASKS: u64 = 1 << 10;

/// The steps of the local search. Tests leave more to the tasks.
const WALK: u64 = if cfg!(test) { 0 } else { STEPS };

/// The search for a largest packing as numbered tasks, so that machines can share a board. The tasks depend on
/// the board alone.
#[derive(Debug)]
pub struct PackTasks {
    board: Board,
    instance: Instance,
    cards: Vec<u32>,
    /// The packing to begin with.
    first: Vec<Found>,
    /// The larger numbers of sets that are not known to be too many, descending.
    goals: Vec<usize>,
}

impl PackTasks {
    /// Lists the sets of a board, which must fit into `memory` bytes, and packs it quickly.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work, or the memory is too small.
    ///
    /// # Panics
    ///
    /// As [`most`](super::most).
    pub fn new(lister: &mut dyn Enumerate, memory: usize, limit: &Limit) -> Result<Self, Stop> {
        let (n, v) = (lister.board().len(), lister.board().deck().values());
        let mut watch = limit.watch();
        let mut first = if v <= 2 { in_rows(lister.board()) } else { lines(lister.board(), limit) };
        let mut sets = Vec::new();
        if first.len() < n / v {
            sets = flat_list(lister, |_| true, memory / Instance::bytes_a_set(v), limit)
                .map_err(|stop| stop.with(()))?;
        }
        let (board, cards) = (lister.board().clone(), (0..n as u32).collect::<Vec<_>>());
        let instance = Instance::new(n, v, sets, &mut watch)?;
        let mut goals: Vec<usize> = (first.len() + 1..=n / v).rev().collect();
        if !goals.is_empty() {
            let rows = Rows::new(&board, &cards, &instance);
            let sums = Sums::new(board.deck(), board.cards().iter().copied(), &mut watch)?;
            goals.retain(|goal| sums.can_be(sums.total, n - goal * v) && rows.can_reach(*goal));
            let (goal, mut taken) = (goals.first().copied().unwrap_or(0), Vec::new());
            walk(&instance, goal, WALK, &mut watch, &mut taken)?;
            first = larger(first, taken.iter().map(|&set| positions(instance.set(set))).collect());
            goals.retain(|&goal| goal > first.len());
        }
        Ok(Self { board, instance, cards, first, goals })
    }

    /// The number of tasks, which are numbered from 0; 0 if the packing to begin with is of maximum size.
    pub fn count(&self) -> u64 {
        self.goals.len() as u64 * TASKS
    }

    /// Searches the tasks with these numbers in ascending order: the number of the first that has a packing, and
    /// its sets, or `None` after a proof that none has. A machine whose tasks come after one with a
    /// packing need not finish.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the search, or it was too deep.
    pub fn find(
        &self,
        tasks: Range<u64>,
        limit: &Limit,
    ) -> Result<Option<(u64, Vec<Found>)>, Stop> {
        let rows = Rows::new(&self.board, &self.cards, &self.instance);
        for (begin, &goal) in (0..).step_by(TASKS as usize).zip(&self.goals) {
            let [start, end] =
                [tasks.start, tasks.end].map(|task| task.clamp(begin, begin + TASKS) - begin);
            if start >= end {
                continue;
            }
            let mut refuter = Refuter::of_tasks(&self.instance, &rows, goal, TASKS, start..end);
            if let Some(taken) = refuter.run(&mut limit.watch())? {
                let sets = taken.into_iter().map(|set| positions(self.instance.set(set)));
                return Ok(Some((begin + refuter.task(), sets.collect())));
            }
        }
        Ok(None)
    }

    /// Whether these are the positions of disjoint sets, of the number that a task looks for.
    pub fn is_packing(&self, task: u64, sets: &[Vec<usize>]) -> bool {
        let mut free = vec![true; self.board.len()];
        let mut take = |&at: &usize| free.get_mut(at).is_some_and(std::mem::take);
        self.goals.get((task / TASKS) as usize) == Some(&sets.len())
            && sets.iter().all(|set| set.iter().all(&mut take))
            && sets.iter().all(|set| Set::new(self.board.deck(), self.board.at(set)).is_ok())
    }

    /// The largest packing that is known from the sets that were found, and the first task that is not done.
    ///
    /// # Panics
    ///
    /// If the sets are no packing of the board.
    pub fn packing(&self, found: Option<&[Found]>, open: Option<u64>) -> Packing {
        let sets = found.unwrap_or(&self.first);
        let goal = open.and_then(|task| self.goals.get((task / TASKS) as usize));
        Packing::found(&self.board, sets).with_bound(goal.map_or(sets.len(), |&goal| goal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packing::most;
    use crate::{Deck, deal};

    #[test]
    fn all_tasks_give_a_largest_packing_however_they_are_cut() {
        let (mut searched, mut larger) = (0, 0);
        for (v, p, cards, seeds) in
            [(3, 4, 30, 8), (3, 3, 20, 12), (4, 3, 36, 6), (5, 3, 45, 2), (2, 3, 7, 1)]
        {
            for seed in 0..seeds {
                let board = deal::board(Deck::new(v, p).unwrap(), cards, seed).unwrap();
                let search = board.search();
                let (mut lister, none) = (search.solver().unwrap(), Limit::none());
                let tasks = PackTasks::new(&mut *lister, 1 << 30, &none).unwrap();
                let best = most(&mut *lister, 1 << 30, &none).unwrap();
                let find = |range| tasks.find(range, &none).unwrap();
                let whole = find(0..tasks.count());
                for parts in [2, 7, 40] {
                    let cut = |part| tasks.count() * part / parts;
                    let found = (0..parts).find_map(|part| find(cut(part)..cut(part + 1)));
                    assert_eq!(found, whole, "({v},{p}) {cards} cards, seed {seed}");
                }
                let found = whole.as_ref().map(|(_, sets)| &**sets);
                let packing = tasks.packing(found, None);
                assert!(packing.is_proved());
                assert_eq!(packing.len(), best.len(), "({v},{p}) {cards} cards, seed {seed}");
                if let Some((task, sets)) = whole {
                    assert_eq!(find(0..task), None);
                    let sets: Vec<_> = sets.iter().map(|set| set.to_vec()).collect();
                    assert!(tasks.is_packing(task, &sets) && !tasks.is_packing(task, &sets[1..]));
                    larger += 1;
                }
                searched += usize::from(tasks.count() > 0);
            }
        }
        assert!(searched > 10 && larger > 5, "{searched} {larger}");
    }
}
