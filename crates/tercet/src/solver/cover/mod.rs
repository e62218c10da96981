//! Exact cover in every agreement group.
//!
//! The *agreement* of a set is the values that its cards share, each with its property. It does not
//! include all properties. In every other property the set shows each value exactly once. So the
//! cards of a board fall into agreement groups, and the sets of a group with exactly its agreement
//! are the exact covers of the *items* (other property, value) by cards.
//!
//! The groups are visited from the whole board inwards, by adding one more property at a time in
//! ascending order, and only if they have cards. A group with fewer than v cards has no set, nor
//! have the groups in it; and once a property is passed over, the group must keep all its values.
//! (Decks with many properties are searched card by card; see `groups`.)
//!
//! In a group the search is Knuth's for exact covers ("Dancing links", 2000; TAOCP 7.2.2.1), a
//! depth-first search that branches on an item with the fewest candidates, on bits instead of
//! links. Two cards that show the same item are *rivals*: a set has at most one of them. The
//! following refinements save time, measured on boards of (20,4) to (28,4):
//!
//! - The numbers of candidates are kept in binary, a bit of all numbers at a time, and removed cards
//!   are counted four at a time, one of each word of candidates; see `counts`.
//! - A branch ends as soon as two cards that must be taken are rivals, without counting again.
//! - An item that loses its last candidate ends a branch at once; a single candidate is taken at
//!   once.
//! - A card that is a rival of both candidates of an item is removed. This saves almost half of the
//!   branches; the same with three candidates saves no more than it costs.
//! - Among items with equally few candidates, one whose candidates have the most rivals is chosen.
//! - The first choices in a large group are made on lists of cards, until the remaining problem
//!   fits bits of a fixed width. Changing to narrower bits further down costs more than it saves.
//!
//! Measured and left out, on boards without a set of (25,4), 370 cards, and (28,4), 425 cards:
//!
//! - Other scores for the item to branch on, such as one that prefers rivals in small items: at most
//!   4 % fewer nodes. Without any score among equally small items there are 14 % more.
//! - To take cards along items of two candidates before counting: there are three such items a node,
//!   and it ends only 3 % of the choices.
//! - Narrower tables further down: filling one takes as long as ten nodes, and below 128 cards there are
//!   four to seven nodes for each.
//! - Clauses from two items of two candidates: if b and d are rivals, of {a, b} and {c, d} one of a and c
//!   is in the set. That saves 20 % of the nodes, and cost more than that.
//! - To look for pairs in every pass, not only where no card must be taken: a third slower, for most of
//!   the branches end before their pairs are needed.
//! - A score for the item of the choices on lists: the same number of nodes.
//!
//! Structured boards can have an obstruction that no search sees: a pair of properties whose values
//! cannot be matched, or items whose equations contradict each other modulo a power of 2; see
//! `matching`. A group is examined for them at its root if it does not fit the tables. Otherwise that comes
//! after 64 nodes, or 1024 if the group is sparse or has more than three free properties. With two free
//! properties each node after that is examined, too, so that finding takes polynomial time. This only ends branches without a set,
//! so the sets and their order are those of a search without it. Measured:
//!
//! - 100 boards each of 2 times 36 elements with 300 edges and 2 times 60 with 400, which no matching
//!   covers: a node each, at most 27 µs; some took more than 6 s. 3 times 40 elements with 600 edges: a
//!   node, which took more than 10 s. Cyclic Latin squares of even order up to 20: at most 65 nodes until
//!   it is known that no transversal exists; order 12 took 82,000, order 14 took 2.6 million.
//! - Threshold boards of (3,2) to (30,2), (3,3) to (30,3) and (8,4) to (17,4), both programs in turn in one
//!   process: the medians over the sizes are 0, −1 and 0 %. To examine every group after 64 nodes costs 3
//!   to 6 % from (11,4) to (15,4), and up to 59 % at (30,3), where many boards lack full rank modulo 2.
//! - With three properties or more it does not pay below the root: a node takes 0.3 µs and the
//!   matchings of all pairs 0.8 µs, and on random boards 0.03 % of the nodes have an obstruction.
//! - Cards that are in no perfect matching of some pair are left out when the other pairs are matched,
//!   but stay candidates: without them the search would take other items, and find another set first.
//!
//! A search that is written down, or shared by machines, examines each group of more than 64 cards once as
//! a whole, because all threads and machines must cut it alike. An obstruction is a few steps of a proof: one
//! for each pair of properties of which the filter leaves out cards, and one for the obstruction itself. On
//! boards as above, and those of 4 times 25 elements with 450 edges and 5 times 20 with 400, the filter is not
//! needed, and the proof has 70 to 110 bytes. Without weights it has 0.6 to 1.1 MB for 4 times 25 elements,
//! 5 to more than 20 MB for 2 times 36, and for 3 times 40 it is not complete after 2 s and 12 MB.
//!
//! The time is exponential in v. It grows about thirtyfold from 280 cards of (20,4) to 370 of
//! (25,4), where a board with a set and one without are about as likely.
//!
//! Updates: cards that were proved to hold no set stay so, and after a deal every set has a *fresh*
//! card. A branch without fresh cards is cut, and the last fresh card is taken at once.
//!
//! Threads share the subproblems that remain after the choices on lists; see `turns`.

