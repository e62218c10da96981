//! The verifier: replays the record of a game and checks every claim (Takeshita 4.5).
//!
//! It shares no code with the methods: it has its own rule, its own board and its own exhaustive
//! search. It checks that the cards dealt are those of the seed, and that no card is dealt twice;
//! that each set is a set by the definition, was on the board when it was taken, and continues the chain; that the policy
//! takes this set; that a board said to hold no set holds none; that deals, shuffles, turns and ends
//! follow the rules; and that the board at the end consists of the cards that were dealt and not taken. A
//! record may be truncated, because its writer was killed; its lines are still checked.
//!
//! A claim whose check would exceed the allowed effort is neither true nor false but unproved: if it
//! passed, a forger could exploit the limit.

mod replay;
mod search;

use thiserror::Error;

use crate::board::Board;
use crate::data::json;
use crate::solver::{Limit, Stop};

use super::record::{Check, Line};

use replay::Replay;

/// Checks a record line by line.
pub struct Verifier<'a> {
    effort: u64,
    claims: Claims<'a>,
    check: Check,
    game: Option<Replay>,
    verified: Verified,
}

/// The content of a record that is not false. The record is true only if all of it [was
/// proved](Self::is_proved).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[must_use]
pub struct Verified {
    /// The number of lines.
    pub lines: usize,
    /// The number of cards dealt.
    pub cards: usize,
    /// The number of sets taken.
    pub sets: u64,
    /// The number of claims that there is no set, checked by exhaustive search or by a proof.
    pub proved: usize,
    /// The lines with a claim that there is no set whose check would have taken too long.
    pub unproved: Vec<usize>,
    /// The lines with a choice among the sets of the board whose check would have taken too long.
    pub unpicked: Vec<usize>,
    /// How the game ended, from its last line, if the record is complete.
    pub end: Option<String>,
    /// Whether the last line is truncated and was left out: its writer was killed.
    pub truncated: bool,
}

impl Verified {
    /// Whether everything that the record says was proved: no claim and no choice would have taken too
    /// long to check.
    pub fn is_proved(&self) -> bool {
        self.unproved.is_empty() && self.unpicked.is_empty()
    }
}

/// Why a record could not be verified. Lines are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// The text is not a record that this version can read.
    #[error("line {line}: {why}")]
    NotARecord {
        /// The line.
        line: usize,
        /// The reason.
        why: String,
    },
    /// The record is false.
    #[error("line {line}: {why}")]
    False {
        /// The line.
        line: usize,
        /// What is false.
        why: String,
    },
    /// The limit ended the work.
    #[error("stopped: {0} before the record was checked")]
    Stopped(#[from] Stop),
}

impl<'a> Verifier<'a> {
    /// The default effort: steps of an exhaustive search that take some seconds.
    pub const EFFORT: u64 = 100_000_000;

    /// A verifier whose exhaustive searches give up after `effort` steps.
    pub fn new(effort: u64) -> Self {
        Self {
            effort,
            claims: Box::new(|_| Ok(false)),
            check: Check::default(),
            game: None,
            verified: Verified::default(),
        }
    }

    /// The same, but each claim that a board has no set is shown to `claims` before it is searched,
    /// which says whether it knows a proof.
    #[must_use]
    pub fn with_claims(self, claims: impl FnMut(&Board) -> Result<bool, Stop> + 'a) -> Self {
        Self { claims: Box::new(claims), ..self }
    }

    /// Checks the next line, which ends with its line feed. A line without one is the last line of
    /// a record whose writer was killed: it must be the beginning of a line.
    ///
    /// # Errors
    ///
    /// [`RecordError`] if the line is false or the limit ended the work.
    pub fn line(&mut self, line: &[u8], limit: &Limit) -> Result<(), RecordError> {
        let number = self.verified.lines + 1;
        let read = if line.ends_with(b"\n") {
            self.verified.lines = number;
            self.read(line, limit)
        } else {
            self.verified.truncated = true;
            self.read_truncated(line)
        };
        read.map_err(|mut error| {
            match &mut error {
                RecordError::NotARecord { line, .. } | RecordError::False { line, .. } => {
                    *line = number;
                }
                RecordError::Stopped(_) => self.verified.lines = number - 1,
            }
            error
        })
    }

    /// The content of the lines so far.
    pub fn so_far(&self) -> &Verified {
        &self.verified
    }

    /// Checks the beginning of a line that was cut off.
    fn read_truncated(&self, line: &[u8]) -> Result<(), RecordError> {
        const BEGINNING: &[u8] = b"{\"event\":\"";
        let shown = line.len().min(BEGINNING.len());
        match &self.game {
            None => Err(no_record(NO_RECORD)),
            Some(game) if game.is_over() => {
                Err(wrong("unexpected data after the end of the game: remove it"))
            }
            Some(_) if line[..shown] != BEGINNING[..shown] => {
                Err(wrong("it is incomplete, and not the beginning of a line of a record"))
            }
            Some(_) => Ok(()),
        }
    }

    /// The content of the record, after all its lines were checked; it need not be
    /// [proved](Verified::is_proved).
    ///
    /// # Errors
    ///
    /// [`RecordError::NotARecord`] if there was no line.
    pub fn finish(self) -> Result<Verified, RecordError> {
        if self.verified.lines == 0 {
            return Err(RecordError::NotARecord { line: 1, why: "the record is empty".into() });
        }
        Ok(self.verified)
    }

    fn read(&mut self, line: &[u8], limit: &Limit) -> Result<(), RecordError> {
        let first = self.verified.lines == 1;
        let text = str::from_utf8(line).ok();
        let Some(object) = text.and_then(|text| self.check.open(text)) else {
            let is_record = text.is_some_and(|text| text.contains("\"event\":\"begin\""));
            let changed =
                "its check does not match: this line was changed, or a line before it is missing";
            return Err(if first && !is_record { no_record(NO_RECORD) } else { wrong(changed) });
        };
        let line = json::read(object.as_bytes())
            .map_err(|error| wrong(format!("it cannot be read ({error})")))?;
        match (line, &mut self.game) {
            (Line::Begin(heading), None) => self.game = Some(Replay::begin(&heading)?),
            (Line::Begin(_), Some(_)) | (_, None) => {
                return Err(wrong(
                    "a record has exactly one 'begin' line, which is its first line",
                ));
            }
            (line, Some(game)) => {
                let mut means = Means { effort: self.effort, claims: &mut self.claims, limit };
                game.follow(line, &mut means, &mut self.verified)?;
            }
        }
        Ok(())
    }
}

/// How claims are checked.
struct Means<'a, 'b> {
    effort: u64,
    claims: &'a mut Claims<'b>,
    limit: &'a Limit,
}

/// Whether there is a proof that a board has no set. The error is that a limit ended the work.
type Claims<'a> = Box<dyn FnMut(&Board) -> Result<bool, Stop> + 'a>;

const NO_RECORD: &str = "this is not a record of a game";

// The errors of a line, whose number is filled in later.

fn no_record(why: impl Into<String>) -> RecordError {
    RecordError::NotARecord { line: 0, why: why.into() }
}

fn wrong(why: impl Into<String>) -> RecordError {
    RecordError::False { line: 0, why: why.into() }
}
