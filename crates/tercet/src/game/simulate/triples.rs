//! Games with three values, a microsecond each: the cards on the table, and the sets among them.
//!
//! Two cards determine the third card of their set. So the sets with a new card are found by
//! looking up, for each card of the board, the slot of the third card. The result is a word with
//! the bit of that slot, or an empty word; the union over all cards of the board is the set of
//! slots whose cards are in a set with the new card.
//!
//! The speed has these reasons: the sets of the board are kept from round to round as words with
//! three slots; taking a set deletes the sets that share a card with it, and only pairs with a new
//! card are looked up. Cards do not move: new cards take the free slots, and the layout order is
//! the order of arrival. A round has hardly any branch that depends on the cards, because a
//! misprediction costs as much as half of the lookups. Three new cards are looked up together; if
//! each of them is in at most one set, as is usual, the unions are the sets.

use rand_chacha::ChaCha8Rng;

use super::general::{Shuffle, below};
use super::{Counts, Simulation, Tally};
use crate::deck::Deck;
use crate::game::Pick;
use crate::solver::{Limit, Stop};
use crate::third_points::{ThirdBytes, ThirdPoints};

/// Whether a deck can be played here: a card must fit a byte, and the slots a word. A set-free
/// board has at most 45 cards (p = 5), so only the start can need more than 48 slots.
pub(super) fn suits(deck: Deck, start: usize) -> bool {
    deck.values() == 3 && deck.properties() <= 5 && start <= SLOTS
}

/// The number of games between two checks of the limit.
const SOME: u64 = 1 << 10;

/// Plays games one after another.
pub(super) fn play(
    simulation: &Simulation,
    games: u64,
    stream: &mut ChaCha8Rng,
    limit: &Limit,
) -> Result<Tally, Stop> {
    let size = simulation.size();
    let mut table = SlotTable::new(size, simulation.start);
    let mut counts = Counts::new(size, simulation.start);
    let shuffle = Shuffle::new(size);
    let mut left = games;
    while left > 0 {
        limit.check()?;
        let shuffle = shuffle.clone();
        let some = left.min(SOME);
        left -= some;
        if simulation.pick == Pick::First {
            let choose = |_: &mut ChaCha8Rng, sets: &[u64], arrival: &_| first(sets, arrival);
            table.play(some, stream, shuffle, choose, &mut counts);
        } else {
            let choose =
                |stream: &mut ChaCha8Rng, sets: &[u64], _: &_| below(stream, sets.len() as u32);
            table.play(some, stream, shuffle, choose, &mut counts);
        }
    }
    Ok(counts.tally())
}

/// The index of the first set in layout order.
fn first(sets: &[u64], arrival: &[u8; SLOTS + 1]) -> usize {
    let ranks = sets.iter().enumerate();
    let first = ranks.map(|(set, &slots)| (rank(slots, arrival), set)).min();
    first.expect("there is a set to choose").1
}

/// The rank of a set in layout order: the arrival times of its cards, the first one highest.
#[inline]
fn rank(set: u64, arrival: &[u8; SLOTS + 1]) -> u32 {
    let [a, b, c] = slots(set).map(|slot| u32::from(arrival[slot]));
    let (first, last) = (a.min(b).min(c), a.max(b).max(c));
    let middle = a + b + c - first - last;
    first << 16 | middle << 8 | last
}

/// The slots on the table. One more stands for "no slot", the index that an empty word gives.
const SLOTS: usize = u64::BITS as usize;

/// The three slots of a set.
#[inline]
fn slots(set: u64) -> [usize; 3] {
    let second = set & set.wrapping_sub(1);
    let third = second & second.wrapping_sub(1);
    [set, second, third].map(|rest| rest.trailing_zeros() as usize)
}

/// The card of an empty slot, which is not in any deck whose cards fit a byte.
const NONE: u8 = u8::MAX;

