//! The maximum number of disjoint sets of a board, by the steps that the module's page lists; and the
//! same as numbered tasks, for a board that is shared by machines.

use std::ops::Range;

use super::Packing;
use super::bounds::{Rows, Sums};
use super::few::{MOST_FEW, disjoint};
use super::instance::{Component, Instance, all_sets};
use super::refute::Refuter;
use super::walk::walk;
use crate::solver::{Enumerate, Found, Limit, Stop, Watch, flat_list};
use crate::{Board, Set};

/// Boards with more cards than this are searched for sets that differ in one property only before
/// all sets are listed.
const FEW_CARDS: usize = 64;

/// Steps of the local search before the bounds are improved and the exact search begins.
const STEPS: u64 = 20_000;

/// A largest packing of a board, with a proof: the search ends when it reaches the bound, or at the
/// limit.
///
/// If the limit did not end the search, the answer depends on the board alone. `lister` visits the
/// sets, which are stored if they fit into `memory` bytes.
///
/// # Errors
///
/// [`Stop`] with the best packing that was found, if the search ended before its proof.
///
/// # Panics
///
/// If the method visits cards that are not a set, which is a bug in the method.
pub fn most(
    lister: &mut dyn Enumerate,
    memory: usize,
    limit: &Limit,
) -> Result<Packing, Stop<Packing>> {
    let (n, v) = (lister.board().len(), lister.board().deck().values());
    let bound = n / v;
    if v <= 2 {
        return ended(lister.board(), &in_rows(lister.board()), bound, None);
    }
    let mut first = Vec::new();
    if n > FEW_CARDS {
        first = lines(lister.board(), limit);
        if first.len() == bound {
            return ended(lister.board(), &first, bound, None);
        }
    }
    let listed = flat_list(lister, |_| true, memory / Instance::bytes_a_set(v), limit);
    let board = lister.board();
    let sets = match listed {
        Ok(sets) => sets,
        Err(Stop { reason, found }) => {
            let seen = in_order(Vec::new(), found.chunks(v), n);
            return ended(board, &larger(first, seen), bound, Some(reason.into()));
        }
    };
    if let Some(taken) = of_few(&sets, n, v) {
        let taken: Vec<_> = taken.map(|set| positions(&sets[set as usize * v..][..v])).collect();
        return ended(board, &taken, taken.len(), None);
    }
    // In case the limit is reached before the parts are known.
    let seen = in_order(Vec::new(), sets.chunks(v), n);
    let mut watch = limit.watch();
    let parts = Instance::new(n, v, sets, &mut watch)
        .and_then(|instance| Ok((instance.components(&mut watch)?, instance)));
    let (components, instance) = match parts {
        Ok(parts) => parts,
        Err(stop) => return ended(board, &larger(first, seen), bound, Some(stop)),
    };
    let (mut taken, mut bound, mut stopped) = (Vec::new(), 0, None);
    for component in components {
        let (mut packing, mut most) = (Vec::new(), component.cards.len() / v);
        let ended = pack(board, &component, &mut packing, &mut most, &mut watch);
        taken.extend(packing.iter().map(|&set| component.sets[set as usize]));
        bound += most;
        stopped = stopped.or(ended.err());
    }
    let mut sets: Vec<_> = taken.into_iter().map(|set| positions(instance.set(set))).collect();
    if stopped.is_some() {
        // Parts that were not reached get what a glance gives.
        sets = larger(first, in_order(sets, instance.flat().chunks(v), n));
    }
    ended(board, &sets, bound.min(n / v), stopped)
}

/// The greedy packing: in layout order, each set that is disjoint from those taken before.
///
/// Every set of the board shares a card with one of them, so the greedy packing has at least a v-th
/// of the maximum number.
///
/// # Errors
///
/// [`Stop`] if the limit ended the work, or the sets do not fit into `memory` bytes.
///
/// # Panics
///
/// Like [`most`].
pub fn greedy(lister: &mut dyn Enumerate, memory: usize, limit: &Limit) -> Result<Packing, Stop> {
    let (n, v) = (lister.board().len(), lister.board().deck().values());
    limit.check()?;
    if v <= 2 {
        return Ok(Packing::found(lister.board(), &in_rows(lister.board())));
    }
    let listed = all_sets(lister, memory, limit)?;
    let mut sets: Vec<&[u32]> = listed.chunks(v).collect();
    limit.watch().sort(&mut sets)?;
    Ok(Packing::found(lister.board(), &in_order(Vec::new(), sets, n)))
}

/// The result: a packing that meets its bound is proved, even if a limit ended the search.
fn ended(
    board: &Board,
    sets: &[Found],
    bound: usize,
    stopped: Option<Stop>,
) -> Result<Packing, Stop<Packing>> {
    let packing = Packing::found(board, sets).with_bound(bound);
    match stopped {
        Some(stop) if !packing.is_proved() => Err(stop.with(packing)),
        _ => Ok(packing),
    }
}

/// The cards in consecutive groups of v, which are sets if v ≤ 2.
pub(super) fn in_rows(board: &Board) -> Vec<Found> {
    let all: Vec<usize> = (0..board.len()).collect();
    all.chunks_exact(board.deck().values()).map(Found::new).collect()
}

pub(super) fn positions(set: &[u32]) -> Found {
    Found::new(set.iter().map(|&position| position as usize).collect::<Vec<_>>())
}

