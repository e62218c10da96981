//! The policies by which a set is taken, each as a [`Solver`] on top of any method.
//!
//! A method finds whichever set it meets first. [`First`] and [`Uniform`] choose among all sets of
//! the board instead, so that every method plays the same game. The choice matters: taking the
//! first set in layout order leaves other boards behind than taking any set with the same
//! probability.

use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::board::{Board, BoardError};
use crate::card::Card;
use crate::set::Set;
use crate::solver::{
    Answer, Effort, Enumerate, Failure, Held, Limit, Method, Options, Solver, Stop, Unable, Update,
    list,
};

use super::rules::Pick;
use crate::deal::random::between;

/// The stream of a seed from which picks are drawn; the dealer draws from stream 0.
const PICKS: u64 = 1;

impl Pick {
    /// A method that takes sets by this policy. The seed determines every choice.
    ///
    /// # Errors
    ///
    /// [`Unable`] where the method cannot find sets in boards of this deck, or for
    /// [`First`](Self::First) and [`Uniform`](Self::Uniform) cannot list them.
    pub fn solver(
        self,
        method: &Method,
        board: &Board,
        options: &Options,
        seed: u64,
    ) -> Result<Box<dyn Solver>, Unable> {
        Ok(match self {
            Self::Found => method.solver(board, options)?,
            Self::First => Box::new(First(method.enumerator(board, options)?)),
            Self::Uniform => {
                let method = method.enumerator(board, options)?;
                Box::new(Uniform::new(method, seed).with_memory(options.memory))
            }
        })
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

    fn held(&self) -> Option<Held> {
        self.0.held()
    }

    fn effort(&self) -> Option<Effort> {
        self.0.effort()
    }

    fn winner(&self) -> Option<&'static str> {
        self.0.winner()
    }

    fn failures(&self) -> Vec<Failure> {
        self.0.failures()
    }
}

impl Solver for First {
    fn find(&mut self, limit: &Limit) -> Answer {
        let listing = list(&mut *self.0, Some(1), limit);
        match (listing.stopped, listing.sets.first()) {
            (Some(stop), _) => Answer::Stopped(stop),
            (None, None) => Answer::None,
            (None, Some(positions)) => taken(self.board(), positions),
        }
    }
}

/// Finds each set of the board with the same probability. Holds all of them while it chooses, and
/// stops where they take more than its memory.
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

    /// Stops rather than to take more memory for the sets of a board than this, in bytes.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// The positions of all sets, one set after the other.
    fn positions(&mut self, limit: &Limit) -> Result<Vec<u32>, Stop> {
        // A vector that grows is there twice for a moment, and so are the sets while one is chosen.
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

/// The random numbers from which the picks of a seed are drawn.
pub(super) fn picks(seed: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(PICKS);
    random
}

/// Which of some sets is picked: one draw, if there is a choice at all.
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

    fn held(&self) -> Option<Held> {
        self.method.held()
    }

    fn effort(&self) -> Option<Effort> {
        self.method.effort()
    }

    fn winner(&self) -> Option<&'static str> {
        self.method.winner()
    }

    fn failures(&self) -> Vec<Failure> {
        self.method.failures()
    }
}

impl Solver for Uniform {
    fn find(&mut self, limit: &Limit) -> Answer {
        let positions = match self.positions(limit) {
            Ok(positions) => positions,
            Err(stop) => return Answer::Stopped(stop),
        };
        let mut sets: Vec<&[u32]> = positions.chunks(self.board().deck().values()).collect();
        if sets.is_empty() {
            return Answer::None;
        }
        // In the order of the layout, so that all methods choose the same one.
        let choice = pick(&mut self.random, sets.len());
        let (_, &mut chosen, _) = sets.select_nth_unstable(choice);
        let chosen: Vec<usize> = chosen.iter().map(|&position| position as usize).collect();
        taken(self.method.board(), &chosen)
    }
}

/// The answer that is the set at these positions.
fn taken(board: &Board, positions: &[usize]) -> Answer {
    let set = Set::new(board.deck(), &board.at(positions));
    Answer::Found(set.expect("what a method lists is a set"))
}
