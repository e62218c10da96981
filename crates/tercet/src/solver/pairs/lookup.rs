//! A lookup for the third card of two cards on a board.
//!
//! There are two lookups, one for small decks and one for large, both kept through the updates.
//!
//! Up to 243 cards: a table of sums. Each card is written as a number in base 5 with its values as
//! digits. Then adding two cards never carries, and each digit of the sum determines the value of
//! the third card: 0 and 3 give 0, 1 and 4 give 2, and 2 gives 1. So a table of `5^p` bytes maps
//! every sum to the position of the third card. A pair costs an addition, which is part of the
//! address, and one load; the work is done when a card is added, which is entered at up to `2^p`
//! sums. This is our variant of the bit formula and table of the recipe.
//!
//! Larger decks: the formula of [`Card::third`] and a hash table with open addressing and linear
//! probing (Knuth, TAOCP 6.4). It is at most a sixteenth full: nearly every third card is not on
//! the board, and the first slot should show this. (In a table that is a quarter full, the branch
//! is mispredicted so often that a pair takes twice the time.)

use std::hash::BuildHasher;
use std::ops::{ControlFlow, Range};

use crate::board::{BoardError, CardHash};
use crate::solver::{Layout, Stop, Watch};
use crate::{Card, Deck};

/// A lookup of third cards for one layout, of a deck with v = 3. Each question adds the cards that came since
/// the last.
#[derive(Clone, Debug)]
pub(in crate::solver) enum Lookup {
    Sums(Sums),
    Slots(Slots),
}

/// The number of cards that are noted, or pairs that are looked up, between two checks of the limit.
const PIECE: usize = 1 << 11;

/// The pairs of one card with some others, all as positions. Only third cards in a given part of
/// the layout count.
#[derive(Clone, Debug)]
pub(in crate::solver) struct PairRow {
    pub(in crate::solver) card: usize,
    pub(in crate::solver) others: Range<usize>,
    pub(in crate::solver) thirds: Range<usize>,
}

impl PairRow {
    /// The row cut into pieces of pairs that take some tenths of a millisecond at most.
    #[inline]
    fn pieces(self) -> impl Iterator<Item = Self> {
        let Self { card, others, thirds } = self;
        others.clone().step_by(PIECE).map(move |start| {
            let others = start..others.end.min(start + PIECE);
            Self { card, others, thirds: thirds.clone() }
        })
    }
}

impl Lookup {
    pub(in crate::solver) fn new(deck: Deck) -> Self {
        assert_eq!(deck.values(), 3, "two cards fix the third only where v = 3");
        if deck.properties() <= Sums::MOST_PROPERTIES {
            Self::Sums(Sums::new(deck))
        } else {
            Self::Slots(Slots { slots: vec![0; 64], noted: 0 })
        }
    }

    /// Notes the cards that came since the last question.
    #[inline]
    fn note(&mut self, cards: &[Card], watch: &mut Watch) -> Result<(), Stop> {
        let noted = match self {
            Self::Sums(sums) => sums.cards.len(),
            Self::Slots(slots) => slots.noted,
        };
        if noted == cards.len() { Ok(()) } else { self.note_new(cards, noted, watch) }
    }

    /// Apart from the loops over pairs, which are slower with this code among them.
    #[cold]
    #[inline(never)]
    fn note_new(&mut self, cards: &[Card], noted: usize, watch: &mut Watch) -> Result<(), Stop> {
        match self {
            Self::Sums(sums) => {
                watch.tick(cards.len() - noted)?;
                sums.add(&cards[noted..]);
                Ok(())
            }
            Self::Slots(slots) => slots.add(cards, watch),
        }
    }

