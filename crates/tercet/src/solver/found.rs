//! The result of a search.

use std::ops::Deref;

use crate::board::Board;
use crate::set::Set;

/// A set of a board, as the ascending positions of its cards in the layout, counted from 0.
///
/// The positions refer to the board at the time when the set was found; they are invalid after an
/// update of the board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Found(Box<[usize]>);

impl Found {
    /// The set of the cards at these positions, in any order. [`set`](Self::set) checks that they
    /// are a set.
    pub fn new(positions: impl Into<Box<[usize]>>) -> Self {
        let mut positions = positions.into();
        positions.sort_unstable();
        Self(positions)
    }

    /// The set with its cards, checked by the definition.
    ///
    /// # Panics
    ///
    /// If the board has no such positions or their cards are not a set. On the board that the set
    /// was found on, that is a bug in the method.
    pub fn set(&self, board: &Board) -> Set {
        Set::at(board.deck(), board.cards(), self.iter().copied())
            .expect("what a method finds is a set")
    }
}

impl Deref for Found {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn positions_ascend_and_give_the_set() {
        let deck = Deck::CLASSIC;
        let board = Board::new(deck, deck.cards()).unwrap();
        let found = Found::new([27, 0, 54]);
        assert_eq!(*found, [0, 27, 54]);
        assert_eq!(found.set(&board).cards(), board.at(&[0, 27, 54]));
    }

    #[test]
    #[should_panic(expected = "what a method finds is a set")]
    fn cards_that_are_no_set_are_never_shown() {
        let board = Board::new(Deck::CLASSIC, Deck::CLASSIC.cards()).unwrap();
        let _ = Found::new([0, 1, 3]).set(&board);
    }
}
