//! The checker.
//!
//! It keeps a pile of subproblems, each a set of candidates of a group, and follows the steps:
//! `narrow` and `weigh` remove candidates of the topmost one, `branch` replaces it by others. The proof is
//! complete when the pile is empty and no group is left. `checkers/README.md` says why that is a
//! proof. Only the steps come from the search.
//!
//! Candidates are bits, in as many words as the cards of the group need. Each group has two tables:
//! the cards that show an item, and the rivals of a card. Almost every step of a search is about an item
//! with one candidate or two, and the next such card is in any word. So these cards are found without a
//! branch, and the loops over words are compiled for a few numbers of words, and for two generations of
//! processors. With that a step takes 21 ns in place of 41.

use std::array;
use std::hint::select_unpredictable;
use std::io::BufRead;

use multiversion::multiversion;
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
/// with n rounded up to 256 or more. A group of over 46,000 cards, whose rivals take more than 256 MB, has the
/// answer [`Stop::MEMORY`].
///
/// # Errors
///
/// [`Refusal`] if the proof cannot be read, if it does not prove this, or if the limit ended the
/// work.
pub fn check(board: &Board, proof: impl BufRead, limit: &Limit) -> Result<Checked, Refusal> {
    let mut reader = Reader::new(board, proof)?;
    let mut checked = Checked::default();
    let mut watch = limit.watch();
    let fault = 'fault: {
        for group in groups(board, limit) {
            let mut pile = Pile::new(board, &group?, &mut watch)?;
            // The loops over words are compiled for these numbers of words, and for any number.
            let fault = match pile.table.words {
                4 => follow::<4, _>(&mut pile, &mut reader, &mut checked, &mut watch),
                6 => follow::<6, _>(&mut pile, &mut reader, &mut checked, &mut watch),
                8 => follow::<8, _>(&mut pile, &mut reader, &mut checked, &mut watch),
                12 => follow::<12, _>(&mut pile, &mut reader, &mut checked, &mut watch),
                _ => follow::<0, _>(&mut pile, &mut reader, &mut checked, &mut watch),
            };
            if let Some(fault) = fault? {
                break 'fault fault;
            }
            checked.groups += 1;
        }
        if reader.next().transpose()?.is_none() {
            return Ok(checked);
        }
        Fault::Surplus { step: checked.steps + 1 }
    };
    // The rest of the file is read, since it may not be a proof at all.
    for step in reader {
        step?;
        watch.tick(1)?;
    }
    Err(fault.into())
}

/// The subproblems of a group.
struct Pile {
    table: Table,
    /// The candidates of each subproblem, the topmost last.
    stack: Vec<u64>,
    /// Scratch space: a set of cards.
    common: Vec<u64>,
}

impl Pile {
    /// The group as a whole.
    fn new(board: &Board, group: &Group, watch: &mut Watch) -> Result<Self, Stop> {
        let table = Table::new(board, group, watch)?;
        let (stack, common) = (table.all(), vec![0; table.words]);
        Ok(Self { table, stack, common })
    }

    /// Removes from the top the common rivals of all candidates that show the item.
    #[inline(always)]
    fn narrow<const W: usize>(&mut self, item: usize, watch: &mut Watch) -> Result<(), Stop> {
        let Self { table, stack, common } = self;
        let words = if W == 0 { table.words } else { W };
        let start = stack.len() - words;
        let (top, showing) = (&mut stack[start..][..words], &table.showing(item)[..words]);
        if let Some((first, last)) = ends::<W>(top, showing) {
            let (one, other) = (table.rivals(first, words), table.rivals(last, words));
            let common = one.iter().zip(other).map(|(one, other)| one & other);
            top.iter_mut().zip(common).for_each(|(top, common)| *top &= !common);
            return watch.tick(2 + 3 * table.cost());
        }
        let mut count = 0;
        each_of_both(top, showing, |card| {
            let rivals = table.rivals(card, words);
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
        watch.tick(2 + (1 + count) * table.cost())
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
    #[inline(always)]
    fn branch<const W: usize>(&mut self, item: usize, watch: &mut Watch) -> Result<(), Stop> {
        let Self { table, stack, common: top } = self;
        let words = if W == 0 { table.words } else { W };
        let start = stack.len() - words;
        let (top, showing) = (&mut top[..words], &table.showing(item)[..words]);
        top.copy_from_slice(&stack[start..]);
        stack.truncate(start);
        let mut count = 0;
        for word in (0..words).rev() {
            let mut rest = top[word] & showing[word];
            while rest != 0 {
                let bit = rest.ilog2() as usize;
                let rivals = table.rivals(64 * word + bit, words);
                stack.extend(top.iter().zip(rivals).map(|(top, rivals)| top & !rivals));
                rest ^= 1 << bit;
                count += 1;
            }
        }
        watch.tick(2 + (1 + count) * table.cost())
    }
}

/// Follows the steps until no subproblem is left. Returns what is wrong with them. A set of cards has
/// W words, or any number if W is 0.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn follow<const W: usize, R: BufRead>(
    pile: &mut Pile,
    reader: &mut Reader<R>,
    checked: &mut Checked,
    watch: &mut Watch,
) -> Result<Option<Fault>, Refusal> {
    while !pile.stack.is_empty() {
        let wrong_item = |item| Ok(Some(Fault::Item { step: checked.steps + 1, item }));
        if let Some(number) = reader.short_step()? {
            let item = number / 2 - 1;
            if !pile.table.is_shown(item) {
                return wrong_item(item);
            }
            if number % 2 == 0 {
                pile.narrow::<W>(item as usize, watch)?;
            } else {
                checked.branches += 1;
                pile.branch::<W>(item as usize, watch)?;
            }
        } else if let Some(step) = reader.next().transpose()? {
            let Step::Weigh { modulus, weights } = &step else { unreachable!("others are short") };
            if let Some(item) = step.items().find(|&item| !pile.table.is_shown(item)) {
                return wrong_item(item);
            }
            if !pile.weigh(*modulus, weights, watch)? {
                return Ok(Some(Fault::Weights { step: checked.steps + 1 }));
            }
        } else {
            return Ok(Some(Fault::Unfinished { steps: checked.steps }));
        }
        checked.steps += 1;
    }
    Ok(None)
}

/// The first and the last of the common members of two sets of W words, if that is all of them. There is
/// no branch that is hard to predict: where the next member is, a processor cannot know.
#[inline(always)]
fn ends<const W: usize>(one: &[u64], other: &[u64]) -> Option<(usize, usize)> {
    let both: [u64; W] = array::from_fn(|word| one[word] & other[word]);
    let words = both.iter().rev().fold(0_u32, |words, &word| words << 1 | u32::from(word != 0));
    if words == 0 {
        return None;
    }
    let (low, high) = (words.trailing_zeros() as usize, words.ilog2() as usize);
    let (first, last) = (both[low].trailing_zeros() as usize, both[high].ilog2() as usize);
    let (after, before) = (both[low] & (both[low] - 1), both[high] ^ 1 << last);
    let rest = select_unpredictable(low == high, after & before, after | before);
    let between = words & (words - 1) & !(1 << high);
    (rest == 0 && between == 0).then_some((64 * low + first, 64 * high + last))
}

/// Visits the common members of two sets in ascending order.
#[inline(always)]
pub(crate) fn each_of_both(one: &[u64], other: &[u64], mut visit: impl FnMut(usize)) {
    for (word, (one, other)) in one.iter().zip(other).enumerate() {
        let mut rest = one & other;
        while rest != 0 {
            visit(64 * word + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}
