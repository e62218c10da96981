//! Proofs that a board has no set: they are written, checked, and written again in other formats.

use std::io::{self, Write};
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;

use tercet_proof::{
    Checked, ExpandError, Format, ProveError, Reader, Refusal, Unprovable, check, expand,
};

use crate::job::no_thread;
use crate::prelude::*;
use crate::{Bytes, FileReader};

/// The default maximum of bytes of a file in an answer.
const MEMORY: usize = 1 << 26;

/// The most bytes of a file that a server writes.
const SERVED: usize = 1 << 24;

request! {
    /// Whether a board has a set; if it has none, with a proof.
    pub struct Prove {
        /// Its deck has at least four values and at most twelve properties.
        board,
        threads,
        timeout,
        /// It holds for the proof in the answer; 2^26 by default.
        memory,
        notation,
        /// Whether the proof is to be written as LRAT. It has no weights then, without which the
        /// search can take very long on structured boards.
        pub for_clauses: bool,
    }
}

/// A set of a board, or the proof that the board has no set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Proven {
    /// The set that was found, if there is one, as its cards in layout order.
    pub sets: Vec<Vec<String>>,
    /// The same set as the positions of its cards on the board, from 0.
    pub positions: Vec<Vec<usize>>,
    /// How many bytes the proof has, if there is no set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof_size: Option<Whole>,
    /// The content of the proof file; absent if it was written elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Bytes>,
}

/// Refuses decks whose boards have no proofs, or only proofs that say no more than the board.
///
/// # Errors
///
/// [`Code::MethodUnable`], with the reason.
pub fn check_provable(deck: Deck) -> Result<(), Error> {
    let unable = |why: String| Err(Error::new(Code::MethodUnable, why));
    match tercet_proof::provable(deck) {
        Err(why) => unable(format!("boards of {deck} have no proofs: {why}")),
        Ok(()) if deck.values() < 4 => unable(format!(
            "a proof needs four or more values: for a board of {deck} it would be no shorter than the search"
        )),
        Ok(()) => Ok(()),
    }
}

impl Prove {
    /// Searches the board, and hands out the bytes of the proof meanwhile, at most this many.
    fn prove(
        &self,
        session: &Session,
        most: u64,
        sink: &mut Sink<'_, Self>,
    ) -> Result<BoardAnswer<Proven>, Error> {
        /// How many pieces of the proof may wait for the sink.
        const AHEAD: usize = 64;
        let mut work = Work::on(&self.board, self.notation, session)?;
        check_provable(work.deck())?;
        let limit = work.begin(self.timeout, || "find, with a proof".into());
        let (board, threads) = (work.board(), session.threads(self.threads));
        // The threads of the search write the proof, but the sink belongs to this thread.
        let (sender, pieces) = mpsc::sync_channel(AHEAD);
        let (found, bytes) = thread::scope(|scope| {
            let search = move || {
                let send = |bytes: &[u8]| sender.send(bytes.to_vec()).map_err(|_| not_wanted());
                let mut output = Output::new(most, send);
                let found =
                    tercet_proof::prove(board, threads, self.for_clauses, &limit, &mut output);
                (found, output.bytes)
            };
            let search = thread::Builder::new().spawn_scoped(scope, search);
            let search = search.map_err(|error| no_thread(&error))?;
            // Dropping the pieces that wait ends the search.
            let _ = pieces.into_iter().any(|piece| sink(&piece).is_break());
            Ok::<_, Error>(search.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })?;
        let (ending, found) = match found {
            Ok(found) => (Ending::of(found.is_some()), found),
            Err(why) => (Ending::stopped(why)?, None),
        };
        // The set is checked by the definition before it is returned.
        let found = found.inspect(|found| drop(found.set(board)));
        let positions: Vec<_> = found.iter().map(|found| found.to_vec()).collect();
        let proof_size = (ending.status() == Status::No).then(|| bytes.into());
        let sets = work.sets(&positions);
        Ok(work.answer(ending, Proven { sets, positions, proof_size, proof: None }))
    }
}

impl Question for Prove {
    type Answer = BoardAnswer<Proven>;

    const MOST_BYTES: usize = SERVED;

    fn ask(&self, session: &Session) -> Result<BoardAnswer<Proven>, Error> {
        let (mut answer, proof) = kept(self.memory, |most, sink| self.prove(session, most, sink))?;
        answer.found.proof = answer.found.proof_size.is_some().then_some(proof);
        Ok(answer)
    }
}

impl Streamed for Prove {
    /// The next bytes of the proof, which is complete if the board has no set.
    type Item<'a> = &'a [u8];

    fn ask_into(
        &self,
        session: &Session,
        sink: &mut Sink<'_, Self>,
    ) -> Result<BoardAnswer<Proven>, Error> {
        self.prove(session, u64::MAX, sink)
    }
}

/// The beginning and the end of the names of a game's proof files.
pub(crate) const CLAIM: (&str, &str) = ("none-", ".proof");

/// The name of the proof file of a claim in a game that the board has no set. The first claim is 1.
pub fn file_of_claim(number: usize) -> String {
    format!("{}{number}{}", CLAIM.0, CLAIM.1)
}

impl From<ProveError> for Error {
    fn from(error: ProveError) -> Self {
        match error {
            ProveError::Unprovable(why) => why.into(),
            ProveError::Stopped(stop) => stop.into(),
            ProveError::Io(error) => Self::of_io(error, "cannot write it"),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unprovable(why) => why.into(),
            Refusal::Stopped(stop) => stop.into(),
            Refusal::Io(error) => Self::of_io(error, "cannot read it"),
            refusal => Self::new(Code::NotAProof, refusal.to_string()),
        }
    }
}

impl From<Unprovable> for Error {
    fn from(why: Unprovable) -> Self {
        Self::new(Code::MethodUnable, why.to_string())
    }
}

request! {
    /// Whether a proof shows that a board has no set.
    pub struct CheckProof {
        board,
        /// The content of the proof file.
        pub proof: Bytes,
        /// The reader of the proof file, in place of its content.
        #[serde(skip)]
        pub reader: Option<FileReader>,
        timeout,
    }
}

/// The result of checking a proof: `yes` if it shows that the board has no set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ProofChecked {
    /// Why the proof does not show this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// How many steps the proof has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Whole>,
    /// How many of these steps are branches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<Whole>,
    /// How many groups of cards the proof searches; the cards of a group agree in some properties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Whole>,
}

