//! Reproduction of the published figures: their list and order, and runs that can be resumed.

mod store;

use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tercet::solver::{Limit, Options, Stop};
use tercet_models::{Models, methods};
use thiserror::Error;

use crate::figures::times::Times;
use crate::figures::{Experiment, Extent, Figure, figures};
use crate::machine;
use crate::race::{Contestant, Heat, Race, RaceError, Trial};
use crate::report::{Report, Section};

pub use store::StoreError;
use store::{Key, Store};

/// Everything that must be the same when a run is resumed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    extent: String,
    seed: u64,
    threads: usize,
    version: String,
    /// The SMT solver with its version, if one is installed.
    solver: Option<String>,
}

impl Plan {
    /// A plan of this version.
    pub fn new(extent: Extent, seed: u64, models: &Models, options: &Options) -> Self {
        let extent = extent.of(("quick", "full")).into();
        let threads = options.threads.get();
        let solver = machine::solver(models.program.as_deref());
        let version = env!("CARGO_PKG_VERSION").into();
        Self { extent, seed, threads, version, solver }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { extent, seed, threads, version, solver } = self;
        let solver = solver.as_deref().unwrap_or("no SMT solver");
        write!(f, "a {extent} run of version {version}, seed {seed}, {threads} threads, {solver}")
    }
}

/// Why a report is incomplete.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// The measurements cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another program cannot take part.
    #[error(transparent)]
    Peers(#[from] RaceError),
    /// The run was interrupted, or two methods contradict each other.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The figure.
    pub id: &'a str,
    /// The contestant at work.
    pub contestant: &'a str,
    /// The size.
    pub size: &'a str,
    /// The share of the figure that is done, from 0 to 1.
    pub done: f64,
}

/// A run that measures figures and stores the measurements in a folder.
pub struct Reproduction {
    store: Store,
    tercet: PathBuf,
    models: Models,
    options: Options,
    peers: Vec<Contestant>,
    extent: Extent,
    seed: u64,
    /// The number of measurements made by this run.
    measured: usize,
}

impl Reproduction {
    /// The seed of the run whose measurements a folder holds, if it holds any.
    pub fn seed_of(folder: &Path) -> Option<u64> {
        Store::seed(folder)
    }

    /// Begins a run in a folder, or resumes it there. `tercet` is the program whose command `peer` runs
    /// Tercet's methods; a figure has symmetry breaking of its own. The files `peers` are other programs,
    /// which take part in the figures of all methods.
    ///
    /// # Errors
    ///
    /// [`ReproduceError`], if the folder cannot be used or holds measurements of another plan, a peer is
    /// not a program, or two contestants have one name.
    pub fn open(
        folder: &Path,
        tercet: &Path,
        models: &Models,
        options: &Options,
        peers: &[PathBuf],
        extent: Extent,
        seed: u64,
    ) -> Result<Self, ReproduceError> {
        let peers = self::peers(peers)?;
        let store = Store::open(folder, &Plan::new(extent, seed, models, options))?;
        let (tercet, models, options) = (tercet.to_owned(), models.clone(), *options);
        Ok(Self { store, tercet, models, options, peers, extent, seed, measured: 0 })
    }

    /// The number of measurements made by this run; those of earlier runs are not repeated.
    pub fn measured(&self) -> usize {
        self.measured
    }