    /// The number of pairs of the rows whose third card is in their part of the layout.
    #[inline]
    pub(in crate::solver) fn count(
        &mut self,
        cards: &[Card],
        watch: &mut Watch,
        rows: impl Iterator<Item = PairRow>,
    ) -> Result<u128, Stop> {
        self.note(cards, watch)?;
        let count = match self {
            // At most 243 cards, whose pairs take microseconds.
            Self::Sums(sums) => sums.count(rows),
            Self::Slots(slots) => slots.count(cards, watch, rows)?,
        };
        Ok(count as u128)
    }

    /// Visits the pairs of the rows whose third card is in their part of the layout, as the
    /// positions of the card of the row, of the other card and of the third card.
    #[inline]
    pub(in crate::solver) fn visit(
        &mut self,
        cards: &[Card],
        watch: &mut Watch,
        rows: impl Iterator<Item = PairRow>,
        visit: impl FnMut(usize, usize, usize) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stop> {
        self.note(cards, watch)?;
        match self {
            Self::Sums(sums) => sums.visit(watch, rows, visit),
            Self::Slots(slots) => slots.visit(cards, watch, rows, visit),
        }
    }

    /// Removes cards from the layout. Those after them move, so all are noted again.
    pub(in crate::solver) fn remove(
        &mut self,
        layout: &mut Layout,
        cards: &[Card],
    ) -> Result<(), BoardError> {
        layout.remove(cards)?;
        match self {
            Self::Sums(sums) => {
                sums.cards.clear();
                sums.thirds.fill(0);
            }
            Self::Slots(slots) => {
                slots.slots.fill(0);
                slots.noted = 0;
            }
        }
        Ok(())
    }
}

/// The table of sums.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Sums {
    properties: usize,
    /// The cards as numbers in base 5, in layout order.
    cards: Vec<u16>,
    /// For each sum of two cards, 1 + the position of the third, or 0 if it is not on the board.
    thirds: Vec<u8>,
}

impl Sums {
    /// Positions plus 1 fit a byte.
    const MOST_PROPERTIES: usize = 5;

    fn new(deck: Deck) -> Self {
        let properties = deck.properties();
        Self { properties, cards: Vec::new(), thirds: vec![0; 5_usize.pow(properties as u32)] }
    }

    fn add(&mut self, cards: &[Card]) {
        for &card in cards {
            let mut number = 0;
            let mut sums = [0; 1 << Self::MOST_PROPERTIES];
            let (mut len, mut place) = (1, 1);
            for property in 0..self.properties {
                let value = (card.to_bits() >> (2 * property)) as u16 & 3;
                number += value * place;
                let least = [0, 2, 1][usize::from(value)] * place;
                for sum in &mut sums[..len] {
                    *sum += least;
                }
                if value != 1 {
                    sums.copy_within(..len, len);
                    for sum in &mut sums[len..2 * len] {
                        *sum += 3 * place;
                    }
                    len *= 2;
                }
                place *= 5;
            }
            self.cards.push(number);
            for &sum in &sums[..len] {
                self.thirds[usize::from(sum)] = self.cards.len() as u8;
            }
        }
    }

    /// The third cards of one card with all others, by their numbers.
    #[inline]
    fn thirds_with(&self, card: usize) -> &[u8] {
        &self.thirds[usize::from(self.cards[card])..]
    }

    /// Each row has a sum of its own, which stays in a register.
    #[inline]
    fn count(&self, rows: impl Iterator<Item = PairRow>) -> usize {
        let count = |PairRow { card, others, thirds }| {
            let with = self.thirds_with(card);
            let (first, places) = (thirds.start as u8 + 1, (thirds.end - thirds.start) as u8);
            let third = |&other: &u16| with[usize::from(other)].wrapping_sub(first);
            self.cards[others].iter().map(third).filter(|&third| third < places).count()
        };
        rows.map(count).sum()
    }

