//! The rule of the game: the definition of a set, and explanations.

mod explain;

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use smallvec::SmallVec;
use thiserror::Error;

use crate::text::debug_as_sentence;
use crate::{Card, Deck};

pub use explain::{Explanation, Verdict, explain};

/// Whether these cards are a set of the deck, by the definition: v distinct cards that in every
/// property are all the same or all different.
///
/// The answers of all methods are checked with this function, so it shares no technique with any of
/// them. It takes `v·p` steps and allocates nothing.
pub fn is_set(deck: Deck, cards: &[Card]) -> bool {
    let v = deck.values();
    // v cards that are all different in one property are distinct; v > 1 cards that agree in all
    // properties are one repeated card.
    let mut distinct = v == 1;
    cards.len() == v
        && (0..deck.properties()).all(|property| {
            let kinds = kinds(deck, cards, property);
            distinct |= kinds == v;
            kinds == 1 || kinds == v
        })
        && distinct
}

/// The number of different values of some cards in a property.
fn kinds(deck: Deck, cards: &[Card], property: usize) -> usize {
    let values = cards.iter().map(|&card| deck.value(card, property));
    if deck.values() <= 64 {
        return values.fold(0_u64, |seen, value| seen | 1 << value).count_ones() as usize;
    }
    let mut seen = [0_u64; Deck::MOST_VALUES / 64];
    values.for_each(|value| seen[value / 64] |= 1 << (value % 64));
    seen.iter().map(|word| word.count_ones() as usize).sum()
}

/// A set: v cards of a deck, checked by the definition.
///
/// It derefs to its cards in ascending order. Where it comes from a board, it knows their
/// positions, which do not matter when sets are compared. A set of up to 16 cards needs no memory of
/// the heap.
///
/// ```
/// use tercet::{Board, Deck, Set};
///
/// let board: Board = "2PhO 1GsD 2RhO 2GhO".parse()?;
/// let set = board.find().expect("this board has a set");
/// assert_eq!(set.to_string(), "2RhO 2GhO 2PhO");
/// assert_eq!(set.positions(), Some(&[2, 3, 0][..]));
/// assert_eq!(set, Set::new(Deck::CLASSIC, &set)?);
/// assert!(set.contains(&board[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Set {
    deck: Deck,
    cards: SmallVec<[Card; INLINE_CARDS]>,
    /// The position of each card on the board; empty if the set does not come from one.
    positions: SmallVec<[usize; INLINE_CARDS]>,
}

/// The most cards of a set that are kept in place.
const INLINE_CARDS: usize = 16;

/// The cards are not a set; the [`Explanation`] says why.
#[derive(Clone, PartialEq, Eq, Error)]
#[error("not a set: {0}")]
pub struct NotASet(pub Explanation);

debug_as_sentence!(NotASet);

impl Set {
    /// The set of these cards, in any order.
    ///
    /// # Errors
    ///
    /// [`NotASet`] with the reason, if [`is_set`] is false.
    pub fn new(
        deck: Deck,
        cards: impl IntoIterator<Item = impl Borrow<Card>>,
    ) -> Result<Self, NotASet> {
        let cards = cards.into_iter().map(|card| *card.borrow()).collect();
        let mut set = Self { deck, cards, positions: SmallVec::new() }.checked()?;
        set.cards.sort_unstable();
        Ok(set)
    }

    /// The set of the cards at some positions of a layout, in any order.
    ///
    /// # Errors
    ///
    /// [`NotASet`] with the reason, if [`is_set`] is false.
    ///
    /// # Panics
    ///
    /// If a position is past the end of the layout.
    pub(crate) fn at(
        deck: Deck,
        layout: &[Card],
        positions: impl IntoIterator<Item = usize>,
    ) -> Result<Self, NotASet> {
        let mut positions: SmallVec<[usize; INLINE_CARDS]> = positions.into_iter().collect();
        positions.sort_unstable_by_key(|&position| layout[position]);
        let cards = positions.iter().map(|&it| layout[it]).collect();
        Self { deck, cards, positions }.checked()
    }

    fn checked(self) -> Result<Self, NotASet> {
        let Self { deck, cards, .. } = &self;
        if is_set(*deck, cards) { Ok(self) } else { Err(NotASet(explain(*deck, cards))) }
    }

    /// The deck.
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The cards in ascending order.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The positions of the cards on the board that the set was found on, counted from 0: the first
    /// is that of the first card, and so on. `None` if the set does not come from a board.
    pub fn positions(&self) -> Option<&[usize]> {
        (!self.positions.is_empty()).then_some(&*self.positions)
    }
}

impl Deref for Set {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        &self.cards
    }
}

impl PartialEq for Set {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Set {}

/// Sets are ordered by their decks, then by their cards in ascending order.
impl Ord for Set {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.deck, self.cards()).cmp(&(other.deck, other.cards()))
    }
}

impl PartialOrd for Set {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Set {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.deck, self.cards()).hash(state);
    }
}

/// The cards in the usual notation, separated by spaces.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.deck.show_all(self))
    }
}

/// The deck and the cards: `Set((3,4): 2RhO 2GhO 2PhO)`.
impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Set({}: {self})", self.deck)
    }
}

impl IntoIterator for Set {
    type Item = Card;
    type IntoIter = std::vec::IntoIter<Card>;

    fn into_iter(self) -> Self::IntoIter {
        self.cards.into_vec().into_iter()
    }
}

impl<'a> IntoIterator for &'a Set {
    type Item = Card;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Card>>;

    fn into_iter(self) -> Self::IntoIter {
        self.cards.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Names;

    fn cards(deck: Deck, rows: &[&[usize]]) -> Vec<Card> {
        rows.iter().map(|row| deck.card_of(row).unwrap()).collect()
    }

    #[test]
    fn not_a_set_says_why() {
        let deck = Deck::CLASSIC;
        // The recipe's counter-example: its fourth property is wrong.
        let some = cards(deck, &[&[0, 0, 1, 1], &[1, 1, 1, 2], &[1, 2, 1, 0]]);
        let NotASet(why) = Set::new(deck, &some).unwrap_err();
        let expected = Verdict::Mixed([(0, vec![0]), (1, vec![1, 2])].into());
        assert_eq!(why.verdicts[0], expected);
        assert_eq!(why.in_words(0, Names::Plain), "one card shows one symbol, two show two");
        assert_eq!(why.in_words(2, Names::Plain), "all hatched");
        assert_eq!(why.in_words(3, Names::Plain), "all different");

        let twice = cards(deck, &[&[0; 4], &[0; 4], &[0; 4]]);
        assert!(!explain(deck, &twice).is_set() && !is_set(deck, &twice));
        assert_eq!(explain(deck, &twice).to_string(), "the card 1RsO occurs twice");
        assert_eq!(explain(deck, &twice[..2]).to_string(), "a set of (3,4) has 3 cards, not 2");
        assert!(!explain(deck, &[]).is_set() && !is_set(deck, &[]));
    }
}
