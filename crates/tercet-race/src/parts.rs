//! A race in parts: its boards (or games), one by one, each by all contestants and in all rounds.
//!
//! The boards are numbered in the order of the race, and the contestant that begins depends on the number
//! alone. So any machine can run any board, and the times of one board are from one machine. Whether a
//! contestant drops out depends on other boards: a machine knows those that it ran itself, and
//! [`Boards::report`], which knows all, leaves out the trials of those that drop out.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tercet::solver::{Limit, Stop};

use super::{Heat, Race, RaceError, Report, Request, Trial};
use crate::machine::machine;

/// The boards of a race, in the order in which they are run.
pub struct Boards {
    race: Mutex<Race>,
    /// The heats of each board, in their order.
    heats: Vec<Vec<Heat>>,
    rounds: NonZeroUsize,
    seed: u64,
    axis: &'static str,
}

/// The results of some boards of a race.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BoardsRaced {
    /// The trials of each board by contestant; none of one that took no part.
    pub trials: BTreeMap<u64, Vec<Option<Trial>>>,
    /// The name and version that each contestant gave.
    pub solvers: Vec<Option<String>>,
    /// Facts about the machines, as far as all agree.
    pub machine: BTreeMap<String, String>,
}

impl BoardsRaced {
    /// Adds what other boards have yielded.
    pub fn add(&mut self, next: &Self) {
        if self.trials.is_empty() {
            self.clone_from(next);
        } else if !next.trials.is_empty() {
            self.trials.extend(next.trials.clone());
            let names = self.solvers.iter_mut().zip(&next.solvers);
            names.for_each(|(name, other)| *name = name.take().or_else(|| other.clone()));
            self.machine.retain(|fact, text| next.machine.get(fact) == Some(text));
        }
    }
}

impl Boards {
    /// Prepares a race. `tercet` is the program whose command `peer` runs Tercet's own methods.
    ///
    /// # Errors
    ///
    /// As [`run`](super::run).
    pub fn new(request: &Request, tercet: &Path) -> Result<Self, RaceError> {
        let (race, axis, _) = request.begin(tercet)?;
        let heats = race.heats();
        let heats =
            heats.chunk_by(|one, other| (one.course, one.task) == (other.course, other.task));
        let (heats, seed) = (heats.map(Vec::from).collect(), request.first_seed());
        Ok(Self { race: Mutex::new(race), heats, rounds: request.rounds, seed, axis })
    }

    /// How many boards there are.
    pub fn number(&self) -> usize {
        self.heats.len()
    }

    /// Why boards cannot have yielded this, if they cannot: each has possible trials of the contestants, which agree.
    pub fn fault(&self, boards: Range<u64>, raced: &BoardsRaced) -> Option<String> {
        if !raced.trials.keys().copied().eq(boards) {
            return Some("the trials are not those of the boards".into());
        }
        self.with(|race| {
            let all = [race.contestants.len(); 2];
            if raced.trials.values().any(|trials| [trials.len(), raced.solvers.len()] != all) {
                return Some("the trials are not those of the contestants".into());
            }
            raced.trials.iter().find_map(|(&board, trials)| {
                let trials: Vec<_> = trials.iter().map(Option::as_ref).collect();
                let mut heats = self.heats[board as usize].iter();
                let why = heats.find_map(|&heat| race.fault(heat, &trials, self.rounds))?;
                Some(format!("board {}: {why}", board + 1))
            })
        })
    }

    /// The request with the methods and the number of threads that it has by default on this machine.
    pub fn settled(&self, request: Request) -> Request {
        self.with(|race| {
            let methods = race.contestants.iter().filter_map(|it| it.method.as_ref());
            let mut names: Vec<String> = methods.map(|method| method.name.into()).collect();
            names.dedup();
            Request { methods: Some(names), threads: Some(race.terms.threads), ..request }
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut Race) -> T) -> T {
        work(&mut self.race.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs a board.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit is reached, or two contestants contradict each other.
    pub fn run(&self, number: usize, limit: &Limit) -> Result<BoardsRaced, Stop> {
        let heats = &self.heats[number];
        let Heat { course, task, .. } = heats[0];
        self.with(|race| {
            race.trials[course].iter_mut().for_each(|trials| trials[task] = None);
            race.run_all(heats, self.rounds, limit, &mut |_, _| {}).map_err(|(_, stop)| stop)?;
            let trials = race.trials[course].iter().map(|trials| trials[task].clone()).collect();
            Ok(BoardsRaced {
                trials: BTreeMap::from([(number as u64, trials)]),
                solvers: race.lanes.iter().map(|lane| lane.solver.clone()).collect(),
                machine: machine().into_iter().collect(),
            })
        })
    }

    /// The report of the boards that were run.
    pub fn report(&self, raced: &BoardsRaced) -> Report {
        let mut race =
            self.with(|race| Race::new(race.contestants.clone(), race.courses.clone(), race.terms));
        for (&board, trials) in &raced.trials {
            for heat @ &Heat { course, task, contestant } in &self.heats[board as usize] {
                if !race.is_out(*heat) {
                    race.trials[course][contestant][task].clone_from(&trials[contestant]);
                }
            }
        }
        for (lane, solver) in race.lanes.iter_mut().zip(&raced.solvers) {
            lane.solver.clone_from(solver);
        }
        race.report(self.seed, self.axis, &|board| raced.trials.contains_key(&(board as u64)))
    }
}
