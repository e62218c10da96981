//! Many games and what happens in them: the questions `simulate` and `merge`.
//!
//! A simulation has a number of units of work. Its progress is a [`Checkpoint`]: which units were
//! played, and the tally of their games. It is saved while the simulation runs, and shards of a
//! simulation that were played separately are merged from their checkpoints.

mod answer;
mod checkpoint;
mod file;
mod merge;
mod saving;
mod shard;
mod workers;

use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::game::{Pick, Rules, Simulation};

use crate::cost::{self, Cost, Means};
use crate::question::Question;
use crate::search::threads;
use crate::{Code, Error, Progress, Reason, Seconds, Session, Whole};

pub use answer::{Completion, GameCount, Layouts, SetsTaken, Shards, Simulated};
pub use checkpoint::Checkpoint;
pub use merge::Merge;
pub use saving::Saving;
pub use shard::{Shard, ShardError};

/// What happens in many games: the cards left at the end, the sets taken, the largest layout, and
/// the odds of a set by the size of the layout and the cards left in the deck.
///
/// The numbers depend only on the deck, `start`, `pick`, the seed and the number of games: not on
/// the threads, the shards, or how often the simulation was interrupted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Simulate {
    /// The deck.
    pub deck: Deck,
    /// How many cards are dealt at first; v·p by default, or the whole of a smaller deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// Which set is taken: each with the same probability, or the first in layout order.
    pub pick: Pick,
    /// How many games; by default 1,000,000 of (3,4), and 10,000 of other decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Whole>,
    /// The seed; by default that of `resume`, else a fresh one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Whole>,
    /// Which part of the games to play; all of them by default.
    pub shard: Shard,
    /// The checkpoint to continue from, of an earlier answer to the same question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resume: Option<Checkpoint>,
    /// Whether the answer holds a checkpoint, to continue from or to merge.
    pub checkpoint: bool,
    /// The maximum number of threads at work at once; one for each processor by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<NonZeroUsize>,
    /// The time limit; no limit by default, but a server may have its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Seconds>,
}

impl Default for Simulate {
    fn default() -> Self {
        Self {
            deck: Deck::default(),
            start: None,
            pick: Pick::Uniform,
            games: None,
            seed: None,
            shard: Shard::WHOLE,
            resume: None,
            checkpoint: false,
            threads: None,
            timeout: None,
        }
    }
}

/// A simulation that was played to its end, or to a limit.
#[derive(Clone, Debug)]
pub struct Run {
    /// The progress of the simulation.
    pub checkpoint: Checkpoint,
    /// How many of its games were played in earlier runs.
    pub earlier: u64,
    /// The limit that ended it.
    pub stopped: Option<Reason>,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// How long it took.
    pub seconds: Seconds,
}

impl Run {
    /// The results of the games.
    pub fn answer(&self) -> Simulated {
        Simulated {
            answer: if self.stopped.is_none() { Completion::Complete } else { Completion::Stopped },
            reason: self.stopped.clone(),
            threads: Some(self.threads.get()),
            seconds: Some(self.seconds),
            ..Simulated::of(&self.checkpoint)
        }
    }
}

impl Simulate {
    /// The simulation before its first game, or as far as `resume` is.
    ///
    /// # Errors
    ///
    /// [`Code::OutOfRange`] for games that cannot be simulated, [`Code::OtherSimulation`] if
    /// `resume` is of another one, and the errors of [`Session::seed`].
    pub fn begin(&self, session: &Session) -> Result<Checkpoint, Error> {
        let deck = self.deck;
        let seed = match (&self.seed, &self.resume) {
            (None, Some(resume)) => resume.simulation().seed(),
            (seed, _) => session.seed(seed.as_ref())?,
        };
        let games = match &self.games {
            None => usual_games(deck),
            Some(games) => games.get().filter(|&games| games > 0).ok_or_else(|| {
                Error::new(Code::OutOfRange, "a number of games is at least 1 and less than 2^64")
                    .about(games.to_string())
            })?,
        };
        let start = self.start.unwrap_or_else(|| Rules::classic(deck).start);
        let simulation = Simulation::new(deck, start, self.pick, seed, games)
            .map_err(|stop| Error::new(Code::OutOfRange, stop.to_string()))?;
        let planned = Checkpoint::new(simulation, self.shard);
        let Some(resume) = &self.resume else { return Ok(planned) };
        match resume.difference_of_shards(&planned) {
            None => Ok(resume.clone()),
            Some((there, here)) => Err(Error::new(
                Code::OtherSimulation,
                format!("it holds another simulation: {there}, not {here}"),
            )),
        }
    }

    /// Plays the remaining games, and calls `each` before the first, after the last, and whenever
    /// some were added. A limit ends the run without an error.
    ///
    /// # Errors
    ///
    /// [`Code::Memory`] if the system cannot start a thread, and the errors of `each`, which end
    /// the run.
    pub fn play(
        &self,
        mut checkpoint: Checkpoint,
        session: &Session,
        each: &mut dyn FnMut(&Checkpoint) -> Result<(), Error>,
    ) -> Result<Run, Error> {
        let units = usize::try_from(checkpoint.simulation().units()).unwrap_or(usize::MAX);
        let most = NonZeroUsize::new(units).unwrap_or(NonZeroUsize::MIN);
        let threads = threads(self.threads).min(most);
        let (earlier, of) = (checkpoint.tally().games(), checkpoint.all_games());
        let watch = session.stopwatch();
        let mut added = |checkpoint: &Checkpoint| {
            let done = checkpoint.tally().games();
            session.report(|| Progress { what: "games".into(), done, of: Some(of) });
            each(checkpoint)
        };
        added(&checkpoint)?;
        let stopped = if checkpoint.is_complete() {
            None
        } else {
            // An error of `each` cancels the units that are being played.
            let part = session.part();
            let limit = part.limit(self.timeout);
            workers::play(&mut checkpoint, threads, &limit, &mut |checkpoint| {
                added(checkpoint).inspect_err(|_| part.canceller().cancel())
            })?
        };
        let stopped = stopped.map(Reason::of).transpose()?;
        Ok(Run { checkpoint, earlier, stopped, threads, seconds: watch.elapsed() })
    }
}

/// The default number of games.
fn usual_games(deck: Deck) -> u64 {
    if deck == Deck::CLASSIC { 1_000_000 } else { 10_000 }
}

impl Question for Simulate {
    type Answer = Simulated;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        cost::deck(self.deck)?;
        Ok(Cost { threads: means.threads(&mut self.threads), ..Cost::work(self.timeout) })
    }

    fn ask(&self, session: &Session) -> Result<Simulated, Error> {
        let run = self.play(self.begin(session)?, session, &mut |_| Ok(()))?;
        let answer = run.answer();
        Ok(Simulated { checkpoint: self.checkpoint.then_some(run.checkpoint), ..answer })
    }
}
