//! The interface that most programs use: texts, sets, searches, hints, games and packings, each
//! compared with the definition.

mod collections;
mod games;
mod limits;
mod packings;
mod searches;
mod texts;

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tercet::board::BoardError;
use tercet::deal::Dealer;
use tercet::deck::{DeckError, Unsupported};
use tercet::file::BoardProblem;
use tercet::game::{End, Event, Rules};
use tercet::notation::Notation;
use tercet::packing::Packing;
use tercet::set::is_set;
use tercet::solver::{Cannot, Found, Limit, Options, Reason};
use tercet::{Board, Card, Deck, Game, Method, NoAnswer, Search, Set, Stop};
use tercet_testkit::boards::{by_definition, dealt, deck, random_board};
use tercet_testkit::limits::after_checks;

/// Decks, each with the most cards of a board whose sets are found quickly by the definition.
#[rustfmt::skip]
const DECKS: [(usize, usize, usize); 28] = [
    (1, 1, 1), (1, 128, 1), (2, 1, 2), (2, 3, 8), (2, 128, 12), (3, 1, 3), (3, 2, 9),
    (3, 3, 27), (3, 4, 12), (3, 4, 81), (3, 5, 60), (3, 6, 60), (3, 17, 24), (3, 64, 24),
    (4, 1, 4), (4, 2, 16), (4, 3, 18), (4, 4, 18), (4, 64, 14), (5, 1, 5), (5, 2, 16),
    (5, 42, 12), (6, 2, 14), (6, 42, 12), (36, 2, 37), (37, 3, 39), (65, 18, 66),
    (256, 2, 257),
];

/// Boards of these decks: any cards, cards with few values, planted sets.
fn boards(seeds: u64) -> impl Iterator<Item = Board> {
    DECKS.into_iter().flat_map(move |(v, p, most)| {
        (0..seeds).map(move |seed| random_board(deck(v, p), seed, most))
    })
}

/// The sets of a board by the definition, in layout order.
fn sets(board: &Board) -> Vec<Set> {
    by_definition(board).iter().map(|found| found.set(board)).collect()
}

/// The ascending positions of a set that comes from a board; each is that of its card.
fn positions(board: &Board, set: &Set) -> Vec<usize> {
    let mut positions = set.positions().expect("the set comes from a board").to_vec();
    assert_eq!(board.at(&positions), set.cards());
    positions.sort_unstable();
    positions
}

/// A flag that is set.
fn raised() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(true))
}
