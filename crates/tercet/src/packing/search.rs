//! Whether there is a packing of a given number of sets: an exhaustive search.
//!
//! The search is Knuth's dancing links (TAOCP 7.2.2.1) with a budget for uncovered cards: choose
//! the card with the fewest remaining sets, and cover it by each of them in turn, or leave it
//! uncovered. Let the cards have weights for which every set weighs at least 1 ([`Weights`]), and
//! let W be their total. A packing of `t` sets can afford to lose W − t: an uncovered card loses
//! its weight, a set its weight above 1. With the plain weights 1/v the budget counts uncovered
//! cards; better weights show earlier that the goal is out of reach. In addition, the uncovered
//! cards must have the sum that the packing leaves ([`Sums`]), which decides the last two of them.
//!
//! The time is exponential in the number of sets of the packing and the budget. The search is not
//! recursive, since a packing may have a million sets.

use super::bounds::{Sums, Weights, unit, whole};
use super::instance::Instance;
use crate::card::Card;
use crate::solver::{Stop, Watch};

/// A packing of `goal` sets, in ascending order, or `None` if there is none.
///
/// # Errors
///
/// [`Stop`] if the limit ended the search.
pub(super) fn search(
    instance: &Instance,
    goal: usize,
    weights: &Weights,
    sums: &Sums,
    watch: &mut Watch,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut search = Search::new(instance, goal, weights, sums);
    Ok(search.run(watch)?.then(|| {
        search.taken.sort_unstable();
        search.taken
    }))
}

/// The last decision about a card.
#[derive(Clone, Copy)]
enum Done {
    Nothing,
    Covered(u32),
    Left,
}

/// A card on which the search branched.
struct Branch {
    card: u32,
    /// The number of its sets that were tried.
    tried: usize,
    done: Done,
    /// The sum of the cards to be left uncovered, before this branch.
    sum: Card,
}

struct Search<'a> {
    instance: &'a Instance,
    goal: usize,
    weights: &'a Weights,
    sums: &'a Sums,
    /// The remaining budget.
    budget: i64,
    /// The exact number of cards still to be left uncovered, and their sum.
    left: usize,
    sum: Card,
    /// The cards that are neither covered nor left, as a doubly linked ring: the next and the
    /// previous card of each. The last entry is the head.
    next: Vec<u32>,
    before: Vec<u32>,
    /// For each set, the number of its cards that are covered or left.
    gone: Vec<u32>,
    /// For each card, the number of its remaining sets.
    degree: Vec<u32>,
    taken: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(instance: &'a Instance, goal: usize, weights: &'a Weights, sums: &'a Sums) -> Self {
        let cards = instance.cards() as u32;
        let ring = cards + 1;
        Self {
            instance,
            goal,
            weights,
            sums,
            budget: weights.total - whole(goal) * unit(instance.size()),
            left: instance.cards().saturating_sub(goal * instance.size()),
            sum: sums.total,
            next: (0..ring).map(|card| (card + 1) % ring).collect(),
            before: (0..ring).map(|card| (card + cards) % ring).collect(),
            gone: vec![0; instance.len()],
            degree: (0..cards).map(|card| instance.with(card).len() as u32).collect(),
            taken: Vec::new(),
        }
    }

    fn run(&mut self, watch: &mut Watch) -> Result<bool, Stop> {
        if self.goal * self.instance.size() > self.instance.cards()
            || self.budget < 0
            || !self.sums.can_be(self.sum, self.left)
        {
            return Ok(false);
        }
        let mut branches: Vec<Branch> = Vec::new();
        loop {
            if self.taken.len() == self.goal {
                return Ok(true);
            }
            if let Some(card) = self.scarcest(watch)? {
                branches.push(Branch { card, tried: 0, done: Done::Nothing, sum: self.sum });
            }
            loop {
                let Some(branch) = branches.last_mut() else { return Ok(false) };
                if self.advance(branch, watch)? {
                    break;
                }
                branches.pop();
            }
        }
    }

    /// The card with the fewest remaining sets.
    fn scarcest(&self, watch: &mut Watch) -> Result<Option<u32>, Stop> {
        let head = self.instance.cards() as u32;
        let (mut scarcest, mut fewest, mut looked) = (None, u32::MAX, 0);
        let mut card = self.next[head as usize];
        while card != head {
            looked += 1;
            if self.degree[card as usize] < fewest {
                (scarcest, fewest) = (Some(card), self.degree[card as usize]);
                if fewest == 0 {
                    break;
                }
            }
            card = self.next[card as usize];
        }
        watch.tick(looked)?;
        Ok(scarcest)
    }

    /// Undoes the decision about a card and makes the next one, if there is one.
    fn advance(&mut self, branch: &mut Branch, watch: &mut Watch) -> Result<bool, Stop> {
        let (instance, card) = (self.instance, branch.card);
        match branch.done {
            Done::Nothing => {}
            Done::Covered(set) => {
                self.taken.pop();
                self.budget += self.excess(set);
                instance.set(set).iter().rev().for_each(|&card| self.bring_back(card));
            }
            Done::Left => {
                self.budget += self.weights.of[card as usize];
                self.left += 1;
                self.sum = branch.sum;
                self.bring_back(card);
                return Ok(false);
            }
        }
        let sets = instance.with(card);
        watch.tick(instance.size() * sets.len())?;
        while let Some(&set) = sets.get(branch.tried) {
            branch.tried += 1;
            let excess = self.excess(set);
            if self.gone[set as usize] == 0 && excess <= self.budget {
                branch.done = Done::Covered(set);
                self.budget -= excess;
                self.taken.push(set);
                instance.set(set).iter().for_each(|&card| self.take_out(card));
                return Ok(true);
            }
        }
        let weight = self.weights.of[card as usize];
        if self.left == 0 || weight > self.budget {
            return Ok(false);
        }
        let sum = self.sums.minus(self.sum, self.sums.of(card));
        // For many cards a search for pairs at every branch would cost too much.
        if self.left <= 2 && !self.sums.can_be(sum, self.left - 1) {
            return Ok(false);
        }
        branch.done = Done::Left;
        self.budget -= weight;
        self.left -= 1;
        self.sum = sum;
        self.take_out(card);
        Ok(true)
    }

    /// The weight of a set above the minimum.
    fn excess(&self, set: u32) -> i64 {
        let cards = self.instance.set(set).iter();
        cards.map(|&card| self.weights.of[card as usize]).sum::<i64>() - unit(self.instance.size())
    }

    /// Removes a card from the ring, and its sets from the degrees of their other cards.
    fn take_out(&mut self, card: u32) {
        let (before, next) = (self.before[card as usize], self.next[card as usize]);
        self.next[before as usize] = next;
        self.before[next as usize] = before;
        let instance = self.instance;
        for &set in instance.with(card) {
            let gone = &mut self.gone[set as usize];
            *gone += 1;
            if *gone == 1 {
                instance.set(set).iter().for_each(|&card| self.degree[card as usize] -= 1);
            }
        }
    }

    /// Undoes [`take_out`](Self::take_out). Cards must be restored in reverse order.
    fn bring_back(&mut self, card: u32) {
        let instance = self.instance;
        for &set in instance.with(card) {
            let gone = &mut self.gone[set as usize];
            *gone -= 1;
            if *gone == 0 {
                instance.set(set).iter().for_each(|&card| self.degree[card as usize] += 1);
            }
        }
        let (before, next) = (self.before[card as usize], self.next[card as usize]);
        self.next[before as usize] = card;
        self.before[next as usize] = card;
    }
}
