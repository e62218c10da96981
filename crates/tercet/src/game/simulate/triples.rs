//! Games with three values, a microsecond each: the cards on the table, and the sets among them.
//!
//! Two cards determine the third card of their set. So the sets with a new card are found by
//! looking up, for each card of the board, the slot of the third card. The result is a word with
//! the bit of that slot, or an empty word; the union over all cards of the board is the set of
//! slots whose cards are in a set with the new card. Words have 64 bits, or 128 for games that start
//! with more cards.
//!
//! The speed has these reasons: the sets of the board are kept from round to round as words with
//! three slots; taking a set deletes the sets that share a card with it, and only pairs with a new
//! card are looked up. Cards do not move: new cards take the free slots, and the layout order is
//! the order of arrival. A round has hardly any branch that depends on the cards, because a
//! misprediction costs as much as half of the lookups. Three new cards are looked up together; if
//! each of them is in at most one set, as is usual, the unions are the sets.

use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign};

use chacha20::ChaCha8Rng;
use num_traits::{PrimInt, WrappingSub};

use super::general::{Shuffle, below};
use super::{Counts, Policy, Simulation, Tally};
use crate::deck::Deck;
use crate::solver::{Limit, Stop};
use crate::third_points::{ThirdBytes, ThirdPoints};

/// Whether a deck can be played here: a card must fit a byte, and the slots a word. A set-free
/// board has at most 45 cards (p = 5), so only the start can need more than 48 slots.
pub(super) fn suits(deck: Deck, start: usize) -> bool {
    deck.values() == 3 && deck.properties() <= 5 && start <= SLOTS
}

/// The number of games between two checks of the limit.
const SOME: u64 = 1 << 8;

/// Plays games one after another. A word needs a bit for each card at the start.
pub(super) fn play<W: Word>(
    simulation: &Simulation,
    games: u64,
    stream: &mut ChaCha8Rng,
    limit: &Limit,
) -> Result<Tally, Stop> {
    let size = simulation.size();
    let mut table = SlotTable::<W>::new(*simulation);
    let mut counts = Counts::new(size, simulation.start);
    let shuffle = Shuffle::new(size);
    let mut left = games;
    while left > 0 {
        limit.check()?;
        let shuffle = shuffle.clone();
        let some = left.min(SOME);
        left -= some;
        let choose = |stream: &mut ChaCha8Rng, table: &SlotTable<W>| match simulation.pick {
            Policy::First => table.least(|_| 0),
            Policy::Thrifty => table.thriftiest(),
            Policy::Uniform => below(stream, table.sets.count as u32),
        };
        table.play(some, stream, shuffle, choose, &mut counts);
    }
    Ok(counts.tally())
}

/// The most slots on the table. One more stands for "no slot", the index that an empty word gives.
const SLOTS: usize = u128::BITS as usize;

/// A word with a bit for each slot.
pub(super) trait Word:
    PrimInt + WrappingSub + BitAndAssign + BitOrAssign + BitXorAssign
{
}
impl Word for u64 {}
impl Word for u128 {}

/// A word without its lowest bit.
#[inline]
fn without_lowest<W: Word>(word: W) -> W {
    word & word.wrapping_sub(&W::one())
}

/// The lowest bit of a word.
#[inline]
fn lowest<W: Word>(word: W) -> W {
    word ^ without_lowest(word)
}

/// The three slots of a set.
#[inline]
fn slots<W: Word>(set: W) -> [usize; 3] {
    let second = without_lowest(set);
    [set, second, without_lowest(second)].map(|rest| rest.trailing_zeros() as usize)
}

/// The card of an empty slot, which is not in any deck whose cards fit a byte.
const NONE: u8 = u8::MAX;

/// The state of a game.
struct SlotTable<W> {
    simulation: Simulation,
    /// The third card of every two cards.
    thirds: &'static ThirdBytes,
    deck: Vec<u8>,
    /// The number of cards dealt.
    dealt: usize,
    /// The slots with a card, as bits.
    occupied: W,
    /// The number of occupied slots.
    cards: usize,
    /// The card in each slot; in a free slot, the last card that was there.
    card: [u8; SLOTS + 1],
    /// The time of arrival of the card in each slot.
    arrival: [u8; SLOTS + 1],
    /// The bit of the slot of each card on the table, 0 for all other cards.
    slot: [W; 256],
    /// Whether each card is left: in the deck or on the table.
    is_left: [bool; 256],
    sets: SlotSets<W>,
}

