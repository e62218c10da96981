//! The table of a game of three values: the cards that lie on it, and the sets among them.
//!
//! Two cards fix the third card of their set, so the sets that come with a new card are found by
//! asking, for each card of the board, whether and where the third card lies. The answer is a word
//! with the bit of the third card's slot, or none; what all cards of the board answer, put
//! together, are the slots of the cards that are in a set with the new one.
//!
//! What makes it fast: the sets of the board are kept from round to round as words of three slots,
//! a taken set strikes out those that it meets, and only pairs with a new card are asked. Cards do
//! not move: the new ones lie down in the slots that became free, and the order of the layout is
//! the order of arrival. A round has hardly a branch that depends on the cards, because one that
//! is guessed wrong costs as much as half of the pairs. Three new cards are looked up together;
//! with one set for each of them at most, which is the rule, the answers are the sets.

use super::counts::Counts;
use crate::third_points::ThirdPoints;

/// The places on the table. One more stands for "none", which is the index that an empty word gives.
pub(super) const SLOTS: usize = u64::BITS as usize;

/// The three slots of a set.
#[inline]
pub(super) fn slots(set: u64) -> [usize; 3] {
    let second = set & set.wrapping_sub(1);
    let third = second & second.wrapping_sub(1);
    [set, second, third].map(|rest| rest.trailing_zeros() as usize)
}

/// What chance decides in a game.
pub(super) trait Chance {
    /// The order of the deck.
    fn shuffle(&mut self, deck: &mut [u8]);

    /// Which set is taken: its index among the sets of the board, of which there is at least one.
    fn choose(&mut self, sets: &[u64], arrival: &[u8; SLOTS + 1]) -> usize;
}

/// The card in no slot, which no deck with cards of a byte has.
const NONE: u8 = u8::MAX;

/// A game as it lies on the table.
pub(super) struct Table {
    /// The third card for every two.
    thirds: Box<[[u8; 256]; 256]>,
    /// How many cards are dealt at first.
    start: usize,
    deck: Vec<u8>,
    /// How many cards of the deck were dealt.
    dealt: usize,
    /// The slots with a card, as bits.
    occupied: u64,
    /// How many these are.
    cards: usize,
    /// The card in each slot; in a free one, the last there was.
    card: [u8; SLOTS + 1],
    /// When the card of each slot was dealt.
    arrival: [u8; SLOTS + 1],
    /// The bit of the slot of each card on the table, 0 of others.
    slot: [u64; 256],
    sets: Sets,
}

impl Table {
    pub(super) fn new(size: usize, start: usize) -> Self {
        let mut thirds: Box<[[u8; 256]; 256]> =
            vec![[NONE; 256]; 256].try_into().expect("so many rows");
        let table = ThirdPoints::new(size.ilog(3) as usize);
        for (card, row) in thirds[..size].iter_mut().enumerate() {
            for (third, &point) in row.iter_mut().zip(table.row(card as u16)) {
                *third = point as u8;
            }
        }
        Self {
            thirds,
            start,
            deck: (0..size).map(|card| card as u8).collect(),
            dealt: 0,
            occupied: 0,
            cards: 0,
            card: [NONE; SLOTS + 1],
            arrival: [0; SLOTS + 1],
            slot: [0; 256],
            sets: Sets::new(),
        }
    }

    pub(super) fn play(&mut self, games: u64, chance: &mut impl Chance, counts: &mut Counts) {
        for _ in 0..games {
            chance.shuffle(&mut self.deck);
            self.clear();
            self.deal(self.start);
            let mut largest = self.cards;
            loop {
                let set = !self.sets.is_empty();
                counts.meet(self.cards, self.deck.len() - self.dealt, set);
                if set {
                    let chosen = chance.choose(self.sets.all(), &self.arrival);
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

    /// Clears the table of what the last game left.
    fn clear(&mut self) {
        let mut rest = self.occupied;
        while rest != 0 {
            let slot = rest.trailing_zeros() as usize;
            self.slot[usize::from(self.card[slot])] = 0;
            rest &= rest - 1;
        }
        (self.dealt, self.occupied, self.cards) = (0, 0, 0);
    }

    /// Takes the cards of a set from the table.
    #[inline]
    fn take(&mut self, set: u64) {
        self.sets.strike(set);
        self.occupied ^= set;
        self.cards -= 3;
        for slot in slots(set) {
            self.slot[usize::from(self.card[slot])] = 0;
        }
    }

    /// Deals so many cards, or all there are.
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

        // The slots of the cards that are in a set with each new card.
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
            // The usual round of the usual game, without a loop.
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
        // Sets with one of them. The branch is worth its wrong guesses, and asking word by word is
        // faster than asking once for all.
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

/// Whether a word has two bits or fewer.
#[inline]
fn at_most_two(word: u64) -> bool {
    let second = word & word.wrapping_sub(1);
    second & second.wrapping_sub(1) == 0
}

/// The sets of the board, each as the bits of its slots.
struct Sets {
    /// The sets, then [`GONE`](Self::GONE) as long as there are fewer than [`FEW`](Self::FEW).
    sets: [u64; Self::MOST],
    count: usize,
}

impl Sets {
    /// 64 cards have at most 64·63/6 sets.
    const MOST: usize = 680;

    /// Up to so many sets are gone through without counting them.
    const FEW: usize = 4;

    /// What is in no slot meets every set.
    const GONE: u64 = u64::MAX;

    fn new() -> Self {
        Self { sets: [Self::GONE; Self::MOST], count: 0 }
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

    /// Strikes out the sets that have a card with this one in common.
    #[inline]
    fn strike(&mut self, taken: u64) {
        let kept = if self.count <= Self::FEW {
            self.keep(Self::FEW, taken)
        } else {
            self.keep(self.count, taken)
        };
        self.count = kept;
        self.sets[kept..kept + Self::FEW].fill(Self::GONE);
    }

    /// Moves those of the first sets up that meet no slot of `taken`, and counts them.
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

/// The sets while some are added.
struct OpenSets<'a> {
    of: &'a mut Sets,
    /// Their number, here so that it need not go through memory.
    end: usize,
}

impl OpenSets<'_> {
    /// Adds a set, if it is one, without a branch.
    #[inline]
    fn push_if(&mut self, is_set: bool, set: u64) {
        self.of.sets[self.end] = set;
        self.end += usize::from(is_set);
    }

    #[inline]
    fn close(self) {
        self.of.sets[self.end] = Sets::GONE;
        self.of.count = self.end;
    }
}
