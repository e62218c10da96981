//! The counts of a simulation: sums of integers over games.
//!
//! Nothing is stored that follows from the rest. The last layout of a game is the only one without
//! a set and with an empty deck, so the table of layouts contains the cards left at the end and the
//! sums of the layouts of each size. Only the largest layout of each game, the sums of the numbers of
//! sets, and the sums of squares that measure the variance between games, are stored in addition.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use thiserror::Error;

use super::Simulation;
use crate::statistics::{Estimate, Trials, mean_of_sums, odds_over_games};

/// Exact sums over games, so that tallies of different games can be added in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Tally {
    pub(super) games: u64,
    pub(super) largest: BTreeMap<usize, u64>,
    pub(super) layouts: BTreeMap<usize, Layouts>,
}

/// All layouts of one size.
///
/// The squares cover only layouts while the deck was not empty: with an empty deck a size occurs at
/// most once a game, and independent trials need no squares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(super) struct Layouts {
    /// By the cards left in the deck, with the numbers of their sets.
    pub(super) deck: BTreeMap<usize, (Trials, Sums)>,
    pub(super) squares: Squares,
}

/// The sum of some numbers, and that of their squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(super) struct Sums {
    pub(super) sum: u128,
    pub(super) squares: u128,
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Whether this many numbers, of which none exceeds `most`, can have these sums.
    fn fit(self, numbers: u128, most: u128) -> bool {
        let Self { sum, squares } = self;
        // Let m be the mean, rounded down. Every integer a is at most m or at least m + 1, so (a −
        // m)(a − m − 1) ≥ 0, and so is the sum over all numbers.
        let mean = sum / numbers.max(1);
        let product = |a: u128, b: u128| a.saturating_mul(b);
        let less = product(product(mean, mean.saturating_add(1)), numbers);
        let least = product(product(2, mean).saturating_add(1), sum).saturating_sub(less);
        (least..=product(sum, most)).contains(&squares) && sum % 2 == squares % 2
    }
}

impl Layouts {
    /// The sums over games of the layouts with and without a set while the deck was not empty, and of
    /// the squares and products of their numbers.
    pub(super) fn moments(&self) -> ([u128; 2], [u128; 3]) {
        let sums = self.deck.range(1..).fold([0; 2], |[with, without], (_, (trials, _))| {
            [with + u128::from(trials.with), without + u128::from(trials.without)]
        });
        let Squares { with_with, with_without, without_without } = self.squares;
        (sums, [with_with, with_without, without_without])
    }
}

/// Sums over games of the squares and products of their numbers of layouts of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(super) struct Squares {
    pub(super) with_with: u128,
    pub(super) with_without: u128,
    pub(super) without_without: u128,
}

impl Squares {
    /// Adds a game with so many layouts.
    #[inline]
    pub(super) fn meet(&mut self, with: u64, without: u64) {
        self.with_with += u128::from(with * with);
        self.with_without += u128::from(with * without);
        self.without_without += u128::from(without * without);
    }
}