mod counts;
mod fewest;
mod groups;
mod log;
mod matching;
mod search;
mod tables;
mod tasks;
mod turns;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::{Algorithm, Effort, Found, Layout, Limit, Report, Stop, Visit};
use crate::board::Board;
pub(crate) use fewest::{fewest_differing, first_in_order};
use groups::walk;
pub use log::Step;
use log::{Joiner, Log, Silent, Steps};
use search::{CoverSearch, End, ItemTable};
pub use tables::instructions;
pub use tasks::CoverTasks;
use turns::{Tasks, Turns, share};

/// Searches every agreement group for exact covers.
pub(super) struct Cover {
    threads: NonZeroUsize,
    /// The nodes of all searches. Nodes that every thread visits are counted for each thread.
    nodes: u64,
}

/// The most cards of a board that is searched before another thread would have started. Tests share
/// all but the smallest boards.
const SMALL_BOARD: usize = if cfg!(test) { 1 } else { 200 };

impl Cover {
    /// The answers do not depend on the number of threads.
    pub(super) fn new(threads: NonZeroUsize) -> Self {
        Self { threads, nodes: 0 }
    }

    fn worthwhile_threads(&self, layout: &Layout) -> NonZeroUsize {
        if layout.len() <= SMALL_BOARD { NonZeroUsize::MIN } else { self.threads }
    }
}

/// Finds the first set with a card after the settled ones, and counts the nodes. Each thread writes
/// its steps into a log of its own.
fn find<L: Log>(
    table: &ItemTable,
    settled: usize,
    threads: NonZeroUsize,
    limit: &Limit,
    log: impl Fn() -> L + Sync,
) -> (Result<Option<Found>, Stop>, u64) {
    let ends = share(threads, |turns| find_in(turns, table, settled, limit, log()));
    let nodes = ends.iter().map(|(_, nodes)| nodes).sum();
    // A thread may have been stopped before a set that comes first.
    let found: Result<Vec<_>, Stop> =
        ends.into_iter().filter_map(|(found, _)| found.transpose()).collect();
    (found.map(|found| found.into_iter().min().map(|(_, first)| first)), nodes)
}

/// The first set of the tasks that come at these turns, after its task, and the number of nodes.
fn find_in<L: Log>(
    turns: Turns,
    table: &ItemTable,
    settled: usize,
    limit: &Limit,
    log: L,
) -> (Result<Option<(usize, Found)>, Stop>, u64) {
    let mut found = None;
    let mut visit = |positions: &[usize]| {
        found = Some(Found::new(positions));
        ControlFlow::Break(())
    };
    let search = CoverSearch::new(table, settled, limit.watch(), turns, log, &mut visit);
    let (end, nodes, _) = walk(search);
    let first = match end {
        Err(End::Broken(task)) => Ok(found.map(|found| (task, found))),
        end => end.or_else(End::stopped).map(|()| None),
    };
    (first, nodes)
}

