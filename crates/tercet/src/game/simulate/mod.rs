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
mod random;
mod table;
mod tally;
mod triples;

use num_traits::ToPrimitive;

use super::rules::Pick;
use crate::deck::{Deck, OutOfRange, Unsupported};
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
    /// [`Stop`] if such games cannot be simulated.
    pub fn new(deck: Deck, start: usize, pick: Pick, seed: u64, games: u64) -> Result<Self, Stop> {
        let size = deck.size_up_to_max();
        if size > Self::MOST_CARDS as u128 {
            let decks = format!("a deck of at most {} cards", Self::MOST_CARDS);
            return Err(Unsupported::needs("a simulation", decks, deck).into());
        }
        let cannot = || format!("a game of {deck} cannot start with {start} cards");
        OutOfRange::check(start as u128, 0..=size, cannot)?;
        let sets = deck.expected_sets_f64(start as u128).expect("the deck has so many cards");
        let too_many = || {
            format!(
                "the average number of sets among {start} cards of {deck} is {sets:.0}, too many \
                 to choose one fairly in every round"
            )
        };
        OutOfRange::check(sets as u128, 0..=Self::MOST_SETS as u128, too_many)?;
        if pick == Pick::Found {
            let why = format!("picks sets by 'first' or 'uniform', not by '{pick}'");
            let (what, able) = ("a simulation".into(), Vec::new());
            return Err(Unsupported { what, why, deck, able }.into());
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
