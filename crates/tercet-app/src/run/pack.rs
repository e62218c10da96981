//! The parts of a packing: ranges of the tasks of the search for a larger one than a quick search finds.

use std::ops::Range;

use tercet::packing::PackTasks;
use tercet::solver::Found;

use super::{First, Journal, Parted, Run, Units};
use crate::pack::lister;
use crate::prelude::*;
use crate::{Pack, Packer, PackingOfBoard};

/// The positions of the cards of the sets of a larger packing.
type Larger = First<Vec<Vec<usize>>>;

impl Parted for Pack {
    type Work = PackTasks;

    fn settled(&self, _: &Session) -> Result<Self, Error> {
        if self.packer != Packer::Branch {
            let name = self.packer.name();
            let message = format!("the search of branch has parts, that of {name} has none");
            return Err(Error::new(Code::MethodUnable, message).about(name));
        }
        let search = Search { memory: self.search.memory, ..Search::default() };
        Ok(Self { board: self.board.board()?.board.clone().into(), search, ..Self::default() })
    }

    fn prepare(&self, limit: &Limit) -> Result<PackTasks, Error> {
        let board = &self.board.board()?.board;
        let mut lister = lister(&self.search, board, &Session::new())?;
        Ok(PackTasks::new(&mut *lister, self.search.memory(), limit)?)
    }

    fn answer(&self, journal: &Journal<PackTasks>, run: Run) -> Result<PackingOfBoard, Error> {
        let session = Session::new();
        let mut work = Work::on(&self.board, self.notation, &session)?;
        work.took(run.seconds.unwrap_or_default());
        let found = journal.sum().found.map(|(_, sets)| sets.into_iter().map(Found::new));
        let found: Option<Vec<Found>> = found.map(Iterator::collect);
        let open = journal.first_open();
        let packing = journal.work().packing(found.as_deref(), open);
        let reason = super::reason(journal, run).filter(|_| open.is_some());
        let mut lister = lister(&self.search, work.board(), &session)?;
        Ok(self.packed(&work, &packing, reason, &mut *lister, &Limit::none()))
    }
}

impl Units for PackTasks {
    type Yield = Larger;
    const COUNTED: &'static str = "tasks";

    fn number(&self) -> u64 {
        Self::count(self)
    }

    fn work(&self, units: Range<u64>, limit: &Limit, _: &mut Vec<u8>) -> Result<Larger, Error> {
        let found = self.find(units, limit)?;
        let positions = |sets: Vec<Found>| sets.iter().map(|set| set.to_vec()).collect();
        Ok(Larger { found: found.map(|(task, sets)| (task, positions(sets))) })
    }

    fn add(sum: &mut Larger, next: &Larger) {
        sum.add(next);
    }

    fn fault(&self, units: Range<u64>, yielded: &Larger) -> Option<String> {
        let (task, sets) = yielded.found.as_ref()?;
        let is_larger = units.contains(task) && self.is_packing(*task, sets);
        (!is_larger).then(|| "this is no larger packing".into())
    }

    fn end(yielded: &Larger) -> Option<u64> {
        yielded.unit()
    }
}
