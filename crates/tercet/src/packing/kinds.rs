//! The kinds of the sets of a packing.
//!
//! In a property, the values of a set differ, or all are the same value a: these are its v + 1 *kinds*.
//! Let D of the sets of a packing differ, and `S_a` have the value a. Of the `n_a` cards with the value a, D
//! are in sets that differ, and `v·S_a` in sets of this kind. Hence `S_a ≤ ⌊(n_a − D)/v⌋`, and
//! `D + Σ S_a` is the number of sets. These *capacities* of the kinds reach a number of sets near n/v for
//! few D, and often for none. Then there is no packing of so many sets.
//!
//! For v ≤ 3 this says the same as the sum of the uncovered cards (`bounds.rs`). For larger v it says
//! much more: it decides how many cards of each value are uncovered, and the sum only the sum of
//! these values.

use super::instance::Instance;
use crate::Board;

/// The rows of the linear program of a packing: first one for each card, which at most one set contains,
/// then one for each kind in each property, of which there are at most as many sets as its capacity.
pub(super) struct Rows<'a> {
    size: usize,
    /// The positions of the cards on the board.
    cards: &'a [u32],
    /// The rows of all sets, one set after the other.
    of: Vec<u32>,
    /// How many rows a set is in.
    width: usize,
    /// For each property, the number of cards with each value.
    counts: Vec<Vec<usize>>,
}

impl<'a> Rows<'a> {
    /// The rows for the sets of some cards of a board.
    pub(super) fn new(board: &Board, cards: &'a [u32], instance: &Instance) -> Self {
        let (v, p) = (board.deck().values(), board.deck().properties());
        let value = |card: u32, property| {
            board.deck().value(board.cards()[cards[card as usize] as usize], property)
        };
        let mut of = Vec::with_capacity(instance.len() * (v + p));
        for set in instance.all() {
            let set = instance.set(set);
            of.extend(set);
            of.extend((0..p).map(|property| {
                let first = value(set[0], property);
                let kind = if first == value(set[1], property) { 1 + first } else { 0 };
                (cards.len() + property * (v + 1) + kind) as u32
            }));
        }
        let mut counts = vec![vec![0; v]; p];
        for (property, counts) in counts.iter_mut().enumerate() {
            (0..cards.len() as u32).for_each(|card| counts[value(card, property)] += 1);
        }
        Self { size: v, cards, of, width: v + p, counts }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.cards.len() + self.counts.len() * (self.size + 1)
    }

    /// The position of a card on the board.
    pub(super) fn position(&self, card: usize) -> u32 {
        self.cards[card]
    }

    /// The same weight for all cards.
    pub(super) fn plain(&self) -> Vec<f64> {
        (0..self.len()).map(|row| f64::from(u8::from(row < self.cards.len()))).collect()
    }

    /// The rows of the kinds in a property.
    pub(super) fn kinds(&self, property: usize) -> std::ops::Range<usize> {
        let first = self.cards.len() + property * (self.size + 1);
        first..first + self.size + 1
    }

    /// The rows of a set.
    pub(super) fn set(&self, set: u32) -> &[u32] {
        &self.of[set as usize * self.width..][..self.width]
    }

    /// The rows of all sets.
    pub(super) fn sets(&self) -> impl Iterator<Item = &[u32]> {
        self.of.chunks(self.width)
    }

    /// Whether the capacities of the kinds let a packing have `goal` sets.
    pub(super) fn can_reach(&self, goal: usize) -> bool {
        self.choices(goal).iter().all(|choices| !choices.is_empty())
    }

    /// For each property, the capacities of its kinds in a packing of `goal` sets: one choice for each
    /// number of sets that differ.
    pub(super) fn choices(&self, goal: usize) -> Vec<Vec<Vec<u64>>> {
        let of = |counts: &Vec<usize>| {
            let most = *counts.iter().min().expect("there are values");
            let choice = |differ: usize| -> Vec<u64> {
                let same = counts.iter().map(|cards| (cards - differ) / self.size);
                std::iter::once(differ).chain(same).map(|sets| sets as u64).collect()
            };
            let choices = (0..=most.min(goal)).map(choice);
            choices.filter(|choice| choice.iter().sum::<u64>() >= goal as u64).collect()
        };
        self.counts.iter().map(of).collect()
    }
}
