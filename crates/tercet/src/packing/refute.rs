//! Whether there is a packing of a given number of sets: branch and bound on linear programs.
//!
//! At first a choice of capacities (`kinds.rs`) is made in each property, those with the fewest
//! choices first. Then each set of a card is taken, or the card is left uncovered: the card is one with
//! the fewest sets. Taking a set lowers the capacities of its cards and kinds by 1, so weights of earlier
//! linear programs (`weights.rs`) are tried first at each branch, and a new one is made only if they do not
//! end it. The weights prove that there is no packing, to anybody who makes the same branches.
//!
//! The time is exponential in the number of sets of the packing. But where the capacities reach the
//! goal only just, the first weights mostly end all choices, so hardly any sets are ever taken.

use std::ops::Range;

use super::instance::Instance;
use super::kinds::Rows;
use super::weights::Weights;
use super::{MOST_DEPTH, MOST_STEPS, Packing};
use crate::solver::{Enumerate, Limit, Reason, Stop, Watch, flat_list};

/// The most weights of a refutation that is kept.
const MOST_WEIGHTS: usize = 128;

pub(super) struct Refuter<'a> {
    instance: &'a Instance,
    rows: &'a Rows<'a>,
    /// For each property, its number and the choices of capacities.
    choices: Vec<(usize, Vec<Vec<u64>>)>,
    /// The capacities of all rows: of a property without a choice, the largest of all choices.
    capacities: Vec<u64>,
    /// The number of sets still to be taken.
    goal: usize,
    taken: Vec<u32>,
    /// The weights that ended a branch, and how many of them there may be.
    weights: Vec<Weights>,
    most: usize,
    /// How many more branches there may be.
    left: usize,
    /// The tasks of the root, and those to search.
    tasks: [Range<u64>; 2],
}

/// The tasks of a child: an equal share, if there are enough; else the first, which has all children.
fn share(tasks: &Range<u64>, child: usize, children: usize) -> Range<u64> {
    let (all, child, children) = (tasks.end - tasks.start, child as u64, children as u64);
    if all < children {
        return tasks.start..tasks.start + 1;
    }
    tasks.start + all * child / children..tasks.start + all * (child + 1) / children
}

impl<'a> Refuter<'a> {
    pub(super) fn new(instance: &'a Instance, rows: &'a Rows<'a>, goal: usize) -> Self {
        let mut choices: Vec<_> = rows.choices(goal).into_iter().enumerate().collect();
        let mut capacities = vec![1; rows.len()];
        for (property, choices) in &choices {
            for (kind, row) in rows.kinds(*property).enumerate() {
                capacities[row] = choices.iter().map(|choice| choice[kind]).max().unwrap_or(0);
            }
        }
        choices.sort_by_key(|(_, choices)| choices.len());
        let (taken, weights) = (Vec::new(), Vec::new());
        let (most, left, tasks) = (usize::MAX, usize::MAX, [0..1, 0..1]);
        Self { instance, rows, choices, capacities, goal, taken, weights, most, left, tasks }
    }

    /// The search of some of this number of tasks.
    pub(super) fn of_tasks(
        instance: &'a Instance,
        rows: &'a Rows<'a>,
        goal: usize,
        number: u64,
        wanted: Range<u64>,
    ) -> Self {
        Self { tasks: [0..number, wanted], ..Self::new(instance, rows, goal) }
    }

    /// The task in which the packing was found.
    pub(super) fn task(&self) -> u64 {
        self.tasks[1].start
    }

    /// A packing of this many sets, in ascending order, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the search, or it was too deep.
    pub(super) fn run(&mut self, watch: &mut Watch) -> Result<Option<Vec<u32>>, Stop> {
        let found =
            self.rows.can_reach(self.goal) && self.search(0, 0, self.tasks[0].clone(), watch)?;
        Ok(found.then(|| {
            self.taken.sort_unstable();
            self.taken.clone()
        }))
    }

    /// Whether there is a packing, with the choices made in the properties before this one.
    fn search(
        &mut self,
        property: usize,
        depth: usize,
        tasks: Range<u64>,
        watch: &mut Watch,
    ) -> Result<bool, Stop> {
        let wanted = &mut self.tasks[1];
        if tasks.end <= wanted.start || tasks.start >= wanted.end {
            return Ok(false);
        }
        if self.goal == 0 {
            let is_wanted = wanted.contains(&tasks.start);
            wanted.start = wanted.start.max(tasks.start);
            return Ok(is_wanted);
        }
        if self.left == 0 {
            return Err(Stop::MEMORY);
        }
        self.left -= 1;
        watch.tick(self.weights.len() * self.rows.len())?;
        if self.weights.iter().any(|weights| weights.refute(&self.capacities, self.goal)) {
            return Ok(false);
        }
        let weights = Weights::new(self.rows, &self.capacities, self.goal, watch)?;
        if weights.refute(&self.capacities, self.goal) {
            self.weights.push(weights);
            return Ok(false);
        }
        if depth == MOST_DEPTH || self.weights.len() == self.most {
            return Err(Stop::MEMORY);
        }
        let Some((number, choices)) = self.choices.get(property).cloned() else {
            return self.branch(depth, &tasks, watch);
        };
        let kinds = self.rows.kinds(number);
        let largest = self.capacities[kinds.clone()].to_vec();
        let all = choices.len();
        for (i, choice) in choices.into_iter().enumerate() {
            self.capacities[kinds.clone()].copy_from_slice(&choice);
            if self.search(property + 1, depth, share(&tasks, i, all), watch)? {
                return Ok(true);
            }
        }
        self.capacities[kinds].copy_from_slice(&largest);
        Ok(false)
    }

