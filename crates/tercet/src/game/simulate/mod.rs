//! Simulation: many games and what they come to.
//!
//! The classic game is played over and over: cards are dealt, a set of the board is taken and its
//! cards replaced, v more cards are dealt where there is none, until the deck is empty and no set
//! is left. What is counted stands in [`Tally`], what follows from it in [`statistics`](crate::statistics).
//!
//! The work is cut into units. A unit is a fixed number of games with a stream of random numbers
//! of its own, so its tally depends on the [`Simulation`] and the unit's number alone, and the
//! sum of all units is the same whoever plays them, in any order, on any number of machines.

mod check;
mod counts;
mod general;
#[cfg(test)]
mod oracle;
mod random;
mod table;
mod tally;
mod triples;

use num_traits::ToPrimitive;
use thiserror::Error;

use super::rules::Pick;
use crate::deck::Deck;
use crate::solver::{Limit, Stop};
use random::Stream;

pub use check::TallyError;
pub use tally::Tally;

/// What is simulated: everything that determines the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simulation {
    deck: Deck,
    start: usize,
    pick: Pick,
    seed: u64,
    games: u64,
}

/// Why there is no such simulation.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SimulationError {
    /// The deck has too many cards to be played to its end.
    #[error(
        "the deck {0} has {size} cards, too many to play game after game: \
         at most {most} can be", size = .0.size(), most = Simulation::MOST_CARDS
    )]
    Deck(Deck),
    /// More cards are to be dealt than there are.
    #[error("a game of {deck} cannot start with {start} cards: the deck has {}", deck.size())]
    Start {
        /// The deck.
        deck: Deck,
        /// The cards to be dealt at first.
        start: usize,
    },
    /// The first layouts hold too many sets to choose one of them.
    #[error(
        "{start} cards of {deck} hold {sets:.0} sets on average, too many to choose one fairly \
         in every round: at most {most} can be", most = Simulation::MOST_SETS
    )]
    Sets {
        /// The deck.
        deck: Deck,
        /// The cards to be dealt at first.
        start: usize,
        /// The expected number of sets among them.
        sets: f64,
    },
    /// Which set is taken must not depend on a method.
    #[error("a simulation picks the first set or a uniform one, not the one that is {0}")]
    Pick(Pick),
}

impl Simulation {
    /// The most cards that a deck can have to be simulated.
    pub const MOST_CARDS: usize = 1 << 20;

    /// The most sets that may be expected among the cards of the start.
    pub const MOST_SETS: usize = 1 << 20;

    /// Many games of a deck, each begun with `start` cards ([`Rules::classic`] says how many are
    /// usual), in which the set to be taken is the first or a uniform one.
    ///
    /// [`Rules::classic`]: super::Rules::classic
    ///
    /// # Errors
    ///
    /// [`SimulationError`], where such games cannot be played.
    pub fn new(
        deck: Deck,
        start: usize,
        pick: Pick,
        seed: u64,
        games: u64,
    ) -> Result<Self, SimulationError> {
        let size = deck.size().to_usize().filter(|&size| size <= Self::MOST_CARDS);
        let size = size.ok_or(SimulationError::Deck(deck))?;
        if start > size {
            return Err(SimulationError::Start { deck, start });
        }
        let sets = deck.expected_sets_f64(start as u128).expect("the deck has so many cards");
        if sets > Self::MOST_SETS as f64 {
            return Err(SimulationError::Sets { deck, start, sets });
        }
        if pick == Pick::Found {
            return Err(SimulationError::Pick(pick));
        }
        Ok(Self { deck, start, pick, seed, games })
    }

    /// The deck.
    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// How many cards are dealt at first.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Which set is taken.
    pub fn pick(&self) -> Pick {
        self.pick
    }

    /// How many cards the deck has.
    fn size(&self) -> usize {
        self.deck.size().to_usize().expect("a deck of a simulation has few cards")
    }

    /// The seed of all random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many games are played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The games of a unit of work; the last one may have fewer.
    pub fn games_a_unit(&self) -> u64 {
        // Some ten milliseconds: a microsecond for 81 cards of three values; for other games, some
        // for each card of the layout in each round.
        let (games, cards) = if triples::suits(self.deck, self.start) {
            (1 << 14, 81)
        } else {
            ((1 << 13) / self.start.max(1) as u64, self.deck.values())
        };
        (games * cards as u64 / self.size() as u64).max(1)
    }

    /// How many units of work there are.
    pub fn units(&self) -> u64 {
        self.games.div_ceil(self.games_a_unit())
    }

    /// How many games some units have, the first included, the last not.
    ///
    /// # Panics
    ///
    /// Where there are no such units.
    pub fn games_of(&self, units: std::ops::Range<u64>) -> u64 {
        assert!(units.start <= units.end && units.end <= self.units(), "no units {units:?}");
        let games = |unit: u64| unit.saturating_mul(self.games_a_unit()).min(self.games);
        games(units.end) - games(units.start)
    }

    /// Plays the games of a unit, all of them or none. Takes some 10 milliseconds with the usual
    /// decks, and with large ones as long as a game takes.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work.
    ///
    /// # Panics
    ///
    /// Where there is no such unit.
    pub fn play(&self, unit: u64, limit: &Limit) -> Result<Tally, Stop> {
        assert!(unit < self.units(), "unit {unit} of {}", self.units());
        let games = self.games_of(unit..unit + 1);
        let mut stream = Stream::new(self.seed, unit);
        if triples::suits(self.deck, self.start) {
            triples::play(self, games, &mut stream, limit)
        } else {
            general::play(self, games, &mut stream, limit)
        }
    }
}

#[cfg(test)]
mod tests;
