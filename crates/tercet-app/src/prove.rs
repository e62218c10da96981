//! Proofs that a board has no set, which others can check.

use std::io::{self, Write};
use std::panic::resume_unwind;
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use tercet_proof::{ProveError, Refusal, Unprovable};

use crate::Bytes;
use crate::job::no_thread;
use crate::prelude::*;

/// The default maximum of bytes of a proof in an answer.
pub(crate) const MEMORY: usize = 1 << 26;

/// The most bytes of a proof that a server writes.
pub(crate) const SERVED: usize = 1 << 24;

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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
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
                let mut output = Counted::new(Sent(sender), most);
                let found = if self.for_clauses {
                    tercet_proof::prove_for_clauses(board, threads, &limit, &mut output)
                } else {
                    tercet_proof::prove(board, threads, &limit, &mut output)
                };
                (found.map_err(Error::from), output.bytes)
            };
            let search = thread::Builder::new().spawn_scoped(scope, search);
            let search = search.map_err(|error| no_thread(&error))?;
            // Dropping the pieces that wait ends the search.
            let _ = pieces.into_iter().any(|piece| sink(&piece).is_break());
            Ok::<_, Error>(search.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })?;
        let (found, stopped) = found.map_or_else(|why| (None, Some(why)), |found| (found, None));
        // The set is checked by the definition before it is returned.
        let set = found.as_ref().map(|found| found.set(board));
        let positions: Vec<_> = found.iter().map(|found| found.to_vec()).collect();
        let proof_size = (found.is_none() && stopped.is_none()).then(|| bytes.into());
        let ending = match stopped {
            Some(why) => Ending::stopped(why)?,
            None => Ending::of(found.is_some()),
        };
        let sets = set.iter().map(|set| work.cards(set.cards())).collect();
        Ok(work.answer(ending, Proven { sets, positions, proof_size, proof: None }))
    }
}

impl Question for Prove {
    type Answer = BoardAnswer<Proven>;

    const MOST_BYTES: usize = SERVED;

    fn ask(&self, session: &Session) -> Result<BoardAnswer<Proven>, Error> {
        let mut proof = Vec::new();
        let most = self.memory.unwrap_or(MEMORY) as u64;
        let mut answer = self.prove(session, most, &mut keep(&mut proof))?;
        answer.found.proof = answer.found.proof_size.is_some().then_some(Bytes(proof));
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

/// Counts the bytes written, and refuses too many.
pub(crate) struct Counted<W> {
    output: W,
    pub(crate) bytes: u64,
    most: u64,
}

impl<W> Counted<W> {
    pub(crate) fn new(output: W, most: u64) -> Self {
        Self { output, bytes: 0, most }
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.most - self.bytes < bytes.len() as u64 {
            return Err(io::Error::other(Stop::MEMORY));
        }
        let written = self.output.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Sends what is written to another thread, until that wants no more.
struct Sent(SyncSender<Vec<u8>>);

impl Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.send(bytes.to_vec());
        sent.map(|()| bytes.len()).map_err(|_| io::Error::other(Stop::INTERRUPTED))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Hands what is written to a sink.
pub(crate) struct HandedOut<'a, 'b>(pub(crate) &'a mut (dyn FnMut(&[u8]) -> ControlFlow<()> + 'b));

impl Write for HandedOut<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match (self.0)(bytes) {
            ControlFlow::Continue(()) => Ok(bytes.len()),
            ControlFlow::Break(()) => Err(io::Error::other(Stop::INTERRUPTED)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A sink that keeps bytes.
pub(crate) fn keep(bytes: &mut Vec<u8>) -> impl FnMut(&[u8]) -> ControlFlow<()> {
    |next| {
        bytes.extend_from_slice(next);
        ControlFlow::Continue(())
    }
}
