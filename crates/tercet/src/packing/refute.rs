//! Whether there is a packing of a given number of sets: branch and bound on linear programs.
//!
//! At first a choice of capacities (`bounds.rs`) is made in each property, those with the fewest
//! choices first. Then each set of a card is taken, or the card is left uncovered: the card is one with
//! the fewest sets. Taking a set lowers the capacities of its cards and kinds by 1, so weights of earlier
//! linear programs (below) are tried first at each branch, and a new one is made only if they do not
//! end it. The weights prove that there is no packing, to anybody who makes the same branches.
//!
//! The time is exponential in the number of sets of the packing. But where the capacities reach the
//! goal only just, the first weights mostly end all choices, so hardly any sets are ever taken.

use std::ops::Range;

use super::bounds::Rows;
use super::instance::{Instance, all_sets};
use super::{MOST_DEPTH, MOST_STEPS, Packing};
use crate::solver::{Enumerate, Limit, Reason, Stop, Watch};

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
    /// The tasks of the root, and those to search; the first of these is that of a packing that was found.
    pub(super) tasks: [Range<u64>; 2],
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
    let sets = all_sets(lister, memory, limit)?;
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

// Weights of cards and of kinds of sets, which bound a packing from above.
//
// If every set weighs at least 1, no packing has more sets than the cards and the capacities of the
// kinds (`bounds.rs`) weigh in total. This is the dual of the linear program of set packing. Weights of
// 1/v for each card give the bound n/v. If many sets share a few cards or kinds, less is enough: those
// weigh much and the others little.
//
// Weights that were found for some capacities also bound a packing with other capacities. So a few
// weights settle hundreds of choices of capacities.
//
// The optimum is found by the revised simplex method (Dantzig 1953) in floating point. It is then
// rounded to whole numbers, and the lightest set is looked up: so the bound is exact, whatever the
// floating-point numbers were.

/// Weights of cards and of kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Weights {
    /// The weight of each card of the board, and then, property by property, of each kind.
    pub of: Vec<u64>,
    /// No set of the part weighs less.
    pub least: u64,
}

/// The weights are multiplied by one of these before they are rounded: the first that is enough.
const SCALES: [u32; 14] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 24, 30, 60, 60 << 14];

/// With more rows than this the method would take too long, and all cards weigh the same.
const MOST_ROWS: usize = 1000;

/// What is less than this counts as nothing.
const TINY: f64 = 1e-9;

impl Weights {
    /// The weights of the linear program in the largest scale, or in a smaller one if they show that no
    /// packing with these capacities has `goal` sets.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    fn new(rows: &Rows, capacities: &[u64], goal: usize, watch: &mut Watch) -> Result<Self, Stop> {
        if rows.len() > MOST_ROWS {
            return Self::rounded(rows, &rows.plain(), 1, watch);
        }
        let optimum = optimum(rows, capacities, watch)?;
        let total: f64 = optimum.iter().zip(capacities).map(|(&w, &most)| w * most as f64).sum();
        let is_enough = total < goal as f64;
        let (last, smaller) = SCALES.split_last().expect("there are some");
        for scale in smaller.iter().filter(|_| is_enough) {
            let weights = Self::rounded(rows, &optimum, *scale, watch)?;
            if weights.refute(capacities, goal) {
                return Ok(weights);
            }
        }
        Self::rounded(rows, &optimum, *last, watch)
    }

    fn rounded(rows: &Rows, optimum: &[f64], scale: u32, watch: &mut Watch) -> Result<Self, Stop> {
        let of: Vec<u64> = optimum.iter().map(|w| (w * f64::from(scale)).round() as u64).collect();
        let mut weights = Self { of, least: u64::MAX };
        for set in rows.sets() {
            watch.tick(set.len())?;
            let weight = set.iter().map(|&row| weights.of[row as usize]).sum();
            weights.least = weights.least.min(weight);
        }
        Ok(weights)
    }

    /// Whether no packing with these capacities has `goal` sets.
    fn refute(&self, capacities: &[u64], goal: usize) -> bool {
        let total: u64 = self.of.iter().zip(capacities).map(|(weight, most)| weight * most).sum();
        total < self.least * goal as u64
    }
}

/// The optimum of the dual program, or weights near it.
fn optimum(rows: &Rows, capacities: &[u64], watch: &mut Watch) -> Result<Vec<f64>, Stop> {
    let m = rows.len();
    // The columns of the inverse of the basis, which begins as that of the slack variables.
    let mut inverse: Vec<Vec<f64>> =
        (0..m).map(|i| (0..m).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    // Capacities that differ a little do not let the method run in circles.
    let differing =
        |(i, &most): (usize, &u64)| most as f64 + 1e-6 * (1.0 + (i * 7 % m) as f64 / m as f64);
    let mut values: Vec<f64> = capacities.iter().enumerate().map(differing).collect();
    let mut weights = vec![0.0; m];
    for _ in 0..20 * m {
        // What enters: the lightest set, or the slack of a row whose weight is negative.
        let (mut gain, mut slack, mut entering) = (TINY, 0, None);
        for (row, &weight) in (0..).zip(&weights) {
            if -weight > gain {
                (gain, slack, entering) = (-weight, row, Some(&[][..]));
            }
        }
        for set in rows.sets() {
            watch.tick(set.len())?;
            let lacks = 1.0 - set.iter().map(|&row| weights[row as usize]).sum::<f64>();
            if lacks > gain {
                (gain, entering) = (lacks, Some(set));
            }
        }
        let Some(set) = entering else { break };
        let column = if set.is_empty() { &[slack][..] } else { set };
        let mut changes = vec![0.0; m];
        for &row in column {
            changes.iter_mut().zip(&inverse[row as usize]).for_each(|(change, x)| *change += x);
        }
        let ratio = |&row: &usize| values[row] / changes[row];
        let leaving =
            (0..m).filter(|&row| changes[row] > 1e-7).min_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let Some(leaving) = leaving else { break };
        let pivot = |column: &mut [f64]| {
            let step = column[leaving] / changes[leaving];
            if step != 0.0 {
                column.iter_mut().zip(&changes).for_each(|(x, change)| *x -= step * change);
                column[leaving] = step;
            }
            step
        };
        pivot(&mut values);
        for (column, weight) in inverse.iter_mut().zip(&mut weights) {
            watch.tick(m / 8)?;
            *weight += gain * pivot(column);
        }
    }
    Ok(weights.into_iter().map(|weight| weight.max(0.0)).collect())
}
