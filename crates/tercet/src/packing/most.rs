//! The maximum number of disjoint sets of a board, by the steps that the module's page lists.

use std::ops::ControlFlow;

use super::Packing;
use super::few::{MOST_FEW, disjoint};
use super::instance::{Component, Instance};
use super::lines::lines;
use super::search::search;
use super::sums::Sums;
use super::walk::walk;
use super::weights::Weights;
use crate::board::Board;
use crate::solver::{Enumerate, Limit, Stop, Watch};

/// The result of a search for the most disjoint sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// The best packing that was found.
    pub packing: Packing,
    /// No packing has more sets than this.
    pub bound: usize,
    /// Why the search ended early; `None` if it finished.
    pub stopped: Option<Stop>,
}

impl Packed {
    /// Whether the packing is proved to be of maximum size.
    pub fn is_proved(&self) -> bool {
        self.packing.len() == self.bound
    }
}

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
/// ```
/// use tercet::notation::parse_board;
/// use tercet::packing::most;
/// use tercet::solver::{Limit, Options, method};
///
/// let board = parse_board("0000 0001 0002 1000 2000 1111")?;
/// let options = Options::default();
/// let mut lister = method("auto")?.enumerator(&board, &options)?;
/// let packed = most(&mut *lister, options.memory, &Limit::none());
/// assert!(packed.is_proved());
/// assert_eq!(packed.packing.sets(), [Box::from([0, 1, 2])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If the method visits cards that are not a set, which is a bug in the method.
pub fn most(lister: &mut dyn Enumerate, memory: usize, limit: &Limit) -> Packed {
    let (n, v) = (lister.board().len(), lister.board().deck().values());
    let bound = n / v;
    if v <= 2 {
        return ended(lister.board(), in_rows(lister.board()), bound, None);
    }
    let mut first = Vec::new();
    if n > FEW_CARDS {
        first = lines(lister.board(), limit);
        if first.len() == bound {
            return ended(lister.board(), first, bound, None);
        }
    }
    let (sets, stopped) = listed(lister, memory, limit);
    let board = lister.board();
    if stopped.is_some() {
        return ended(board, larger(first, in_order(Vec::new(), &sets, n, v)), bound, stopped);
    }
    if let Some(masks) = masks(&sets, n, v) {
        let chosen = disjoint(&masks);
        let taken = (0..masks.len()).filter(|set| chosen >> set & 1 == 1);
        let sets = taken.map(|set| positions(&sets[set * v..][..v])).collect::<Vec<_>>();
        let bound = sets.len();
        return ended(board, sets, bound, None);
    }
    // In case the limit is reached before the parts are known.
    let seen = in_order(Vec::new(), &sets, n, v);
    let mut watch = limit.watch();
    let parts = Instance::new(n, v, sets, &mut watch)
        .and_then(|instance| Ok((instance.components(&mut watch)?, instance)));
    let (components, instance) = match parts {
        Ok(parts) => parts,
        Err(stop) => return ended(board, larger(first, seen), bound, Some(stop)),
    };
    let (mut taken, mut bound, mut stopped) = (Vec::new(), 0, None);
    for component in components {
        let part = pack(board, &component, &mut watch);
        taken.extend(part.taken.iter().map(|&set| component.sets[set as usize]));
        bound += part.bound;
        stopped = stopped.or(part.stopped);
    }
    let mut sets: Vec<_> = taken.into_iter().map(|set| positions(instance.set(set))).collect();
    if stopped.is_some() {
        // Parts that were not reached get what a glance gives.
        sets = larger(first, in_order(sets, instance.flat(), n, v));
    }
    ended(board, sets, bound.min(n / v), stopped)
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
        return Ok(Packing::found(lister.board(), in_rows(lister.board())));
    }
    let (sets, stopped) = listed(lister, memory, limit);
    if let Some(stop) = stopped {
        return Err(stop);
    }
    // Of the sets with the same first card at most one is taken.
    let mut by_first: Vec<Vec<&[u32]>> = vec![Vec::new(); n];
    let mut watch = limit.watch();
    for set in sets.chunks(v) {
        watch.tick(2)?;
        by_first[set[0] as usize].push(set);
    }
    let mut by_first = by_first.into_iter();
    let mut free = vec![true; n];
    let mut taken = Vec::new();
    by_first.try_for_each(|sets| {
        watch.tick(v * sets.len())?;
        if let Some(set) = sets.into_iter().filter(|set| are_free(&free, set)).min() {
            take(&mut free, &mut taken, set);
        }
        Ok(())
    })?;
    Ok(Packing::found(lister.board(), taken))
}

