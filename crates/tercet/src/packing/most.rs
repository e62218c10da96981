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
        let seen = in_order(sets.chunks(v).map(positions), n);
        if seen.len() > first.len() {
            first = seen;
        }
        return ended(board, first, bound, stopped);
    }
    if let Some(masks) = masks(&sets, n, v) {
        let chosen = disjoint(&masks);
        let taken = (0..masks.len()).filter(|set| chosen >> set & 1 == 1);
        let sets = taken.map(|set| positions(&sets[set * v..][..v])).collect::<Vec<_>>();
        let bound = sets.len();
        return ended(board, sets, bound, None);
    }
    let instance = Instance::new(n, v, sets);
    let (mut taken, mut bound, mut stopped) = (Vec::new(), 0, None);
    for component in instance.components() {
        let part = pack(board, &component, limit);
        taken.extend(part.taken.iter().map(|&set| component.sets[set as usize]));
        bound += part.bound;
        stopped = stopped.or(part.stopped);
    }
    let sets = taken.into_iter().map(|set| positions(instance.set(set))).collect();
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
    let mut sets: Vec<&[u32]> = sets.chunks(v).collect();
    sets.sort_unstable();
    let taken = in_order(sets.into_iter().map(positions), n);
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

/// Each set that is disjoint from those taken before.
fn in_order(sets: impl Iterator<Item = Box<[usize]>>, cards: usize) -> Vec<Box<[usize]>> {
    let mut free = vec![true; cards];
    let mut take = |set: &[usize]| {
        let disjoint = set.iter().all(|&position| free[position]);
        if disjoint {
            for &position in set {
                free[position] = false;
            }
        }
        disjoint
    };
    sets.filter(|set| take(set)).collect()
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

fn pack(board: &Board, Component { instance, cards, .. }: &Component, limit: &Limit) -> Part {
    let n = instance.cards();
    if let Some(masks) = masks(instance.flat(), n, instance.size()) {
        let chosen = disjoint(&masks);
        let taken: Vec<u32> = instance.all().filter(|set| chosen >> set & 1 == 1).collect();
        return Part { bound: taken.len(), taken, stopped: None };
    }
    let cards = cards.iter().map(|&card| board.cards()[card as usize]);
    let sums = Sums::new(board.deck(), cards);
    let mut part = Part { taken: Vec::new(), bound: n / instance.size(), stopped: None };
    part.stopped = close(instance, &sums, &mut part, &mut limit.watch()).err();
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
