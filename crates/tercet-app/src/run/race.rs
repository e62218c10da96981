//! The parts of a race: its boards, each with all contestants.

use std::ops::Range;

use tercet_race::{Boards, BoardsRaced, Field, contradict};

use super::{Journal, Parted, Run, Units};
use crate::prelude::*;
use crate::race::{digests, program, seeded};
use crate::{Race, Raced};

impl Parted for Race {
    type Work = Boards;

    fn settled(&self, session: &Session) -> Result<Self, Error> {
        // The boards of a file are not dealt.
        let seeded = match self.field {
            Field::File { .. } => self.clone(),
            _ => seeded(self, session)?,
        };
        let boards = Boards::new(&seeded, &program(self)?)?;
        Ok(Self { tercet: None, ..boards.settled(seeded) })
    }

    fn prepare(&self, _: &Limit) -> Result<Boards, Error> {
        Ok(Boards::new(self, &program(self)?)?)
    }

    fn answer(&self, journal: &Journal<Self::Work>, run: Run) -> Result<Raced, Error> {
        let raced = journal.sum();
        let report = journal.work().report(&raced);
        Ok(Raced {
            version: journal.version().into(),
            reason: super::reason(journal, run),
            machine: raced.machine,
            request: Box::new(self.clone()),
            digests: digests(self)?,
            report,
        })
    }
}

impl Units for Boards {
    type Yield = BoardsRaced;
    const COUNTED: &'static str = "boards";

    fn number(&self) -> u64 {
        Self::number(self) as u64
    }

    fn unit(&self, board: u64, limit: &Limit) -> Result<BoardsRaced, Error> {
        Ok(self.run(board as usize, limit)?)
    }

    fn add(sum: &mut BoardsRaced, next: &BoardsRaced) {
        sum.add(next);
    }

    /// The times of two runs differ.
    fn agree(one: &BoardsRaced, other: &BoardsRaced) -> bool {
        let mut both = one.trials.iter().zip(&other.trials);
        both.all(|((_, one), (_, other))| {
            let mut both = one.iter().zip(other);
            both.all(|pair| {
                let (Some(one), Some(other)) = pair else { return true };
                !contradict(&one.outcome, &other.outcome)
            })
        })
    }

    fn fault(&self, units: Range<u64>, raced: &BoardsRaced) -> Option<String> {
        Self::fault(self, units, raced)
    }
}