/// The sets that are taken, and each of the others that is disjoint from those before.
fn in_order<'a>(
    mut taken: Vec<Found>,
    sets: impl IntoIterator<Item = &'a [u32]>,
    cards: usize,
) -> Vec<Found> {
    let mut free = vec![true; cards];
    taken.iter().flat_map(|set| set.iter()).for_each(|&position| free[position] = false);
    for set in sets {
        if set.iter().all(|&position| free[position as usize]) {
            let set = positions(set);
            set.iter().for_each(|&position| free[position] = false);
            taken.push(set);
        }
    }
    taken
}

/// The packing with more sets, or the first one on a tie.
fn larger(first: Vec<Found>, second: Vec<Found>) -> Vec<Found> {
    if second.len() > first.len() { second } else { first }
}

/// The numbers of the sets of a largest packing, if there are few sets and the board is small.
fn of_few(sets: &[u32], cards: usize, size: usize) -> Option<impl Iterator<Item = u32>> {
    let mask = |set: &[u32]| set.iter().fold(0, |mask, &card| mask | 1 << card);
    (cards <= u64::BITS as usize && sets.len() <= MOST_FEW * size).then(|| {
        let masks: Vec<u64> = sets.chunks(size).map(mask).collect();
        let chosen = disjoint(&masks);
        (0..masks.len() as u32).filter(move |set| chosen >> set & 1 == 1)
    })
}

/// Packs a part of the board, and lowers the bound on its number of sets, until they meet.
fn pack(
    board: &Board,
    Component { instance, cards, .. }: &Component,
    taken: &mut Vec<u32>,
    bound: &mut usize,
    watch: &mut Watch,
) -> Result<(), Stop> {
    let (n, v) = (instance.cards(), instance.size());
    if let Some(few) = of_few(instance.flat(), n, v) {
        taken.extend(few);
        *bound = taken.len();
        return Ok(());
    }
    let rows = Rows::new(board, cards, instance);
    let sums = Sums::new(board.deck(), cards.iter().map(|&card| board[card as usize]), watch)?;
    let lower = |bound: &mut usize| {
        let can_be = |goal| sums.can_be(sums.total, n - goal * v) && rows.can_reach(goal);
        while !can_be(*bound) {
            *bound -= 1;
        }
    };
    lower(bound);
    walk(instance, *bound, STEPS, watch, taken)?;
    while taken.len() < *bound {
        if let Some(packing) = Refuter::new(instance, &rows, *bound).run(watch)? {
            *taken = packing;
        } else {
            *bound -= 1;
            lower(bound);
        }
    }
    Ok(())
}

/// Disjoint sets whose cards differ in one property only, the same property for all sets: the one
/// with the most such sets. Each set is given as ascending positions, in layout order.
///
/// A whole deck falls into them, however many sets it holds. Takes `p·n·log n` steps; after the limit no
/// further property is looked at.
fn lines(board: &Board, limit: &Limit) -> Vec<Found> {
    let deck = board.deck();
    let values = (1_u128 << deck.bits()) - 1;
    let mut watch = limit.watch();
    let mut in_direction = |property| {
        // The cards of a line come together, in the order of the layout.
        let mut lines: Vec<(u128, u32)> = Vec::with_capacity(board.len());
        for (position, card) in (0..).zip(board.cards()) {
            watch.tick(1)?;
            lines.push((card.to_bits() & !(values << deck.shift(property)), position));
        }
        watch.sort(&mut lines)?;
        let mut whole: Vec<Found> = Vec::new();
        for line in lines.chunk_by(|a, b| a.0 == b.0) {
            watch.tick(1)?;
            if line.len() == deck.values() {
                let positions = line.iter().map(|&(_, position)| position as usize);
                whole.push(Found::new(positions.collect::<Vec<_>>()));
            }
        }
        watch.sort(&mut whole)?;
        Ok::<_, Stop>(whole)
    };
    // The first of the best.
    let looked_at = (0..deck.properties()).map_while(|property| in_direction(property).ok());
    looked_at
        .reduce(|best, next| if next.len() > best.len() { next } else { best })
        .unwrap_or_default()
}

// The search for a largest packing as numbered tasks, for a board that is shared by machines.
//
// The tasks are an equal number for each number of sets that a larger packing could have, from the top
// down. Within it a node of the search (`refute.rs`) has a range of tasks, which its children share
// equally, and it belongs to the machine with the first of them. So the first task with a packing has the
// one that a single search finds, however the tasks are cut.
//
// Unlike `most`, it takes the board as a whole, also if it falls into parts that share no
// set. Each machine makes its own weights, from which no packing depends.

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
    /// As [`most`].
    pub fn new(lister: &mut dyn Enumerate, memory: usize, limit: &Limit) -> Result<Self, Stop> {
        let (n, v) = (lister.board().len(), lister.board().deck().values());
        let mut watch = limit.watch();
        let mut first = if v <= 2 { in_rows(lister.board()) } else { lines(lister.board(), limit) };
        let mut sets = Vec::new();
        if first.len() < n / v {
            sets = all_sets(lister, memory, limit)?;
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
            let mut refuter = Refuter::new(&self.instance, &rows, goal);
            refuter.tasks = [0..TASKS, start..end];
            if let Some(taken) = refuter.run(&mut limit.watch())? {
                let sets = taken.into_iter().map(|set| positions(self.instance.set(set)));
                return Ok(Some((begin + refuter.tasks[1].start, sets.collect())));
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
