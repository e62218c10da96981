//! Many games and what happens in them.

use std::cmp::Reverse;
use std::ops::Range;

use tercet::game::{Policy, Refill, Rules, Simulation, Tally};
use tercet::statistics::{Estimate, mean, odds, proportion};

use crate::prelude::*;
use crate::run::{self, Journal, Part, Parted, Run, Units};

request! {
    /// What happens in many games: the cards left at the end, the sets taken, the largest layout, and
    /// the odds of a set by the size of the layout and the cards left in the deck.
    ///
    /// The numbers depend only on the deck, `start`, `refill`, `pick`, the seed and the number of games: not on
    /// the threads, the parts, or how often the simulation was interrupted.
    pub struct Simulate {
        deck,
        /// How many cards are dealt at first; v·p by default, or the whole of a smaller deck.
        pub start: Option<usize>,
        /// The deal after a set was taken: as many cards as reach the number at the start again, or v at once, however
        /// many lie there.
        pub refill: Refill = Refill::UpToStart,
        /// Which set is taken: each with the same probability, the first in layout order, or, for v = 3, p ≤ 5 and at
        /// most 128 cards at the start, the set that leaves the most sets among all cards that are left.
        pub pick: Policy,
        /// How many games; by default 1,000,000 of (3,4), and 10,000 of other decks.
        pub games: Option<Whole>,
        seed,
        threads,
        timeout,
    }
}

/// The results of a simulation.
///
/// An `interval` is a 95 % confidence interval: Wilson's for shares and for odds of layouts with
/// the same number of cards left in the deck, which are independent of each other; for odds by
/// size, which mix layouts of one game, that of a ratio of two means over games; for means, that of the
/// normal distribution, but not below 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Simulated {
    /// The deck.
    pub deck: Deck,
    /// The version of Tercet that played the games.
    pub version: String,
    /// How many cards are dealt at first.
    pub start: usize,
    /// The deal after a set was taken.
    pub refill: Refill,
    /// Which set is taken.
    pub pick: Policy,
    /// The seed.
    pub seed: Whole,
    /// How many games the whole simulation has.
    pub games: Whole,
    /// The part of the simulation that these results cover.
    pub part: Part,
    /// Whether all games of the part were played.
    pub answer: Completion,
    /// Why they were not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// How many games were played.
    pub played: Whole,
    /// The games by the number of cards that are left at their end.
    pub left: Vec<GameCount>,
    /// The sets that were taken.
    pub sets_taken: SetsTaken,
    /// The games by the number of cards of their largest layout.
    pub largest: Vec<GameCount>,
    /// The layouts by their number of cards, before the deck is empty.
    pub sizes: Vec<Layouts>,
    /// The layouts by their number of cards and the number of cards left in the deck, from the
    /// first layout of a game to the last.
    pub layouts: Vec<Layouts>,
    /// How many threads played; absent for a merge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// How long it took; absent for a merge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Seconds>,
}

/// Whether all games were played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Completion {
    /// All games were played.
    Complete,
    /// A limit ended the work before.
    Stopped,
}

/// The games with a given number of cards, left at their end or in their largest layout.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct GameCount {
    /// How many cards.
    pub size: usize,
    /// How many sets are taken in a game that leaves this many cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_count: Option<usize>,
    /// How many games.
    pub games: Whole,
    /// Their share of all games.
    pub share: f64,
    /// The confidence interval of the share.
    pub interval: Option<[f64; 2]>,
}

/// The sets that were taken in all games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SetsTaken {
    /// How many.
    pub count: Whole,
    /// Their mean number in a game; `null` without a game.
    pub per_game: Option<f64>,
    /// The confidence interval of the mean.
    pub interval: Option<[f64; 2]>,
}

