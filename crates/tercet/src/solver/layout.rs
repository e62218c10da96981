//! A board with the facts that its method has proved about it.

use std::ops::Deref;

use crate::board::{Board, BoardError};
use crate::card::Card;

/// A board of which the first `settled` cards are known to hold no set.
///
/// Both updates preserve such knowledge: cards without a set still hold none when some are removed,
/// and after a deal only sets with at least one unsettled card are possible.
#[derive(Clone, Debug)]
pub struct Layout {
    board: Board,
    settled: usize,
}

impl Layout {
    /// A layout of a board of which nothing is known yet.
    pub fn new(board: &Board) -> Self {
        Self { board: board.clone(), settled: 0 }
    }

    /// The number of cards, from the first on, that are known to hold no set.
    pub fn settled(&self) -> usize {
        self.settled
    }

    /// Records that the first `cards` cards of the board hold no set.
    pub fn settle(&mut self, cards: usize) {
        debug_assert!(cards <= self.len());
        self.settled = self.settled.max(cards);
    }

    /// Update 1, as in [`Update::add`](super::Update::add): settled cards stay settled.
    ///
    /// # Errors
    ///
    /// Like [`Board::add`]; the layout is then unchanged.
    pub fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.add(cards)
    }

    /// Update 2, as in [`Update::remove`](super::Update::remove): the remaining settled cards stay settled.
    ///
    /// # Errors
    ///
    /// Like [`Board::remove`]; the layout is then unchanged.
    pub fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        let unsettled = self.board.cards()[self.settled..].to_vec();
        self.board.remove(cards)?;
        let left = unsettled.iter().filter(|&&card| self.board.contains(card)).count();
        self.settled = self.board.len() - left;
        Ok(())
    }
}

impl Deref for Layout {
    type Target = Board;

    fn deref(&self) -> &Board {
        &self.board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn settled_cards_stay_settled() {
        let all: Vec<Card> = Deck::CLASSIC.cards().collect();
        let mut layout = Layout::new(&Board::empty(Deck::CLASSIC));
        layout.add(&all[..6]).unwrap();
        layout.settle(4);
        layout.add(&all[6..8]).unwrap();
        assert_eq!(layout.settled(), 4);
        layout.remove(&[all[1], all[5], all[3]]).unwrap();
        assert_eq!((layout.settled(), layout.len()), (2, 5));
        assert!(layout.remove(&[all[1]]).is_err());
        assert_eq!((layout.settled(), layout.len()), (2, 5));
        layout.settle(1);
        assert_eq!(layout.settled(), 2);
    }
}
