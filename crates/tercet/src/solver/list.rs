//! All sets of a board in layout order, with any method.
//!
//! A set is given by the ascending positions of its cards; sets are ordered by their first
//! position, then their second, and so on. Methods visit sets in different orders, so the sets are
//! stored and sorted. If they would not fit into memory, a method that can visit sets in layout
//! order does so ([`Enumerate::for_each_in_order`]); any other method is run several times, each
//! time for the next sets that fit.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use crate::board::Board;
use crate::set::is_set;

use super::{Enumerate, Found, Limit, Stop, Visit, Watch};

/// The sets of a board in layout order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    /// The first sets in order, up to the requested number.
    pub sets: Vec<Found>,
    /// The number of all sets that were found, listed or not.
    pub found: u128,
}

/// Lists the first `most` sets of the board in order, or all.
///
/// All sets are visited, because methods visit them in different orders; memory is needed only for
/// those that are listed.
///
/// # Errors
///
/// [`Stop`] with the sets that were found until then. They are sorted after the limit, which takes
/// up to about as long as finding them.
///
/// # Panics
///
/// If the method visits cards that are not a set, which is a bug in the method.
pub fn list(
    solver: &mut dyn Enumerate,
    most: Option<usize>,
    limit: &Limit,
) -> Result<Listing, Stop<Listing>> {
    let mut sets = Vec::new();
    let end = each(solver, most, usize::MAX, [limit, &Limit::none()], &mut |set| {
        sets.push(Found::new(set));
        ControlFlow::Continue(())
    });
    match end {
        Ok(found) => Ok(Listing { sets, found }),
        Err(Stop { reason, found }) => Err(Stop { reason, found: Listing { sets, found } }),
    }
}

/// The positions of the cards of all sets for which `holds`, one set after the other as the method visits
/// them.
///
/// # Errors
///
/// [`Stop`] with those of the sets that were visited before the limit, or with `most` sets.
pub(crate) fn flat_list(
    solver: &mut dyn Enumerate,
    holds: impl Fn(&[usize]) -> bool,
    most: usize,
    limit: &Limit,
) -> Result<Vec<u32>, Stop<Vec<u32>>> {
    let most = most.saturating_mul(solver.board().deck().values()).min(u32::MAX as usize);
    let (mut sets, mut is_full) = (Vec::new(), false);
    let end = solver.for_each(limit, &mut |positions| {
        if !holds(positions) {
            return ControlFlow::Continue(());
        }
        is_full = sets.len() + positions.len() > most;
        if is_full {
            return ControlFlow::Break(());
        }
        sets.extend(positions.iter().map(|&position| position as u32));
        ControlFlow::Continue(())
    });
    match end.err().or(is_full.then_some(Stop::MEMORY)) {
        Some(stop) => Err(stop.with(sets)),
        None => Ok(sets),
    }
}

/// Visits the first `most` sets of the board in order, or all, and stores at most `memory` bytes of
/// them. Returns the number of sets found, visited or not. If `visit` breaks off, the number is that
/// of the sets found until then.
///
/// # Errors
///
/// [`Stop`] with the number of sets found, if a limit ended the work early. If the time is over, the
/// sets that were found are sorted and visited nevertheless. An interrupt ends that, too, so if
/// thousands of sets were found, none or not all of them are visited.
///
/// # Panics
///
/// Like [`list`].
pub fn list_each(
    solver: &mut dyn Enumerate,
    most: Option<usize>,
    memory: usize,
    limit: &Limit,
    visit: Visit,
) -> Result<u128, Stop<u128>> {
    each(solver, most, memory, [limit, &limit.without_deadline()], visit)
}

/// The same, with a limit for finding sets and one for sorting those that were found.
fn each(
    solver: &mut dyn Enumerate,
    most: Option<usize>,
    memory: usize,
    [limit, afterwards]: [&Limit; 2],
    visit: Visit,
) -> Result<u128, Stop<u128>> {
    let board = solver.board().clone();
    let room = (memory / bytes_of_a_set(&board)).max(1);
    let held = most.map_or(room, |most| most.min(room));
    let (cards, many) = (board.len(), MANY.min(room as f64));
    // A small board has few sets; to expect them exactly would take longer than to list them.
    let streams = most.is_none_or(|most| most > room)
        && (0..board.deck().values()).fold(1.0, |product, _| product * cards as f64) > many
        && board.deck().expected_sets_f64(cards as u128).is_some_and(|sets| sets > many);
    if streams && let Some(ended) = stream(solver, &board, most, limit, visit) {
        return ended;
    }
    let size = board.deck().values();
    let mut after: Option<Vec<u32>> = None;
    let mut listed = 0;
    loop {
        let (sets, heap) = (Vec::new(), BinaryHeap::new());
        let mut next = Next { size, after: after.as_deref(), held, sets, heap };
        let mut found = 0;
        let end = solver.for_each(limit, &mut |positions| {
            check(&board, positions);
            found += 1;
            next.offer(positions);
            ControlFlow::Continue(())
        });
        let ended = end.map(|()| found).map_err(|stop| stop.with(found));
        // If a later pass was stopped, sets before the smallest may be missing.
        if ended.is_err() && listed > 0 {
            return ended;
        }
        let wanted = most.map_or(usize::MAX, |most| most - listed);
        let mut last = Vec::new();
        let end = next.each_sorted(wanted, &mut afterwards.watch(), |set| {
            listed += 1;
            last.clear();
            last.extend(set.iter().map(|&position| position as u32));
            visit(set)
        });
        match end {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => return ended,
            Err(stop) => return ended.and(Err(stop.with(found))),
        }
        let all = most.map_or(found, |most| found.min(most as u128));
        if ended.is_err() || listed as u128 >= all {
            return ended;
        }
        after = Some(last);
    }
}

