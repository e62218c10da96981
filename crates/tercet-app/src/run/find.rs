//! The parts of a search for a set, with or without a proof: ranges of the tasks of the method `cover`.

use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use tercet::solver::CoverTasks;
use tercet_models::Symmetry;
use tercet_proof::{Writer, prove_part};

use super::journal::Place;
use super::saving::merge_data;
use super::{First, Journal, Parted, Run, Units};
use crate::prelude::*;
use crate::prove::Output;
use crate::{Find, Prove, Proven, Sets, SetsOfBoard, check_provable};

/// The method whose search has tasks.
const METHOD: &str = Method::COVER.name;

/// The positions of the cards of a set.
type Searched = First<Vec<usize>>;

/// A board, and its search as tasks, of which the steps are written down or not.
pub struct Tasks {
    board: Board,
    search: CoverTasks,
    is_proved: bool,
}

impl Tasks {
    fn new(spec: &BoardSpec, is_proved: bool, limit: &Limit) -> Result<Self, Error> {
        let board = spec.board()?.board.clone();
        if is_proved {
            check_provable(board.deck())?;
        }
        Ok(Self { search: CoverTasks::new(&board, limit)?, board, is_proved })
    }
}

impl Journal<Tasks> {
    /// What the tasks say about the board.
    fn told(&self, spec: &BoardSpec, run: Run) -> Result<BoardAnswer<Proven>, Error> {
        let (session, part) = (Session::new(), self.part());
        let mut work = Work::on(spec, None, &session)?;
        work.took(run.seconds.unwrap_or_default());
        let positions: Vec<_> = self.sum().found.into_iter().map(|(_, set)| set).collect();
        // A part without a set answers nothing alone.
        let alone = || error!(Unfinished, "{part} has no set: the others may have one").into();
        let reason = run.reason.or_else(|| (!part.is_whole()).then(alone));
        let ending = Ending::unless(reason.filter(|_| positions.is_empty()), !positions.is_empty());
        let (sets, proof_size, proof) = (work.sets(&positions), None, None);
        Ok(work.answer(ending, Proven { sets, positions, proof_size, proof }))
    }
}

/// The same board without its name.
fn nameless(spec: &BoardSpec) -> Result<BoardSpec, Error> {
    Ok(spec.board()?.board.clone().into())
}

impl Parted for Find {
    type Work = Tasks;

    fn settled(&self, _: &Session) -> Result<Self, Error> {
        if let Some(other) = self.search.method.as_ref().filter(|&name| name != METHOD) {
            let message = format!("the search of {METHOD} has parts, that of {other} has none");
            return Err(Error::new(Code::MethodUnable, message).about(other.as_str()));
        }
        // The search of cover keeps within any memory, as it remembers no partial sets.
        let Search { symmetry, ref smt_solver, .. } = self.search;
        if symmetry != Symmetry::default() || smt_solver.is_some() {
            let means = "a symmetry and an SMT solver are for other methods: leave them out";
            return Err(error!(Conflict, "parts are searched by {METHOD}: {means}"));
        }
        Ok(Self { board: nameless(&self.board)?, ..Self::default() })
    }

    fn prepare(&self, limit: &Limit) -> Result<Tasks, Error> {
        Tasks::new(&self.board, false, limit)
    }

    fn answer(&self, journal: &Journal<Tasks>, run: Run) -> Result<SetsOfBoard, Error> {
        let BoardAnswer { deck, board, size, reading, ending, found, time } =
            journal.told(&self.board, run)?;
        let method = AnsweredBy { method: METHOD.into(), chosen_by: None, failures: Vec::new() };
        let Proven { sets, positions, .. } = found;
        let is_known = ending.status() != Status::Stopped;
        let count = is_known.then(|| sets.len().into());
        let (found, ending) =
            (Sets { sets, positions, count, ..Sets::default() }, ending.by(method));
        Ok(BoardAnswer { deck, board, size, reading, ending, found, time })
    }
}

impl Parted for Prove {
    type Work = Tasks;

    fn settled(&self, _: &Session) -> Result<Self, Error> {
        if self.for_clauses {
            let message = "a proof that is written as clauses has no parts";
            return Err(Error::new(Code::Conflict, message).of_field("for_clauses"));
        }
        Ok(Self { board: nameless(&self.board)?, ..Self::default() })
    }

    fn prepare(&self, limit: &Limit) -> Result<Tasks, Error> {
        Tasks::new(&self.board, true, limit)
    }

    fn answer(&self, journal: &Journal<Tasks>, run: Run) -> Result<BoardAnswer<Proven>, Error> {
        journal.told(&self.board, run)
    }
}

impl Units for Tasks {
    type Yield = Searched;
    const COUNTED: &'static str = "tasks";

    fn number(&self) -> u64 {
        self.search.count()
    }

    fn has_data(&self) -> bool {
        self.is_proved
    }

    fn work(
        &self,
        units: Range<u64>,
        limit: &Limit,
        data: &mut Vec<u8>,
    ) -> Result<Searched, Error> {
        let found = if self.is_proved {
            prove_part(&self.board, &self.search, units, limit, &mut *data)?
        } else {
            self.search.find(units, limit)?
        };
        if found.is_some() {
            data.clear();
        }
        let found = found.map(|(task, found)| (task, found.to_vec()));
        Ok(Searched { found })
    }

    fn add(sum: &mut Searched, next: &Searched) {
        sum.add(next);
    }

    fn fault(&self, units: Range<u64>, yielded: &Searched) -> Option<String> {
        let (task, set) = yielded.found.as_ref()?;
        let are_there = set.iter().all(|&position| position < self.board.len());
        let cards: Vec<Card> = if are_there { self.board.at(set) } else { Vec::new() };
        let is_set = units.contains(task) && Set::new(self.board.deck(), &cards).is_ok();
        (!is_set).then(|| "this is no set".into())
    }

    fn end(yielded: &Searched) -> Option<u64> {
        yielded.unit()
    }
}

/// Writes the proof of a board without a set from its parts. `places` says where the steps of the ranges of their
/// sum are, and `paths` are the files of the parts. Errors name the file of the output. Returns how many bytes
/// the proof has.
///
/// # Errors
///
/// [`Code::File`], and [`Code::Damaged`] if steps are not those that were written.
pub(super) fn write_proof(
    tasks: &Tasks,
    places: &[Place],
    paths: &[PathBuf],
    (file, output): (&Path, &mut dyn Write),
) -> Result<u64, Error> {
    let failed = |error| Error::of_io(error, "cannot write it").of(file);
    let mut counted = Output::new(u64::MAX, |bytes| output.write_all(bytes));
    let mut writer = Writer::new(&tasks.board, &mut counted).map_err(failed)?;
    let add = |bytes: &[u8]| writer.part(bytes).map_err(|error| io::Error::other(failed(error)));
    merge_data(places, paths, &mut Output::new(u64::MAX, add))?;
    writer.finish().map_err(failed)?;
    Ok(counted.bytes)
}
