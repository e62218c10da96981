//! The search as numbered tasks, for a board that is shared by machines.
//!
//! The search visits a tree in a fixed order: agreement groups, choices on lists of cards, choices
//! in tables of bits. Each node has *places*, a range of whole numbers: the root has all of them, and its
//! children share them in proportion to the time that the search below each is expected to take. So a range of
//! places is a part of the search that takes a known share of its time, and a machine comes to its part
//! without a walk through the others: at each node, it passes over the children whose places are not its own.
//! No table of tasks is sent anywhere: the board and two numbers say what to do.
//!
//! A node that has no more places than a task is not cut, and belongs to the machine that has the first of
//! them. The steps of a node that is cut also belong to the machine with the first of its places. So all
//! tasks together take the steps of one search, however they are cut into ranges, and find its first set.
//!
//! A node is weighed by the number E of covers that a board would have on the average if its cards were paired
//! anew with the values of each property, each value keeping its number of cards. Of n candidates that show k
//! open items of each of p properties, each in a number of cards c, E = Π c / C(n,k)^(p − 1), over all items.
//! Of the children of a node, the work below is about E^(3/4), on boards of (25,4) to (30,4): the logarithm of
//! their ratio has a standard deviation of 0.2, and one of 0.35 if the number of candidates alone is known.
//! (Looking one, two or three levels ahead lowers it by 6, 17 and 28 %, and each part would take much longer
//! to come to its place.) In tables, what is weighed is left when all is removed that the search would remove
//! at once. The groups are weighed by the tenth power of their numbers of cards.

use std::fmt;
use std::ops::{ControlFlow, Range};

use super::find_in;
use super::groups::walk;
use super::log::{Joiner, Log, Silent, Steps};
use super::search::{CoverSearch, End, ItemTable};
use super::turns::{PLACES, Tasks, UNIT};
use crate::board::Board;
use crate::solver::{Found, Layout, Limit, Stop};

/// The search of the method `cover` as numbered tasks, so that machines can share a board.
///
/// The tasks depend on the board alone, so every machine has the same. There are always
/// [as many](Self::count), and ranges of equal length take about equal times. On a board that takes only
/// milliseconds, most tasks are empty, and sharing it is not worth it. With three values the walk through
/// the agreement groups is most of the work, and other methods are faster.
///
/// ```
/// use tercet::solver::{CoverTasks, Limit};
/// use tercet::{Deck, deal};
///
/// let board = deal::board(Deck::new(10, 4)?, 125, 1)?;
/// let tasks = CoverTasks::new(&board, &Limit::none())?;
/// let half = tasks.count() / 2;
/// let mut first = tasks.find(0..half, &Limit::none())?;
/// if first.is_none() {
///     first = tasks.find(half..tasks.count(), &Limit::none())?;
/// }
/// let (task, found) = first.expect("this board has a set");
/// assert!(task < tasks.count());
/// assert_eq!(found.set(&board).cards().len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CoverTasks {
    table: ItemTable,
    /// The weight of all groups.
    groups: f64,
}

impl CoverTasks {
    /// Cuts the search on a board into tasks. Takes the time of a walk through its agreement groups.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    pub fn new(board: &Board, limit: &Limit) -> Result<Self, Stop> {
        limit.check()?;
        let table = ItemTable::new(&Layout::new(board), &mut limit.watch())?;
        let (tasks, visitor) = (Tasks::new(), &mut |_: &[usize]| ControlFlow::Continue(()));
        let turns = tasks.placed(0..0, None);
        let search = CoverSearch::new(&table, 0, limit.watch(), turns, Silent, visitor);
        let (end, _, groups) = walk(search);
        end.or_else(End::stopped)?;
        Ok(Self { table, groups })
    }

    /// The number of tasks, which are numbered from 0.
    pub fn count(&self) -> u64 {
        PLACES / UNIT
    }

    /// Searches the tasks with these numbers in ascending order: the number of the first that has a
    /// set, with its first set, or `None` after a proof that none has. There are no tasks with the
    /// number [`count`](Self::count) or a larger one.
    ///
    /// Of the results of several ranges that cover all tasks, the one with the lowest task is the
    /// set that `cover` finds on a new board, however the ranges are cut. A machine whose tasks come
    /// after one with a set need not finish.
    ///
    /// Takes the time of the tasks, and that of the way to the first and the last of them. Uses one thread;
    /// several can share `&self`.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the search.
    pub fn find(&self, tasks: Range<u64>, limit: &Limit) -> Result<Option<(u64, Found)>, Stop> {
        self.find_with(tasks, limit, Silent)
    }

    /// As [`find`](Self::find), and passes on the steps that prove that the tasks have no set; see
    /// [`find_with_steps`](super::find_with_steps), which passes on those of all tasks if it may weigh. They are also
    /// the steps of ranges that cover all tasks, in the order of the ranges.
    ///
    /// # Errors
    ///
    /// As there.
    ///
    /// # Panics
    ///
    /// As there.
    pub fn find_with_steps(
        &self,
        tasks: Range<u64>,
        limit: &Limit,
        steps: Steps,
    ) -> Result<Option<(u64, Found)>, Stop> {
        self.table.assert_can_be_logged();
        let joiner = Joiner::new(true, steps);
        let found = self.find_with(tasks, limit, joiner.writer())?;
        joiner.answer(found)
    }

    fn find_with<L: Log>(
        &self,
        tasks: Range<u64>,
        limit: &Limit,
        log: L,
    ) -> Result<Option<(u64, Found)>, Stop> {
        let place = |task: u64| task.min(self.count()) * UNIT;
        let range = place(tasks.start)..place(tasks.end);
        if range.is_empty() {
            return Ok(None);
        }
        let tasks = Tasks::new();
        let turns = tasks.placed(range, Some(self.groups));
        let found = find_in(turns, &self.table, 0, limit, log).0?;
        Ok(found.map(|(task, found)| (task as u64, found)))
    }
}