    /// Measures what is still missing of a figure, and returns its section.
    ///
    /// # Errors
    ///
    /// [`ReproduceError`], if the limit is reached, two methods contradict each other, or a measurement
    /// cannot be stored.
    pub fn section(
        &mut self,
        figure: &Figure,
        limit: &Limit,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Section, ReproduceError> {
        let (id, extent, seed) = (&figure.id, self.extent, self.seed);
        progress(Progress { id, contestant: "", size: "", done: 0.0 });
        Ok(match &figure.experiment {
            Experiment::Times(times) => {
                let Self { tercet, models, options, peers, .. } = &*self;
                let mut race = times.race(tercet, models, options, peers, extent, seed);
                self.run(id, &mut race, limit, progress)?;
                times.section(figure, &race, extent, seed)
            }
            Experiment::Hands(hands) => {
                hands.section(figure, &self.data(id, || hands.measure(extent, seed, limit))?)
            }
            Experiment::Deals(deals) => {
                deals.section(figure, &self.data(id, || deals.measure(seed, limit))?)
            }
            Experiment::Answers(answers) => {
                answers.section(figure, &self.data(id, || answers.measure(extent, limit))?)
            }
        })
    }

    /// The data of a computed figure, from the store or else computed.
    fn data<T: Serialize + DeserializeOwned>(
        &mut self,
        id: &str,
        measure: impl FnOnce() -> Result<T, Stop>,
    ) -> Result<T, ReproduceError> {
        let (size, contestant) = (String::new(), String::new());
        let key = Key { figure: id.into(), size, contestant, task: 0 };
        if let Some(data) = self.store.get(&key) {
            return Ok(data);
        }
        let data = measure()?;
        self.store.put(key, &data)?;
        self.measured += 1;
        Ok(data)
    }

    fn run(
        &mut self,
        id: &str,
        race: &mut Race,
        limit: &Limit,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<(), ReproduceError> {
        let heats = race.heats();
        for (number, &heat) in heats.iter().enumerate() {
            if race.is_out(heat) {
                continue;
            }
            let key = key(id, race, heat);
            let trial = if let Some(trial) = self.store.get::<Trial>(&key) {
                trial
            } else {
                progress(Progress {
                    id,
                    contestant: &key.contestant,
                    size: &key.size,
                    done: number as f64 / heats.len() as f64,
                });
                let trial = race.run(heat, limit)?;
                self.store.put(key, &trial)?;
                self.measured += 1;
                trial
            };
            race.accept(heat, trial)?;
        }
        Ok(())
    }

    /// The report of these sections, with the facts about the machine and the run.
    ///
    /// # Errors
    ///
    /// [`ReproduceError::Stopped`], if the limit is reached while the peers say what they are.
    pub fn report(&self, sections: Vec<Section>, limit: &Limit) -> Result<Report, ReproduceError> {
        let mut facts = machine::facts(self.models.program.as_deref());
        let takes_peers = |figure: &Figure| {
            figure.times().is_some_and(Times::takes_peers)
                && sections.iter().any(|section| section.id == figure.id)
        };
        let peers = if figures().iter().any(takes_peers) { &self.peers[..] } else { &[] };
        for peer in peers {
            facts.extend(peer.solver(limit)?.map(|solver| (peer.name.clone(), solver)));
        }
        facts.push(("Tercet".into(), env!("CARGO_PKG_VERSION").into()));
        facts.push(("Extent".into(), self.extent.of(("quick", "full")).into()));
        facts.push(("Seed".into(), self.seed.to_string()));
        facts.push(("Threads per method".into(), self.options.threads.to_string()));
        Ok(Report {
            title: "The published figures of the game of SET, reproduced".into(),
            lead: format!(
                "The claims of five texts about finding sets, and what was measured on this machine with \
                 the same decks and rules{}, together with the times of Tercet's own methods. Claims that \
                 Tercet adds are marked as such.",
                self.extent.of((", on fewer sizes and boards", ""))
            ),
            is_provisional: self.extent == Extent::Quick,
            facts,
            sections,
        })
    }
}

/// The other programs, whose names differ from each other and from those of the methods.
fn peers(files: &[PathBuf]) -> Result<Vec<Contestant>, RaceError> {
    let mut peers: Vec<Contestant> = Vec::new();
    for file in files {
        let peer = Contestant::peer(file)?;
        let mut names =
            methods().iter().map(|method| method.name).chain(peers.iter().map(|it| &*it.name));
        if names.any(|name| name == peer.name) {
            return Err(RaceError::SameName(peer.name));
        }
        drop(names);
        peers.push(peer);
    }
    Ok(peers)
}

fn key(id: &str, race: &Race, heat: Heat) -> Key {
    Key {
        figure: id.into(),
        size: race.courses()[heat.course].label.clone(),
        contestant: race.contestants()[heat.contestant].name.clone(),
        task: heat.task,
    }
}
