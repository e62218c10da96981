//! The checker.
//!
//! It keeps a pile of subproblems, each a set of candidates of a group, and follows the steps:
//! `narrow` and `weigh` remove candidates of the topmost one, `branch` replaces it by others. The proof is
//! complete when the pile is empty and no group is left. `checkers/README.md` says why that is a
//! proof. Only the steps come from the search.
//!
//! Candidates are bits, in as many words as the cards of the group need. Each group has two tables:
//! the cards that show an item, and the rivals of a card.

use std::io::BufRead;

use tercet::Board;
use tercet::solver::{Limit, Step, Stop, Watch};

use crate::groups::{Group, groups};
use crate::table::Table;
use crate::{Fault, Reader, Refusal};

/// The counts of a checked proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// The number of steps.
    pub steps: u64,
    /// The number of steps that are branches.
    pub branches: u64,
    /// The number of agreement groups that had to be proved.
    pub groups: u64,
}

/// Checks that a file proves that a board has no set.
///
/// Takes time in proportion to the steps. A step takes, for each candidate that shows the item,
/// about one operation for every 64 cards of the board; one that weighs items takes one for each card
/// that shows one of them. Memory does not depend on the number of
/// steps, but on how deeply they branch; the tables of a group of n cards take n·(n + v·p)/8 bytes,
/// but at most 256 MB plus those of the items.
///
/// # Errors
///
/// [`Refusal`] if the proof cannot be read, if it does not prove this, or if the limit ended the
/// work.
pub fn check(board: &Board, proof: impl BufRead, limit: &Limit) -> Result<Checked, Refusal> {
    let reader = Reader::new(board, proof)?;
    let mut checked = Checked::default();
    let mut watch = limit.watch();
    let mut groups = groups(board, limit);
    let mut begin = |watch: &mut Watch| -> Result<Option<Pile>, Stop> {
        groups.next().map(|group| Pile::new(board, &group?, watch)).transpose()
    };
    let mut pile = begin(&mut watch)?;
    let mut fault = None;
    for step in reader {
        let step = step?;
        watch.tick(1)?;
        // After a fault the file is only read, since it may not be a proof at all.
        if fault.is_some() {
            continue;
        }
        checked.steps += 1;
        let Some(top) = &mut pile else {
            fault = Some(Fault::Surplus { step: checked.steps });
            continue;
        };
        if let Some(item) = step.items().find(|&item| !top.table.is_shown(item)) {
            fault = Some(Fault::Item { step: checked.steps, item });
            continue;
        }
        match step {
            Step::Narrow(item) => top.narrow(item as usize, &mut watch)?,
            Step::Weigh { modulus, weights } => {
                if !top.weigh(modulus, &weights, &mut watch)? {
                    fault = Some(Fault::Weights { step: checked.steps });
                }
            }
            Step::Branch(item) => {
                checked.branches += 1;
                top.branch(item as usize, &mut watch)?;
                if top.stack.is_empty() {
                    checked.groups += 1;
                    pile = begin(&mut watch)?;
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
    table: Table,
    /// The candidates of each subproblem, the topmost last.
    stack: Vec<u64>,
    /// Scratch space: some cards, a set of cards, and the rivals of a card.
    showing: Vec<usize>,
    common: Vec<u64>,
    row: Vec<u64>,
}

impl Pile {
    /// The group as a whole.
    fn new(board: &Board, group: &Group, watch: &mut Watch) -> Result<Self, Stop> {
        let table = Table::new(board, group, watch)?;
        let (stack, common) = (table.all(), vec![0; table.words]);
        Ok(Self { table, stack, showing: Vec::new(), common, row: Vec::new() })
    }

    /// Removes from the top the common rivals of all candidates that show the item.
    fn narrow(&mut self, item: usize, watch: &mut Watch) -> Result<(), Stop> {
        let Self { table, stack, common, row, .. } = self;
        let start = stack.len() - table.words;
        let top = &mut stack[start..];
        let mut count = 0;
        each_of_both(top, table.showing(item), |card| {
            let rivals = table.rivals(card, row);
            if count == 0 {
                common.copy_from_slice(rivals);
            } else {
                common.iter_mut().zip(rivals).for_each(|(common, rivals)| *common &= rivals);
            }
            count += 1;
        });
        match count {
            0 => top.fill(0),
            _ => top.iter_mut().zip(&*common).for_each(|(top, common)| *top &= !common),
        }
        watch.tick((1 + count) * table.cost())
    }

    /// Removes from the top what the weights of items leave out. Returns whether they are right.
    fn weigh(
        &mut self,
        modulus: u32,
        weights: &[(u32, i32)],
        watch: &mut Watch,
    ) -> Result<bool, Stop> {
        let start = self.stack.len() - self.table.words;
        let top = &mut self.stack[start..];
        let is_right = self.table.weigh(modulus, weights, top);
        watch.tick(weights.len() * self.table.len() / 4)?;
        Ok(is_right)
    }

    /// Replaces the top by a subproblem for each candidate that shows the item, the first on top.
    fn branch(&mut self, item: usize, watch: &mut Watch) -> Result<(), Stop> {
        let Self { table, stack, showing, common: top, row } = self;
        let start = stack.len() - table.words;
        top.copy_from_slice(&stack[start..]);
        stack.truncate(start);
        showing.clear();
        each_of_both(top, table.showing(item), |card| showing.push(card));
        for &card in showing.iter().rev() {
            let rivals = table.rivals(card, row);
            stack.extend(top.iter().zip(rivals).map(|(top, rivals)| top & !rivals));
        }
        watch.tick((1 + showing.len()) * table.cost())
    }
}

/// Visits the common members of two sets in ascending order.
#[inline]
pub(crate) fn each_of_both(one: &[u64], other: &[u64], mut visit: impl FnMut(usize)) {
    for (word, (one, other)) in one.iter().zip(other).enumerate() {
        let mut rest = one & other;
        while rest != 0 {
            visit(64 * word + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}
