//! Checking whether a tally can be one of a simulation.
//!
//! The layout after a layout is determined by whether a set was found. So the number of games that
//! reach a layout equals the number that leave the layouts before it, and changing one number of
//! the table violates one of these balances.

use std::collections::BTreeMap;

use thiserror::Error;

use super::tally::Layouts;
use super::{Simulation, Tally};
use crate::statistics::Trials;

/// Why a tally cannot be one of the simulation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TallyError {
    /// The tally has more games than the simulation.
    #[error("{found} games, but the simulation has {games}")]
    Games {
        /// The games of the tally.
        found: u64,
        /// The games of the simulation.
        games: u64,
    },
    /// The number of games that reach a layout differs from the number that leave those before it.
    #[error(
        "{found} layouts of {cards} cards with {deck} in the deck, but {games} games come there"
    )]
    Layouts {
        /// The cards of the layout.
        cards: usize,
        /// The cards left in the deck.
        deck: usize,
        /// The number of such layouts.
        found: u128,
        /// The number of games that reach them.
        games: u128,
    },
    /// The largest layouts do not match the number of games, or the layouts.
    #[error("the largest layouts are not those of {0} games")]
    Largest(u64),
    /// The sums of squares are impossible for these layouts.
    #[error("the sums of squares of the layouts of {0} cards do not match their number")]
    Squares(usize),
}

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
            return Err(TallyError::Games { found: games, games: self.games });
        }
        self.check_layouts(tally)?;
        let largest: u128 = tally.largest().map(|(_, games)| u128::from(games)).sum();
        let met = |cards| tally.cells().any(|(n, _, _)| n == cards);
        if largest != u128::from(games) || !tally.largest().all(|(n, games)| games > 0 && met(n)) {
            return Err(TallyError::Largest(games));
        }
        for (&cards, layouts) in &tally.layouts {
            if !fit(layouts, games) {
                return Err(TallyError::Squares(cards));
            }
        }
        Ok(())
    }

    fn check_layouts(&self, tally: &Tally) -> Result<(), TallyError> {
        let v = self.deck.values();
        let found = |trials: Trials| u128::from(trials.with) + u128::from(trials.without);
        let error = |(total, deck): (usize, usize), trials, games| TallyError::Layouts {
            cards: total - deck,
            deck,
            found: found(trials),
            games,
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
                let dealt = self.start.saturating_sub(total - deck - v).min(deck);
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
    let squares = |sum: u128, squares: u128| {
        // Let m be the mean, rounded down. Every integer a is at most m or at least m + 1, so (a −
        // m)(a − m − 1) ≥ 0, and so is the sum over all games.
        let mean = sum / games;
        let least = ((2 * mean + 1) * sum).saturating_sub(mean * (mean + 1) * games);
        (least..=sum * most).contains(&squares) && sum % 2 == squares % 2
    };
    squares(with, with_with)
        && squares(without, without_without)
        && with_without <= with_with.midpoint(without_without)
        && squares(with + without, with_with + 2 * with_without + without_without)
}
