//! Weights of cards that bound a packing from above.
//!
//! If every set weighs at least 1, no packing has more sets than the total weight of the cards:
//! this is the dual of the linear program of set packing. Weights of 1/v each give the bound n/v.
//! If many sets share a few cards, less is enough: those cards weigh much and the others little.
//!
//! The best weights are the optimum of a linear program; these approximate it by subgradients (Held
//! and Karp 1971; Fisher 1981): weights rise where sets are too light and fall elsewhere, in steps
//! that get shorter. After each step a copy is repaired, first raised until every set is heavy
//! enough and then lowered as far as possible, and the best copy is kept. All arithmetic is in
//! integers, so the bound is exact for any steps.

use super::instance::Instance;
use crate::solver::{Stop, Watch};

/// The minimum weight of a set: a multiple of its size, so that the plain weights are exact.
pub(super) fn unit(size: usize) -> i64 {
    whole(size) << 20
}

/// A number of cards or sets as `i64`.
pub(super) fn whole(number: usize) -> i64 {
    i64::try_from(number).expect("memory holds no more")
}

/// Steps of improvement.
const STEPS: i64 = 150;

/// Weights of cards for which every set weighs at least one [`unit`].
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// The weight of each card; none is negative.
    pub(super) of: Vec<i64>,
    /// The total weight.
    pub(super) total: i64,
}

impl Weights {
    /// The same weight for every card that is in a set.
    pub(super) fn plain(instance: &Instance) -> Self {
        let weight = unit(instance.size()) / whole(instance.size());
        let cards = 0..instance.cards() as u32;
        Self::new(
            cards.map(|card| if instance.with(card).is_empty() { 0 } else { weight }).collect(),
        )
    }

    fn new(of: Vec<i64>) -> Self {
        let total = of.iter().sum();
        Self { of, total }
    }

    /// The largest number of sets that a packing can have by these weights.
    pub(super) fn bound(&self, instance: &Instance) -> usize {
        usize::try_from(self.total / unit(instance.size())).expect("no weight is negative")
    }

    /// Lighter weights, if some are found. Ends early if the bound reaches `goal`.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    pub(super) fn improved(
        mut self,
        instance: &Instance,
        goal: usize,
        watch: &mut Watch,
    ) -> Result<Self, Stop> {
        let unit = unit(instance.size());
        let mut weights = self.of.clone();
        for step in 0..STEPS {
            let mut slope = vec![1; instance.cards()];
            for set in instance.all() {
                watch.tick(2 * instance.size())?;
                if weight(instance, &weights, set) < unit {
                    instance.set(set).iter().for_each(|&card| slope[card as usize] -= 1);
                }
            }
            let norm: i64 = slope.iter().map(|slope| slope * slope).sum();
            // The length of a step that would lower a linear function by a fraction of the bound.
            let share = self.total / (8 + 2 * step);
            let length = share / norm.max(1);
            for (card, weight) in weights.iter_mut().enumerate() {
                *weight = (*weight - length * slope[card]).clamp(0, unit);
            }
            let repaired = repaired(instance, weights.clone(), watch)?;
            if repaired.total < self.total {
                self = repaired;
                if self.bound(instance) <= goal {
                    break;
                }
            }
        }
        Ok(self)
    }
}

/// The weight of a set.
fn weight(instance: &Instance, weights: &[i64], set: u32) -> i64 {
    instance.set(set).iter().map(|&card| weights[card as usize]).sum()
}

/// Raises weights until every set is heavy enough, then lowers them as far as possible.
fn repaired(
    instance: &Instance,
    mut weights: Vec<i64>,
    watch: &mut Watch,
) -> Result<Weights, Stop> {
    let unit = unit(instance.size());
    for set in instance.all() {
        watch.tick(2 * instance.size())?;
        let lacks = unit - weight(instance, &weights, set);
        if lacks > 0 {
            let in_most = instance.set(set).iter().max_by_key(|&&card| instance.with(card).len());
            weights[*in_most.expect("a set has cards") as usize] += lacks;
        }
    }
    for card in 0..instance.cards() as u32 {
        let sets = instance.with(card);
        watch.tick(2 * instance.size() * sets.len())?;
        let spare = sets.iter().map(|&set| weight(instance, &weights, set) - unit).min();
        let spare = spare.unwrap_or(i64::MAX).min(weights[card as usize]);
        weights[card as usize] -= spare;
    }
    Ok(Weights::new(weights))
}
