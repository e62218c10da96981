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

use super::MOST_DEPTH;
use super::instance::Instance;
use super::kinds::Rows;
use super::weights::Weights;
use crate::solver::{Stop, Watch};

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
    /// The weights that ended a branch.
    pub(super) weights: Vec<Weights>,
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
        Self { instance, rows, choices, capacities, goal, taken, weights }
    }

    /// A packing of as many sets, in ascending order, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the search, or it was too deep.
    pub(super) fn run(&mut self, watch: &mut Watch) -> Result<Option<Vec<u32>>, Stop> {
        let found = self.rows.can_reach(self.goal) && self.search(0, 0, watch)?;
        Ok(found.then(|| {
            self.taken.sort_unstable();
            self.taken.clone()
        }))
    }

    /// Whether there is a packing, with the choices made in the properties before this one.
    fn search(&mut self, property: usize, depth: usize, watch: &mut Watch) -> Result<bool, Stop> {
        if self.goal == 0 {
            return Ok(true);
        }
        watch.tick(self.weights.len() * self.rows.len())?;
        if self.weights.iter().any(|weights| weights.refute(&self.capacities, self.goal)) {
            return Ok(false);
        }
        let weights = Weights::new(self.rows, &self.capacities, self.goal, watch)?;
        if weights.refute(&self.capacities, self.goal) {
            self.weights.push(weights);
            return Ok(false);
        }
        if depth == MOST_DEPTH {
            return Err(Stop::MEMORY);
        }
        let Some((number, choices)) = self.choices.get(property).cloned() else {
            return self.branch(depth, watch);
        };
        let kinds = self.rows.kinds(number);
        let largest = self.capacities[kinds.clone()].to_vec();
        for choice in choices {
            self.capacities[kinds.clone()].copy_from_slice(&choice);
            if self.search(property + 1, depth, watch)? {
                return Ok(true);
            }
        }
        self.capacities[kinds].copy_from_slice(&largest);
        Ok(false)
    }

    /// Takes each set of a card, and then none of them.
    fn branch(&mut self, depth: usize, watch: &mut Watch) -> Result<bool, Stop> {
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
        for &set in &with[card] {
            self.goal -= 1;
            self.taken.push(set);
            rows.set(set).iter().for_each(|&row| self.capacities[row as usize] -= 1);
            if self.search(all, depth + 1, watch)? {
                return Ok(true);
            }
            rows.set(set).iter().for_each(|&row| self.capacities[row as usize] += 1);
            self.taken.pop();
            self.goal += 1;
        }
        self.capacities[card] = 0;
        let found = self.search(all, depth + 1, watch)?;
        self.capacities[card] = 1;
        Ok(found)
    }
}