/// Visits the sets as the method finds them, if it can find them in order.
fn stream(
    solver: &mut dyn Enumerate,
    board: &Board,
    most: Option<usize>,
    limit: &Limit,
    visit: Visit,
) -> Option<Result<u128, Stop<u128>>> {
    let mut found = 0;
    let end = solver.for_each_in_order(limit, &mut |positions| {
        check(board, positions);
        found += 1;
        if most.is_none_or(|most| found <= most as u128) {
            visit(positions)
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Some(end.map(|()| found).map_err(|stop| stop.with(found)))
}

fn check(board: &Board, positions: &[usize]) {
    assert!(is_set(board.deck(), &board.at(positions)), "what a method visits is a set");
}

/// From this number of sets on, finding and sorting takes long; in order, the first set comes at
/// once.
const MANY: f64 = 1e6;

/// About the memory of a stored set: its positions in a heap block, and the pointer to it.
fn bytes_of_a_set(board: &Board) -> usize {
    let block = (board.deck().values() * size_of::<u32>()).next_multiple_of(16) + 16;
    size_of::<Box<[u32]>>() + block
}

/// The first sets after a given set, up to the number that may be stored.
struct Next<'a> {
    /// How many cards a set has.
    size: usize,
    after: Option<&'a [u32]>,
    held: usize,
    /// The positions of all of them, one set after the other, while they are fewer: a single block
    /// of the heap, which takes no time to give back.
    sets: Vec<u32>,
    /// The smallest, with the largest of them on top, once they are more.
    heap: BinaryHeap<Box<[u32]>>,
}

impl Next<'_> {
    fn offer(&mut self, positions: &[usize]) {
        let positions = || positions.iter().map(|&position| position as u32);
        if self.after.is_some_and(|after| positions().le(after.iter().copied())) {
            return;
        }
        if self.heap.is_empty() {
            if self.sets.len() / self.size < self.held {
                self.sets.extend(positions());
                return;
            }
            self.heap = self.sets.chunks_exact(self.size).map(Box::from).collect();
            self.sets = Vec::new();
        }
        if let Some(mut last) = self.heap.peek_mut()
            && positions().lt(last.iter().copied())
        {
            last.iter_mut().zip(positions()).for_each(|(place, position)| *place = position);
        }
    }

    /// Visits the first `most` of the sets in order, until the visitor breaks off.
    fn each_sorted(
        self,
        most: usize,
        watch: &mut Watch,
        mut visit: impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stop> {
        let boxes = self.heap.into_vec();
        let mut sets: Vec<&[u32]> = self.sets.chunks_exact(self.size).collect();
        sets.extend(boxes.iter().map(Box::as_ref));
        watch.sort(&mut sets)?;
        let mut positions = Vec::with_capacity(self.size);
        for set in sets.into_iter().take(most) {
            watch.tick(1)?;
            positions.clear();
            positions.extend(set.iter().map(|&position| position as usize));
            if visit(&positions).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::solver::{Auto, Options};

    /// The list is the same for any memory limit, and the limit is kept.
    #[test]
    fn little_memory_makes_the_same_list() {
        for (v, p) in [(3, 3), (4, 2), (2, 3)] {
            let deck = Deck::new(v, p).unwrap();
            let board = Board::new(deck, deck.cards()).unwrap();
            let mut solver = Auto::new(&board, &Options::default());
            let all = list(&mut solver, None, &Limit::none()).unwrap().sets;
            for room in [1, 2, 7, all.len() - 1, all.len()] {
                for most in [None, Some(1), Some(5), Some(all.len() + 1)] {
                    let memory = room * bytes_of_a_set(&board);
                    let mut sets: Vec<Found> = Vec::new();
                    let found = list_each(&mut solver, most, memory, &Limit::none(), &mut |set| {
                        sets.push(Found::new(set));
                        ControlFlow::Continue(())
                    });
                    assert_eq!(found, Ok(all.len() as u128));
                    assert_eq!(sets, all[..most.map_or(all.len(), |most| most.min(all.len()))]);
                }
            }
        }
    }

    #[test]
    fn a_visitor_may_break_off() {
        let deck = Deck::CLASSIC;
        let board = Board::new(deck, deck.cards()).unwrap();
        let mut solver = Auto::new(&board, &Options::default());
        let mut visited = 0;
        let end = list_each(&mut solver, None, 0, &Limit::none(), &mut |_| {
            visited += 1;
            if visited == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(end.is_ok());
        assert_eq!(visited, 3);
    }
}