impl<W: Word> SlotTable<W> {
    fn new(simulation: Simulation) -> Self {
        let size = simulation.size();
        Self {
            simulation,
            thirds: ThirdPoints::bytes(size.ilog(3) as usize),
            deck: (0..size).map(|card| card as u8).collect(),
            dealt: 0,
            occupied: W::zero(),
            cards: 0,
            card: [NONE; SLOTS + 1],
            arrival: [0; SLOTS + 1],
            slot: [W::zero(); 256],
            is_left: [true; 256],
            sets: SlotSets::new(),
        }
    }

    /// The index of the set of the board that costs least; of several, the first in layout order.
    #[inline]
    fn least(&self, cost: impl Fn(W) -> usize) -> usize {
        let costs = self.sets.all().iter().enumerate();
        let least = costs.map(|(i, &set)| (cost(set), self.rank(set), i)).min();
        least.expect("there is a set to choose").2
    }

    /// The rank of a set in layout order: the arrival times of its cards, the first one highest.
    #[inline]
    fn rank(&self, set: W) -> u32 {
        let [a, b, c] = slots(set).map(|slot| u32::from(self.arrival[slot]));
        let (first, last) = (a.min(b).min(c), a.max(b).max(c));
        let middle = a + b + c - first - last;
        first << 16 | middle << 8 | last
    }

    /// The index of the set that leaves the most sets among the cards that are left.
    fn thriftiest(&self) -> usize {
        // Two sets share at most one card, so a set removes those through each of its cards.
        let mut through = [0; SLOTS + 1];
        let mut used = self.sets.all().iter().fold(W::zero(), |used, &set| used | set);
        while !used.is_zero() {
            let slot = used.trailing_zeros() as usize;
            let card = usize::from(self.card[slot]);
            let is_in_set = |&other: &u8| {
                let third = self.thirds[card][usize::from(other)];
                self.is_left[usize::from(other)] & self.is_left[usize::from(third)]
            };
            through[slot] = self.deck.iter().filter(|other| is_in_set(other)).count();
            used = without_lowest(used);
        }
        self.least(|set| slots(set).map(|slot| through[slot]).iter().sum())
    }

    /// Plays games. `choose` returns the index of the set to take among the sets of the board.
    fn play(
        &mut self,
        games: u64,
        stream: &mut ChaCha8Rng,
        mut shuffle: Shuffle,
        choose: impl Fn(&mut ChaCha8Rng, &Self) -> usize,
        counts: &mut Counts,
    ) {
        for _ in 0..games {
            shuffle.shuffle(&mut self.deck, stream);
            self.clear();
            self.deal(self.simulation.start);
            let mut largest = self.cards;
            loop {
                counts.meet(self.cards, self.deck.len() - self.dealt, self.sets.count);
                if self.sets.count > 0 {
                    let chosen = choose(stream, self);
                    self.take(self.sets.all()[chosen]);
                    self.deal(self.simulation.due(self.cards));
                } else if self.dealt < self.deck.len() {
                    self.deal(3);
                    largest = largest.max(self.cards);
                } else {
                    break;
                }
            }
            counts.end(largest);
        }
    }

    /// Clears the table of the last game.
    fn clear(&mut self) {
        let mut rest = self.occupied;
        while !rest.is_zero() {
            let slot = rest.trailing_zeros() as usize;
            self.slot[usize::from(self.card[slot])] = W::zero();
            rest = without_lowest(rest);
        }
        (self.dealt, self.occupied, self.cards) = (0, W::zero(), 0);
        self.is_left.fill(true);
    }

    /// Removes the cards of a set from the table.
    #[inline]
    fn take(&mut self, set: W) {
        self.sets.strike(set);
        self.occupied ^= set;
        self.cards -= 3;
        for slot in slots(set) {
            let card = usize::from(self.card[slot]);
            self.slot[card] = W::zero();
            self.is_left[card] = false;
        }
    }

