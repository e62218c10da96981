//! Proofs that a board has no set, which strangers can check.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::notation::Notation;
use tercet::solver::{Limit, Stop};
use tercet::{Board, Deck};
use tercet_proof::{Checked, ProveError, Refusal, Unprovable};

use crate::board::{notation, write_cards};
use crate::question::{Answered, Question};
use crate::search::threads;
use crate::{
    BoardSpec, Bytes, Code, Decision, DeckSpec, Ending, Error, Name, Seconds, Session, Status,
    Whole,
};

/// The most bytes of a proof in an answer, if nothing else is asked for.
pub(crate) const MEMORY: usize = 1 << 26;

/// Whether a board has a set; if it has none, with a proof.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Prove {
    /// The board, of a deck with at least four values and at most twelve properties.
    pub board: BoardSpec,
    /// The most threads at work at once; one for each processor by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<NonZeroUsize>,
    /// The most time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Seconds>,
    /// The most bytes of the proof in the answer; 2^26 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<usize>,
    /// How cards are written in the answer; the shortest notation by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Name<Notation>>,
}

/// A set, or the proof that there is none.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Proven {
    /// The deck.
    pub deck: DeckSpec,
    /// The name of the board, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the board has.
    pub size: usize,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
    /// The set that was found, if there is one, as its cards in layout order.
    pub sets: Vec<Vec<String>>,
    /// The same set as the positions of its cards on the board, from 0.
    pub positions: Vec<Vec<usize>>,
    /// How many bytes the proof has, if there is no set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof_size: Option<Whole>,
    /// The file of the proof. Left out where it was written elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Bytes>,
    /// How long search and proof took.
    pub seconds: Seconds,
}

impl Answered for Proven {
    fn status(&self) -> Status {
        self.ending.status()
    }
}

/// Counts the bytes that pass, and refuses too many.
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
            return Err(io::Error::other(Stop::Memory));
        }
        let written = self.output.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Refuses decks whose boards have no proofs, or none that say more than the board.
///
/// # Errors
///
/// [`Code::MethodUnable`], with the reason.
pub fn check_provable(deck: Deck) -> Result<(), Error> {
    let unable = |why: String| Err(Error::new(Code::MethodUnable, why));
    match tercet_proof::provable(deck) {
        Err(why) => unable(format!("boards of {deck} have no proofs: {why}")),
        Ok(()) if deck.values() < 4 => unable(format!(
            "a proof for a board of {deck} would say no more than looking at all pairs of cards, which each \
             method can repeat in no time: proofs are for four values and more"
        )),
        Ok(()) => Ok(()),
    }
}

impl Prove {
    /// Searches the board, and writes the proof on the way. It is complete only if the answer is that
    /// there is no set. The answer that is returned does not hold it.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`]; [`Code::File`] where the output fails.
    pub fn write(&self, session: &Session, output: impl Write + Send) -> Result<Proven, Error> {
        self.write_at_most(session, u64::MAX, output)
    }

    fn write_at_most(
        &self,
        session: &Session,
        most: u64,
        output: impl Write + Send,
    ) -> Result<Proven, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        let deck = board.deck();
        let notation = notation(self.notation, deck)?;
        check_provable(deck)?;
        session.start(|| "find, with a proof".into());
        let watch = session.stopwatch();
        let limit = session.limit(self.timeout);
        let mut output = Counted::new(output, most);
        let (found, stopped) =
            match tercet_proof::prove(board, threads(self.threads), &limit, &mut output) {
                Ok(found) => (found, None),
                Err(error) => match stop_of(error) {
                    Ok(stop) => (None, Some(stop)),
                    Err(error) => return Err(error),
                },
            };
        // The set is checked by the definition before anyone sees it.
        let set = found.as_ref().map(|found| found.set(board));
        let positions = found.iter().map(|found| found.positions().to_vec()).collect();
        let proved = found.is_none() && stopped.is_none();
        Ok(Proven {
            deck: deck.into(),
            board: named.name.clone(),
            size: board.len(),
            ending: Ending::of(found.is_some(), stopped)?,
            sets: set.iter().map(|set| write_cards(deck, notation, set.cards())).collect(),
            positions,
            proof_size: proved.then(|| output.bytes.into()),
            proof: None,
            seconds: watch.elapsed(),
        })
    }
}

impl Question for Prove {
    type Answer = Proven;

    fn ask(&self, session: &Session) -> Result<Proven, Error> {
        let mut proof = Vec::new();
        let most = self.memory.unwrap_or(MEMORY) as u64;
        let answer = self.write_at_most(session, most, &mut proof)?;
        let proof = answer.proof_size.is_some().then_some(Bytes(proof));
        Ok(Proven { proof, ..answer })
    }
}

