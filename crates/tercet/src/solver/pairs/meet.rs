//! Meeting pairs: for v = 4, a pair of cards determines the other pair of its set up to its name.
//!
//! Write a value as two bits. Four cards that in every property are all the same or all different
//! have the exclusive or zero, so both halves of a set have the same difference δ = a ⊕ b. If δ is
//! zero in a property, both pairs show the same single value. If not, the four values form two
//! pairs of difference δ, {x, x⊕δ} and its complement, and each pair of the set shows one of them;
//! which one is the symplectic form of x and δ, one bit. So a pair has a *name*: δ, and in every
//! property its value or that bit. The pairs that complete it to a set are those with exactly one
//! other name, in which all these bits are flipped.
//!
//! Every pair of the board is stored in a table by its name. A set is sought at its last card: the
//! card's pairs with all others look up their partners, and only then enter the table. So a board
//! costs `n²/2` lookups, where `middle` builds as many half-sets for every question, and in a game
//! a new card costs n lookups: each pair of the game is paid for once. The method is new here; for
//! three values it corresponds to pair completion, whose table holds cards instead of pairs.
//!
//! When cards are removed, their pairs stay in the table and are skipped, until they are half of
//! the table and it is rebuilt.
//!
//! Memory: 12 bytes a pair, in a table a quarter to a half full, up to the limit.

use std::ops::ControlFlow;

use crate::board::BoardError;
use crate::solver::{Algorithm, Found, Layout, Limit, PartialSets, Report, Stop, Visit, Watch};
use crate::{Card, Deck};

/// Meets the pairs of four cards: the pairs of the settled cards, by their names.
#[derive(Clone, Debug)]
pub(in crate::solver) struct PairsMeet {
    /// The lower bit of every property.
    low: u128,
    /// Every card that was ever added, in order, and whether it is still on the board.
    cards: Vec<(Card, bool)>,
    /// The cards on the board, by their place in `cards`.
    present: Vec<u32>,
    /// Open addressing with linear probing; a power of two.
    table: Vec<Entry>,
    /// The number of entries that are not free.
    used: usize,
    /// The maximum memory for pairs in bytes.
    memory: usize,
}

impl Algorithm for PairsMeet {
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        let mut watch = limit.watch();
        for k in layout.settled()..layout.len() {
            let card = layout.cards()[k];
            watch.tick(k)?;
            let met = self.meet_places(card, |places| {
                let [a, b, c] = places.map(|place| self.position(place));
                ControlFlow::Break(Found::new([a, b, c, k]))
            });
            if let ControlFlow::Break(found) = met {
                return Ok(Some(found));
            }
            self.add(card, &mut watch)?;
            layout.settle(k + 1);
        }
        Ok(None)
    }

    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        let mut pairs = Self::new(layout.deck(), self.memory);
        let mut watch = limit.watch();
        for (k, &card) in layout.cards().iter().enumerate() {
            watch.tick(k)?;
            let met = pairs.meet_places(card, |[i, j, l]| {
                // Each set is met at each of the three cards before the last.
                if i > j || i > l {
                    return ControlFlow::Continue(());
                }
                match watch.tick(1) {
                    Ok(()) => visit(&[i, j, l, k]).map_break(Ok),
                    stop => ControlFlow::Break(stop),
                }
            });
            if let ControlFlow::Break(end) = met {
                return end;
            }
            pairs.add(card, &mut watch)?;
        }
        Ok(())
    }

    fn remove(&mut self, layout: &mut Layout, cards: &[Card]) -> Result<(), BoardError> {
        layout.remove(cards)?;
        let all = &mut self.cards;
        self.present.retain(|&place| {
            let (card, here) = &mut all[place as usize];
            *here = !cards.contains(card);
            *here
        });
        Ok(())
    }

    fn report(&self) -> Report {
        self.held().into()
    }
}

/// A pair in the table: the hash of its name, and the places of its cards, the earlier one first; or
/// a [free](is_free) place. As plain words, places come zeroed from the system, so that it takes no
/// time to make many of them.
type Entry = [u32; 3];

const FREE: Entry = [0; 3];

/// Whether a place is free: the second card of a pair is never at place 0.
#[inline]
fn is_free([_, _, second]: Entry) -> bool {
    second == 0
}

/// The name of a pair: its difference, and in every property its value or its bit.
type Name = [u128; 2];

fn hash([difference, shown]: Name) -> u32 {
    const ODD: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
    let fold = |bits: u128| (bits as u64) ^ ((bits >> 64) as u64).wrapping_mul(ODD[1]);
    let mixed = fold(difference).wrapping_mul(ODD[0]) ^ fold(shown);
    (mixed.wrapping_mul(ODD[1]) >> 32) as u32
}

impl PairsMeet {
    /// `memory` limits the bytes for pairs.
    pub(in crate::solver) fn new(deck: Deck, memory: usize) -> Self {
        assert_eq!(deck.values(), 4, "two pairs are a set only where v = 4");
        let low = (0..deck.properties()).fold(0, |low, property| low | 1 << deck.shift(property));
        Self { low, cards: Vec::new(), present: Vec::new(), table: vec![FREE; 16], used: 0, memory }
    }

    /// The most bytes that the pairs of `cards` cards can take.
    pub(in crate::solver) const fn most_bytes(cards: usize) -> usize {
        // A table of four to eight places a pair, and during growth the previous one.
        let places = cards.saturating_mul(cards).saturating_mul(6);
        places.saturating_mul(size_of::<Entry>())
    }