    /// Deals `cards` cards, or all that are left.
    #[inline]
    fn deal(&mut self, cards: usize) {
        let until = self.deck.len().min(self.dealt + cards);
        while self.dealt + 3 <= until {
            self.deal_together::<3>();
        }
        while self.dealt < until {
            self.deal_together::<1>();
        }
    }

    /// Deals one card or three.
    #[inline]
    fn deal_together<const N: usize>(&mut self) {
        let Self { thirds, deck, dealt, occupied, cards, card, arrival, slot, sets, .. } = self;
        let mut new = [0; N];
        new.copy_from_slice(&deck[*dealt..*dealt + N]);
        let thirds = new.map(|card| &thirds[usize::from(card)]);

        // For each new card, the slots of the cards that are in a set with it.
        let mut with = [W::zero(); N];
        let mut rest = *occupied;
        let mut ask = || {
            let old = usize::from(card[rest.trailing_zeros() as usize]);
            rest = without_lowest(rest);
            for i in 0..N {
                with[i] |= slot[usize::from(thirds[i][old])];
            }
        };
        if *cards == 9 {
            // The usual round of the usual game, unrolled.
            (0..9).for_each(|_| ask());
        } else {
            (0..*cards).for_each(|_| ask());
        }

        let mut free = !*occupied;
        let bits: [W; N] = std::array::from_fn(|_| {
            let bit = lowest(free);
            free ^= bit;
            bit
        });
        let mut sets = sets.open();
        // Sets with several new cards.
        for i in 0..N {
            for j in i + 1..N {
                let third = thirds[i][usize::from(new[j])];
                let slot = slot[usize::from(third)];
                sets.push_if(!slot.is_zero(), slot | bits[i] | bits[j]);
                if j == 1 && N == 3 {
                    sets.push_if(third == new[2], bits[0] | bits[1] | bits[2]);
                }
            }
        }
        // Sets with one new card. The branch is worth its mispredictions, and testing word by word
        // is faster than one test for all.
        if with.iter().all(|&with| at_most_two(with)) {
            for i in 0..N {
                sets.push_if(!with[i].is_zero(), with[i] | bits[i]);
            }
        } else {
            while with.iter().any(|with| !with.is_zero()) {
                for i in 0..N {
                    let one = lowest(with[i]);
                    let old = usize::from(card[with[i].trailing_zeros() as usize]);
                    let pair = one | slot[usize::from(thirds[i][old])];
                    sets.push_if(!with[i].is_zero(), pair | bits[i]);
                    with[i] &= !pair;
                }
            }
        }
        sets.close();

        for i in 0..N {
            let place = bits[i].trailing_zeros() as usize;
            slot[usize::from(new[i])] = bits[i];
            card[place] = new[i];
            arrival[place] = (*dealt + i) as u8;
            *occupied |= bits[i];
        }
        *dealt += N;
        *cards += N;
    }
}

/// Whether a word has at most two bits.
#[inline]
fn at_most_two<W: Word>(word: W) -> bool {
    without_lowest(without_lowest(word)).is_zero()
}

/// The sets of the board, each as the bits of its slots.
struct SlotSets<W> {
    /// The sets, then [words](Self::gone) as long as there are fewer than [`FEW_SETS`].
    sets: [W; MOST_SETS],
    count: usize,
}

/// 128 cards have at most 128·127/6 sets.
const MOST_SETS: usize = 2720;

/// Up to this number, sets are filtered without looking at their number.
const FEW_SETS: usize = 4;

impl<W: Word> SlotSets<W> {
    fn new() -> Self {
        Self { sets: [Self::gone(); MOST_SETS], count: 0 }
    }

    /// A word that intersects every set.
    fn gone() -> W {
        W::max_value()
    }

    fn all(&self) -> &[W] {
        &self.sets[..self.count]
    }

    #[inline]
    fn open(&mut self) -> OpenSets<'_, W> {
        OpenSets { end: self.count, of: self }
    }

    /// Deletes the sets that share a card with this one.
    #[inline]
    fn strike(&mut self, taken: W) {
        let kept = if self.count <= FEW_SETS {
            self.keep(FEW_SETS, taken)
        } else {
            self.keep(self.count, taken)
        };
        self.count = kept;
        self.sets[kept..kept + FEW_SETS].fill(Self::gone());
    }

    /// Keeps those of the first `among` sets that are disjoint from `taken`, and counts them.
    #[inline]
    fn keep(&mut self, among: usize, taken: W) -> usize {
        let mut kept = 0;
        for i in 0..among {
            let set = self.sets[i];
            self.sets[kept] = set;
            kept += usize::from((set & taken).is_zero());
        }
        kept
    }
}