/// A layout, with the cards left in the deck and whether it held a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Met {
    /// The cards of the layout.
    pub(super) cards: usize,
    /// The cards left in the deck.
    pub(super) deck: usize,
    /// The number of sets.
    pub(super) sets: usize,
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The numbers of games by the number of cards left at the end: ascending pairs of cards and
    /// games.
    ///
    /// A game that leaves r of `v^p` cards has taken (v^p − r)/v sets.
    pub fn left(&self) -> impl Iterator<Item = (usize, u64)> {
        let last = |(&cards, layouts): (&usize, &Layouts)| {
            layouts.deck.get(&0).map(|(trials, _)| (cards, trials.without))
        };
        self.layouts.iter().filter_map(last).filter(|&(_, games)| games > 0)
    }

    /// The numbers of games by the size of their largest layout: ascending pairs of cards and
    /// games.
    pub fn largest(&self) -> impl Iterator<Item = (usize, u64)> {
        self.largest.iter().map(|(&cards, &games)| (cards, games))
    }

    /// The layouts by their cards n and the cards d left in the deck: ascending triples (n, d,
    /// trials).
    ///
    /// A game has each (n, d) at most once, so its trials are independent. The last layout of a
    /// game is included, even if it is empty.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, Trials)> {
        self.layouts.iter().flat_map(|(&cards, layouts)| {
            layouts.deck.iter().map(move |(&deck, &(trials, _))| (cards, deck, trials))
        })
    }

    /// The sets in the layouts of a cell: their number, and its mean over the layouts.
    ///
    /// # Panics
    ///
    /// If [`cells`](Self::cells) has no such cell.
    pub fn sets(&self, cards: usize, deck: usize) -> (u128, Estimate) {
        let (Trials { with, without }, Sums { sum, squares }) = self.layouts[&cards].deck[&deck];
        let mean = mean_of_sums(with + without, &sum.into(), &squares.into(), 0);
        (sum, mean.expect("a cell has a layout"))
    }

    /// The layouts while the deck was not empty, by their cards: ascending triples of cards, the
    /// numbers of layouts with and without a set, and the odds of a set as the number to one, which
    /// are `None` if every layout held a set.
    ///
    /// The interval of the odds allows for the layouts of a game, which depend on each other. There
    /// is none for fewer than ten games or fewer than ten layouts of either kind.
    ///
    /// Layouts with an empty deck are left out, as in published odds, because the end of the game
    /// changes their odds; [`cells`](Self::cells) includes them.
    pub fn sizes(&self) -> impl Iterator<Item = (usize, [u128; 2], Option<Estimate>)> {
        let sizes = |(&cards, layouts): (&usize, &Layouts)| {
            layouts.deck.range(1..).next()?;
            let (sums, squares) = layouts.moments();
            Some((cards, sums, odds_over_games(self.games, sums, squares)))
        };
        self.layouts.iter().filter_map(sizes)
    }

    /// Adds the games of another tally.
    ///
    /// # Panics
    ///
    /// If there are 2^64 games or more.
    pub fn add(&mut self, other: &Self) {
        const TOO_MANY: &str = "fewer than 2^64 games";
        self.games = self.games.checked_add(other.games).expect(TOO_MANY);
        for (&cards, &games) in &other.largest {
            *self.largest.entry(cards).or_default() += games;
        }
        for (&cards, layouts) in &other.layouts {
            let here = self.layouts.entry(cards).or_default();
            for (&deck, &(trials, sums)) in &layouts.deck {
                let (cell, sets) = here.deck.entry(deck).or_default();
                cell.with += trials.with;
                cell.without += trials.without;
                sets.add(sums);
            }
            here.squares.with_with += layouts.squares.with_with;
            here.squares.with_without += layouts.squares.with_without;
            here.squares.without_without += layouts.squares.without_without;
        }
    }

    /// Adds one game, given by all its layouts.
    pub(super) fn record(&mut self, game: &[Met]) {
        self.games += 1;
        if let Some(largest) = game.iter().map(|met| met.cards).max() {
            *self.largest.entry(largest).or_default() += 1;
        }
        let mut sizes: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
        for met in game {
            let (layouts, sets) = (self.layouts.entry(met.cards).or_default(), met.sets as u128);
            let (cell, sums) = layouts.deck.entry(met.deck).or_default();
            sums.add(Sums { sum: sets, squares: sets * sets });
            *if sets > 0 { &mut cell.with } else { &mut cell.without } += 1;
            if met.deck > 0 {
                let (with, without) = sizes.entry(met.cards).or_default();
                *if sets > 0 { with } else { without } += 1;
            }
        }
        for (cards, (with, without)) in sizes {
            self.layouts.entry(cards).or_default().squares.meet(with, without);
        }
    }
}

// Checking whether a tally can be one of a simulation.
//
// The layout after a layout is determined by whether a set was found. So the number of games that
// reach a layout equals the number that leave the layouts before it, and changing one number of
// the table violates one of these balances.

