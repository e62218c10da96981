//! The checker.
//!
//! It keeps a pile of subproblems, each a set of candidates of a group, and follows the steps: `narrow`
//! removes candidates of the topmost, `branch` replaces it by others. The proof is complete when the
//! pile is empty and no group is left. `checkers/README.md` says why that is a proof. Nothing here
//! comes from the search but the steps.
//!
//! Candidates are bits, in as many words as the cards of the group need. Of each group two tables are
//! made: the cards that show an item, and the rivals of a card.

use std::io::BufRead;

use tercet::Board;
use tercet::solver::Step;

use crate::groups::{Group, groups};
use crate::{Fault, Reader, Refusal};

/// What a proof consists of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// The number of steps.
    pub steps: u64,
    /// How many of them are branches.
    pub branches: u64,
    /// The number of agreement groups that had to be proved.
    pub groups: u64,
}

/// Checks that a file proves that a board has no set.
///
/// Takes time in proportion to the steps, each about as many operations as the board has words of 64
/// cards, for each candidate that shows the item. Memory does not depend on the number of steps, but on
/// how deeply they branch.
///
/// # Errors
///
/// [`Refusal`] if the proof cannot be read, or does not prove it.
pub fn check(board: &Board, proof: impl BufRead) -> Result<Checked, Refusal> {
    let mut checked = Checked::default();
    let mut groups = groups(board).map(|group| Pile::new(board, &group));
    let mut pile = groups.next();
    let mut fault = None;
    for step in Reader::new(board, proof)? {
        let step = step?;
        // After a fault the file is only read, since it may not be a proof at all.
        if fault.is_some() {
            continue;
        }
        checked.steps += 1;
        let (Step::Narrow(item) | Step::Branch(item)) = step;
        match (&mut pile, step) {
            (None, _) => fault = Some(Fault::Surplus { step: checked.steps }),
            (Some(top), _) if !top.is_free(item) => {
                fault = Some(Fault::Item { step: checked.steps, item });
            }
            (Some(top), Step::Narrow(_)) => top.narrow(item as usize),
            (Some(top), Step::Branch(_)) => {
                checked.branches += 1;
                top.branch(item as usize);
                if top.is_empty() {
                    checked.groups += 1;
                    pile = groups.next();
                }
            }
        }
    }
    match fault {
        Some(fault) => Err(fault.into()),
        None if pile.is_some() => Err(Fault::Unfinished { steps: checked.steps }.into()),
        None => Ok(checked),
    }
}

/// The subproblems of a group.
struct Pile {
    /// The words of a set of candidates.
    words: usize,
    /// Candidates after candidates, the topmost last.
    stack: Vec<u64>,
    /// The cards that show each item; none where its property is not free.
    shown_by: Vec<Option<Vec<u64>>>,
    /// The rivals of card after card.
    rivals: Vec<u64>,
    /// Scratch space.
    top: Vec<u64>,
}

impl Pile {
    /// The group as a whole.
    fn new(board: &Board, group: &Group) -> Self {
        let (deck, count) = (board.deck(), group.cards.len());
        let words = count.div_ceil(64);
        let item = |card: usize, property: usize| {
            property * deck.values() + deck.value(board.cards()[group.cards[card]], property)
        };
        let free: Vec<usize> = (0..deck.properties()).filter(|&i| !group.agrees[i]).collect();
        let mut shown_by = vec![None; deck.values() * deck.properties()];
        for &property in &free {
            for card in 0..count {
                let cards = shown_by[item(card, property)].get_or_insert_with(|| vec![0; words]);
                cards[card / 64] |= 1 << (card % 64);
            }
        }
        let mut rivals = vec![0; count * words];
        for (card, rivals) in rivals.chunks_mut(words).enumerate() {
            for &property in &free {
                let same = shown_by[item(card, property)].as_ref().expect("a card shows it");
                rivals.iter_mut().zip(same).for_each(|(rivals, same)| *rivals |= same);
            }
            rivals[card / 64] &= !(1 << (card % 64)); // No card is a rival of itself.
        }
        let mut stack = vec![0; words];
        (0..count).for_each(|card| stack[card / 64] |= 1 << (card % 64));
        Self { words, stack, shown_by, rivals, top: vec![0; words] }
    }

    fn is_empty(&self) -> bool {
        self.stack.is_empty()
    }

    /// Whether this is an item of a free property.
    fn is_free(&self, item: u32) -> bool {
        self.shown_by.get(item as usize).is_some_and(Option::is_some)
    }

    /// The candidates on top that show an item.
    fn candidates(&self, item: usize) -> impl Iterator<Item = usize> + '_ {
        let cards = self.shown_by[item].as_ref().expect("the item is free");
        let top = &self.stack[self.stack.len() - self.words..];
        top.iter().zip(cards).enumerate().flat_map(|(word, (top, cards))| {
            let mut rest = top & cards;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest = rest.checked_sub(1)? & rest;
                Some(64 * word + bit)
            })
        })
    }

    /// Removes from the top what is a rival of all candidates that show the item.
    fn narrow(&mut self, item: usize) {
        let mut common = std::mem::take(&mut self.top);
        common.fill(u64::MAX);
        for card in self.candidates(item) {
            let rivals = &self.rivals[card * self.words..][..self.words];
            common.iter_mut().zip(rivals).for_each(|(common, rivals)| *common &= rivals);
        }
        let start = self.stack.len() - self.words;
        let top = &mut self.stack[start..];
        top.iter_mut().zip(&common).for_each(|(top, common)| *top &= !common);
        self.top = common;
    }

    /// Replaces the top by a subproblem for each candidate that shows the item, the first on top.
    fn branch(&mut self, item: usize) {
        let candidates: Vec<usize> = self.candidates(item).collect();
        let start = self.stack.len() - self.words;
        self.top.copy_from_slice(&self.stack[start..]);
        self.stack.truncate(start);
        for card in candidates.into_iter().rev() {
            let rivals = &self.rivals[card * self.words..][..self.words];
            self.stack.extend(self.top.iter().zip(rivals).map(|(top, rivals)| top & !rivals));
        }
    }
}
