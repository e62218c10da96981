//! Reproduction of the published figures: their list and order, and runs that can be resumed.

mod store;

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tercet::solver::{Limit, NoAnswer, Stop};
use tercet_models::methods;
use tercet_race::{Contestant, Heat, Race, RaceError, Request, machine};
use thiserror::Error;

use crate::figures::{Experiment, Extent, Figure, answers};
use crate::report::{Report, Section};

use store::{Key, Store};

/// Everything that must be the same when a run is resumed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    schema: String,
    extent: Extent,
    seed: u64,
    threads: usize,
    version: String,
    /// The SMT solver with its version, if one is installed.
    solver: Option<String>,
}

impl Plan {
    /// A plan of this version.
    pub fn new(extent: Extent, settings: &Request) -> Self {
        Self {
            schema: store::SCHEMA.into(),
            extent,
            seed: settings.first_seed(),
            threads: settings.terms().threads.get(),
            version: env!("CARGO_PKG_VERSION").into(),
            solver: machine::solver(settings.smt_solver.as_deref()),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { extent, seed, threads, version, solver, .. } = self;
        let solver = solver.as_deref().unwrap_or("no SMT solver");
        write!(f, "a {extent} run of version {version}, seed {seed}, threads: {threads}, {solver}")
    }
}

/// Why a report is incomplete.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// The measurements cannot be stored.
    #[error("{path}: {what}", path = path.display())]
    Store {
        /// The file, or its folder.
        path: PathBuf,
        /// Why not, and what helps.
        what: String,
    },
    /// Another program cannot take part.
    #[error(transparent)]
    Peers(#[from] RaceError),
    /// The run was interrupted, an experiment is not possible, or two methods contradict each other.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

impl From<Stop> for ReproduceError {
    fn from(stop: Stop) -> Self {
        NoAnswer::from(stop).into()
    }
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
    plan: Plan,
    settings: Request,
    peers: Vec<Contestant>,
    /// Whether a figure was measured in which the peers take part.
    takes_peers: bool,
    /// The number of measurements made by this run.
    measured: usize,
}

impl Reproduction {
    /// The name of the file of measurements in its folder.
    pub const FILE: &str = store::NAME;

    /// The seed of the run whose measurements a folder holds, if it holds any.
    pub fn seed_of(folder: &Path) -> Option<u64> {
        Store::seed(folder)
    }

    /// Begins a run in a folder, or resumes it there. The settings are those of all races: the program `tercet`,
    /// the seed, the threads, the SMT solver, and other programs, which take part in the figures of all methods. A
    /// figure has symmetry breaking of its own.
    ///
    /// # Errors
    ///
    /// [`ReproduceError`], if the folder cannot be used or holds measurements of another plan, a peer is
    /// not a program, or two contestants have one name.
    pub fn open(folder: &Path, settings: Request, extent: Extent) -> Result<Self, ReproduceError> {
        let peers = peers(&settings.peers)?;
        let plan = Plan::new(extent, &settings);
        let store = Store::open(folder, &plan)?;
        Ok(Self { store, plan, settings, peers, takes_peers: false, measured: 0 })
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
        let (id, &Plan { extent, seed, .. }) = (&figure.id, &self.plan);
        progress(Progress { id, contestant: "", size: "", done: 0.0 });
        self.store.expect(id, &figure.parameters)?;
        Ok(match &figure.experiment {
            Experiment::Times(times) => {
                self.takes_peers |= times.takes_peers();
                let (mut race, axis) = times.race(&self.settings, extent)?;
                self.run(id, &mut race, limit, progress)?;
                times.section(figure, (&race, axis), &self.settings, extent)
            }
            Experiment::Hands(hands) => {
                hands.section(figure, &self.data(id, || hands.measure(extent, seed, limit))?)
            }
            Experiment::Deals(deals) => {
                deals.section(figure, &self.data(id, || deals.measure(seed, limit))?)
            }
            Experiment::Answers(cases) => {
                let data = self.data(id, || answers::measure(cases, extent, limit))?;
                answers::section(cases, figure, &data)
            }
        })
    }

    /// The data of a computed figure.
    fn data<T: Serialize + DeserializeOwned>(
        &mut self,
        id: &str,
        measure: impl FnOnce() -> Result<T, NoAnswer>,
    ) -> Result<T, ReproduceError> {
        self.measurement(Key { figure: id.into(), ..Key::default() }, |_| measure())
    }

    /// A measurement, from the store or else made.
    fn measurement<T: Serialize + DeserializeOwned>(
        &mut self,
        key: Key,
        measure: impl FnOnce(&Key) -> Result<T, NoAnswer>,
    ) -> Result<T, ReproduceError> {
        if let Some(known) = self.store.get(&key) {
            return Ok(known);
        }
        let made = measure(&key)?;
        self.store.put(key, &made)?;
        self.measured += 1;
        Ok(made)
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
            let done = number as f64 / heats.len() as f64;
            let trial =
                self.measurement(key(id, race, heat), |Key { contestant, size, .. }| {
                    progress(Progress { id, contestant, size, done });
                    Ok(race.run(heat, limit)?)
                })?;
            race.accept(heat, trial)?;
        }
        Ok(())
    }

    /// The report of these sections, with the facts about the machine and the run.
    ///
    /// # Errors
    ///
    /// [`ReproduceError::NoAnswer`], if the limit is reached while the peers say what they are.
    pub fn report(&self, sections: Vec<Section>, limit: &Limit) -> Result<Report, ReproduceError> {
        let Plan { extent, seed, threads, version, solver, .. } = self.plan.clone();
        let mut facts = machine::machine();
        facts.extend(solver.map(|solver| ("SMT solver".to_owned(), solver)));
        let peers = if self.takes_peers { &self.peers[..] } else { &[] };
        for peer in peers {
            facts.extend(peer.solver(limit)?.map(|solver| (peer.name.clone(), solver)));
        }
        let own = [
            ("Tercet", version),
            ("Extent", extent.to_string()),
            ("Seed", seed.to_string()),
            ("Threads per method", threads.to_string()),
        ];
        facts.extend(own.map(|(name, fact)| (name.into(), fact)));
        Ok(Report {
            title: "Experiments about finding sets, made again".into(),
            lead: format!(
                "What was measured on this machine with the decks and rules of the sources{}, over the points that \
                 they published, with a verdict on each of their claims: on their own points, and here. Claims that \
                 Tercet adds are marked as such.",
                extent.of((", on fewer sizes and boards", ""))
            ),
            is_provisional: extent == Extent::Quick,
            facts,
            sections,
        })
    }
}

/// The other programs, whose names differ from each other and from those of the methods.
fn peers(files: &[PathBuf]) -> Result<Vec<Contestant>, RaceError> {
    let mut names: HashSet<String> = methods().iter().map(|method| method.name.into()).collect();
    let peer = |file: &PathBuf| {
        let peer = Contestant::peer(file)?;
        if names.insert(peer.name.clone()) { Ok(peer) } else { Err(RaceError::SameName(peer.name)) }
    };
    files.iter().map(peer).collect()
}

fn key(id: &str, race: &Race, heat: Heat) -> Key {
    Key {
        figure: id.into(),
        size: race.courses[heat.course].label.clone(),
        contestant: race.contestants[heat.contestant].name.clone(),
        task: heat.task,
    }
}
