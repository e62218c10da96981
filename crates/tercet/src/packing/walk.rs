//! A good packing quickly: local search.
//!
//! Similar to `WalkSAT` (Selman, Kautz and Cohen 1994): choose an uncovered card, choose among its
//! sets one that conflicts with the fewest sets of the packing, add it, and remove the sets in
//! conflict. Without a conflict the packing grows; with one conflict it keeps its size, and other
//! cards are uncovered. A removed set may not return for some steps (a tabu list, Glover 1989), and
//! a set with more conflicts is rarely added. A step takes `v·d` for a card in d sets.
//!
//! The walk starts with sets of cards that are in few sets, and its random numbers are fixed, so
//! the packing depends on the instance alone.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::instance::Instance;
use crate::solver::{Stop, Watch};

/// The steps for which a removed set is tabu, plus a small random number.
const TABU: usize = 4;

/// A set with several conflicts is added once in this many times.
const RARELY: usize = 32;

/// The owner of uncovered cards.
const NONE: u32 = u32::MAX;

/// Stores the best packing of a walk in `best`: one of `goal` sets, or the best after `steps`
/// steps.
///
/// # Errors
///
/// [`Stop`] if the limit ended the walk; `best` then holds the best packing until then.
pub(super) fn walk(
    instance: &Instance,
    goal: usize,
    steps: u64,
    watch: &mut Watch,
    best: &mut Vec<u32>,
) -> Result<(), Stop> {
    let mut walk = Walk::new(instance);
    let begun = walk.begin(watch);
    *best = walk.packing();
    begun?;
    for step in 0..steps {
        if best.len() >= goal || walk.uncovered.is_empty() {
            break;
        }
        watch.tick(walk.step(step))?;
        if walk.sets > best.len() {
            *best = walk.packing();
        }
    }
    Ok(())
}

/// The current packing of a walk.
struct Walk<'a> {
    instance: &'a Instance,
    random: ChaCha8Rng,
    /// For each card, the set that covers it.
    owner: Vec<u32>,
    /// The number of sets in the packing.
    sets: usize,
    /// The cards that are in some set but uncovered, and the index of each of them in this list.
    uncovered: Vec<u32>,
    place: Vec<u32>,
    /// For each set, the step until which it is tabu.
    out: Vec<u64>,
    /// The sets to choose from.
    candidates: Vec<u32>,
}

impl<'a> Walk<'a> {
    fn new(instance: &'a Instance) -> Self {
        let cards = 0..instance.cards() as u32;
        let uncovered: Vec<u32> = cards.filter(|&card| !instance.with(card).is_empty()).collect();
        let mut place = vec![NONE; instance.cards()];
        for (i, &card) in uncovered.iter().enumerate() {
            place[card as usize] = i as u32;
        }
        Self {
            instance,
            random: ChaCha8Rng::seed_from_u64(0),
            owner: vec![NONE; instance.cards()],
            sets: 0,
            uncovered,
            place,
            out: vec![0; instance.len()],
            candidates: Vec::new(),
        }
    }

    /// The sets of the packing, ascending.
    fn packing(&self) -> Vec<u32> {
        let first = |&set: &u32| self.owner[self.instance.set(set)[0] as usize] == set;
        self.instance.all().filter(first).collect()
    }

    /// Takes disjoint sets, those of cards in few sets first, until there is no other.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work.
    fn begin(&mut self, watch: &mut Watch) -> Result<(), Stop> {
        let mut cards = self.uncovered.clone();
        cards.sort_by_key(|&card| self.instance.with(card).len());
        for card in cards {
            watch.tick(self.instance.size() * self.instance.with(card).len())?;
            if self.owner[card as usize] == NONE {
                let sets = self.instance.with(card).iter().copied();
                let choices = |set| {
                    self.instance.set(set).iter().map(|&card| self.instance.with(card).len()).sum()
                };
                let free = sets.filter(|&set| self.rivals(set) == 0);
                if let Some(set) = free.min_by_key(|&set| -> usize { choices(set) }) {
                    self.enter(set, 0);
                }
            }
        }
        Ok(())
    }

    /// The number of sets of the packing that a set conflicts with.
    fn rivals(&self, set: u32) -> usize {
        let cards = self.instance.set(set);
        let owner = |i: usize| self.owner[cards[i] as usize];
        let is_new = |&i: &usize| owner(i) != NONE && !(0..i).any(|j| owner(j) == owner(i));
        (0..cards.len()).filter(is_new).count()
    }

    /// Tries to cover an uncovered card; returns the amount of work.
    fn step(&mut self, step: u64) -> usize {
        let chosen = self.below(self.uncovered.len());
        let card = self.uncovered[chosen];
        let mut fewest = usize::MAX;
        self.candidates.clear();
        for &set in self.instance.with(card) {
            let rivals = self.rivals(set);
            if rivals > fewest || rivals > 0 && self.out[set as usize] > step {
                continue;
            }
            if rivals < fewest {
                fewest = rivals;
                self.candidates.clear();
            }
            self.candidates.push(set);
        }
        let work = 2 * self.instance.size() * self.instance.with(card).len();
        if self.candidates.is_empty() || fewest > 1 && self.below(RARELY) > 0 {
            return work;
        }
        let chosen = self.below(self.candidates.len());
        let set = self.candidates[chosen];
        self.enter(set, step);
        work
    }

    /// Adds a set and removes the sets in conflict.
    fn enter(&mut self, set: u32, step: u64) {
        let instance = self.instance;
        for &card in instance.set(set) {
            let rival = self.owner[card as usize];
            if rival != NONE {
                self.out[rival as usize] = step + (TABU + self.below(TABU)) as u64;
                self.sets -= 1;
                for &card in instance.set(rival) {
                    self.owner[card as usize] = NONE;
                    self.place[card as usize] = self.uncovered.len() as u32;
                    self.uncovered.push(card);
                }
            }
            self.owner[card as usize] = set;
            let place = self.place[card as usize] as usize;
            self.uncovered.swap_remove(place);
            if let Some(&moved) = self.uncovered.get(place) {
                self.place[moved as usize] = place as u32;
            }
        }
        self.sets += 1;
    }

    /// A random number below `end`, which is small, so that the distribution is nearly uniform.
    fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.random.next_u64()) * end as u128) >> u64::BITS) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::dealt;
    use super::*;
    use crate::solver::Limit;

    #[test]
    fn a_walk_finds_disjoint_sets_and_mostly_as_many_as_there_are() {
        let mut good = 0;
        for seed in 0..20 {
            let (_, instance) = dealt(3, 4, 60, seed);
            let mut best = Vec::new();
            walk(&instance, 19, 20_000, &mut Limit::none().watch(), &mut best).unwrap();
            let mut covered = [false; 60];
            for &card in best.iter().flat_map(|&set| instance.set(set)) {
                assert!(!std::mem::replace(&mut covered[card as usize], true), "seed {seed}");
            }
            good += usize::from(best.len() == 19);
        }
        assert!(good > 15, "{good} of 20");
    }

    #[test]
    fn without_steps_it_is_a_packing_to_which_no_set_can_be_added() {
        let (_, instance) = dealt(4, 3, 40, 2);
        let mut best = Vec::new();
        walk(&instance, 10, 0, &mut Limit::none().watch(), &mut best).unwrap();
        let disjoint = |a, b| !instance.set(a).iter().any(|card| instance.set(b).contains(card));
        for set in instance.all() {
            assert!(best.contains(&set) || !best.iter().all(|&taken| disjoint(taken, set)));
        }
    }
}
