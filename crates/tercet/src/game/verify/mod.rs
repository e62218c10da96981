//! The verifier: replays the record of a game and believes nothing (Takeshita 4.5).
//!
//! It shares no code with the methods: it has its own rule, its own board and its own exhaustive
//! search. It checks that the cards dealt are those of the seed, and none comes twice; that each
//! set is one by the definition and lay on the board when it was taken; that the policy took it
//! and no other; that a board said to hold no set holds none; that deals and ends are by the rules;
//! and that the board at the end is what was dealt and not taken. A record may break off, as when
//! its writer was killed; what is there is checked all the same.

mod fault;
mod replay;
mod search;

use thiserror::Error;

use crate::solver::{Limit, Stop};

use super::record::{Check, Line};

pub use fault::{Fault, Problem};
use replay::Replay;

/// Checks a record line by line.
pub struct Verifier {
    effort: u64,
    check: Check,
    game: Option<Replay>,
    verified: Verified,
}

/// What a record says that is not false. It is true only if all of it [was proved](Self::is_proved).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[must_use]
pub struct Verified {
    /// How many lines were checked.
    pub lines: usize,
    /// How many cards were dealt.
    pub cards: usize,
    /// How many sets were taken.
    pub sets: u64,
    /// How many claims that there is no set were checked by exhaustive search.
    pub proved: usize,
    /// The lines whose claim that there is no set would have taken too long to check.
    pub unproved: Vec<usize>,
    /// The lines whose choice among the sets of the board would have taken too long to check.
    pub unpicked: Vec<usize>,
    /// How the game ended, as its last line says, if it has one.
    pub end: Option<String>,
    /// Whether a last line without its end was left out: its writer was killed.
    pub torn: bool,
}

impl Verified {
    /// Whether everything that the record says was proved: no claim and no choice would have taken too
    /// long to check.
    pub fn is_proved(&self) -> bool {
        self.unproved.is_empty() && self.unpicked.is_empty()
    }
}

/// Why a record could not be verified.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VerifyError {
    /// The record is false.
    #[error(transparent)]
    False(#[from] Fault),
    /// The limit ended the work.
    #[error("stopped: {0} before the record was checked")]
    Stopped(#[from] Stop),
}

impl Verifier {
    /// Steps of an exhaustive search that take some seconds.
    pub const EFFORT: u64 = 100_000_000;

    /// A verifier that gives an exhaustive search up after so many steps.
    pub fn new(effort: u64) -> Self {
        Self { effort, check: Check::default(), game: None, verified: Verified::default() }
    }

    /// Checks the next line, which ends with its line feed. One without is the last of a record
    /// whose writer was killed: what there is must be the beginning of a line.
    ///
    /// # Errors
    ///
    /// [`VerifyError`], where the line is false or the limit ended the work.
    pub fn line(&mut self, line: &[u8], limit: &Limit) -> Result<(), VerifyError> {
        let number = self.verified.lines + 1;
        let read = if line.ends_with(b"\n") {
            self.verified.lines = number;
            self.read(line, limit)
        } else {
            self.verified.torn = true;
            self.read_torn(line)
        };
        read.map_err(|error| match error {
            Wrong::Is(problem) => Fault { line: number, problem }.into(),
            Wrong::Unseen(stop) => {
                self.verified.lines = number - 1;
                stop.into()
            }
        })
    }

    /// What the lines so far say.
    pub fn so_far(&self) -> &Verified {
        &self.verified
    }

    /// Checks what there is of a torn line.
    fn read_torn(&self, line: &[u8]) -> Result<(), Wrong> {
        const BEGINNING: &[u8] = b"{\"event\":\"";
        let shown = line.len().min(BEGINNING.len());
        match &self.game {
            None => Err(Problem::NoRecord)?,
            Some(game) if game.is_over() => Err(Problem::Behind)?,
            Some(_) if line[..shown] != BEGINNING[..shown] => Err(Problem::Torn)?,
            Some(_) => Ok(()),
        }
    }

    /// What the record says, now that all its lines were checked; it need not be
    /// [proved](Verified::is_proved).
    ///
    /// # Errors
    ///
    /// [`Fault`], where there was no line.
    pub fn finish(self) -> Result<Verified, Fault> {
        if self.verified.lines == 0 {
            return Err(Fault { line: 1, problem: Problem::Empty });
        }
        Ok(self.verified)
    }

    fn read(&mut self, line: &[u8], limit: &Limit) -> Result<(), Wrong> {
        let first = self.verified.lines == 1;
        let text = str::from_utf8(line).ok();
        let Some(object) = text.and_then(|text| self.check.open(text)) else {
            let is_record = text.is_some_and(|text| text.starts_with("{\"event\":\"begin\""));
            return Err(if first && !is_record { Problem::NoRecord } else { Problem::Check })?;
        };
        let line = serde_json::from_str(&object)
            .map_err(|error| Problem::Unreadable(error.to_string()))?;
        match (line, &mut self.game) {
            (Line::Begin(heading), None) => self.game = Some(Replay::begin(&heading)?),
            (Line::Begin(_), Some(_)) | (_, None) => return Err(Problem::Begin)?,
            (line, Some(game)) => game.follow(line, self.effort, limit, &mut self.verified)?,
        }
        Ok(())
    }
}

/// A problem of the line, or a limit.
enum Wrong {
    Is(Problem),
    Unseen(Stop),
}

impl<P: Into<Problem>> From<P> for Wrong {
    fn from(problem: P) -> Self {
        Self::Is(problem.into())
    }
}
