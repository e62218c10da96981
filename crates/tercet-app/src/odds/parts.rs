//! Exact odds in parts: the classes of some cards, from which the hands grow.

use std::ops::Range;

use num_bigint::BigUint;
use tercet::odds::{Counted, Counting, Row};

use super::work::Work;
use super::{About, Odds, OddsTable};
use crate::prelude::*;
use crate::run::{Journal, Parted, Run, Units, reason};

impl Odds {
    /// The count that answers the question, unless its classes would take more memory. The odds of second
    /// layouts are not such a count.
    pub(super) fn counting(&self, memory: usize, limit: &Limit) -> Result<Counting, NoAnswer> {
        let all = || usize::try_from(self.deck.size()).unwrap_or(usize::MAX);
        let (counted, cards) = match self.about {
            About::Sets => (Counted::Sets, self.size_or_usual()),
            About::Disjoint => (Counted::Disjoint, self.size_or_usual()),
            _ => (Counted::Free, self.size.unwrap_or_else(all)),
        };
        Counting::new(self.deck, counted, cards, memory, limit)
    }
}

impl Parted for Odds {
    type Work = Counting;

    fn settled(&self, _: &Session) -> Result<Self, Error> {
        self.check()?;
        if self.about == About::SecondRound {
            let error = Error::new(
                Code::Conflict,
                "the odds of second layouts have no parts: they take seconds",
            );
            return Err(error.of_field("about"));
        }
        let size =
            if self.about.is_distribution() { Some(self.size_or_usual()) } else { self.size };
        Ok(Self { deck: self.deck, about: self.about, size, ..Self::default() })
    }

    fn prepare(&self, limit: &Limit) -> Result<Counting, Error> {
        Ok(self.counting(usize::MAX, limit)?)
    }

    fn answer(&self, journal: &Journal<Counting>, run: Run) -> Result<OddsTable, Error> {
        let reason = reason(journal, run);
        let mut work = Work::new(self);
        if self.about.is_distribution() {
            let sums: Vec<BigUint> = journal.sum().into_iter().map(|Whole(sum)| sum).collect();
            work.distribution(match &reason {
                None => journal.work().distribution(&sums).ok_or_else(damaged)?,
                Some(_) => Vec::new(),
            });
        } else {
            work.hands(free(journal, reason.as_ref())?, reason.is_some())?;
        }
        work.table.ending = Ending::unless(reason, true);
        Ok(work.table)
    }
}

impl Units for Counting {
    type Yield = Vec<Whole>;
    const COUNTED: &'static str = "classes";

    fn number(&self) -> u64 {
        self.units()
    }

    fn work(&self, units: Range<u64>, limit: &Limit, _: &mut Vec<u8>) -> Result<Vec<Whole>, Error> {
        let mut sums = Vec::new();
        for unit in units {
            let yielded = Self::count(self, unit, limit)?;
            Self::add(&mut sums, &yielded.into_iter().map(Whole).collect());
        }
        Ok(sums)
    }

    fn add(sums: &mut Vec<Whole>, next: &Vec<Whole>) {
        sums.resize(sums.len().max(next.len()), Whole::default());
        sums.iter_mut().zip(next).for_each(|(sum, next)| sum.0 += &next.0);
    }
}

/// The set-free hands by size as far as the units give them: without a reason, all of them.
pub(crate) fn free(
    journal: &Journal<Counting>,
    reason: Option<&Reason>,
) -> Result<Vec<Row>, Error> {
    if reason.is_some() {
        return Ok(journal.work().rows().to_vec());
    }
    let sums: Vec<BigUint> = journal.sum().into_iter().map(|Whole(sum)| sum).collect();
    journal.work().free(&sums).ok_or_else(damaged)
}

fn damaged() -> Error {
    error!(Damaged, "the sums are not those of all units")
}