impl Question for CheckProof {
    type Answer = BoardAnswer<ProofChecked, Decision>;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, None, session)?;
        let limit = work.begin(self.timeout, || "check a proof".into());
        let proof = FileReader::of(&self.proof.0, self.reader.as_ref());
        let (decision, fault, checked) = match check(work.board(), proof, &limit) {
            Ok(checked) => (Ending::of(true), None, Some(checked)),
            Err(Refusal::Wrong(fault)) => (Ending::of(false), Some(fault.to_string()), None),
            Err(refusal) => (Ending::stopped(refusal)?, None, None),
        };
        let number = |of: fn(&Checked) -> u64| checked.as_ref().map(|checked| of(checked).into());
        let found = ProofChecked {
            fault,
            steps: number(|checked| checked.steps),
            branches: number(|checked| checked.branches),
            groups: number(|checked| checked.groups),
        };
        Ok(work.answer(decision, found))
    }
}

request! {
    some required;
    /// A proof that a board has no set, as LRAT or `VeriPB`.
    pub struct ExpandProof {
        board,
        /// The content of the proof file.
        #[serde(default)]
        pub proof: Bytes,
        /// The reader of the proof file, in place of its content.
        #[serde(skip)]
        pub reader: Option<FileReader>,
        /// The format. LRAT refers to the formula of an export to DIMACS, `VeriPB` to that of an export
        /// to OPB.
        pub to: Format,
        /// It holds for `expanded` in the answer; 2^26 by default.
        memory,
        timeout,
    }
}

/// A proof as LRAT or `VeriPB`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ProofExpanded {
    /// The format.
    pub form: Format,
    /// How many steps the proof has.
    pub steps: Whole,
    /// How many clauses were derived from them.
    pub clauses: Whole,
    /// The size of the file in bytes.
    pub expanded_size: Whole,
    /// The content of the file; absent if it was written elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expanded: Option<Bytes>,
}

impl ExpandProof {
    fn expand(
        &self,
        session: &Session,
        most: u64,
        sink: &mut Sink<'_, Self>,
    ) -> Result<BoardAnswer<ProofExpanded, ()>, Error> {
        let mut work = Work::on(&self.board, None, session)?;
        let limit = work.begin(self.timeout, || "expand a proof".into());
        let board = work.board();
        let output = Output::new(most, |bytes| match sink(bytes) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(not_wanted()),
        });
        let expanded = Reader::new(board, FileReader::of(&self.proof.0, self.reader.as_ref()))
            .map_err(ExpandError::from)
            .and_then(|steps| expand(board, steps, self.to, &limit, output))
            .map_err(|error| match error {
                ExpandError::Refused(refusal) => Error::from(refusal),
                ExpandError::Weighed { .. } => {
                    Error::new(Code::MethodUnable, error.to_string()).of_field("to")
                }
                ExpandError::Write(error) => Error::of_io(error, "cannot write the expansion"),
            })?;
        let found = ProofExpanded {
            form: self.to,
            steps: expanded.steps.into(),
            clauses: expanded.clauses.into(),
            expanded_size: expanded.bytes.into(),
            expanded: None,
        };
        Ok(work.answer((), found))
    }
}

impl Question for ExpandProof {
    type Answer = BoardAnswer<ProofExpanded, ()>;

    const MOST_BYTES: usize = SERVED;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let (mut answer, file) = kept(self.memory, |most, sink| self.expand(session, most, sink))?;
        answer.found.expanded = Some(file);
        Ok(answer)
    }
}

impl Streamed for ExpandProof {
    /// The next bytes of the file.
    type Item<'a> = &'a [u8];

    fn ask_into(
        &self,
        session: &Session,
        sink: &mut Sink<'_, Self>,
    ) -> Result<Self::Answer, Error> {
        self.expand(session, u64::MAX, sink)
    }
}

/// Takes the bytes of a file, and hands them out: at most this many.
pub(crate) struct Output<F> {
    hand_out: F,
    pub(crate) bytes: u64,
    most: u64,
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Output<F> {
    pub(crate) fn new(most: u64, hand_out: F) -> Self {
        Self { hand_out, bytes: 0, most }
    }
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Write for Output<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.most - self.bytes < bytes.len() as u64 {
            return Err(io::Error::other(Stop::MEMORY));
        }
        (self.hand_out)(bytes)?;
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The error of a file of which no more is wanted.
fn not_wanted() -> io::Error {
    io::Error::other(Stop::INTERRUPTED)
}

/// The answer to a question that hands out a file, with the file.
fn kept<A>(
    memory: Option<usize>,
    ask: impl FnOnce(u64, &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Result<A, Error>,
) -> Result<(A, Bytes), Error> {
    let mut file = Vec::new();
    let answer = ask(memory.unwrap_or(MEMORY) as u64, &mut |bytes| {
        file.extend_from_slice(bytes);
        ControlFlow::Continue(())
    })?;
    Ok((answer, Bytes(file)))
}
