//! The cards of a group as bits: those that show an item, and the rivals of a card.

use tercet::Board;
use tercet::solver::{Stop, Watch};

use crate::check::each_of_both;
use crate::groups::Group;

/// The tables of a group, whose cards are numbered within it.
#[derive(Debug)]
pub(crate) struct Table {
    /// The number of words of a set of cards: 4, 6, 8, 12, or more.
    pub(crate) words: usize,
    /// The number of free properties.
    free: usize,
    /// The items of card after card, one for each free property.
    items: Vec<usize>,
    /// Whether some card shows each item, whose property is free.
    is_shown: Vec<bool>,
    /// The cards that show item after item.
    shown_by: Vec<u64>,
    /// The rivals of card after card.
    rivals: Vec<u64>,
}

/// The most words of rivals, which are 256 MB: those of 46,000 cards.
const MOST_WORDS: usize = 1 << 25;

impl Table {
    /// Takes about n²·p/64 steps for n cards. Of too many cards, [`Stop::MEMORY`].
    pub(crate) fn new(board: &Board, group: &Group, watch: &mut Watch) -> Result<Self, Stop> {
        let (deck, count) = (board.deck(), group.cards.len());
        let (values, words) = (deck.values(), count.div_ceil(64));
        let words = [4, 6, 8, 12].into_iter().find(|&size| words <= size).unwrap_or(words);
        if count.saturating_mul(words) > MOST_WORDS {
            return Err(Stop::MEMORY);
        }
        let free: Vec<usize> = (0..deck.properties()).filter(|&i| !group.agrees[i]).collect();
        let mut items = Vec::with_capacity(count * free.len());
        let mut is_shown = vec![false; values * deck.properties()];
        let mut shown_by = vec![0; is_shown.len() * words];
        for (card, &position) in group.cards.iter().enumerate() {
            watch.tick(free.len())?;
            for &property in &free {
                let item = property * values + deck.value(board.cards()[position], property);
                is_shown[item] = true;
                shown_by[item * words + card / 64] |= 1 << (card % 64);
                items.push(item);
            }
        }
        let (free, mut rivals) = (free.len(), vec![0; count * words]);
        let table = Self { words, free, items, is_shown, shown_by, rivals: Vec::new() };
        for (card, row) in rivals.chunks_mut(words).enumerate() {
            watch.tick(1 + free * words / 4)?;
            for &item in table.items(card) {
                row.iter_mut().zip(table.showing(item)).for_each(|(row, same)| *row |= same);
            }
            row[card / 64] &= !(1 << (card % 64)); // No card is a rival of itself.
        }
        Ok(Self { rivals, ..table })
    }

    /// The number of cards.
    pub(crate) fn len(&self) -> usize {
        self.items.len() / self.free
    }

    /// The cost of the rivals of a card, in steps of a [`Watch`].
    #[inline(always)]
    pub(crate) fn cost(&self) -> usize {
        1 + self.words / 4
    }

    /// Whether a card shows this item of a free property.
    #[inline(always)]
    pub(crate) fn is_shown(&self, item: u32) -> bool {
        self.is_shown.get(item as usize).is_some_and(|&is_shown| is_shown)
    }

    /// The cards that show an item.
    #[inline(always)]
    pub(crate) fn showing(&self, item: usize) -> &[u64] {
        &self.shown_by[item * self.words..][..self.words]
    }

    /// The items that a card shows.
    pub(crate) fn items(&self, card: usize) -> &[usize] {
        &self.items[card * self.free..][..self.free]
    }

    /// All cards.
    pub(crate) fn all(&self) -> Vec<u64> {
        let mut all = vec![0; self.words];
        (0..self.len()).for_each(|card| all[card / 64] |= 1 << (card % 64));
        all
    }

    /// The rivals of a card; a set of cards has this many words.
    #[inline(always)]
    pub(crate) fn rivals(&self, card: usize, words: usize) -> &[u64] {
        &self.rivals[card * words..][..words]
    }

    /// The sum of the weights of each candidate, and of all weights. No sum overflows: there are fewer
    /// than 2^32 weights below 2^31.
    pub(crate) fn sums(&self, weights: &[(u32, i32)], candidates: &[u64]) -> (Vec<i64>, i64) {
        let (mut sums, mut total) = (vec![0; self.len()], 0);
        for &(item, weight) in weights {
            total += i64::from(weight);
            let showing = self.showing(item as usize);
            each_of_both(candidates, showing, |card| sums[card] += i64::from(weight));
        }
        (sums, total)
    }

    /// Removes the candidates that the weights of items leave out, unless a candidate weighs too much.
    /// Returns whether none does.
    pub(crate) fn weigh(
        &self,
        modulus: u32,
        weights: &[(u32, i32)],
        candidates: &mut [u64],
    ) -> bool {
        let (sums, total) = self.sums(weights, candidates);
        let is_out = |sum| if modulus == 0 { sum < total } else { !is_light(modulus, total) };
        let (mut is_right, mut removed) = (true, vec![0; self.words]);
        each_of_both(candidates, &self.all(), |card| {
            is_right &= is_light(modulus, sums[card]);
            removed[card / 64] |= u64::from(is_out(sums[card])) << (card % 64);
        });
        if is_right {
            candidates.iter_mut().zip(removed).for_each(|(word, removed)| *word &= !removed);
        }
        is_right
    }
}

/// Whether a candidate may weigh this much.
pub(crate) fn is_light(modulus: u32, sum: i64) -> bool {
    if modulus == 0 { sum <= 0 } else { sum % i64::from(modulus) == 0 }
}
