//! The policies by which a set is taken, as a [`Solver`] on top of any method.
//!
//! A method finds any set, whichever comes first in its search. The other policies choose among all
//! sets of the board instead, so that every method plays the same game. The choice matters: taking
//! the first set in layout order leads to other boards than taking each set with the same
//! probability.

use rand_chacha::ChaCha8Rng;

use crate::board::{Board, BoardError};
use crate::card::Card;
use crate::solver::{Enumerate, Found, Full, Limit, Report, Solver, Stop, Update, flat_list, list};

use super::rules::Pick;
use crate::deal::random::{between, stream};

/// The random stream for picks; the dealer uses stream 0 of the same seed.
const PICKS: u64 = 1;

impl Pick {
    /// A solver that takes sets by this policy. The seed determines every choice. The sets of a
    /// board may take `memory` bytes, of which [`Pick::Uniform`] stores all.
    pub fn solver(self, method: Box<dyn Full>, memory: usize, seed: u64) -> Box<dyn Solver> {
        match self {
            Self::Found => method,
            Self::First => Box::new(Picked { method, random: None, memory }),
            Self::Uniform => Box::new(Picked { method, random: Some(picks(seed)), memory }),
        }
    }
}

/// A method of whose sets one is chosen.
struct Picked {
    method: Box<dyn Enumerate>,
    /// The random numbers by which each set is chosen with the same probability. Without them, the
    /// first in layout order is: by its first card, then by its second, and so on.
    random: Option<ChaCha8Rng>,
    memory: usize,
}

impl Update for Picked {
    fn board(&self) -> &Board {
        self.method.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.method.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.method.remove(cards)
    }

    fn report(&self) -> Report {
        self.method.report()
    }
}

impl Solver for Picked {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let Some(random) = &mut self.random else {
            let listing = list(&mut *self.method, Some(1), limit);
            return Ok(listing.map_err(|stop| stop.with(()))?.sets.into_iter().next());
        };
        let v = self.method.board().deck().values();
        // A growing vector takes its memory twice for a moment, and so do the sets while one is chosen.
        let most = self.memory / (4 * v * size_of::<u32>());
        let all = flat_list(&mut *self.method, most, limit).map_err(|stop| stop.with(()))?;
        let mut sets: Vec<&[u32]> = all.chunks(v).collect();
        if sets.is_empty() {
            return Ok(None);
        }
        // Sorted by layout order, so that all methods choose the same set.
        let choice = pick(random, sets.len());
        let (_, &mut chosen, _) = sets.select_nth_unstable(choice);
        let chosen = chosen.iter().map(|&position| position as usize);
        Ok(Some(Found::new(chosen.collect::<Vec<_>>())))
    }
}

/// The random numbers for the picks of a seed.
pub(super) fn picks(seed: u64) -> ChaCha8Rng {
    stream(seed, PICKS)
}

/// The index of the picked set: one draw, unless there is only one set.
pub(super) fn pick(random: &mut ChaCha8Rng, sets: usize) -> usize {
    between(random, 0, sets.saturating_sub(1) as u128) as usize
}
