//! The figures of the sources, measured anew: which there are, in which order, and how a run that was
//! killed goes on.

mod machine;
mod store;

use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tercet::solver::{Limit, Options, Stop};
use thiserror::Error;

use crate::figures::{Extent, dealing, knuth, norvig, overney_tests, timed};
use crate::race::{Heat, Race, Trial};
use crate::report::{Report, Section};

pub use store::StoreError;
use store::{Key, Store};

/// A section of the report to be.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// How fairly cards are dealt.
    Dealing(dealing::Figure),
    /// Times.
    Timed(&'static timed::Figure),
    /// The tests of Overney and Sieving.
    OverneyTests,
    /// The write-up's table of probabilities.
    Knuth,
    /// Norvig's odds.
    Norvig,
}

impl Piece {
    /// All sections, in the order of the report: source by source.
    pub fn all() -> Vec<Self> {
        let mut pieces: Vec<Self> = dealing::FIGURES.map(Self::Dealing).to_vec();
        let of = |source: &'static str| {
            let figures = timed::figures().filter(move |figure| figure.source.starts_with(source));
            figures.map(Self::Timed)
        };
        pieces.extend(of("Takeshita"));
        pieces.extend(of("Overney"));
        pieces.push(Self::OverneyTests);
        pieces.extend(of("The recipe"));
        pieces.extend(of("Rubin"));
        pieces.extend([Self::Knuth, Self::Norvig]);
        pieces.extend(of("Tercet"));
        pieces
    }

    /// The name, as `tercet reproduce` takes it: `fig13`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Dealing(figure) => figure.id,
            Self::Timed(figure) => figure.id,
            Self::OverneyTests => "overney-tests",
            Self::Knuth => "knuth",
            Self::Norvig => "norvig",
        }
    }
}

/// What is measured, and with what: all that must be the same when a run goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    extent: String,
    seed: u64,
    threads: usize,
    version: String,
    /// The SMT solver with its version, if there is one.
    solver: Option<String>,
}

impl Plan {
    /// A plan of this version.
    pub fn new(extent: Extent, seed: u64, options: &Options) -> Self {
        let extent = extent.of(("quick", "full")).into();
        let threads = options.threads.get();
        let (version, solver) = (env!("CARGO_PKG_VERSION").into(), machine::solver(options));
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

/// Why a report stops short.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// What was measured cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It was interrupted, or two methods contradict each other.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Where a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The figure.
    pub id: &'a str,
    /// Who is at work.
    pub contestant: &'a str,
    /// The size.
    pub size: &'a str,
    /// How much of the figure is done, from 0 to 1.
    pub done: f64,
}

/// A run of some figures into a folder.
pub struct Reproduction {
    store: Store,
    tercet: PathBuf,
    options: Options,
    extent: Extent,
    seed: u64,
    /// How many trials were run, and not known before.
    measured: usize,
}

impl Reproduction {
    /// The seed with which a folder was begun, if it was.
    pub fn seed_of(folder: &Path) -> Option<u64> {
        Store::seed(folder)
    }

    /// Begins in a folder, or goes on there. `tercet` is the program whose command `peer` runs our
    /// methods; of the options, threads and the solver of SMT are for all.
    ///
    /// # Errors
    ///
    /// [`StoreError`], where the folder cannot be used, or was begun with another plan.
    pub fn open(
        folder: &Path,
        tercet: &Path,
        options: &Options,
        extent: Extent,
        seed: u64,
    ) -> Result<Self, StoreError> {
        let store = Store::open(folder, &Plan::new(extent, seed, options))?;
        let (tercet, options) = (tercet.to_owned(), options.clone());
        Ok(Self { store, tercet, options, extent, seed, measured: 0 })
    }

    /// How many measurements were made by this run; those of earlier ones are not made again.
    pub fn measured(&self) -> usize {
        self.measured
    }

    /// Measures what is not known yet of a section, and gives it.
    ///
    /// # Errors
    ///
    /// [`ReproduceError`], where the limit stops it, two methods contradict each other, or what was
    /// measured cannot be written down.
    pub fn section(
        &mut self,
        piece: Piece,
        limit: &Limit,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Section, ReproduceError> {
        let (extent, seed) = (self.extent, self.seed);
        progress(Progress { id: piece.id(), contestant: "", size: "", done: 0.0 });
        Ok(match piece {
            Piece::Dealing(figure) => {
                figure.section(&self.data(figure.id, || figure.measure(seed, limit))?)
            }
            Piece::OverneyTests => overney_tests::section(
                &self.data(piece.id(), || overney_tests::measure(extent, limit))?,
            ),
            Piece::Knuth => {
                knuth::section(&self.data(piece.id(), || knuth::measure(extent, seed, limit))?)
            }
            Piece::Norvig => {
                norvig::section(&self.data(piece.id(), || norvig::measure(extent, seed, limit))?)
            }
            Piece::Timed(figure) => {
                let mut race = figure.race(&self.tercet, &self.options, extent, seed);
                self.run(figure.id, &mut race, limit, progress)?;
                figure.section(&race, extent, seed)
            }
        })
    }

    /// The data of a computed figure, which are computed only if they are not known.
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

    /// The report of these sections, with what is to be known about the machine and the run.
    pub fn report(&self, sections: Vec<Section>) -> Report {
        let mut facts = machine::facts(&self.options);
        facts.push(("Tercet".into(), env!("CARGO_PKG_VERSION").into()));
        facts.push(("Extent".into(), self.extent.of(("quick", "full")).into()));
        facts.push(("Seed".into(), self.seed.to_string()));
        facts.push(("Threads a method".into(), self.options.threads.to_string()));
        Report {
            title: "The published figures of the game of SET, measured anew".into(),
            lead: format!(
                "What five texts claim about finding sets, beside what was measured on this machine \
                 with the same decks and rules{}, and what Tercet's own methods take for it. (Claims of \
                 Tercet's own say so.)",
                self.extent.of((", on fewer points and boards", ""))
            ),
            is_provisional: self.extent == Extent::Quick,
            facts,
            sections,
        }
    }
}

fn key(id: &str, race: &Race, heat: Heat) -> Key {
    Key {
        figure: id.into(),
        size: race.courses()[heat.course].label.clone(),
        contestant: race.contestants()[heat.contestant].name.clone(),
        task: heat.task,
    }
}