/// The sets while some are being added.
struct OpenSets<'a, W> {
    of: &'a mut SlotSets<W>,
    /// The number of sets, held here so that it can stay in a register.
    end: usize,
}

impl<W: Word> OpenSets<'_, W> {
    /// Adds a set if `is_set`, without a branch.
    #[inline]
    fn push_if(&mut self, is_set: bool, set: W) {
        self.of.sets[self.end] = set;
        self.end += usize::from(is_set);
    }

    #[inline]
    fn close(self) {
        self.of.sets[self.end] = SlotSets::gone();
        self.of.count = self.end;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::oracle;
    use super::*;
    use crate::deal::dealer::stream;
    use crate::game::Refill;

    fn assert_same_games<W: Word>(p: usize, start: usize, rules: (Refill, Policy), games: usize) {
        let deck = Deck::new(3, p).unwrap();
        let size = 3_usize.pow(p as u32);
        let seed = (p * 1000 + start) as u64;
        let (refill, pick) = rules;
        let simulation = Simulation::new(deck, start, refill, pick, seed, 1).unwrap();
        let mut table = SlotTable::<W>::new(simulation);
        // The sets in layout order, of which the oracle chooses.
        let choose = |stream: &mut ChaCha8Rng, table: &SlotTable<W>| {
            let mut order: Vec<usize> = (0..table.sets.count).collect();
            order.sort_unstable_by_key(|&set| table.rank(table.sets.all()[set]));
            assert_eq!(table.least(|_| 0), order[0]);
            match pick {
                Policy::Thrifty => table.thriftiest(),
                Policy::Uniform => order[below(stream, order.len() as u32)],
                Policy::First => order[0],
            }
        };
        let mut stream = stream(seed, 0);
        let games = oracle::games(&simulation, games, seed);
        for (i, (_, game)) in games.iter().enumerate() {
            let mut counts = Counts::new(size, start);
            // The shuffle starts with the deck as the last game left it, like the oracle's.
            table.play(1, &mut stream, Shuffle::new(size), choose, &mut counts);
            let mut tally = Tally::default();
            tally.record(game);
            assert_eq!(counts.tally(), tally, "(3,{p}) from {start} cards, {refill}, {pick}, {i}");
        }
    }

    #[test]
    fn every_game_is_the_oracles() {
        let usual = (Refill::UpToStart, Policy::Uniform);
        for pick in [Policy::First, Policy::Uniform, Policy::Thrifty] {
            for start in 0..=15 {
                for (p, games) in [(1, 15), (2, 30), (3, 20), (4, 6), (5, 1)] {
                    // The oracle lists all sets of the cards that are left in each round.
                    if start <= 3_usize.pow(p as u32) && (pick != Policy::Thrifty || p <= 3) {
                        for refill in [Refill::UpToStart, Refill::AtOnce] {
                            assert_same_games::<u64>(p, start, (refill, pick), games);
                        }
                    }
                }
            }
            for (p, start) in [(3, 20), (3, 27)] {
                assert_same_games::<u64>(p, start, (Refill::UpToStart, pick), 1);
                assert_same_games::<u128>(p, start, (Refill::AtOnce, pick), 1);
            }
        }
        assert_same_games::<u64>(4, 12, (Refill::UpToStart, Policy::Thrifty), 1);
        assert_same_games::<u128>(4, 75, (Refill::AtOnce, Policy::Thrifty), 1);
        for pick in [Policy::First, Policy::Uniform] {
            assert_same_games::<u64>(4, 12, (Refill::UpToStart, pick), 100);
            assert_same_games::<u64>(5, 15, (Refill::UpToStart, pick), 5);
        }
        for (p, start) in [(4, 25), (4, 63), (4, 64), (5, 64)] {
            assert_same_games::<u64>(p, start, usual, 1);
        }
        for (p, start) in [(4, 65), (4, 80), (4, 81), (5, 65)] {
            assert_same_games::<u128>(p, start, usual, 1);
        }
    }
}
