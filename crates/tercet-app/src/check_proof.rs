//! Whether a proof shows that a board has no set.

use std::fmt;
use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet_proof::{Checked, Refusal, check};

use crate::board::AboutBoard;
use crate::cost::{self, Cost, Means};
use crate::question::{Answered, Question};
use crate::{BoardSpec, Bytes, Decision, Error, Seconds, Session, Status, Whole};

/// Whether a proof shows that a board has no set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckProof {
    /// The board.
    pub board: BoardSpec,
    /// The content of the proof file.
    pub proof: Bytes,
    /// The reader of the proof file, in place of its content.
    #[serde(skip)]
    pub reader: Option<ProofReader>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// The result of checking a proof.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofChecked {
    /// The deck.
    pub deck: Deck,
    /// The name of the board, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the board has.
    pub size: usize,
    /// Whether the proof shows that the board has no set.
    #[serde(flatten)]
    pub decision: Decision,
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
    /// How long it took.
    pub seconds: Seconds,
}

impl Answered for ProofChecked {
    fn status(&self) -> Status {
        self.decision.status()
    }
}

impl Question for CheckProof {
    type Answer = ProofChecked;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        // Each step may look at the whole board.
        self.board.bound(cost::BOARD)?;
        Ok(Cost::work(self.timeout))
    }

    fn ask(&self, session: &Session) -> Result<ProofChecked, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        session.start(|| "check a proof".into());
        let watch = session.stopwatch();
        let limit = session.limit(self.timeout);
        let proof = content(&self.proof, self.reader.as_ref());
        let (decision, fault, checked) = match check(board, proof, &limit) {
            Ok(checked) => (Decision::of(true), None, Some(checked)),
            Err(Refusal::Wrong(fault)) => (Decision::of(false), Some(fault.to_string()), None),
            Err(refusal) => (Decision::stopped(refusal)?, None, None),
        };
        let number = |of: fn(&Checked) -> u64| checked.as_ref().map(|checked| of(checked).into());
        Ok(ProofChecked {
            deck: board.deck(),
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

/// A reader of a proof, which may be larger than the memory.
#[derive(Clone)]
pub struct ProofReader(Arc<Mutex<dyn Read + Send>>);

impl ProofReader {
    /// The reader.
    pub fn new(reader: impl Read + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(reader)))
    }
}

impl Read for ProofReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(bytes)
    }
}

impl PartialEq for ProofReader {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for ProofReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProofReader")
    }
}

/// The content of a proof file: that of the reader, if there is one.
pub(crate) fn content<'a>(
    proof: &'a Bytes,
    reader: Option<&ProofReader>,
) -> BufReader<Box<dyn Read + 'a>> {
    BufReader::new(match reader {
        Some(reader) => Box::new(reader.clone()),
        None => Box::new(&proof.0[..]),
    })
}

impl AboutBoard for CheckProof {
    fn board(&mut self) -> &mut BoardSpec {
        &mut self.board
    }
}
