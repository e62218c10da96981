//! The progress of a simulation. A checkpoint of a running simulation, a finished shard to be
//! merged and the sum of shards have the same type.

use std::ops::Range;

use tercet::game::{Simulation, Tally};

use super::{Shard, Shards};
use crate::prelude::*;

/// The tally of the first units of some shards of a run.
///
/// In requests and answers it is a text: the line of JSON that is also its file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Checkpoint {
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
    /// The state before the first game.
    pub fn new(simulation: Simulation, Shard { number, of }: Shard) -> Self {
        let version = env!("CARGO_PKG_VERSION").into();
        let (shards, tally) = (vec![number], Tally::default());
        Self { version, simulation, of, shards, units: 0, tally }
    }

    /// The state after the first units of a whole simulation.
    ///
    /// # Panics
    ///
    /// If the simulation has fewer units, or the tally does not have their number of games.
    pub fn of_first_units(simulation: Simulation, units: u64, tally: Tally) -> Self {
        let games = simulation.games_of(0..units);
        assert_eq!(tally.games(), games, "{units} units have {games} games");
        Self { units, tally, ..Self::new(simulation, Shard::WHOLE) }
    }

    /// How many units of the shards were played, from the first on.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// The version of Tercet that played the games.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The simulation.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The tally of the games so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The shards of the run that this covers.
    pub fn shards(&self) -> Shards {
        Shards { of: self.of, numbers: self.shards.clone() }
    }

    fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.shards.iter().map(|&number| Shard { number, of: self.of }.units(&self.simulation))
    }

    /// The number of units of the shards.
    fn all_units(&self) -> u64 {
        self.ranges().map(|range| range.end - range.start).sum()
    }

    /// The number of games of the shards.
    pub fn all_games(&self) -> u64 {
        self.ranges().map(|range| self.simulation.games_of(range)).sum()
    }

    /// Whether all games of the shards were played.
    pub fn is_complete(&self) -> bool {
        self.units == self.all_units()
    }

    /// The units that have yet to be played.
    pub(super) fn open(&self) -> Range<u64> {
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
    pub(super) fn add(&mut self, tally: &Tally) {
        self.tally.add(tally);
        self.units += 1;
    }

    /// The settings that distinguish the run from others, by name.
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

    /// The first difference between two runs, as its value in each.
    fn difference(&self, other: &Self) -> Option<(String, String)> {
        self.traits().into_iter().zip(other.traits()).find(|(mine, other)| mine != other)
    }

    /// The first difference between two runs, or else between their shards.
    pub(super) fn difference_of_shards(&self, other: &Self) -> Option<(String, String)> {
        let shards = || (self.shards().to_string(), other.shards().to_string());
        let differ = (self.of, &self.shards) != (other.of, &other.shards);
        self.difference(other).or_else(|| differ.then(shards))
    }

    /// Whether the other checkpoint contains all these shards of the run.
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        let within =
            self.of == other.of && self.shards.iter().all(|one| other.shards.contains(one));
        self.difference(other).is_none() && (other.is_whole() || within)
    }

    /// Whether some games of the run are in both checkpoints.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let shared =
            self.of == other.of && self.shards.iter().any(|one| other.shards.contains(one));
        self.difference(other).is_none() && (self.is_whole() || other.is_whole() || shared)
    }

    fn is_whole(&self) -> bool {
        self.of == 1
    }

    /// Adds other shards of the run; errors use these names for the two.
    pub(super) fn merge(&mut self, other: &Self, [here, there]: [&str; 2]) -> Result<(), Error> {
        let refusal = |message: String| Err(Error::new(Code::OtherSimulation, message));
        if let Some((mine, other)) = self.difference(other) {
            return refusal(format!(
                "{here} and {there} are of different runs: {mine} and {other}"
            ));
        }
        if self.meets(other) {
            let (mine, other) = (self.shards(), other.shards());
            return refusal(format!(
                "{there} has games that are in {here} already ({other}; {mine})"
            ));
        }
        if self.of != other.of {
            let (mine, other) = (self.shards(), other.shards());
            return refusal(format!("{here} and {there} are cut differently: {mine} and {other}"));
        }
        self.shards.extend(&other.shards);
        self.shards.sort_unstable();
        self.tally.add(&other.tally);
        self.units += other.units;
        Ok(())
    }

    /// Turns the shards into the whole run, if all of them are present.
    pub(super) fn join(&mut self) {
        if self.shards.len() as u64 == self.of {
            (self.of, self.shards) = (1, vec![1]);
        }
    }

    /// Why the numbers are impossible, if they are.
    pub(super) fn fault(&self) -> Option<String> {
        let last = self.shards.last().copied().unwrap_or_default();
        let first = self.shards.first().copied().unwrap_or_default();
        let are_shards = self.of <= Shard::MOST_SHARDS
            && first >= 1
            && last <= self.of
            && self.shards.is_sorted_by(|one, next| one < next);
        if !are_shards {
            return Some("there are no such shards".into());
        }
        // Several shards come from a merge, which takes only finished ones.
        let all = self.all_units();
        if self.units != all && (self.units > all || self.shards.len() != 1) {
            return Some("there are no such units".into());
        }
        let open = self.simulation.games_of(self.open());
        if self.tally.games() != self.all_games() - open {
            return Some("the games are not those of the units".into());
        }
        self.simulation.check(&self.tally).err().map(|error| error.to_string())
    }
}