fn ended(board: &Board, sets: Vec<Box<[usize]>>, bound: usize, stopped: Option<Stop>) -> Packed {
    let packing = Packing::found(board, sets);
    let stopped = stopped.filter(|_| packing.len() < bound);
    Packed { packing, bound, stopped }
}

/// The cards in consecutive groups of v, which are sets if v ≤ 2.
fn in_rows(board: &Board) -> Vec<Box<[usize]>> {
    let all: Vec<usize> = (0..board.len()).collect();
    all.chunks_exact(board.deck().values()).map(Box::from).collect()
}

fn positions(set: &[u32]) -> Box<[usize]> {
    set.iter().map(|&position| position as usize).collect()
}

/// The sets that are taken, and each of the others that is disjoint from those before.
fn in_order(
    mut taken: Vec<Box<[usize]>>,
    sets: &[u32],
    cards: usize,
    size: usize,
) -> Vec<Box<[usize]>> {
    let mut free = vec![true; cards];
    taken.iter().flatten().for_each(|&position| free[position] = false);
    for set in sets.chunks(size) {
        if are_free(&free, set) {
            take(&mut free, &mut taken, set);
        }
    }
    taken
}

/// The packing with more sets, or the first of two that have as many.
fn larger(first: Vec<Box<[usize]>>, second: Vec<Box<[usize]>>) -> Vec<Box<[usize]>> {
    if second.len() > first.len() { second } else { first }
}

fn are_free(free: &[bool], set: &[u32]) -> bool {
    set.iter().all(|&position| free[position as usize])
}

fn take(free: &mut [bool], taken: &mut Vec<Box<[usize]>>, set: &[u32]) {
    for &position in set {
        free[position as usize] = false;
    }
    taken.push(positions(set));
}

/// The positions of the cards of all sets, one set after the other; if time or memory ran out, of
/// the sets visited before.
pub(super) fn listed(
    lister: &mut dyn Enumerate,
    memory: usize,
    limit: &Limit,
) -> (Vec<u32>, Option<Stop>) {
    let v = lister.board().deck().values();
    let most = (memory / Instance::bytes_a_set(v)).min(u32::MAX as usize / v) * v;
    let mut sets = Vec::new();
    let mut is_full = false;
    let end = lister.for_each(limit, &mut |positions| {
        if sets.len() + v > most {
            is_full = true;
            return ControlFlow::Break(());
        }
        sets.extend(positions.iter().map(|&position| position as u32));
        ControlFlow::Continue(())
    });
    (sets, end.err().or(is_full.then_some(Stop::Memory)))
}

/// The sets as masks, if there are few sets and the board is small.
fn masks(sets: &[u32], cards: usize, size: usize) -> Option<Vec<u64>> {
    let mask = |set: &[u32]| set.iter().fold(0, |mask, &card| mask | 1 << card);
    (cards <= u64::BITS as usize && sets.len() <= MOST_FEW * size)
        .then(|| sets.chunks(size).map(mask).collect())
}

/// The result for a part of the board.
struct Part {
    taken: Vec<u32>,
    bound: usize,
    stopped: Option<Stop>,
}

fn pack(board: &Board, Component { instance, cards, .. }: &Component, watch: &mut Watch) -> Part {
    let n = instance.cards();
    if let Some(masks) = masks(instance.flat(), n, instance.size()) {
        let chosen = disjoint(&masks);
        let taken: Vec<u32> = instance.all().filter(|set| chosen >> set & 1 == 1).collect();
        return Part { bound: taken.len(), taken, stopped: None };
    }
    let cards = cards.iter().map(|&card| board.cards()[card as usize]);
    let mut part = Part { taken: Vec::new(), bound: n / instance.size(), stopped: None };
    let sums = Sums::new(board.deck(), cards, watch);
    part.stopped = sums.and_then(|sums| close(instance, &sums, &mut part, watch)).err();
    part
}

/// Searches until the best packing meets the bound.
fn close(instance: &Instance, sums: &Sums, part: &mut Part, watch: &mut Watch) -> Result<(), Stop> {
    let (n, v) = (instance.cards(), instance.size());
    let lower = |bound: &mut usize| {
        while !sums.can_be(sums.total, n - *bound * v) {
            *bound -= 1;
        }
    };
    lower(&mut part.bound);
    walk(instance, part.bound, STEPS, watch, &mut part.taken)?;
    if part.taken.len() == part.bound {
        return Ok(());
    }
    let weights = Weights::plain(instance).improved(instance, part.taken.len(), watch)?;
    part.bound = part.bound.min(weights.bound(instance));
    lower(&mut part.bound);
    while part.taken.len() < part.bound {
        if let Some(packing) = search(instance, part.bound, &weights, sums, watch)? {
            part.taken = packing;
        } else {
            part.bound -= 1;
            lower(&mut part.bound);
        }
    }
    Ok(())
}
