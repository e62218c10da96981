//! The search as numbered tasks, for a board that is shared by machines.
//!
//! The search visits a tree in a fixed order: agreement groups, choices on lists of cards, choices
//! in tables of bits. Cut off the tree wherever at most m candidates are left. What remains above
//! is the *walk*; what was cut off are the *tasks*, numbered in the order of the search. Every
//! machine walks, which takes milliseconds, and descends only where the number is its own. No table
//! of tasks is sent anywhere: the board and two numbers say what to do.
//!
//! The first set of the search lies in the first task with a set, and is the first set there. So
//! all tasks together give the set that the search gives, however they are cut into ranges.
//!
//! The work below a node falls so fast with the number of its candidates that nodes with about the
//! same number take about the same time, on boards of the same deck. So m decides how many tasks
//! there are. It begins as the number of cards and falls by a tenth until there are
//! [`ENOUGH`] tasks, each time after a walk; a tenth less gives two to four times as many. More
//! would make the walks longer, of which there is one on every machine; fewer would differ too much
//! from each other, the more as neighbours are alike.
//!
//! Measured on boards without a set that take 0.5 to 3 s ((25,4), (28,4) and (30,4)): 2500 to 4600
//! tasks; all 40 parts together take 1.07 to 1.3 times as long as one search, and the longest part
//! 1.4 to 1.8 times the mean.

use std::fmt;
use std::ops::{ControlFlow, Range};

use super::Visit;
use super::groups::walk;
use super::log::{Joiner, Log, Silent, Steps};
use super::search::{End, Search, Table};
use super::turns::Tasks;
use crate::board::Board;
use crate::solver::{Found, Layout, Limit, Stop};

/// The search of the method `cover` as numbered tasks, so that machines can share a board.
///
/// The tasks depend on the board alone, so every machine has the same. A board that takes long has
/// [thousands](Self::count) of tasks, each about as long as the others; a range of neighbours takes
/// up to about twice the mean of ranges of its length. A board that takes only milliseconds may
/// have few, and sharing it is not worth the walks. With three values the walk through the
/// agreement groups is most of the work, and other methods are faster.
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
    table: Table,
    /// m: the most candidates of a task.
    most: usize,
    /// The number of tasks.
    count: usize,
}

/// From this number of tasks on, they are not cut further.
const ENOUGH: usize = 2000;

/// Tasks with fewer candidates take microseconds.
const SMALL: usize = 64;

impl CoverTasks {
    /// Cuts the search on a board into tasks. Takes about as long as some walks; see
    /// [`find`](Self::find).
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    pub fn new(board: &Board, limit: &Limit) -> Result<Self, Stop> {
        let table = Table::new(&Layout::new(board), &mut limit.watch())?;
        let mut tasks = Self { table, most: board.len(), count: 0 };
        loop {
            // A range after all tasks: the walk alone.
            let none = usize::MAX..usize::MAX;
            let end = tasks.walk(none, false, limit, Silent, &mut |_| ControlFlow::Continue(()));
            tasks.count = match end {
                (Err(End::Stopped(stop)), _) => return Err(stop),
                (_, passed) => passed,
            };
            if tasks.count >= ENOUGH || tasks.most <= SMALL {
                return Ok(tasks);
            }
            tasks.most -= tasks.most / 10;
        }
    }

    /// The number of tasks, which are numbered from 0. May be 0, if the board obviously has no set.
    pub fn count(&self) -> u64 {
        self.count as u64
    }

    /// Searches the tasks with these numbers in ascending order: the number of the first that has a
    /// set, with its first set, or `None` after a proof that none has. Numbers from
    /// [`count`](Self::count) on stand for no task.
    ///
    /// Of the results of several ranges that cover all tasks, the one with the lowest task is the
    /// set that `cover` finds on a new board, however the ranges are cut. A machine whose tasks come
    /// after one with a set need not finish.
    ///
    /// Takes the time of the tasks, and that of the walk up to the last: about 4 ms on a board of
    /// 370 cards of (25,4). Uses one thread; several can share `&self`.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the search.
    pub fn find(&self, tasks: Range<u64>, limit: &Limit) -> Result<Option<(u64, Found)>, Stop> {
        self.find_with(tasks, limit, || Silent)
    }

