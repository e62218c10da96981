//! How far a simulation has come: a checkpoint while it is played, a shard to be merged when it is
//! done, and the sum of shards afterwards are one and the same.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tercet::game::{Simulation, Tally};

use crate::atomic;

use super::shard::{Shard, Shards};

/// The tally of the first units of some shards of a run.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Checkpoint {
    /// The version of Tercet that played the games.
    pub(super) version: String,
    pub(super) simulation: Simulation,
    /// Into how many shards the run was cut.
    pub(super) of: u64,
    /// Which of them these are, ascending.
    pub(super) shards: Vec<u64>,
    /// How many of their units were played, from the first on.
    pub(super) units: u64,
    pub(super) tally: Tally,
}

impl Checkpoint {
    /// Before the first game.
    pub(crate) fn new(simulation: Simulation, Shard { number, of }: Shard) -> Self {
        let version = env!("CARGO_PKG_VERSION").into();
        let (shards, tally) = (vec![number], Tally::default());
        Self { version, simulation, of, shards, units: 0, tally }
    }

    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    pub(crate) fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    pub(crate) fn shards(&self) -> Shards<'_> {
        Shards { numbers: &self.shards, of: self.of }
    }

    fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.shards.iter().map(|&number| Shard { number, of: self.of }.units(&self.simulation))
    }

    /// How many units the shards have.
    fn all_units(&self) -> u64 {
        self.ranges().map(|range| range.end - range.start).sum()
    }

    /// How many games the shards have.
    pub(crate) fn all_games(&self) -> u64 {
        self.ranges().map(|range| self.simulation.games_of(range)).sum()
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.units == self.all_units()
    }

    /// The units that have yet to be played.
    pub(crate) fn open(&self) -> Range<u64> {
        let mut done = self.units;
        for range in self.ranges() {
            let units = range.end - range.start;
            if done < units {
                return range.start + done..range.end;
            }
            done -= units;
        }
        0..0
    }

    /// Adds the tally of the first open unit.
    pub(crate) fn add(&mut self, tally: &Tally) {
        self.tally.add(tally);
        self.units += 1;
    }

    /// What distinguishes the run from others, by name.
    fn traits(&self) -> [String; 6] {
        let run = &self.simulation;
        [
            format!("tercet {}", self.version),
            format!("the deck {}", run.deck()),
            format!("start {}", run.start()),
            format!("pick {}", run.pick()),
            format!("seed {}", run.seed()),
            format!("{} games", run.games()),
        ]
    }

    /// The first thing by which two runs differ, as it is in either.
    fn difference(&self, other: &Self) -> Option<(String, String)> {
        self.traits().into_iter().zip(other.traits()).find(|(mine, other)| mine != other)
    }

    /// The same, or else how the shards differ.
    fn difference_of_shards(&self, other: &Self) -> Option<(String, String)> {
        let shards = || (self.shards().to_string(), other.shards().to_string());
        let differ = (self.of, &self.shards) != (other.of, &other.shards);
        self.difference(other).or_else(|| differ.then(shards))
    }

    /// Checks that a file holds what is to be played: the same shards of the same run.
    pub(crate) fn check_same(&self, path: &Path, planned: &Self) -> Result<()> {
        match self.difference_of_shards(planned) {
            None => Ok(()),
            Some((here, planned)) => bail!(
                "{}: it holds another simulation: {here}, not {planned}: give the same options, \
                 or name another file",
                path.display()
            ),
        }
    }

    /// Checks that the file can be written, and that nothing is lost by that: what is there now,
    /// if anything, is part of this.
    pub(crate) fn check_out(&self, path: &Path) -> Result<()> {
        atomic::check(path)?;
        if !path.exists() {
            return Ok(());
        }
        let there = Self::read(path)
            .with_context(|| format!("{}: it is not overwritten", path.display()))?;
        match there.difference_of_shards(self) {
            Some((there_is, here_is)) if !there.is_part_of(self) => bail!(
                "{}: it is not overwritten: it holds another simulation: {there_is}, not \
                 {here_is}: name another file",
                path.display()
            ),
            _ => Ok(()),
        }
    }

    /// Whether these shards of the run are all in the other.
    fn is_part_of(&self, other: &Self) -> bool {
        let within =
            self.of == other.of && self.shards.iter().all(|one| other.shards.contains(one));
        self.difference(other).is_none() && (other.is_whole() || within)
    }

    /// Whether some games of the run are in both.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let shared =
            self.of == other.of && self.shards.iter().any(|one| other.shards.contains(one));
        self.difference(other).is_none() && (self.is_whole() || other.is_whole() || shared)
    }

    fn is_whole(&self) -> bool {
        self.of == 1
    }

    /// Adds other shards of the run; `names` are the files of both, for the refusal.
    pub(crate) fn merge(&mut self, other: &Self, names: [&Path; 2]) -> Result<()> {
        let [here, there] = names.map(Path::display);
        if let Some((mine, other)) = self.difference(other) {
            bail!("{here} and {there} are of different runs: {mine} and {other}");
        }
        if self.meets(other) {
            let (mine, other) = (self.shards(), other.shards());
            bail!("{there} has games that are in {here} already ({other}; {mine}): name each once");
        }
        if self.of != other.of {
            bail!(
                "{here} and {there} are cut differently: {} and {}",
                self.shards(),
                other.shards()
            );
        }
        self.shards.extend(&other.shards);
        self.shards.sort_unstable();
        self.tally.add(&other.tally);
        self.units += other.units;
        Ok(())
    }

    /// Forgets into how many shards the run was cut, if they are all there.
    pub(crate) fn join(&mut self) {
        if self.shards.len() as u64 == self.of {
            (self.of, self.shards) = (1, vec![1]);
        }
    }

    /// Whether the numbers are possible.
    pub(super) fn check(&self) -> Result<()> {
        let last = self.shards.last().copied().unwrap_or_default();
        let first = self.shards.first().copied().unwrap_or_default();
        ensure!(
            self.of <= Shard::MOST
                && first >= 1
                && last <= self.of
                && self.shards.is_sorted_by(|one, next| one < next),
            "there are no such shards"
        );
        // Several shards are those of a merge, which takes only finished ones.
        let all = self.all_units();
        ensure!(
            self.units == all || self.units < all && self.shards.len() == 1,
            "there are no such units"
        );
        let open = self.simulation.games_of(self.open());
        ensure!(
            self.tally.games() == self.all_games() - open,
            "the games are not those of the units"
        );
        self.simulation.check(&self.tally)?;
        Ok(())
    }
}
