//! Helpers for the tests of several modules.

use super::instance::Instance;
use crate::deal::Dealer;
use crate::solver::{Limit, list};
use crate::{Board, Deck};

/// The board that a seed deals, and its instance.
pub(super) fn dealt(v: usize, p: usize, cards: usize, seed: u64) -> (Board, Instance) {
    let deck = Deck::new(v, p).unwrap();
    let board = Board::new(deck, Dealer::new(deck, seed).take(cards)).unwrap();
    let mut lister = board.search().solver().unwrap();
    let sets = list(&mut *lister, None, &Limit::none()).unwrap().sets;
    let sets = sets.iter().flat_map(|set| set.iter().map(|&i| i as u32)).collect();
    (board, Instance::new(cards, v, sets, &mut Limit::none().watch()).unwrap())
}
