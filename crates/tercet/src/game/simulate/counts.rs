//! An unfinished tally: arrays instead of maps, for games that take a microsecond.

use std::collections::BTreeMap;

use super::tally::{Layouts, Squares, Tally};
use crate::statistics::Trials;

/// Counts of games whose layouts have at most [`MOST`](Self::MOST) cards.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    size: usize,
    start: usize,
    games: u64,
    largest: [u64; Self::MOST + 1],
    /// Layouts without and with a set, by their cards and the cards left in the deck.
    cells: Vec<[u64; 2]>,
    squares: [Squares; Self::MOST + 1],
    /// The layouts of the current game by their cards.
    game: [[u32; 2]; Self::MOST + 1],
}

impl Counts {
    /// The most cards that a layout may have.
    pub(super) const MOST: usize = 64;

    pub(super) fn new(size: usize, start: usize) -> Self {
        Self {
            size,
            start,
            games: 0,
            largest: [0; Self::MOST + 1],
            cells: vec![[0; 2]; (Self::MOST + 1) * (size + 1)],
            squares: [Squares::default(); Self::MOST + 1],
            game: [[0; 2]; Self::MOST + 1],
        }
    }

    /// Counts a layout.
    #[inline]
    pub(super) fn meet(&mut self, cards: usize, deck: usize, set: bool) {
        self.cells[cards * (self.size + 1) + deck][usize::from(set)] += 1;
        self.game[cards][usize::from(set)] += u32::from(deck > 0);
    }

    /// Ends a game whose largest layout had `largest` cards.
    #[inline]
    pub(super) fn end(&mut self, largest: usize) {
        self.games += 1;
        self.largest[largest] += 1;
        // While the deck is not empty, no layout is smaller than at the start.
        for cards in self.start..=largest {
            let [without, with] = std::mem::take(&mut self.game[cards]).map(u64::from);
            let squares = &mut self.squares[cards];
            squares.with_with += u128::from(with * with);
            squares.with_without += u128::from(with * without);
            squares.without_without += u128::from(without * without);
        }
    }

    pub(super) fn tally(&self) -> Tally {
        let mut layouts: BTreeMap<usize, Layouts> = BTreeMap::new();
        for (cards, row) in self.cells.chunks(self.size + 1).enumerate() {
            for (deck, &[without, with]) in row.iter().enumerate() {
                if with + without > 0 {
                    let here = layouts.entry(cards).or_default();
                    here.deck.insert(deck, Trials { with, without });
                    here.squares = self.squares[cards];
                }
            }
        }
        let largest = self.largest.into_iter().enumerate().filter(|&(_, games)| games > 0);
        Tally { games: self.games, largest: largest.collect(), layouts }
    }
}