    /// Whether a pair hits is unpredictable for the processor, so the hits of some rows are
    /// collected first and visited later.
    #[inline]
    fn visit(
        &self,
        watch: &mut Watch,
        rows: impl Iterator<Item = PairRow>,
        mut visit: impl FnMut(usize, usize, usize) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stop> {
        let mut visit_all = |hits: &[[u16; 2]]| {
            hits.iter().try_for_each(|&[pair, third]| {
                let [card, other] = pair.to_be_bytes();
                visit(card.into(), other.into(), usize::from(third) - 1)
            })
        };
        let mut hits = [[0; 2]; 256];
        let mut noted = 0;
        for PairRow { card, others, thirds } in rows {
            if noted + others.len() > hits.len() {
                watch.tick(noted)?;
                if visit_all(&hits[..noted]).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                noted = 0;
            }
            let with = self.thirds_with(card);
            let (first, places) = (thirds.start as u8 + 1, (thirds.end - thirds.start) as u8);
            let pairs = u16::from_be_bytes([card as u8, others.start as u8])..;
            for (pair, &other) in pairs.zip(&self.cards[others]) {
                let third = with[usize::from(other)];
                hits[noted % 256] = [pair, third.into()];
                noted += usize::from(third.wrapping_sub(first) < places);
            }
        }
        Ok(visit_all(&hits[..noted]))
    }
}

/// The hash table.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Slots {
    /// Each slot holds 1 + the position of a card, or 0. The number of slots is a power of two.
    slots: Vec<u32>,
    /// The number of cards, from the first on, that are noted.
    noted: usize,
}

impl Slots {
    /// Notes the cards that are not noted yet: all cards if there is no room for them.
    fn add(&mut self, cards: &[Card], watch: &mut Watch) -> Result<(), Stop> {
        if self.slots.len() < 16 * cards.len() {
            self.slots = vec![0; (16 * cards.len()).next_power_of_two()];
            self.noted = 0;
        }
        while self.noted < cards.len() {
            let end = cards.len().min(self.noted + PIECE);
            watch.tick(end - self.noted)?;
            for (position, &card) in cards.iter().enumerate().take(end).skip(self.noted) {
                let mut slot = self.first_slot(card);
                while self.slots[slot] != 0 {
                    slot = (slot + 1) % self.slots.len();
                }
                self.slots[slot] = position as u32 + 1;
            }
            self.noted = end;
        }
        Ok(())
    }

    #[inline]
    fn first_slot(&self, card: Card) -> usize {
        (CardHash::default().hash_one(card) >> (64 - self.slots.len().ilog2())) as usize
    }

    #[inline]
    fn position(&self, cards: &[Card], card: Card) -> Option<usize> {
        let mut slot = self.first_slot(card);
        loop {
            let position = (self.slots[slot] as usize).checked_sub(1)?;
            if cards[position] == card {
                return Some(position);
            }
            slot = (slot + 1) % self.slots.len();
        }
    }

    /// The pairs of a row whose third card is in its part of the layout.
    #[inline]
    fn hits(&self, cards: &[Card], row: PairRow) -> impl Iterator<Item = (usize, usize, usize)> {
        row.others.filter_map(move |other| {
            let third = self.position(cards, cards[row.card].third(cards[other]))?;
            row.thirds.contains(&third).then_some((row.card, other, third))
        })
    }

    fn count(
        &self,
        cards: &[Card],
        watch: &mut Watch,
        rows: impl Iterator<Item = PairRow>,
    ) -> Result<usize, Stop> {
        let mut count = 0;
        for row in rows {
            for piece in row.pieces() {
                watch.tick(piece.others.len())?;
                count += self.hits(cards, piece).count();
            }
        }
        Ok(count)
    }

    fn visit(
        &self,
        cards: &[Card],
        watch: &mut Watch,
        rows: impl Iterator<Item = PairRow>,
        mut visit: impl FnMut(usize, usize, usize) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stop> {
        for row in rows {
            for piece in row.pieces() {
                watch.tick(piece.others.len())?;
                let end = self
                    .hits(cards, piece)
                    .try_for_each(|(card, other, third)| visit(card, other, third));
                if end.is_break() {
                    return Ok(end);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
