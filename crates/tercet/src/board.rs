//! The board: distinct cards of one deck, in layout order.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::iter::Copied;
use std::ops::Index;
use std::slice;

use thiserror::Error;

use crate::set::{Explanation, explain};
use crate::text::debug_as_sentence;
use crate::{Card, Deck};

/// Distinct cards of a deck in layout order, counted from 0.
///
/// A board is read from its cards in any notation, and written in the [usual](Deck::show) one, after a line
/// with the deck where the cards do not determine it. A card alone is shown by [`Deck::show`]. With the
/// feature `serde` a board is `{"cards": ["1010", …], "deck": {"values": 3, "properties": 4}}`, and can
/// also be read from a text.
///
/// ```
/// use tercet::{Board, Deck};
///
/// let board: Board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS".parse()?;
/// assert_eq!((board.deck(), board.len()), (Deck::CLASSIC, 6));
/// assert_eq!(board.to_string(), "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS");
/// assert_eq!(board[1], Deck::CLASSIC.card("1GsD")?);
///
/// let deck = Deck::new(4, 2)?;
/// let board = Board::new(deck, deck.cards().take(3))?;
/// assert_eq!(board.to_string(), "deck 4 2\n00 01 02");
/// assert_eq!(board.to_string().parse(), Ok(board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Board {
    deck: Deck,
    cards: Vec<Card>,
    /// The same cards, once there are more than [`SCANNED_CARDS`]; else nothing.
    present: HashSet<Card, CardHash>,
}

/// The largest number of cards that are compared one by one: to fill a table would take longer.
const SCANNED_CARDS: usize = 32;

/// Why a board does not have some cards, or cannot have them.
#[derive(Clone, Copy, PartialEq, Eq, Error)]
pub enum BoardError {
    /// The card is already on the board, or occurs twice among the cards to add or remove.
    #[error("the card {} occurs twice", .0.show(*.1))]
    Duplicate(Deck, Card),
    /// The deck has no such card.
    #[error("{0} has no card with the bits {bits:#x}", bits = .1.to_bits())]
    Foreign(Deck, Card),
    /// The card to remove is not on the board.
    #[error("the card {} is not on the board", .0.show(*.1))]
    Absent(Deck, Card),
    /// A position is past the end of the board.
    #[error("no card at position {position}, counted from 0: the board has {cards}")]
    Position {
        /// The position.
        position: usize,
        /// The number of cards on the board.
        cards: usize,
    },
    /// A position is given twice.
    #[error("the position {0}, counted from 0, occurs twice among the held cards")]
    Repeated(usize),
}

debug_as_sentence!(BoardError);

impl Board {
    /// A board without cards.
    pub fn empty(deck: Deck) -> Self {
        Self { deck, cards: Vec::new(), present: HashSet::default() }
    }

    /// The board with these cards in this order.
    ///
    /// # Errors
    ///
    /// Like [`add`](Self::add).
    pub fn new(
        deck: Deck,
        cards: impl IntoIterator<Item = impl Borrow<Card>>,
    ) -> Result<Self, BoardError> {
        let cards: Vec<Card> = cards.into_iter().map(|card| *card.borrow()).collect();
        let mut board = Self::empty(deck);
        board.add(&cards)?;
        Ok(board)
    }

    /// The deck.
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The cards in layout order.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// n: the number of cards on the board.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether no card lies on the board.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The card that is left beside the board if all other cards of the deck were taken as sets. If v is odd, the
    /// values of a set have a sum of 0 modulo v in each property, and so have those of the deck: so have those of the
    /// cards that are left. `None` if that card lies on the board, if what is taken would not be sets of v cards, or if v
    /// is even.
    pub fn last_card(&self) -> Option<Card> {
        let (deck, v) = (self.deck, self.deck.values());
        if v % 2 == 0 || !(self.len() + 1).is_multiple_of(v) {
            return None;
        }
        let value = |property| {
            let sum: usize = self.iter().map(|card| deck.value(card, property)).sum();
            (v - sum % v) % v
        };
        let values: Vec<usize> = (0..deck.properties()).map(value).collect();
        deck.card_of(&values).ok().filter(|&card| !self.contains(card))
    }

