//! Many games and what happens in them.

mod answer;

use std::ops::Range;

use tercet::game::{Pick, Rules, Simulation, Tally};

use crate::prelude::*;
use crate::run::{self, Journal, Parted, Run, Units};

pub use self::answer::*;

request! {
    /// What happens in many games: the cards left at the end, the sets taken, the largest layout, and
    /// the odds of a set by the size of the layout and the cards left in the deck.
    ///
    /// The numbers depend only on the deck, `start`, `pick`, the seed and the number of games: not on
    /// the threads, the parts, or how often the simulation was interrupted.
    pub struct Simulate {
        deck,
        /// How many cards are dealt at first; v·p by default, or the whole of a smaller deck.
        pub start: Option<usize>,
        /// Which set is taken: each with the same probability, or the first in layout order.
        pub pick: Pick,
        /// How many games; by default 1,000,000 of (3,4), and 10,000 of other decks.
        pub games: Option<Whole>,
        seed,
        threads,
        timeout,
    }
}

/// The default number of games.
fn usual_games(deck: Deck) -> u64 {
    if deck == Deck::CLASSIC { 1_000_000 } else { 10_000 }
}

impl Parted for Simulate {
    type Work = Simulation;

    fn settled(&self, session: &Session) -> Result<Self, Error> {
        let games = match &self.games {
            None => usual_games(self.deck),
            Some(games) => games.get().filter(|&games| games > 0).ok_or_else(|| {
                error!(OutOfRange, "a number of games is at least 1 and less than 2^64")
                    .about(games.to_string())
            })?,
        };
        Ok(Self {
            start: Some(self.start.unwrap_or_else(|| Rules::classic(self.deck).start)),
            games: Some(games.into()),
            seed: Some(session.seed(self.seed.as_ref())?.into()),
            threads: None,
            timeout: None,
            ..self.clone()
        })
    }

    fn prepare(&self, _: &Limit) -> Result<Simulation, Error> {
        let number = |number: &Option<Whole>| number.as_ref().and_then(Whole::get);
        let settled = (self.start, number(&self.seed), number(&self.games));
        let (Some(start), Some(seed), Some(games)) = settled else {
            return Err(error!(Conflict, "a part names its start, seed and games"));
        };
        Simulation::new(self.deck, start, self.pick, seed, games)
            .map_err(|stop| Error::new(Code::OutOfRange, stop.to_string()))
    }

    fn answer(&self, journal: &Journal<Simulation>, run: Run) -> Result<Simulated, Error> {
        Ok(Simulated::of(journal, run))
    }
}

impl Units for Simulation {
    type Yield = Tally;
    const COUNTED: &'static str = "games";

    fn number(&self) -> u64 {
        self.units()
    }

    fn count(&self, units: Range<u64>) -> u64 {
        self.games_of(units)
    }

    fn work(&self, units: Range<u64>, limit: &Limit, _: &mut Vec<u8>) -> Result<Tally, Error> {
        let mut sum = Tally::default();
        for unit in units {
            sum.add(&self.play(unit, limit)?);
        }
        Ok(sum)
    }

    fn add(sum: &mut Tally, next: &Tally) {
        sum.add(next);
    }

    fn fault(&self, units: Range<u64>, tally: &Tally) -> Option<String> {
        if tally.games() != self.games_of(units) {
            return Some("the games are not those of the units".into());
        }
        self.check(tally).err().map(|error| error.to_string())
    }
}

impl Question for Simulate {
    type Answer = Simulated;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        cost::deck(self.deck)?;
        cost::of(self, means)
    }

    fn ask(&self, session: &Session) -> Result<Simulated, Error> {
        run::ask(self, session, self.threads, self.timeout)
    }
}