/// Why a tally cannot be one of the simulation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct TallyError(String);

impl Simulation {
    /// Checks whether a tally can be the sum of some units of this simulation. A damaged tally
    /// hardly ever passes.
    ///
    /// # Errors
    ///
    /// [`TallyError`] with the first contradiction.
    pub fn check(&self, tally: &Tally) -> Result<(), TallyError> {
        let games = tally.games();
        if games > self.games {
            let why = format!("{games} games, but the simulation has {}", self.games);
            return Err(TallyError(why));
        }
        self.check_layouts(tally)?;
        let largest: u128 = tally.largest().map(|(_, games)| u128::from(games)).sum();
        let met = |cards| tally.cells().any(|(n, _, _)| n == cards);
        if largest != u128::from(games) || !tally.largest().all(|(n, games)| games > 0 && met(n)) {
            return Err(TallyError(format!("the largest layouts are not those of {games} games")));
        }
        let most = self.deck.number_of_sets().to_u128().unwrap_or(u128::MAX);
        let are_sets = |&(trials, sums): &(Trials, Sums)| {
            let with = u128::from(trials.with);
            let is_possible = (with..=with.saturating_mul(most)).contains(&sums.sum);
            is_possible && sums.fit(with, most)
        };
        for (&cards, layouts) in &tally.layouts {
            if !layouts.deck.values().all(are_sets) || !fit(layouts, games) {
                return Err(TallyError(format!(
                    "the sums of squares of the layouts of {cards} cards do not match their number"
                )));
            }
        }
        Ok(())
    }

    fn check_layouts(&self, tally: &Tally) -> Result<(), TallyError> {
        let v = self.deck.values();
        let found = |trials: Trials| u128::from(trials.with) + u128::from(trials.without);
        // The number of games that reach a layout differs from the number that leave those before it.
        let error = |(total, deck): (usize, usize), trials, games: u128| {
            TallyError(format!(
                "{} layouts of {} cards with {deck} in the deck, but {games} games come there",
                found(trials),
                total - deck
            ))
        };
        // Ordered by the cards not yet taken, then by those in the deck: both only ever decrease.
        let mut layouts: BTreeMap<(usize, usize), Trials> =
            tally.cells().map(|(n, d, trials)| ((n.saturating_add(d), d), trials)).collect();
        let mut coming = BTreeMap::new();
        if tally.games() > 0 {
            coming.insert((self.size(), self.size() - self.start), u128::from(tally.games()));
        }
        while let Some((at, games)) = coming.pop_last() {
            let (total, deck) = at;
            let trials = layouts.remove(&at).unwrap_or_default();
            if found(trials) != games || trials.with > 0 && total - deck < v {
                return Err(error(at, trials, games));
            }
            if trials.with > 0 {
                let dealt = self.due(total - deck - v).min(deck);
                *coming.entry((total - v, deck - dealt)).or_default() += u128::from(trials.with);
            }
            if trials.without > 0 && deck > 0 {
                *coming.entry((total, deck - v.min(deck))).or_default() +=
                    u128::from(trials.without);
            }
        }
        // No game comes to the layouts that are left.
        layouts.pop_last().map_or(Ok(()), |(at, trials)| Err(error(at, trials, 0)))
    }
}

/// Whether the sums of squares are possible for these layouts of some games.
fn fit(layouts: &Layouts, games: u64) -> bool {
    let ([with, without], [with_with, with_without, without_without]) = layouts.moments();
    // The most layouts of a game; without games there are none.
    let (most, games) = (layouts.deck.range(1..).count() as u128, u128::from(games.max(1)));
    let fit = |sum: u128, squares: u128| Sums { sum, squares }.fit(games, most);
    fit(with, with_with)
        && fit(without, without_without)
        && with_without <= with_with.midpoint(without_without)
        && fit(with + without, with_with + 2 * with_without + without_without)
}
