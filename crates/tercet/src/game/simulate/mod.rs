//! Simulation: counting the layouts of many games.
//!
//! Each game is a classic game: cards are dealt, a set of the board is taken and its cards are
//! replaced, v more cards are dealt if there is no set, until the deck is empty and no set is left.
//! The counts are a [`Tally`]; [`statistics`](crate::statistics) computes estimates from them.
//!
//! The work is divided into units. A unit is a fixed number of games with its own stream of random
//! numbers, so its tally depends on the [`Simulation`] and the number of the unit alone, and the
//! sum of all units is the same for any order and any distribution over threads or machines.

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

/// The parameters of a simulation, which determine its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simulation {
    deck: Deck,
    start: usize,
    pick: Pick,
    seed: u64,
    games: u64,
}

/// Why a simulation is impossible.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SimulationError {
    /// The deck has too many cards to be simulated.
    #[error(
        "the deck {0} has {size} cards, too many to simulate: \
         the maximum is {most}", size = .0.size(), most = Simulation::MOST_CARDS
    )]
    Deck(Deck),
    /// The start needs more cards than the deck has.
    #[error("a game of {deck} cannot start with {start} cards: the deck has {}", deck.size())]
    Start {
        /// The deck.
        deck: Deck,
        /// The number of cards at the start.
        start: usize,
    },
    /// The first layouts hold too many sets to choose one of them uniformly.
    #[error(
        "{start} cards of {deck} hold {sets:.0} sets on average, too many to choose one fairly \
         in every round: the maximum is {most}", most = Simulation::MOST_SETS
    )]
    Sets {
        /// The deck.
        deck: Deck,
        /// The number of cards at the start.
        start: usize,
        /// The expected number of sets among them.
        sets: f64,
    },
    /// The choice of the set would depend on the method.
    #[error("a simulation picks sets by 'first' or 'uniform', not by '{0}'")]
    Pick(Pick),
}

impl Simulation {
    /// The maximum size of a deck that can be simulated.
    pub const MOST_CARDS: usize = 1 << 20;

    /// The maximum of the expected number of sets at the start.
    pub const MOST_SETS: usize = 1 << 20;

    /// A simulation of games that start with `start` cards ([`Rules::classic`] gives the usual
    /// number) and take the first set or a uniform one.
    ///
    /// [`Rules::classic`]: super::Rules::classic
    ///
    /// # Errors
    ///
    /// [`SimulationError`] if such games cannot be simulated.
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

    /// The number of cards at the start.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Which set is taken.
    pub fn pick(&self) -> Pick {
        self.pick
    }

    /// The number of cards in the deck.
    fn size(&self) -> usize {
        self.deck.size().to_usize().expect("a deck of a simulation has few cards")
    }

    /// The seed of all random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of games in a unit; the last unit may have fewer.
    pub fn games_a_unit(&self) -> u64 {
        // Some ten milliseconds: 81 cards with three values take a microsecond a game; other games
        // take some microseconds for each card of the layout in each round.
        let (games, cards) = if triples::suits(self.deck, self.start) {
            (1 << 14, 81)
        } else {
            ((1 << 13) / self.start.max(1) as u64, self.deck.values())
        };
        (games * cards as u64 / self.size() as u64).max(1)
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.games.div_ceil(self.games_a_unit())
    }

    /// The number of games in a range of units.
    ///
    /// # Panics
    ///
    /// If the range is not within the units.
    pub fn games_of(&self, units: std::ops::Range<u64>) -> u64 {
        assert!(units.start <= units.end && units.end <= self.units(), "no units {units:?}");
        let games = |unit: u64| unit.saturating_mul(self.games_a_unit()).min(self.games);
        games(units.end) - games(units.start)
    }

    /// Plays the games of a unit, all or none. Takes some 10 milliseconds for usual decks, and the
    /// duration of one game for large decks.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    ///
    /// # Panics
    ///
    /// If there is no such unit.
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
