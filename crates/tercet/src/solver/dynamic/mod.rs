//! The dynamic algorithm: all partial sets are remembered, and a draw is looked up.
//!
//! Takeshita (3.3, 4.4) keeps every partial set of the board, sorted so that each comes up once.
//! Two cards are a stub: they tell in which properties the set is to agree and in which it is to
//! differ, and so which cards can be added. When v−1 cards are together, the missing one is known,
//! and a dictionary leads from it to the partial set; a card that is drawn is looked up there and
//! may complete a set at once. Then it makes new stubs and extends the partial sets it fits to.
//! When a set is taken, every partial set with one of its cards goes.
//!
//! What differs here:
//!
//! - The dictionary leads from a card to *all* partial sets that lack it. The thesis keeps one, and
//!   when that goes with one of its cards it loses the others.
//! - Partial sets grow card by card and are sorted by the order of the layout. So a new card comes
//!   last in all partial sets that it makes, none is made twice, and nothing is searched for
//!   duplicates.
//! - A new card is compared with each card once. It fits to the partial sets of which all cards
//!   differ from it in the same properties as from each other. Those hang together in a forest
//!   under the partial set without its last card, so all that do not fit are cut off at the first
//!   card that does not.
//! - Cards are drawn into the forest one at a time and only as needed: the search returns as soon as
//!   it comes upon a set (4.4.5), and cards that were not needed wait.
//! - Known sets are not stored. Each is its first v−1 cards, which are in the dictionary, and its
//!   last card, which leads there.
//!
//! A set has 2^v subsets, all of them partial sets, and random boards have many more, so memory
//! is what ends this method: each takes 16 bytes, and a few more for the dictionary. Below the
//! limit of [`Options::memory`](super::Options::memory) time is in proportion to the partial sets
//! that are made.

mod chunks;
mod dictionary;
mod tree;

use std::ops::ControlFlow;

use self::tree::{NONE, Tree};
use super::brute::{find_by_trial, for_each_by_trial};
use super::{
    Answer, Count, Enumerate, Held, Layout, Limit, New, Options, Solver, Stop, Update, Watch,
    count_each,
};
use crate::board::{Board, BoardError};
use crate::card::Card;

/// Remembers all partial sets.
#[derive(Clone, Debug)]
pub struct Dynamic {
    layout: Layout,
    /// The partial sets of the first cards of the layout; the other cards wait to be drawn in.
    tree: Tree,
}

impl New for Dynamic {
    fn new(board: &Board) -> Self {
        let tree = Tree::new(board.deck(), Options::default().memory);
        Self { layout: Layout::new(board), tree }
    }
}

impl Dynamic {
    /// The method with an empty memory, which takes up to 1 GiB.
    pub fn new(board: &Board) -> Self {
        New::new(board)
    }

    /// Holds no more than so many bytes besides the board.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.tree.set_memory(bytes);
        self
    }

    /// With v = 1 and v = 2 every v cards are a set, and there is nothing to remember.
    fn is_trivial(&self) -> bool {
        self.layout.deck().values() <= 2
    }

    /// A set that is known: by the dictionary, of the cards that are not settled.
    fn known(&self, watch: &mut Watch<'_>) -> Result<Option<Vec<usize>>, Stop> {
        let cards = self.layout.cards();
        for last in self.layout.settled()..cards.len() {
            watch.tick(1)?;
            let end = self.tree.completed_by(cards, last, |positions| {
                ControlFlow::Break([positions, &[last]].concat())
            });
            if let ControlFlow::Break(set) = end {
                return Ok(Some(set));
            }
        }
        Ok(None)
    }

    /// The positions of a set, or that there is none.
    fn search(&mut self, limit: &Limit) -> Result<Option<Vec<usize>>, Stop> {
        let mut watch = limit.watch();
        if self.layout.len() < self.layout.deck().values() {
            return Ok(None);
        }
        if let Some(set) = self.known(&mut watch)? {
            return Ok(Some(set));
        }
        // Now no partial set lacks a card that is there. The last card must not be drawn in: a
        // set would be known without it.
        while self.tree.grown() + 1 < self.layout.len() {
            let board = self.layout.board();
            let end = self.tree.grow(board.cards(), &mut watch, |card| board.contains(card))?;
            if let ControlFlow::Break((mut positions, last)) = end {
                let last = board.cards().iter().position(|&card| card == last);
                positions.push(last.expect("it is on the board"));
                return Ok(Some(positions));
            }
            self.layout.settle(self.tree.grown() + 1);
        }
        self.layout.settle(self.layout.len());
        Ok(None)
    }
}

impl Update for Dynamic {
    fn board(&self) -> &Board {
        self.layout.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.layout.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        let before = self.layout.cards()[..self.tree.grown()].to_vec();
        self.layout.remove(cards)?;
        let mut next = 0;
        let move_up = |&card| {
            let stays = self.layout.board().contains(card);
            next += u32::from(stays);
            if stays { next - 1 } else { NONE }
        };
        let moved: Vec<u32> = before.iter().map(move_up).collect();
        if moved.contains(&NONE) {
            self.tree.remove(&moved);
        }
        Ok(())
    }

    fn held(&self) -> Option<Held> {
        Some(self.tree.held())
    }
}

impl Solver for Dynamic {
    fn find(&mut self, limit: &Limit) -> Answer {
        if self.is_trivial() {
            return find_by_trial(&mut self.layout, limit, |_, _| true);
        }
        match self.search(limit) {
            Ok(Some(positions)) => Answer::found(self.layout.board(), &positions),
            Ok(None) => Answer::None,
            Err(stop) => Answer::Stopped(stop),
        }
    }
}

impl Enumerate for Dynamic {
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        if self.is_trivial() {
            return for_each_by_trial(&self.layout, limit, |_, _| true, visit);
        }
        let mut watch = limit.watch();
        let cards = self.layout.cards();
        if cards.len() < self.layout.deck().values() {
            return Ok(());
        }
        while self.tree.grown() + 1 < cards.len() {
            let end = self.tree.grow(cards, &mut watch, |_| false)?;
            debug_assert!(end.is_continue(), "no card is wanted");
        }
        let mut set = Vec::new();
        for last in 0..cards.len() {
            watch.tick(1)?;
            let end = self.tree.completed_by(cards, last, |positions| {
                if let Err(stop) = watch.tick(positions.len()) {
                    return ControlFlow::Break(Err(stop));
                }
                set.clear();
                set.extend_from_slice(positions);
                set.push(last);
                visit(&set).map_break(Ok)
            });
            if let ControlFlow::Break(end) = end {
                return end;
            }
        }
        Ok(())
    }
}

impl Count for Dynamic {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        let n = self.layout.len() as u128;
        match self.layout.deck().values() {
            1 => Ok(n),
            2 => Ok(n * n.saturating_sub(1) / 2),
            _ => count_each(self, limit),
        }
    }
}
