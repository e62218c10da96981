//! The policies by which a set is taken, each as a [`Solver`] on top of any method.
//!
//! A method finds whichever set it meets first. [`First`] and [`Uniform`] choose among all sets of
//! the board instead, so that every method plays the same game. The choice matters: taking the
//! first set in layout order leaves other boards behind than taking any set with the same
//! probability.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::board::{Board, BoardError};
use crate::card::Card;
use crate::set::Set;
use crate::solver::{
    Answer, Enumerate, Held, Limit, Listing, Method, Options, Solver, Unable, Update, list,
};

use super::random::between;
use super::rules::Pick;

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
            Self::Uniform => Box::new(Uniform::new(method.enumerator(board, options)?, seed)),
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
}

impl Solver for First {
    fn find(&mut self, limit: &Limit) -> Answer {
        let listing = list(&mut *self.0, Some(1), limit);
        chosen(self.0.board(), &listing, 0)
    }
}

/// Finds each set of the board with the same probability. Holds all of them while it chooses.
pub struct Uniform {
    method: Box<dyn Enumerate>,
    random: ChaCha8Rng,
}

impl Uniform {
    /// Chooses among the sets that a method lists; the seed determines every choice.
    pub fn new(method: Box<dyn Enumerate>, seed: u64) -> Self {
        Self { method, random: picks(seed) }
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
}

impl Solver for Uniform {
    fn find(&mut self, limit: &Limit) -> Answer {
        let listing = list(&mut *self.method, None, limit);
        let choice = match listing.stopped {
            None => pick(&mut self.random, listing.sets.len()),
            Some(_) => 0,
        };
        chosen(self.method.board(), &listing, choice)
    }
}

/// The answer that is a set of a listing, unless it was stopped or is empty.
fn chosen(board: &Board, listing: &Listing, choice: usize) -> Answer {
    match (listing.stopped, listing.sets.get(choice)) {
        (Some(stop), _) => Answer::Stopped(stop),
        (None, None) => Answer::None,
        (None, Some(positions)) => {
            let set = Set::new(board.deck(), &board.at(positions));
            Answer::Found(set.expect("what is listed is a set"))
        }
    }
}