/// The state of a game.
struct SlotTable {
    /// The third card of every two cards.
    thirds: &'static ThirdBytes,
    /// The number of cards at the start.
    start: usize,
    deck: Vec<u8>,
    /// The number of cards dealt.
    dealt: usize,
    /// The slots with a card, as bits.
    occupied: u64,
    /// The number of occupied slots.
    cards: usize,
    /// The card in each slot; in a free slot, the last card that was there.
    card: [u8; SLOTS + 1],
    /// The time of arrival of the card in each slot.
    arrival: [u8; SLOTS + 1],
    /// The bit of the slot of each card on the table, 0 for all other cards.
    slot: [u64; 256],
    sets: SlotSets,
}

impl SlotTable {
    fn new(size: usize, start: usize) -> Self {
        Self {
            thirds: ThirdPoints::bytes(size.ilog(3) as usize),
            start,
            deck: (0..size).map(|card| card as u8).collect(),
            dealt: 0,
            occupied: 0,
            cards: 0,
            card: [NONE; SLOTS + 1],
            arrival: [0; SLOTS + 1],
            slot: [0; 256],
            sets: SlotSets::new(),
        }
    }

    /// Plays games. `choose` returns the index of the set to take among the sets of the board, given the
    /// times of arrival.
    fn play(
        &mut self,
        games: u64,
        stream: &mut ChaCha8Rng,
        mut shuffle: Shuffle,
        choose: impl Fn(&mut ChaCha8Rng, &[u64], &[u8; SLOTS + 1]) -> usize,
        counts: &mut Counts,
    ) {
        for _ in 0..games {
            shuffle.shuffle(&mut self.deck, stream);
            self.clear();
            self.deal(self.start);
            let mut largest = self.cards;
            loop {
                let set = !self.sets.is_empty();
                counts.meet(self.cards, self.deck.len() - self.dealt, set);
                if set {
                    let chosen = choose(stream, self.sets.all(), &self.arrival);
                    self.take(self.sets.all()[chosen]);
                    self.deal(self.start.saturating_sub(self.cards));
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
        while rest != 0 {
            let slot = rest.trailing_zeros() as usize;
            self.slot[usize::from(self.card[slot])] = 0;
            rest &= rest - 1;
        }
        (self.dealt, self.occupied, self.cards) = (0, 0, 0);
    }

    /// Removes the cards of a set from the table.
    #[inline]
    fn take(&mut self, set: u64) {
        self.sets.strike(set);
        self.occupied ^= set;
        self.cards -= 3;
        for slot in slots(set) {
            self.slot[usize::from(self.card[slot])] = 0;
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
        let mut with = [0; N];
        let mut rest = *occupied;
        let mut ask = || {
            let old = usize::from(card[rest.trailing_zeros() as usize]);
            rest &= rest.wrapping_sub(1);
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
        let bits: [u64; N] = std::array::from_fn(|_| {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            bit
        });
        let mut sets = sets.open();
        // Sets with several new cards.
        for i in 0..N {
            for j in i + 1..N {
                let third = thirds[i][usize::from(new[j])];
                let slot = slot[usize::from(third)];
                sets.push_if(slot != 0, slot | bits[i] | bits[j]);
                if j == 1 && N == 3 {
                    sets.push_if(third == new[2], bits[0] | bits[1] | bits[2]);
                }
            }
        }
        // Sets with one new card. The branch is worth its mispredictions, and testing word by word
        // is faster than one test for all.
        if with.iter().all(|&with| at_most_two(with)) {
            for i in 0..N {
                sets.push_if(with[i] != 0, with[i] | bits[i]);
            }
        } else {
            while with.iter().any(|&with| with != 0) {
                for i in 0..N {
                    let one = with[i] & with[i].wrapping_neg();
                    let old = usize::from(card[with[i].trailing_zeros() as usize]);
                    let pair = one | slot[usize::from(thirds[i][old])];
                    sets.push_if(with[i] != 0, pair | bits[i]);
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
fn at_most_two(word: u64) -> bool {
    let second = word & word.wrapping_sub(1);
    second & second.wrapping_sub(1) == 0
}

/// The sets of the board, each as the bits of its slots.
struct SlotSets {
    /// The sets, then [`GONE`](Self::GONE) as long as there are fewer than [`FEW_SETS`](Self::FEW_SETS).
    sets: [u64; Self::MOST_SETS],
    count: usize,
}

impl SlotSets {
    /// 64 cards have at most 64·63/6 sets.
    const MOST_SETS: usize = 680;

    /// Up to this number, sets are filtered without looking at their number.
    const FEW_SETS: usize = 4;

    /// A word that intersects every set.
    const GONE: u64 = u64::MAX;

    fn new() -> Self {
        Self { sets: [Self::GONE; Self::MOST_SETS], count: 0 }
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn all(&self) -> &[u64] {
        &self.sets[..self.count]
    }

    #[inline]
    fn open(&mut self) -> OpenSets<'_> {
        OpenSets { end: self.count, of: self }
    }

    /// Deletes the sets that share a card with this one.
    #[inline]
    fn strike(&mut self, taken: u64) {
        let kept = if self.count <= Self::FEW_SETS {
            self.keep(Self::FEW_SETS, taken)
        } else {
            self.keep(self.count, taken)
        };
        self.count = kept;
        self.sets[kept..kept + Self::FEW_SETS].fill(Self::GONE);
    }

    /// Keeps those of the first `among` sets that are disjoint from `taken`, and counts them.
    #[inline]
    fn keep(&mut self, among: usize, taken: u64) -> usize {
        let mut kept = 0;
        for i in 0..among {
            let set = self.sets[i];
            self.sets[kept] = set;
            kept += usize::from(set & taken == 0);
        }
        kept
    }
}

/// The sets while some are being added.
struct OpenSets<'a> {
    of: &'a mut SlotSets,
    /// The number of sets, held here so that it can stay in a register.
    end: usize,
}

impl OpenSets<'_> {
    /// Adds a set if `is_set`, without a branch.
    #[inline]
    fn push_if(&mut self, is_set: bool, set: u64) {
        self.of.sets[self.end] = set;
        self.end += usize::from(is_set);
    }

    #[inline]
    fn close(self) {
        self.of.sets[self.end] = SlotSets::GONE;
        self.of.count = self.end;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::oracle;
    use super::*;
    use crate::deal::dealer::stream;

    fn assert_same_games(p: usize, start: usize, pick: Pick, games: usize) {
        let deck = Deck::new(3, p).unwrap();
        let size = 3_usize.pow(p as u32);
        let seed = (p * 1000 + start) as u64;
        let mut table = SlotTable::new(size, start);
        // The sets in layout order, of which the oracle chooses.
        let choose = |stream: &mut ChaCha8Rng, sets: &[u64], arrival: &[u8; SLOTS + 1]| {
            let mut order: Vec<usize> = (0..sets.len()).collect();
            order.sort_unstable_by_key(|&set| rank(sets[set], arrival));
            assert_eq!(first(sets, arrival), order[0]);
            order[oracle::choose(pick, stream, sets.len())]
        };
        let mut stream = stream(seed, 0);
        for (i, (_, game)) in oracle::games(deck, start, pick, games, seed).iter().enumerate() {
            let mut counts = Counts::new(size, start);
            // The shuffle starts with the deck as the last game left it, like the oracle's.
            table.play(1, &mut stream, Shuffle::new(size), choose, &mut counts);
            let mut tally = Tally::default();
            tally.record(game);
            assert_eq!(counts.tally(), tally, "(3,{p}) from {start} cards, {pick}, game {i}");
        }
    }

    #[test]
    fn every_game_is_the_oracles() {
        for pick in [Pick::First, Pick::Uniform] {
            for start in 0..=15 {
                for (p, games) in [(1, 15), (2, 30), (3, 20), (4, 6), (5, 1)] {
                    if start <= 3_usize.pow(p as u32) {
                        assert_same_games(p, start, pick, games);
                    }
                }
            }
            assert_same_games(4, 12, pick, 100);
            assert_same_games(5, 15, pick, 5);
            for (p, start) in [(3, 20), (3, 27), (4, 25), (4, 63), (4, 64), (5, 64)] {
                assert_same_games(p, start, pick, 1);
            }
        }
    }
}
