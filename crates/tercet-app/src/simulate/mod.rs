//! Many games and what happens in them: the questions `simulate` and `merge`.
//!
//! A simulation has a number of units of work. Its progress is a [`Checkpoint`]: which units were
//! played, and the tally of their games. It is saved while the simulation runs, and shards of a
//! simulation that were played separately are merged from their checkpoints.

mod answer;
mod checkpoint;
mod file;
mod shard;

use tercet::game::{Pick, Rules, Simulation};

use crate::ordered::{Pool, in_order};
use crate::prelude::*;

pub use self::{answer::*, checkpoint::Checkpoint, file::Saving, shard::*};

/// What happens in many games: the cards left at the end, the sets taken, the largest layout, and
/// the odds of a set by the size of the layout and the cards left in the deck.
///
/// The numbers depend only on the deck, `start`, `pick`, the seed and the number of games: not on
/// the threads, the shards, or how often the simulation was interrupted.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Simulate {
    /// The deck.
    pub deck: Deck,
    /// How many cards are dealt at first; v·p by default, or the whole of a smaller deck.
    pub start: Option<usize>,
    /// Which set is taken: each with the same probability, or the first in layout order.
    pub pick: Pick,
    /// How many games; by default 1,000,000 of (3,4), and 10,000 of other decks.
    pub games: Option<Whole>,
    /// The seed; by default that of `resume`, else a fresh one.
    pub seed: Option<Whole>,
    /// Which part of the games to play; all of them by default.
    pub shard: Shard,
    /// The checkpoint to continue from, of an earlier answer to the same question.
    pub resume: Option<Checkpoint>,
    /// Whether the answer holds a checkpoint, to continue from or to merge.
    pub checkpoint: bool,
    /// The maximum number of threads at work at once; one for each processor by default.
    pub threads: Option<NonZeroUsize>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

impl Simulate {
    /// The simulation before its first game, or as far as `resume` is.
    fn begin(&self, session: &Session) -> Result<Checkpoint, Error> {
        let deck = self.deck;
        let seed = match (&self.seed, &self.resume) {
            (None, Some(resume)) => resume.simulation().seed(),
            (seed, _) => session.seed(seed.as_ref())?,
        };
        let games = match &self.games {
            None => usual_games(deck),
            Some(games) => games.get().filter(|&games| games > 0).ok_or_else(|| {
                error!(OutOfRange, "a number of games is at least 1 and less than 2^64")
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
            Some((there, here)) => {
                Err(error!(OtherSimulation, "it holds another simulation: {there}, not {here}"))
            }
        }
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
        self.ask_into(session, &mut |_| ControlFlow::Continue(()))
    }

    fn ask_into(&self, session: &Session, sink: &mut Sink<'_>) -> Result<Simulated, Error> {
        /// How many units of each thread may wait for an earlier one: enough that no thread waits
        /// while a checkpoint is saved.
        const AHEAD: usize = 32;
        let mut checkpoint = self.begin(session)?;
        let (simulation, of) = (*checkpoint.simulation(), checkpoint.all_games());
        let units = usize::try_from(simulation.units()).unwrap_or(usize::MAX);
        let most = NonZeroUsize::new(units).unwrap_or(NonZeroUsize::MIN);
        let threads = session.threads(self.threads).min(most);
        let watch = session.stopwatch();
        let part = &session.part();
        let limit = &part.limit(self.timeout);
        let mut hand_out = |checkpoint: &Checkpoint| {
            let done = checkpoint.tally().games();
            session.report(|| Progress { what: "games".into(), done, of: Some(of) });
            sink(Item::Simulation(checkpoint))
        };
        let mut stopped = hand_out(&checkpoint).is_break().then_some(Stop::INTERRUPTED);
        if stopped.is_none() {
            let pool = Pool {
                threads,
                session: part,
                is_full: &|units| units >= AHEAD.saturating_mul(threads.get()),
            };
            let mut open = checkpoint.open();
            let play = || |unit| simulation.play(unit, limit);
            in_order(&pool, &mut || open.next(), &play, &mut |played| {
                stopped = match played {
                    Ok(tally) => {
                        checkpoint.add(&tally);
                        hand_out(&checkpoint).is_break().then_some(Stop::INTERRUPTED)
                    }
                    Err(stop) => Some(stop),
                };
                if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
        }
        let answer = Simulated {
            reason: stopped.map(Reason::of).transpose()?,
            threads: Some(threads.get()),
            seconds: Some(watch.elapsed()),
            ..Simulated::of(&checkpoint)
        };
        Ok(Simulated { checkpoint: self.checkpoint.then_some(checkpoint), ..answer })
    }
}
