//! The maximum number of disjoint sets of a board, by the steps that the module's page lists.

use super::Packing;
use super::bounds::Sums;
use super::few::{MOST_FEW, disjoint};
use super::instance::{Component, Instance};
use super::kinds::Rows;
use super::refute::Refuter;
use super::walk::walk;
use crate::board::Board;
use crate::solver::{Enumerate, Found, Limit, Stop, Watch, flat_list};

/// Boards with more cards than this are searched for sets that differ in one property only before
/// all sets are listed.
const FEW_CARDS: usize = 64;

/// Steps of the local search before the bounds are improved and the exact search begins.
pub(super) const STEPS: u64 = 20_000;

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
            let seen = in_order(Vec::new(), &found, n, v);
            return ended(board, &larger(first, seen), bound, Some(reason.into()));
        }
    };
    if let Some(taken) = of_few(&sets, n, v) {
        let taken: Vec<_> = taken.map(|set| positions(&sets[set as usize * v..][..v])).collect();
        return ended(board, &taken, taken.len(), None);
    }
    // In case the limit is reached before the parts are known.
    let seen = in_order(Vec::new(), &sets, n, v);
    let mut watch = limit.watch();
    let parts = Instance::new(n, v, sets, &mut watch)
        .and_then(|instance| Ok((instance.components(&mut watch)?, instance)));
    let (components, instance) = match parts {
        Ok(parts) => parts,
        Err(stop) => return ended(board, &larger(first, seen), bound, Some(stop)),
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
    let sets = flat_list(lister, |_| true, memory / Instance::bytes_a_set(v), limit)
        .map_err(|stop| stop.with(()))?;
    // Of the sets with the same first card at most one is taken.
    let mut by_first: Vec<Vec<&[u32]>> = vec![Vec::new(); n];
    let mut watch = limit.watch();
    for set in sets.chunks(v) {
        watch.tick(2)?;
        by_first[set[0] as usize].push(set);
    }
    let mut free = vec![true; n];
    let mut taken = Vec::new();
    for sets in by_first {
        watch.tick(v * sets.len())?;
        if let Some(set) = sets.into_iter().filter(|set| are_free(&free, set)).min() {
            take(&mut free, &mut taken, set);
        }
    }
    Ok(Packing::found(lister.board(), &taken))
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
fn in_order(mut taken: Vec<Found>, sets: &[u32], cards: usize, size: usize) -> Vec<Found> {
    let mut free = vec![true; cards];
    taken.iter().flat_map(|set| set.iter()).for_each(|&position| free[position] = false);
    for set in sets.chunks(size) {
        if are_free(&free, set) {
            take(&mut free, &mut taken, set);
        }
    }
    taken
}

/// The packing with more sets, or the first one on a tie.
pub(super) fn larger(first: Vec<Found>, second: Vec<Found>) -> Vec<Found> {
    if second.len() > first.len() { second } else { first }
}

fn are_free(free: &[bool], set: &[u32]) -> bool {
    set.iter().all(|&position| free[position as usize])
}

fn take(free: &mut [bool], taken: &mut Vec<Found>, set: &[u32]) {
    for &position in set {
        free[position as usize] = false;
    }
    taken.push(positions(set));
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

/// The result for a part of the board.
struct Part {
    taken: Vec<u32>,
    bound: usize,
    stopped: Option<Stop>,
}

fn pack(board: &Board, Component { instance, cards, .. }: &Component, watch: &mut Watch) -> Part {
    let n = instance.cards();
    if let Some(taken) = of_few(instance.flat(), n, instance.size()) {
        let taken: Vec<u32> = taken.collect();
        return Part { bound: taken.len(), taken, stopped: None };
    }
    let mut part = Part { taken: Vec::new(), bound: n / instance.size(), stopped: None };
    let rows = Rows::new(board, cards, instance);
    let cards = cards.iter().map(|&card| board.cards()[card as usize]);
    let sums = Sums::new(board.deck(), cards, watch);
    part.stopped = sums.and_then(|sums| close(instance, &rows, &sums, &mut part, watch)).err();
    part
}

/// Searches until the best packing meets the bound.
fn close(
    instance: &Instance,
    rows: &Rows,
    sums: &Sums,
    part: &mut Part,
    watch: &mut Watch,
) -> Result<(), Stop> {
    let (n, v) = (instance.cards(), instance.size());
    let lower = |bound: &mut usize| {
        let can_be = |goal| sums.can_be(sums.total, n - goal * v) && rows.can_reach(goal);
        while !can_be(*bound) {
            *bound -= 1;
        }
    };
    lower(&mut part.bound);
    walk(instance, part.bound, STEPS, watch, &mut part.taken)?;
    while part.taken.len() < part.bound {
        if let Some(packing) = Refuter::new(instance, rows, part.bound).run(watch)? {
            part.taken = packing;
        } else {
            part.bound -= 1;
            lower(&mut part.bound);
        }
    }
    Ok(())
}

/// Disjoint sets whose cards differ in one property only, the same property for all sets: the one
/// with the most such sets. Each set is given as ascending positions, in layout order.
///
/// A whole deck falls into them, however many sets it holds. Takes `p·n·log n` steps; after the limit no
/// further property is looked at.
pub(super) fn lines(board: &Board, limit: &Limit) -> Vec<Found> {
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
