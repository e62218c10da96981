//! Simulation: counting the layouts of many games.
//!
//! Each game is a classic game: cards are dealt, a set of the board is taken, cards are dealt as
//! [`Refill`] says, v more cards are dealt if there is no set, until the deck is empty and no set is left.
//! The counts are a [`Tally`]; [`statistics`](crate::statistics) computes estimates from them.
//!
//! The work is divided into units. A unit is a fixed number of games with its own stream of random
//! numbers, so its tally depends on the [`Simulation`] and the number of the unit alone, and the
//! sum of all units is the same for any order and any distribution over threads or machines.

mod general;
mod tally;
#[cfg(test)]
mod tests;
mod triples;

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use super::rules::Refill;
use crate::deal::dealer::stream;
use crate::deck::{Deck, OutOfRange, Unsupported};
use crate::named;
use crate::solver::{Cannot, Limit, Stop};
use crate::statistics::Trials;
use tally::{Layouts, Squares, Sums};

pub use tally::{Tally, TallyError};

named! {
    /// Which set a game of a simulation takes.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Policy is "pick" {
        /// Each set of the board with the same probability.
        #[default]
        Uniform = "uniform",
        /// The first in layout order.
        First = "first",
        /// The set that leaves the most sets among all cards that are left, on the board and in the deck; the first
        /// one of several. Players who remember the sets that were taken could know it (M. Faulk, Revisiting "SET
        /// Probabilities Revisited", 2022). For v = 3, p ≤ 5 and at most 128 cards at the start.
        Thrifty = "thrifty",
    }
}

/// The parameters of a simulation, which determine its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simulation {
    deck: Deck,
    start: usize,
    refill: Refill,
    pick: Policy,
    seed: u64,
    games: u64,
}

impl Simulation {
    /// The maximum size of a deck that can be simulated.
    pub const MOST_CARDS: usize = 1 << 20;

    /// The maximum of the expected number of sets at the start.
    pub const MOST_SETS: usize = 1 << 20;

    /// A simulation of games that start with `start` cards ([`Rules::classic`] gives the usual number). After a
    /// set, cards are dealt [at once](Refill::AtOnce) or [up to the start](Refill::UpToStart).
    ///
    /// [`Rules::classic`]: super::Rules::classic
    ///
    /// # Errors
    ///
    /// [`Cannot`] if such games cannot be simulated.
    pub fn new(
        deck: Deck,
        start: usize,
        refill: Refill,
        pick: Policy,
        seed: u64,
        games: u64,
    ) -> Result<Self, Cannot> {
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
        let why = match (refill, pick) {
            (Refill::Delayed | Refill::Owed, _) => {
                format!("deals 'up-to-start' or 'at-once' after a set, not '{refill}'")
            }
            (_, Policy::Thrifty) if !triples::suits(deck, start) => {
                "by 'thrifty' needs v = 3, p ≤ 5 and at most 128 cards at the start".into()
            }
            _ => return Ok(Self { deck, start, refill, pick, seed, games }),
        };
        Err(Unsupported { what: "a simulation".into(), why, deck, able: Vec::new() }.into())
    }

    /// The deck.
    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// The number of cards at the start.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The deal after a set was taken.
    pub fn refill(&self) -> Refill {
        self.refill
    }

    /// The number of cards that are due after a set was taken that left `cards` cards on the board.
    fn due(&self, cards: usize) -> usize {
        match self.refill {
            Refill::AtOnce => self.deck.values(),
            _ => self.start.saturating_sub(cards),
        }
    }

    /// Which set is taken.
    pub fn pick(&self) -> Policy {
        self.pick
    }

    /// The number of cards in the deck.
    fn size(&self) -> usize {
        self.deck.size().to_usize().expect("a deck of a simulation has few cards")
    }

    /// The number of sets that are taken in a game that leaves this many cards.
    pub fn taken(&self, left: usize) -> usize {
        (self.size() - left) / self.deck.values()
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
            // Many cards or a thrifty pick take some twenty times as long.
            let is_slow = self.start > u64::BITS as usize || self.pick == Policy::Thrifty;
            (if is_slow { 1 << 10 } else { 1 << 14 }, 81)
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
        let mut stream = stream(self.seed, unit);
        if !triples::suits(self.deck, self.start) {
            general::play(self, games, &mut stream, limit)
        } else if self.start <= u64::BITS as usize {
            triples::play::<u64>(self, games, &mut stream, limit)
        } else {
            triples::play::<u128>(self, games, &mut stream, limit)
        }
    }
}

// An unfinished tally: arrays instead of maps, for games that take a microsecond.

/// Counts of games whose layouts have at most [`MOST_CARDS`](Self::MOST_CARDS) cards.
#[derive(Clone, Debug)]
struct Counts {
    size: usize,
    start: usize,
    games: u64,
    largest: [u64; Self::MOST_CARDS + 1],
    /// Layouts without and with a set, the sum of their numbers of sets, and that of the squares, by their
    /// cards and the cards left in the deck.
    cells: Vec<[u64; 4]>,
    squares: [Squares; Self::MOST_CARDS + 1],
    /// The layouts of the current game by their cards.
    game: [[u32; 2]; Self::MOST_CARDS + 1],
}

impl Counts {
    /// The most cards that a layout may have.
    const MOST_CARDS: usize = 128;

    fn new(size: usize, start: usize) -> Self {
        Self {
            size,
            start,
            games: 0,
            largest: [0; Self::MOST_CARDS + 1],
            cells: vec![[0; 4]; (Self::MOST_CARDS + 1) * (size + 1)],
            squares: [Squares::default(); Self::MOST_CARDS + 1],
            game: [[0; 2]; Self::MOST_CARDS + 1],
        }
    }

    /// Counts a layout with this number of sets.
    #[inline]
    fn meet(&mut self, cards: usize, deck: usize, sets: usize) {
        let cell = &mut self.cells[cards * (self.size + 1) + deck];
        cell[usize::from(sets > 0)] += 1;
        cell[2] += sets as u64;
        cell[3] += (sets * sets) as u64;
        self.game[cards][usize::from(sets > 0)] += u32::from(deck > 0);
    }

    /// Ends a game whose largest layout had `largest` cards.
    #[inline]
    fn end(&mut self, largest: usize) {
        self.games += 1;
        self.largest[largest] += 1;
        // While the deck is not empty, no layout is smaller than at the start.
        for cards in self.start..=largest {
            let [without, with] = std::mem::take(&mut self.game[cards]).map(u64::from);
            self.squares[cards].meet(with, without);
        }
    }

    fn tally(&self) -> Tally {
        let mut layouts: BTreeMap<usize, Layouts> = BTreeMap::new();
        for (cards, row) in self.cells.chunks(self.size + 1).enumerate() {
            for (deck, &[without, with, sum, squares]) in row.iter().enumerate() {
                if with + without > 0 {
                    let here = layouts.entry(cards).or_default();
                    let [sum, squares] = [sum, squares].map(u128::from);
                    here.deck.insert(deck, (Trials { with, without }, Sums { sum, squares }));
                    here.squares = self.squares[cards];
                }
            }
        }
        let largest = self.largest.into_iter().enumerate().filter(|&(_, games)| games > 0);
        Tally { games: self.games, largest: largest.collect(), layouts }
    }
}