/// The layouts with a given number of cards.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Layouts {
    /// How many cards.
    pub size: usize,
    /// How many cards are left in the deck, if that is distinguished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck_left: Option<usize>,
    /// How many layouts held a set.
    pub with: Whole,
    /// How many held no set.
    pub without: Whole,
    /// The odds of a set, to one; `null` if every layout held a set.
    pub odds: Option<f64>,
    /// The confidence interval of the odds.
    pub interval: Option<[f64; 2]>,
    /// How many sets these layouts held together, if the cards left in the deck are distinguished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_count: Option<Whole>,
    /// Their mean number in a layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_sets: Option<f64>,
    /// The confidence interval of the mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_interval: Option<[f64; 2]>,
}

impl Answered for Simulated {
    fn status(&self) -> Status {
        match self.answer {
            Completion::Complete => Status::Yes,
            Completion::Stopped => Status::Stopped,
        }
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }
}

/// The value and the interval of an estimate.
fn parts(estimate: Option<Estimate>) -> (Option<f64>, Option<[f64; 2]>) {
    let interval = estimate.and_then(|estimate| estimate.interval);
    (estimate.map(|estimate| estimate.value), interval.map(Into::into))
}

impl Simulated {
    /// The results of the units that were played.
    fn of(journal: &Journal<Simulation>, Run { reason, threads, seconds }: Run) -> Self {
        let (run, tally) = (journal.work(), journal.sum());
        let games = tally.games();
        let count = |(size, some): (usize, u64)| {
            let (share, interval) = parts(proportion(some, games));
            let share = share.expect("a layout is of a game");
            GameCount { size, set_count: None, games: some.into(), share, interval }
        };
        let left =
            |(left, some)| GameCount { set_count: Some(run.taken(left)), ..count((left, some)) };
        let sum: u128 =
            tally.left().map(|(left, games)| run.taken(left) as u128 * u128::from(games)).sum();
        let per_game = tally.left().map(|(left, games)| (run.taken(left) as f64, games));
        let (per_game, interval) = parts(mean(per_game));
        let layouts = |size, deck_left, [with, without]: [u128; 2], estimate| {
            let (odds, interval) = parts(estimate);
            let (with, without) = (with.into(), without.into());
            Layouts { size, deck_left, with, without, odds, interval, ..Layouts::default() }
        };
        let sizes = tally.sizes().map(|(size, counts, odds)| layouts(size, None, counts, odds));
        let cells = tally.cells().map(|(size, deck, trials)| {
            let counts = [trials.with, trials.without].map(u128::from);
            let (sets, mean) = tally.sets(size, deck);
            let (mean_sets, mean_interval) = parts(Some(mean));
            let cell = layouts(size, Some(deck), counts, odds(trials));
            Layouts { set_count: Some(sets.into()), mean_sets, mean_interval, ..cell }
        });
        let mut layouts: Vec<Layouts> = cells.collect();
        layouts.sort_by_key(|layouts| (layouts.size, Reverse(layouts.deck_left)));
        Self {
            deck: run.deck(),
            version: journal.version().into(),
            start: run.start(),
            refill: run.refill(),
            pick: run.pick(),
            seed: run.seed().into(),
            games: run.games().into(),
            part: journal.part(),
            answer: if journal.is_complete() { Completion::Complete } else { Completion::Stopped },
            reason,
            played: games.into(),
            left: tally.left().map(left).collect(),
            sets_taken: SetsTaken { count: sum.into(), per_game, interval },
            largest: tally.largest().map(count).collect(),
            sizes: sizes.collect(),
            layouts,
            threads,
            seconds,
        }
    }
}

impl Parted for Simulate {
    type Work = Simulation;

    fn settled(&self, session: &Session) -> Result<Self, Error> {
        let games = match &self.games {
            None if self.deck == Deck::CLASSIC => 1_000_000_u64,
            None => 10_000,
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
        Simulation::new(self.deck, start, self.refill, self.pick, seed, games)
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

    fn unit(&self, unit: u64, limit: &Limit) -> Result<Tally, Error> {
        Ok(self.play(unit, limit)?)
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