    /// Takes each set of a card, and then none of them.
    fn branch(
        &mut self,
        depth: usize,
        tasks: &Range<u64>,
        watch: &mut Watch,
    ) -> Result<bool, Stop> {
        let (instance, rows, all) = (self.instance, self.rows, self.choices.len());
        let mut with = vec![Vec::new(); instance.cards()];
        for set in instance.all() {
            watch.tick(2 * rows.set(set).len())?;
            if rows.set(set).iter().all(|&row| self.capacities[row as usize] > 0) {
                instance.set(set).iter().for_each(|&card| with[card as usize].push(set));
            }
        }
        let cards = (0..with.len()).filter(|&card| !with[card].is_empty());
        let Some(card) = cards.min_by_key(|&card| (with[card].len(), rows.position(card))) else {
            return Ok(false);
        };
        let choices = with[card].len() + 1;
        for (i, &set) in with[card].iter().enumerate() {
            self.goal -= 1;
            self.taken.push(set);
            rows.set(set).iter().for_each(|&row| self.capacities[row as usize] -= 1);
            if self.search(all, depth + 1, share(tasks, i, choices), watch)? {
                return Ok(true);
            }
            rows.set(set).iter().for_each(|&row| self.capacities[row as usize] += 1);
            self.taken.pop();
            self.goal += 1;
        }
        self.capacities[card] = 0;
        let last = share(tasks, choices - 1, choices);
        let found = self.search(all, depth + 1, last, watch)?;
        self.capacities[card] = 1;
        Ok(found)
    }
}

/// A proof that no packing has more sets than this one, which can be checked without a linear program.
///
/// `None` if the packing is not of maximum size, if the proof would be long, and for v ≤ 2, where n/v
/// proves it.
///
/// The proof has weights for each of the parts of the board that share no set, by their first cards: the
/// weights of the cards of the board, and in each property those of the v + 1 *kinds* of sets. The
/// first kind is that of the sets whose values differ, the others are those of the sets that share the value 0,
/// 1, …. A set weighs as much as its cards and its kinds, and at least [`least`](Weights::least).
///
/// Let t be one more than the number of sets of the packing in a part. Suppose that t disjoint sets of the
/// part exist, of which D differ in some property. If n cards of the part have the value a there, at
/// most (n − D)/v of the sets share it, rounded down. D and these numbers are the *capacities* of the kinds; if
/// their sum is less than t, the choice of D is impossible. The capacity of a card of the part is 1. The
/// weights refute t if all capacities times their weights are less than t times `least` in total.
///
/// What the weights do not refute is split: first by D in each property, those with the fewest possible choices
/// first (on a tie, the first property). Until D is chosen in a property, each of its capacities is the largest
/// of all choices. Then it is split by a card: of the sets whose cards and kinds all have capacities above 0,
/// each that contains the card is taken, which lowers t and its capacities by 1; or the capacity of the card
/// becomes 0. The card is the one with the fewest such sets, of as many the first in layout order. Without such
/// a set, t is refuted.
///
/// # Errors
///
/// [`Stop`] if the limit ended the work, or the sets do not fit into `memory` bytes.
pub fn refutation(
    lister: &mut dyn Enumerate,
    packing: &Packing,
    memory: usize,
    limit: &Limit,
) -> Result<Option<Vec<Vec<Weights>>>, Stop> {
    let (n, v) = (lister.board().len(), lister.board().deck().values());
    if v <= 2 {
        return Ok(None);
    }
    let sets = flat_list(lister, |_| true, memory / Instance::bytes_a_set(v), limit)
        .map_err(|stop| stop.with(()))?;
    let (board, mut watch) = (lister.board(), limit.watch());
    let mut refutation = Vec::new();
    for part in Instance::new(n, v, sets, &mut watch)?.components(&mut watch)? {
        let is_within =
            |card| part.cards.iter().any(|&other| board.cards()[other as usize] == card);
        let taken = packing.sets().iter().filter(|set| is_within(set[0])).count();
        let rows = Rows::new(board, &part.cards, &part.instance);
        let mut refuter = Refuter::new(&part.instance, &rows, taken + 1);
        (refuter.most, refuter.left) = (MOST_WEIGHTS, MOST_STEPS);
        match refuter.run(&mut watch) {
            Ok(None) => {}
            Err(stop) if stop.reason != Reason::Memory => return Err(stop),
            Ok(Some(_)) | Err(_) => return Ok(None),
        }
        let of_board = |weights: Weights| {
            let (cards, kinds) = weights.of.split_at(part.cards.len());
            let mut of = vec![0; n];
            part.cards.iter().zip(cards).for_each(|(&card, &weight)| of[card as usize] = weight);
            of.extend(kinds);
            Weights { of, ..weights }
        };
        refutation.push(refuter.weights.into_iter().map(of_board).collect());
    }
    Ok(Some(refutation))
}