    /// The name of a pair, and that of the pairs which complete it.
    #[inline]
    fn names(&self, a: Card, b: Card) -> (Name, Name) {
        let (x, difference) = (a.to_bits(), a.to_bits() ^ b.to_bits());
        let (low, high) = (difference & self.low, difference >> 1 & self.low);
        let different = low | high;
        let side = (x >> 1 & low) ^ (x & high);
        let shown = side | (x & !(different * 3));
        ([difference, shown], [difference, shown ^ different])
    }

    /// The position in the layout of a card on the board, given by its place in `cards`.
    fn position(&self, place: usize) -> usize {
        self.present
            .binary_search(&(place as u32))
            .expect("its pairs are those of cards that are there")
    }

    /// Visits the places in `cards` of the other three cards of every set whose last card is this
    /// one, three times for each set; the last two ascend.
    #[inline]
    fn meet_places<B>(
        &self,
        card: Card,
        mut visit: impl FnMut([usize; 3]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mask = self.table.len() - 1;
        for &other in &self.present {
            let (_, partner) = self.names(self.cards[other as usize].0, card);
            let hash = hash(partner);
            let mut place = hash as usize & mask;
            while !is_free(self.table[place]) {
                let [there, first, second] = self.table[place];
                if there == hash {
                    let [(a, a_here), (b, b_here)] =
                        [first, second].map(|place| self.cards[place as usize]);
                    if a_here && b_here && self.names(a, b).0 == partner {
                        visit([other, first, second].map(|place| place as usize))?;
                    }
                }
                place = (place + 1) & mask;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds a card and its pairs with all cards of the table, or nothing if there is no room.
    fn add(&mut self, card: Card, watch: &mut Watch) -> Result<(), Stop> {
        self.make_room(watch)?;
        let second = self.cards.len() as u32;
        for i in 0..self.present.len() {
            let first = self.present[i];
            let (name, _) = self.names(self.cards[first as usize].0, card);
            enter(&mut self.table, [hash(name), first, second]);
        }
        self.used += self.present.len();
        self.cards.push((card, true));
        self.present.push(second);
        Ok(())
    }

    /// The pairs of the cards on the board, and the memory of all pairs.
    fn held(&self) -> PartialSets {
        let n = self.present.len() as u64;
        PartialSets {
            count: n * n.saturating_sub(1) / 2,
            bytes: self.table.len() * size_of::<Entry>(),
        }
    }

    /// Makes room for the pairs of one more card, at most half of the table, without the pairs of
    /// cards that are gone.
    fn make_room(&mut self, watch: &mut Watch) -> Result<(), Stop> {
        let n = self.present.len();
        if 2 * (self.used + n) <= self.table.len() {
            return Ok(());
        }
        let size = (4 * (n * (n + 1) / 2)).next_power_of_two().max(16);
        // The old table is freed after all its pairs have moved.
        if (self.table.len() + size).saturating_mul(size_of::<Entry>()) > self.memory {
            return Err(Stop::MEMORY);
        }
        let (mut table, mut used) = (vec![FREE; size], 0);
        for &entry in &self.table {
            watch.tick(4)?;
            let here = |place: u32| self.cards[place as usize].1;
            let [_, first, second] = entry;
            if !is_free(entry) && here(first) && here(second) {
                enter(&mut table, entry);
                used += 1;
            }
        }
        (self.table, self.used) = (table, used);
        Ok(())
    }
}

/// Puts a pair into the first free place from its hash on.
fn enter(table: &mut [Entry], entry: Entry) {
    let mask = table.len() - 1;
    let mut place = entry[0] as usize & mask;
    while !is_free(table[place]) {
        place = (place + 1) & mask;
    }
    table[place] = entry;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::deal::Dealer;

    use crate::solver::{Enumerate, OnBoard, Options, Solver, Update};

    fn meet(deck: Deck, memory: usize) -> OnBoard<PairsMeet> {
        OnBoard::new(&Board::empty(deck), PairsMeet::new(deck, memory))
    }

    #[test]
    fn pairs_of_cards_that_left_leave_the_table() {
        let deck = Deck::new(4, 6).unwrap();
        let mut meet = meet(deck, Options::default().memory);
        let (mut dealer, mut most) = (Dealer::new(deck, 1), 0);
        while !dealer.is_empty() {
            match meet.find(&Limit::none()).unwrap() {
                Some(found) => meet.remove(&meet.board().at(&found)).unwrap(),
                None => meet.add(&dealer.by_ref().take(4).collect::<Vec<_>>()).unwrap(),
            }
            most = most.max(meet.board().len());
        }
        // Eight times the pairs of the largest board: a table a quarter full, grown by halves.
        assert!(meet.algorithm.held().bytes <= 8 * 12 * most * most / 2, "{most}");
        assert!(meet.algorithm.used <= meet.algorithm.table.len() / 2);
    }

    #[test]
    fn it_stops_at_its_memory_and_goes_on_when_cards_leave() {
        let deck = Deck::new(4, 20).unwrap();
        let mut meet = meet(deck, 200_000);
        let cards: Vec<Card> = Dealer::new(deck, 1).take(200).collect();
        meet.add(&cards).unwrap();
        assert_eq!(meet.find(&Limit::none()), Err(Stop::MEMORY));
        assert!(meet.algorithm.held().bytes <= 200_000);
        assert!(meet.for_each(&Limit::none(), &mut |_| ControlFlow::Continue(())).is_err());
        meet.remove(&cards[..150]).unwrap();
        assert_eq!(meet.find(&Limit::none()), Ok(None));
        let row: Vec<Card> = (0..4).map(|value| deck.card_of(&[value; 20]).unwrap()).collect();
        meet.add(&row).unwrap();
        assert_eq!(meet.find(&Limit::none()), Ok(Some(Found::new([50, 51, 52, 53]))));
    }
}