/// The name of the file with the proof of a claim that there is no set: that of the first of a game, or of
/// a later one.
pub fn file_of_claim(number: usize) -> String {
    format!("none-{number}.proof")
}

/// Whether a proof shows that a board has no set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckProof {
    /// The board.
    pub board: BoardSpec,
    /// The file of the proof.
    pub proof: Bytes,
    /// The most time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Seconds>,
}

/// What came of checking a proof.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofChecked {
    /// The deck.
    pub deck: DeckSpec,
    /// The name of the board, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the board has.
    pub size: usize,
    /// Whether it is proved that the board has no set.
    #[serde(flatten)]
    pub decision: Decision,
    /// Why it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// How many steps the proof has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Whole>,
    /// How many of them are branches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<Whole>,
    /// In how many groups of cards that agree in some properties it searches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Whole>,
    /// How long it took.
    pub seconds: Seconds,
}

impl Answered for ProofChecked {
    fn status(&self) -> Status {
        self.decision.status()
    }
}

impl CheckProof {
    /// Checks a proof as it is read; `proof` is left aside.
    ///
    /// # Errors
    ///
    /// [`Code::NotAProof`] where the input is no proof that can be read, [`Code::File`] where it cannot
    /// be read at all, [`Code::MethodUnable`] for a deck without proofs.
    pub fn read(&self, session: &Session, input: impl Read) -> Result<ProofChecked, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        session.start(|| "check a proof".into());
        let watch = session.stopwatch();
        let limit = session.limit(self.timeout);
        let (decision, fault, checked) = match check(board, input, &limit) {
            Ok(checked) => (Decision::of(true), None, Some(checked)),
            Err(Refusal::Wrong(fault)) => (Decision::of(false), Some(fault.to_string()), None),
            Err(Refusal::Io(error)) => match error.downcast::<Stop>() {
                Ok(stop) => (Decision::stopped(stop)?, None, None),
                Err(error) => {
                    return Err(Error::new(Code::File, format!("cannot read it: {error}")));
                }
            },
            Err(Refusal::Unprovable(why)) => return Err(why.into()),
            Err(refusal) => return Err(Error::new(Code::NotAProof, refusal.to_string())),
        };
        let number = |of: fn(&Checked) -> u64| checked.as_ref().map(|checked| of(checked).into());
        Ok(ProofChecked {
            deck: board.deck().into(),
            board: named.name.clone(),
            size: board.len(),
            decision,
            fault,
            steps: number(|checked| checked.steps),
            branches: number(|checked| checked.branches),
            groups: number(|checked| checked.groups),
            seconds: watch.elapsed(),
        })
    }
}

impl Question for CheckProof {
    type Answer = ProofChecked;

    fn ask(&self, session: &Session) -> Result<ProofChecked, Error> {
        self.read(session, &self.proof.0[..])
    }
}

/// The limit that ended a search with a proof, which may be that of its output.
fn stop_of(error: ProveError) -> Result<Stop, Error> {
    match error {
        ProveError::Unprovable(why) => Err(why.into()),
        ProveError::Stopped(stop) => Ok(stop),
        ProveError::Io(error) => error
            .downcast()
            .map_err(|error| Error::new(Code::File, format!("cannot write it: {error}"))),
    }
}

impl From<ProveError> for Error {
    fn from(error: ProveError) -> Self {
        stop_of(error).map_or_else(|error| error, Self::from)
    }
}

impl From<Unprovable> for Error {
    fn from(why: Unprovable) -> Self {
        Self::new(Code::MethodUnable, why.to_string())
    }
}

/// Checks a proof within a limit, whose stop is the error of the input. Steps about large boards take
/// a millisecond, so the limit is asked before each few hundred of them.
pub(crate) fn check(board: &Board, input: impl Read, limit: &Limit) -> Result<Checked, Refusal> {
    tercet_proof::check(board, watched(input, limit))
}

/// The input of a proof within a limit.
pub(crate) fn watched(input: impl Read, limit: &Limit) -> impl BufRead {
    const PIECE: usize = 256;
    let tick = || limit.check();
    BufReader::with_capacity(PIECE, Watched { input: BufReader::new(input), tick })
}

/// An input that asks a limit before each piece.
struct Watched<R, T> {
    input: R,
    tick: T,
}

impl<R: Read, T: FnMut() -> Result<(), Stop>> Read for Watched<R, T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        (self.tick)().map_err(io::Error::other)?;
        self.input.read(bytes)
    }
}
