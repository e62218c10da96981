//! Every reduction in both directions: the board and the problem have the same answers, by oracles
//! that know nothing of boards, and solutions that are read back are right by the definition.

mod exact_cover;
mod generate;
mod matching;
mod text;

use std::collections::BTreeSet;

use tercet::solver::Method;
use tercet::{Board, Deck, Set};

/// The sets of a board, by the definition.
fn sets(board: &Board) -> BTreeSet<Set> {
    BTreeSet::from_iter(board.search().by(Method::BRUTE).list().unwrap())
}

/// All cards of a deck.
fn full(v: usize, p: usize) -> Board {
    let deck = Deck::new(v, p).unwrap();
    Board::new(deck, deck.cards()).unwrap()
}