/// The number of properties above which a search is not written down: there would be a group for each
/// subset of them.
pub const MOST_LOGGED_PROPERTIES: usize = groups::FEW_PROPERTIES;

/// As the method `cover` on a new board, and passes on the [numbers](Step::each_number) of the steps that
/// prove that there is no set, which may [weigh](Step::Weigh) items or not. They
/// do not depend on the number of threads. Where a set is found or a limit ends the search, the steps
/// so far prove nothing.
///
/// A receiver that breaks off ends the search.
///
/// # Errors
///
/// [`Stop`] if the limit ended the search, and [`Stop::INTERRUPTED`] if the receiver did.
///
/// # Panics
///
/// If the deck has fewer than two values, or more than [`MOST_LOGGED_PROPERTIES`].
pub fn find_with_steps(
    board: &Board,
    threads: NonZeroUsize,
    limit: &Limit,
    may_weigh: bool,
    steps: Steps,
) -> Result<Option<Found>, Stop> {
    let table = ItemTable::new(&Layout::new(board), &mut limit.watch())?;
    table.assert_can_be_logged();
    let joiner = Joiner::new(may_weigh, steps);
    let found = find(&table, 0, threads, limit, || joiner.writer()).0?;
    joiner.answer(found)
}

impl Algorithm for Cover {
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        let table = ItemTable::new(layout, &mut limit.watch())?;
        let settled = layout.settled();
        let (answer, nodes) =
            find(&table, settled, self.worthwhile_threads(layout), limit, || Silent);
        self.nodes += nodes;
        if answer == Ok(None) {
            layout.settle(layout.len());
        }
        answer
    }

    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        let (table, tasks) = (ItemTable::new(layout, &mut limit.watch())?, Tasks::new());
        let search = CoverSearch::new(&table, 0, limit.watch(), tasks.turns(), Silent, visit);
        let (end, nodes, _) = walk(search);
        self.nodes += nodes;
        end.or_else(End::stopped)
    }

    fn count(&mut self, layout: &mut Layout, limit: &Limit) -> Result<u128, Stop> {
        let table = ItemTable::new(layout, &mut limit.watch())?;
        let counts = share(self.worthwhile_threads(layout), |turns| {
            let mut count = 0;
            let mut visit = |_: &[usize]| {
                count += 1;
                ControlFlow::Continue(())
            };
            let search = CoverSearch::new(&table, 0, limit.watch(), turns, Silent, &mut visit);
            let (end, nodes, _) = walk(search);
            (end.or_else(End::stopped).map(|()| count), nodes)
        });
        self.nodes += counts.iter().map(|(_, nodes)| nodes).sum::<u64>();
        counts.into_iter().map(|(count, _)| count).sum()
    }

    fn report(&self) -> Report {
        Effort { count: self.nodes, unit: "nodes" }.into()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::solver::{OnBoard, Solver};
    use crate::{Deck, deal};

    fn cover(board: &Board, threads: usize) -> OnBoard<Cover> {
        OnBoard::new(board, Cover::new(NonZeroUsize::new(threads).unwrap()))
    }

    /// A deadline between the finds of two threads leaves none of them.
    #[test]
    fn the_answer_does_not_depend_on_a_deadline() {
        let deck = Deck::new(16, 4).unwrap();
        for seed in 0..4 {
            let board = deal::board(deck, 230, seed).unwrap();
            let alone = cover(&board, 1).find(&Limit::none());
            for moment in 0..200 {
                let limit = Limit::timeout(Duration::from_micros(5 * moment));
                let answer = cover(&board, 3).find(&limit);
                assert!(answer == alone || answer == Err(Stop::DEADLINE));
            }
        }
    }
}
