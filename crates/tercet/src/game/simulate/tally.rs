//! What a simulation counts: sums of whole numbers over games.
//!
//! Nothing is kept that follows from the rest. The last layout of a game is the only one without
//! a set that meets an empty deck, so the cards left at the end are in the table of layouts, and
//! so are the sums of the layouts of a size. Only the largest layout of each game and the sums of
//! squares, which tell how much games differ from each other, stand beside it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::statistics::{Moments, Trials};

/// Sums over games, exact, so that tallies of different games add up in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    pub(super) games: u64,
    pub(super) largest: BTreeMap<usize, u64>,
    pub(super) layouts: BTreeMap<usize, Layouts>,
}

/// All layouts of one size.
///
/// The squares are of those met while the deck lasted: with an empty deck a size is met at most
/// once a game, and trials that are independent need no squares.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layouts {
    /// By the cards left in the deck.
    pub(super) deck: BTreeMap<usize, Trials>,
    pub(super) squares: Squares,
}

/// Sums over games of the squares and products of their numbers of layouts of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Squares {
    pub(super) with_with: u128,
    pub(super) with_without: u128,
    pub(super) without_without: u128,
}

/// A layout as it was met: with the deck beside it, and whether it held a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Met {
    /// The cards of the layout.
    pub(super) cards: usize,
    /// The cards left in the deck.
    pub(super) deck: usize,
    /// Whether there was a set.
    pub(super) set: bool,
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many games ended with so many cards left: pairs of cards and games, ascending.
    ///
    /// A game that leaves r of `v^p` cards has taken (v^p − r)/v sets.
    pub fn left(&self) -> impl Iterator<Item = (usize, u64)> {
        let last = |(&cards, layouts): (&usize, &Layouts)| {
            layouts.deck.get(&0).map(|trials| (cards, trials.without))
        };
        self.layouts.iter().filter_map(last).filter(|&(_, games)| games > 0)
    }

    /// How many games had a largest layout of so many cards: pairs of cards and games, ascending.
    pub fn largest(&self) -> impl Iterator<Item = (usize, u64)> {
        self.largest.iter().map(|(&cards, &games)| (cards, games))
    }

    /// The layouts by their cards and the cards left in the deck: (n, d, trials), ascending.
    ///
    /// A game meets each (n, d) at most once, so the trials of one are independent of each other.
    /// The last layout of a game counts as every other, even one of no cards.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, Trials)> {
        self.layouts.iter().flat_map(|(&cards, layouts)| {
            layouts.deck.iter().map(move |(&deck, &trials)| (cards, deck, trials))
        })
    }

    /// The layouts met while the deck lasted by their cards, with their moments, ascending.
    ///
    /// Layouts that meet an empty deck are left out, as in published odds: there the end of the
    /// game has its say, and [`cells`](Self::cells) has them.
    pub fn sizes(&self) -> impl Iterator<Item = (usize, Moments)> {
        let moments = |(&cards, layouts): (&usize, &Layouts)| {
            let lasting = || layouts.deck.range(1..).map(|(_, trials)| trials);
            lasting().next()?;
            let with = lasting().map(|trials| u128::from(trials.with)).sum();
            let without = lasting().map(|trials| u128::from(trials.without)).sum();
            let Squares { with_with, with_without, without_without } = layouts.squares;
            let games = self.games;
            Some((
                cards,
                Moments { games, with, without, with_with, with_without, without_without },
            ))
        };
        self.layouts.iter().filter_map(moments)
    }

    /// Adds the games of another tally.
    ///
    /// # Panics
    ///
    /// Where there are 2^64 games or more.
    pub fn add(&mut self, other: &Self) {
        const FEW: &str = "fewer than 2^64 games";
        self.games = self.games.checked_add(other.games).expect(FEW);
        for (&cards, &games) in &other.largest {
            *self.largest.entry(cards).or_default() += games;
        }
        for (&cards, layouts) in &other.layouts {
            let here = self.layouts.entry(cards).or_default();
            for (&deck, trials) in &layouts.deck {
                let cell = here.deck.entry(deck).or_default();
                cell.with += trials.with;
                cell.without += trials.without;
            }
            here.squares.with_with += layouts.squares.with_with;
            here.squares.with_without += layouts.squares.with_without;
            here.squares.without_without += layouts.squares.without_without;
        }
    }

    /// Adds one game, of which these are all layouts.
    pub(super) fn record(&mut self, game: &[Met]) {
        self.games += 1;
        if let Some(largest) = game.iter().map(|met| met.cards).max() {
            *self.largest.entry(largest).or_default() += 1;
        }
        let mut sizes: BTreeMap<usize, (u128, u128)> = BTreeMap::new();
        for met in game {
            let cell = self.layouts.entry(met.cards).or_default().deck.entry(met.deck).or_default();
            *if met.set { &mut cell.with } else { &mut cell.without } += 1;
            if met.deck > 0 {
                let (with, without) = sizes.entry(met.cards).or_default();
                *if met.set { with } else { without } += 1;
            }
        }
        for (cards, (with, without)) in sizes {
            let squares = &mut self.layouts.entry(cards).or_default().squares;
            squares.with_with += with * with;
            squares.with_without += with * without;
            squares.without_without += without * without;
        }
    }
}
