//! The results of a simulation.

use std::cmp::Reverse;

use tercet::game::{Pick, Simulation};
use tercet::statistics::{Estimate, Trials, mean, odds, proportion};

use crate::prelude::*;
use crate::run::{Journal, Part, Run};

/// The results of a simulation.
///
/// An `interval` is a 95 % confidence interval: Wilson's for shares and for odds of layouts with
/// the same number of cards left in the deck, which are independent of each other; for odds by
/// size, which mix layouts of one game, that of a ratio of two means over games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Simulated {
    /// The deck.
    pub deck: Deck,
    /// The version of Tercet that played the games.
    pub version: String,
    /// How many cards are dealt at first.
    pub start: usize,
    /// Which set is taken.
    pub pick: Pick,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Completion {
    /// All games were played.
    Complete,
    /// A limit ended the work before.
    Stopped,
}

/// The games with a given number of cards, left at their end or in their largest layout.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SetsTaken {
    /// How many.
    pub count: Whole,
    /// Their mean number in a game; `null` without a game.
    pub per_game: Option<f64>,
    /// The confidence interval of the mean.
    pub interval: Option<[f64; 2]>,
}

/// The layouts with a given number of cards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
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
    pub fn of(journal: &Journal<Simulation>, Run { reason, threads, seconds }: Run) -> Self {
        let (run, tally) = (journal.work(), journal.sum());
        let games = tally.games();
        let size = usize::try_from(run.deck().size());
        let size = size.expect("a deck of a simulation has few cards");
        let taken = |left: usize| (size - left) / run.deck().values();
        let count = |(size, some): (usize, u64)| {
            let share = proportion(some, games);
            let (share, interval) = parts(share);
            let share = share.expect("a layout is of a game");
            GameCount { size, set_count: None, games: some.into(), share, interval }
        };
        let left = |(left, some)| GameCount { set_count: Some(taken(left)), ..count((left, some)) };
        let sum: u128 =
            tally.left().map(|(left, games)| taken(left) as u128 * u128::from(games)).sum();
        let sets_and_games: Vec<(f64, u64)> =
            tally.left().map(|(left, games)| (taken(left) as f64, games)).collect();
        let (per_game, interval) = parts(mean(sets_and_games.into_iter()));
        let mut layouts: Vec<Layouts> = tally
            .cells()
            .map(|(size, deck, trials)| {
                let Trials { with, without } = trials;
                let (odds, interval) = parts(odds(trials));
                let (with, without) = (with.into(), without.into());
                Layouts { size, deck_left: Some(deck), with, without, odds, interval }
            })
            .collect();
        layouts.sort_by_key(|layouts| (layouts.size, Reverse(layouts.deck_left)));
        let sizes = tally.sizes().map(|(size, [with, without], odds)| {
            let (odds, interval) = parts(odds);
            let (with, without) = (with.into(), without.into());
            Layouts { size, deck_left: None, with, without, odds, interval }
        });
        Self {
            deck: run.deck(),
            version: journal.version().into(),
            start: run.start(),
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
