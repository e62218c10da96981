//! The policies by which a set is taken, each as a [`Solver`] on top of any method.
//!
//! A method finds any set, whichever comes first in its search. [`First`] and [`Uniform`] choose
//! among all sets of the board instead, so that every method plays the same game. The choice
//! matters: taking the first set in layout order leads to other boards than taking each set with
//! the same probability.

use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::board::{Board, BoardError};
use crate::card::Card;
use crate::solver::{Enumerate, Found, Full, Limit, Options, Report, Solver, Stop, Update, list};

use super::rules::Pick;
use crate::deal::random::between;

/// The random stream for picks; the dealer uses stream 0 of the same seed.
const PICKS: u64 = 1;

impl Pick {
    /// A solver that takes sets by this policy. The seed determines every choice. The sets of a
    /// board may take `memory` bytes.
    pub fn solver(self, method: Box<dyn Full>, memory: usize, seed: u64) -> Box<dyn Solver> {
        match self {
            Self::Found => method,
            Self::First => Box::new(First(method)),
            Self::Uniform => Box::new(Uniform::new(method, seed).with_memory(memory)),
        }
    }
}

/// Finds the first set in layout order: by its first card, then by its second, and so on.
pub struct First(pub Box<dyn Enumerate>);

impl Update for First {
    fn board(&self) -> &Board {
        self.0.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.0.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.0.remove(cards)
    }

    fn report(&self) -> Report {
        self.0.report()
    }
}

impl Solver for First {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let listing = list(&mut *self.0, Some(1), limit);
        listing.stopped.map_or(Ok(()), Err)?;
        Ok(listing.sets.into_iter().next().map(Found::new))
    }
}

/// Finds each set of the board with the same probability. Stores all sets of the board to choose
/// one, and stops if they need more than its memory.
pub struct Uniform {
    method: Box<dyn Enumerate>,
    random: ChaCha8Rng,
    memory: usize,
}

impl Uniform {
    /// Chooses among the sets that a method lists; the seed determines every choice.
    pub fn new(method: Box<dyn Enumerate>, seed: u64) -> Self {
        Self { method, random: picks(seed), memory: Options::default().memory }
    }

    /// Limits the memory for the sets of a board to `memory` bytes.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// The positions of all sets, one set after the other.
    fn positions(&mut self, limit: &Limit) -> Result<Vec<u32>, Stop> {
        // A growing vector takes its memory twice for a moment, and so do the sets while one is
        // chosen.
        let most = self.memory / (4 * size_of::<u32>());
        let mut positions = Vec::new();
        let mut full = false;
        self.method.for_each(limit, &mut |set| {
            full = positions.len() + set.len() > most;
            if full {
                return ControlFlow::Break(());
            }
            positions.extend(set.iter().map(|&position| position as u32));
            ControlFlow::Continue(())
        })?;
        if full { Err(Stop::Memory) } else { Ok(positions) }
    }
}

/// The random numbers for the picks of a seed.
pub(super) fn picks(seed: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(PICKS);
    random
}

/// The index of the picked set: one draw, unless there is only one set.
pub(super) fn pick(random: &mut ChaCha8Rng, sets: usize) -> usize {
    between(random, 0, sets.saturating_sub(1) as u128) as usize
}

impl Update for Uniform {
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

impl Solver for Uniform {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let positions = self.positions(limit)?;
        let mut sets: Vec<&[u32]> = positions.chunks(self.board().deck().values()).collect();
        if sets.is_empty() {
            return Ok(None);
        }
        // Sorted by layout order, so that all methods choose the same set.
        let choice = pick(&mut self.random, sets.len());
        let (_, &mut chosen, _) = sets.select_nth_unstable(choice);
        let chosen: Vec<usize> = chosen.iter().map(|&position| position as usize).collect();
        Ok(Some(Found::new(chosen)))
    }
}
