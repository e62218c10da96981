//! The result of a search.

use crate::board::Board;
use crate::set::Set;

/// A set of a board, as the positions of its cards in the layout.
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

    /// The positions in ascending order, counted from 0.
    pub fn positions(&self) -> &[usize] {
        &self.0
    }

    /// The cards, checked by the definition.
    ///
    /// # Panics
    ///
    /// If the board has no such positions or their cards are not a set. On the board that the set
    /// was found on, that is a bug in the method.
    pub fn set(&self, board: &Board) -> Set {
        Set::new(board.deck(), &board.at(&self.0)).expect("what a method finds is a set")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn positions_ascend_and_give_the_set() {
        let deck = Deck::CLASSIC;
        let board = Board::new(deck, &deck.cards().collect::<Vec<_>>()).unwrap();
        let found = Found::new([27, 0, 54]);
        assert_eq!(found.positions(), [0, 27, 54]);
        assert_eq!(found.set(&board).cards(), board.at(&[0, 27, 54]));
    }

    #[test]
    #[should_panic(expected = "what a method finds is a set")]
    fn cards_that_are_no_set_are_never_shown() {
        let board = Board::new(Deck::CLASSIC, &Deck::CLASSIC.cards().collect::<Vec<_>>()).unwrap();
        let _ = Found::new([0, 1, 3]).set(&board);
    }
}