    /// Whether this card lies on the board.
    pub fn contains(&self, card: Card) -> bool {
        if self.has_table() { self.present.contains(&card) } else { self.cards.contains(&card) }
    }

    /// Whether the cards are also in the table.
    fn has_table(&self) -> bool {
        !self.present.is_empty()
    }

    /// The cards in layout order.
    pub fn iter(&self) -> Copied<slice::Iter<'_, Card>> {
        self.cards.iter().copied()
    }

    /// Why the cards at some positions are a set or not, property by property.
    ///
    /// ```
    /// use tercet::Board;
    ///
    /// let board: Board = "1RsO 1RhD 2GoS 1RoS".parse()?;
    /// assert!(board.explain(&[0, 1, 3])?.is_set());
    /// let why = board.explain(&[0, 1, 2])?;
    /// assert_eq!(why.to_string().split("; ").next(), Some("count: two cards show one symbol, one shows two"));
    /// assert!(board.explain(&[0, 1, 4]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardError::Position`] if a position is past the end of the board.
    pub fn explain(&self, positions: &[usize]) -> Result<Explanation, BoardError> {
        let cards = self.len();
        match positions.iter().find(|&&position| position >= cards) {
            Some(&position) => Err(BoardError::Position { position, cards }),
            None => Ok(explain(self.deck, &self.at(positions))),
        }
    }

    /// The cards at some positions of the layout.
    ///
    /// # Panics
    ///
    /// If a position is past the end of the board.
    pub fn at(&self, positions: &[usize]) -> Vec<Card> {
        positions.iter().map(|&position| self.cards[position]).collect()
    }

    /// The ascending positions of those of some cards that lie on the board.
    pub(crate) fn positions_of(&self, cards: &[Card]) -> Vec<usize> {
        (0..self.len()).filter(|&at| cards.contains(&self.cards[at])).collect()
    }

    /// Adds cards after those on the board. On an error the board is unchanged.
    ///
    /// # Errors
    ///
    /// [`BoardError::Foreign`] or [`BoardError::Duplicate`] with the first card that causes it.
    pub fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.cards.reserve(cards.len());
        let before = self.cards.len();
        let after = before + cards.len();
        let in_table = self.has_table() || after > SCANNED_CARDS;
        if in_table && !self.has_table() {
            self.present.reserve(after);
            self.present.extend(&self.cards);
        }
        for &card in cards {
            let refusal = if !self.deck.contains(card) {
                BoardError::Foreign(self.deck, card)
            } else if in_table && !self.present.insert(card)
                || !in_table && self.cards.contains(&card)
            {
                BoardError::Duplicate(self.deck, card)
            } else {
                self.cards.push(card);
                continue;
            };
            for added in self.cards.drain(before..) {
                self.present.remove(&added);
            }
            return Err(refusal);
        }
        Ok(())
    }

    /// Removes cards; the others keep their order and close the gaps. On an error the board is
    /// unchanged. Takes time linear in the size of the board.
    ///
    /// # Errors
    ///
    /// [`BoardError::Absent`] or [`BoardError::Duplicate`] with the first card that causes it.
    pub fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        let has_table = self.has_table();
        for (i, &card) in cards.iter().enumerate() {
            let is_repeated = || cards[..i].contains(&card);
            let is_there = if has_table {
                self.present.remove(&card)
            } else {
                self.cards.contains(&card) && !is_repeated()
            };
            if !is_there {
                let refusal =
                    if is_repeated() { BoardError::Duplicate } else { BoardError::Absent };
                if has_table {
                    self.present.extend(&cards[..i]);
                }
                return Err(refusal(self.deck, card));
            }
        }
        if has_table {
            self.cards.retain(|card| self.present.contains(card));
        } else {
            self.cards.retain(|card| !cards.contains(card));
        }
        Ok(())
    }
}

/// Two boards are equal if they hold the same cards of the same deck in the same order.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.deck == other.deck && self.cards == other.cards
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.deck, &self.cards).hash(state);
    }
}