impl fmt::Debug for CoverTasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CoverTasks({} cards)", self.table.len())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::deal;
    use crate::deck::Deck;
    use crate::solver::{Options, method};

    fn board(v: usize, p: usize, cards: usize, seed: u64) -> Board {
        deal::board(Deck::new(v, p).unwrap(), cards, seed).unwrap()
    }

    fn cover(board: &Board) -> Option<Found> {
        let cover = method("cover").unwrap().solver(board, &Options::default());
        cover.unwrap().find(&Limit::none()).unwrap()
    }

    /// The set of the first of some ranges that has one.
    fn first(tasks: &CoverTasks, cuts: &[u64]) -> Option<Found> {
        let find = |pair: &[u64]| {
            let found = tasks.find(pair[0]..pair[1], &Limit::none()).unwrap();
            found.inspect(|&(task, _)| assert!((pair[0]..pair[1]).contains(&task)))
        };
        let found: Vec<(u64, Found)> = cuts.windows(2).filter_map(find).collect();
        found.into_iter().min().map(|(_, found)| found)
    }

    #[test]
    fn all_tasks_give_the_set_of_the_search_however_they_are_cut() {
        let mut answers = [0, 0];
        #[rustfmt::skip]
        let shapes = [
            (1, 2, 1, 1), (2, 3, 5, 2), (3, 4, 20, 5), (4, 6, 90, 5), (4, 14, 400, 2),
            (10, 4, 118, 5), (16, 4, 220, 5), (20, 4, 290, 4), (5, 1, 5, 1), (3, 4, 0, 1),
        ];
        for (v, p, cards, seeds) in shapes {
            for seed in 0..seeds {
                let board = board(v, p, cards, seed);
                let (found, tasks) = (cover(&board), CoverTasks::new(&board, &Limit::none()));
                let tasks = tasks.unwrap();
                let count = tasks.count();
                for parts in [1, 2, 7, 40] {
                    let cuts: Vec<u64> = (0..=parts).map(|part| count * part / parts).collect();
                    assert_eq!(first(&tasks, &cuts), found, "({v},{p}) {cards} cards");
                }
                assert_eq!(first(&tasks, &[0, u64::MAX]), found);
                let find = |tasks_of| tasks.find(tasks_of, &Limit::none()).unwrap();
                if let Some((task, _)) = find(0..count) {
                    // This task holds the set alone.
                    assert_eq!(find(task..task + 1), find(0..count));
                    assert_eq!((find(0..task), find(task + 1..task)), (None, None));
                }
                assert_eq!(first(&tasks, &[count, u64::MAX]), None);
                answers[usize::from(found.is_some())] += 1;
            }
        }
        assert!(answers.iter().all(|&boards| boards >= 5), "{answers:?}");
    }

    #[test]
    fn a_limit_stops_the_walk_and_the_tasks() {
        let board = board(25, 4, 370, 0);
        let over = Limit::timeout(Duration::ZERO);
        assert_eq!(CoverTasks::new(&board, &over).unwrap_err(), Stop::DEADLINE);
        let tasks = CoverTasks::new(&board, &Limit::none()).unwrap();
        assert_eq!(tasks.find(0..tasks.count(), &over), Err(Stop::DEADLINE));
    }
}
