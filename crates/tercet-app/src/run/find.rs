//! The parts of a search for a set, with or without a proof: ranges of the tasks of the method `cover`.

use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use tercet::solver::CoverTasks;
use tercet_proof::{Writer, prove_part};

use super::ranges::Place;
use super::saving::merge_data;
use super::{Journal, Parted, Run, Units};
use crate::check_provable;
use crate::prelude::*;
use crate::{Find, Prove, Proven, Sets, SetsOfBoard};

/// The method whose search has tasks.
const METHOD: &str = Method::COVER.name;

/// What some tasks of a board have yielded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Searched {
    /// The first task with a set, and the positions of its cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<(u64, Vec<usize>)>,
}

/// A board, and its search as tasks, of which the steps are written down or not.
pub struct Tasks {
    board: Board,
    search: CoverTasks,
    is_proved: bool,
}

/// A question whose search has tasks.
pub trait Tasked: Question + Clone + Default + Send + Sync + 'static {
    /// Whether the steps of a proof are written down.
    const IS_PROVED: bool;

    /// The same question about a board, without its settings.
    ///
    /// # Errors
    ///
    /// If settings are asked for that the tasks do not have.
    fn settled_about(&self, board: BoardSpec) -> Result<Self, Error>;

    /// The board.
    fn about(&self) -> &BoardSpec;

    /// The answer, without a name of its board.
    fn told(told: Told) -> Self::Answer;
}

/// What is told in an answer.
type Told = BoardAnswer<Proven>;

impl<Q: Tasked> Parted for Q {
    type Work = Tasks;

    fn settled(&self, _: &Session) -> Result<Self, Error> {
        self.settled_about(self.about().board()?.board.clone().into())
    }

    fn prepare(&self, limit: &Limit) -> Result<Tasks, Error> {
        let board = self.about().board()?.board.clone();
        if Self::IS_PROVED {
            check_provable(board.deck())?;
        }
        let search = CoverTasks::new(&board, limit)?;
        Ok(Tasks { board, search, is_proved: Self::IS_PROVED })
    }

    fn answer(&self, journal: &Journal<Tasks>, run: Run) -> Result<Self::Answer, Error> {
        let (session, part) = (Session::new(), journal.part());
        let mut work = Work::on(self.about(), None, &session)?;
        work.took(run.seconds.unwrap_or_default());
        let positions: Vec<_> = journal.sum().found.into_iter().map(|(_, set)| set).collect();
        // A part without a set answers nothing alone.
        let message = || format!("{part} has no set: the others may have one");
        let alone = || Reason { code: Code::Unfinished, message: message() };
        let reason = run.reason.or_else(|| (!part.is_whole()).then(alone));
        let ending = Ending::unless(reason.filter(|_| positions.is_empty()), !positions.is_empty());
        let (sets, proof_size, proof) = (work.sets(&positions), None, None);
        Ok(Self::told(work.answer(ending, Proven { sets, positions, proof_size, proof })))
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
        if sum.found.is_none() {
            sum.found.clone_from(&next.found);
        }
    }

    fn fault(&self, units: Range<u64>, yielded: &Searched) -> Option<String> {
        let (task, set) = yielded.found.as_ref()?;
        let are_there = set.iter().all(|&position| position < self.board.len());
        let cards: Vec<Card> = if are_there { self.board.at(set) } else { Vec::new() };
        let is_set = units.contains(task) && Set::new(self.board.deck(), &cards).is_ok();
        (!is_set).then(|| "this is no set".into())
    }

    fn end(yielded: &Searched) -> Option<u64> {
        yielded.found.as_ref().map(|(task, _)| *task)
    }
}

impl Tasked for Find {
    const IS_PROVED: bool = false;

    fn settled_about(&self, board: BoardSpec) -> Result<Self, Error> {
        if let Some(other) = self.search.method.as_ref().filter(|&name| name != METHOD) {
            let message = format!("the search of {METHOD} has parts, that of {other} has none");
            return Err(Error::new(Code::MethodUnable, message).about(other.as_str()));
        }
        Ok(Self { board, ..Self::default() })
    }

    fn about(&self) -> &BoardSpec {
        &self.board
    }

    fn told(BoardAnswer { given, ending, found, time }: Told) -> SetsOfBoard {
        let method = AnsweredBy { method: METHOD.into(), chosen_by: None, failures: Vec::new() };
        let Proven { sets, positions, .. } = found;
        let is_known = ending.status() != Status::Stopped;
        let count = is_known.then(|| sets.len().into());
        let found = Sets { sets, positions, count, remembered: None };
        BoardAnswer { given, ending: ending.by(method), found, time }
    }
}

impl Tasked for Prove {
    const IS_PROVED: bool = true;

    fn settled_about(&self, board: BoardSpec) -> Result<Self, Error> {
        if self.for_clauses {
            let message = "a proof that is written as clauses has no parts";
            return Err(Error::new(Code::Conflict, message).of_field("for_clauses"));
        }
        Ok(Self { board, ..Self::default() })
    }

    fn about(&self) -> &BoardSpec {
        &self.board
    }

    fn told(told: Told) -> Told {
        told
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
    let failed = |error| cannot_write(file, error);
    let mut counted = crate::prove::Counted::new(output, u64::MAX);
    let writer = Writer::new(&tasks.board, &mut counted).map_err(failed)?;
    let mut steps = Steps(writer, file);
    merge_data(places, paths, &mut steps)?;
    steps.0.finish().map_err(failed)?;
    Ok(counted.bytes)
}

fn cannot_write(file: &Path, error: io::Error) -> Error {
    Error::of_io(error, "cannot write it").of(file)
}

/// Takes the steps of a proof, which goes to this file.
struct Steps<'a, W: Write>(Writer<W>, &'a Path);

impl<W: Write> Write for Steps<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.0.part(bytes).map(|()| bytes.len());
        written.map_err(|error| io::Error::other(cannot_write(self.1, error)))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