    /// As [`find`](Self::find), and passes on the steps that prove that the tasks have no set; see
    /// [`find_with_steps`](super::find_with_steps), which passes on those of all tasks if it may weigh. They are also
    /// the steps of ranges that cover all tasks, in the order of the ranges. The range that holds the
    /// last task, or all of none, has the steps after it as well.
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
        let joiner = Joiner::new(self.numbers(&tasks).start, true, steps);
        let found = self.find_with(tasks, limit, || joiner.writer())?;
        joiner.answer(found)
    }

    fn find_with<L: Log>(
        &self,
        tasks: Range<u64>,
        limit: &Limit,
        log: impl FnOnce() -> L,
    ) -> Result<Option<(u64, Found)>, Stop> {
        let range = self.numbers(&tasks);
        // What follows the last task is written down with it.
        let is_last =
            L::IS_ON && range.end == self.count && (tasks.start == 0 || !range.is_empty());
        if range.is_empty() && !is_last {
            return Ok(None);
        }
        let mut found = None;
        let (end, _) = self.walk(range, is_last, limit, log(), &mut |positions| {
            found = Some(Found::new(positions));
            ControlFlow::Break(())
        });
        match end {
            Err(End::Stopped(stop)) => Err(stop),
            Err(End::Broken(task)) => Ok(found.map(|found| (task as u64, found))),
            Ok(()) | Err(End::Overtaken) => Ok(None),
        }
    }

    /// The numbers of those tasks that there are.
    fn numbers(&self, tasks: &Range<u64>) -> Range<usize> {
        let number = |task: u64| self.count.min(usize::try_from(task).unwrap_or(usize::MAX));
        number(tasks.start)..number(tasks.end)
    }

    /// Visits the sets of a range of tasks, and what follows if `is_last`; returns how many tasks were
    /// passed.
    fn walk<L: Log>(
        &self,
        range: Range<usize>,
        is_last: bool,
        limit: &Limit,
        log: L,
        visitor: Visit,
    ) -> (Result<(), End>, usize) {
        let tasks = if is_last { Tasks::new() } else { Tasks::below(range.end) };
        let turns = tasks.numbered(range, self.most);
        let search = Search::new(&self.table, 0, limit.watch(), turns, log, visitor);
        let (end, _, passed) = walk(search, is_last);
        (end, passed)
    }
}

impl fmt::Debug for CoverTasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CoverTasks({} tasks)", self.count)
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
            (10, 4, 118, 5), (16, 4, 220, 5), (20, 4, 290, 4), (5, 1, 5, 1),
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
                assert_eq!(first(&tasks, &[count, u64::MAX]), None);
                answers[usize::from(found.is_some())] += 1;
            }
        }
        assert!(answers.iter().all(|&boards| boards >= 5), "{answers:?}");
    }

    #[test]
    fn the_task_of_a_set_holds_it_alone() {
        let board = board(16, 4, 230, 1);
        let tasks = CoverTasks::new(&board, &Limit::none()).unwrap();
        assert!(tasks.count() >= ENOUGH as u64);
        let all = tasks.find(0..tasks.count(), &Limit::none()).unwrap();
        let (task, found) = all.clone().expect("this board has a set");
        assert_eq!(tasks.find(task..task + 1, &Limit::none()), Ok(all));
        assert_eq!(tasks.find(0..task, &Limit::none()), Ok(None));
        assert_eq!(Some(found), cover(&board));
        let reversed = tasks.find(task + 1..task, &Limit::none());
        assert_eq!(reversed, Ok(None));
    }

    #[test]
    fn an_empty_board_has_no_set() {
        let tasks = CoverTasks::new(&Board::empty(Deck::CLASSIC), &Limit::none()).unwrap();
        assert_eq!(tasks.find(0..u64::MAX, &Limit::none()), Ok(None));
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