/// The cards in the usual notation, which [`parse`](str::parse) reads. A line `deck V P` comes before them if v is
/// not 3, or if there is no card that shows p.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.deck.values() != 3 || self.is_empty() {
            writeln!(f, "deck {} {}", self.deck.values(), self.deck.properties())?;
        }
        f.write_str(&self.deck.show_all(&self.cards))
    }
}

/// The deck and the cards in the usual notation: `Board((3,4): 2RhO 1GsD)`.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}: {})", self.deck, self.deck.show_all(&self.cards))
    }
}

impl Index<usize> for Board {
    type Output = Card;

    /// The card at a position. Its text is [`board.deck().show(card)`](Deck::show).
    ///
    /// # Panics
    ///
    /// If the position is past the end of the board.
    fn index(&self, position: usize) -> &Card {
        &self.cards[position]
    }
}

impl<'a> IntoIterator for &'a Board {
    type Item = Card;
    type IntoIter = Copied<slice::Iter<'a, Card>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The hasher state of tables that are keyed by a card.
pub(crate) type CardHash = BuildHasherDefault<CardHasher>;

/// Small decks use only the lowest of a card's 128 bits, so the bits are folded and spread by one
/// multiplication (Knuth, TAOCP 6.4); the high bits of the product, which the standard table uses
/// as its fingerprint, depend on all of them.
#[derive(Clone, Copy, Default)]
pub(crate) struct CardHasher(u64);

impl Hasher for CardHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(u128::from(byte) ^ u128::from(self.0));
        }
    }

    fn write_u128(&mut self, bits: u128) {
        const ODD: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
        let (low, high) = (bits as u64, (bits >> 64) as u64);
        let mixed = (low ^ high.wrapping_mul(ODD[1])).wrapping_mul(ODD[0]);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(deck: Deck) -> Vec<Card> {
        deck.cards().collect()
    }

    /// Sizes around the one above which a table is kept.
    #[test]
    fn many_cards_are_kept_as_few_are() {
        let all = all(Deck::CLASSIC);
        for step in [1, 5, 29, 33, 40] {
            let mut board = Board::empty(Deck::CLASSIC);
            let mut model: Vec<Card> = Vec::new();
            for (round, cards) in all.chunks(step).enumerate() {
                board.add(cards).unwrap();
                model.extend(cards);
                if round % 3 == 2 {
                    let gone: Vec<Card> = model.iter().copied().step_by(2).collect();
                    board.remove(&gone).unwrap();
                    model.retain(|card| !gone.contains(card));
                    assert_eq!(
                        board.remove(&gone[..1]),
                        Err(BoardError::Absent(Deck::CLASSIC, gone[0]))
                    );
                }
                let last = *model.last().unwrap();
                assert_eq!(board.add(&[last]), Err(BoardError::Duplicate(Deck::CLASSIC, last)));
                assert_eq!(board.cards(), model);
                assert!(all.iter().all(|card| board.contains(*card) == model.contains(card)));
            }
        }
    }

    #[test]
    fn a_refused_update_changes_nothing() {
        let deck = Deck::CLASSIC;
        let all = all(deck);
        let mut board = Board::new(deck, &all[..3]).unwrap();
        let before = board.clone();
        let foreign = Deck::new(4, 4).unwrap().card("0003").unwrap();

        let same = |board: &Board| {
            assert_eq!(*board, before);
            assert!(all.iter().all(|&card| board.contains(card) == all[..3].contains(&card)));
        };
        assert_eq!(board.add(&[all[3], all[1]]), Err(BoardError::Duplicate(deck, all[1])));
        same(&board);
        assert_eq!(board.add(&[all[3], all[3]]), Err(BoardError::Duplicate(deck, all[3])));
        same(&board);
        assert_eq!(board.add(&[all[3], foreign]), Err(BoardError::Foreign(deck, foreign)));
        same(&board);
        assert_eq!(board.remove(&[all[0], all[3]]), Err(BoardError::Absent(deck, all[3])));
        same(&board);
        assert_eq!(board.remove(&[all[0], all[0]]), Err(BoardError::Duplicate(deck, all[0])));
        same(&board);
    }
}
