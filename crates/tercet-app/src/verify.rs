//! Whether the record of a game is true.

use std::io::{BufRead, Read};
use std::path::PathBuf;

use tercet::file::Place;
use tercet::game::{RecordError, Verified, Verifier};
use tercet::solver::Watch;

use crate::FileReader;
use crate::prelude::*;

request! {
    /// Whether the record of a game is true: every deal is that of the seed, every set is a set by the
    /// rule and lay on the board, and every claim that there is no set is true.
    pub struct Verify {
        /// The text of the record.
        pub record: String,
        /// The reader of the file of the record, in place of its text.
        #[serde(skip)]
        pub reader: Option<FileReader>,
        /// The folder of proofs that a game wrote ([`Game::proofs`](crate::Game::proofs)). A proof that holds
        /// takes the place of a search. A claim whose proof is missing, damaged or for another board is
        /// searched, so no file in the folder can make a record true or false.
        #[serde(skip)]
        pub proofs: Option<PathBuf>,
        /// The number of steps after which an exhaustive search is given up; 100,000,000 by default.
        pub effort: Option<Whole>,
        timeout,
    }
}

/// The result for a record that is not false; a false record is an error.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Verification {
    /// The verdict.
    pub answer: RecordVerdict,
    /// Which limit left something unproved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// How many lines were checked.
    pub line_count: usize,
    /// How many cards were dealt.
    pub dealt: usize,
    /// How many sets were taken.
    pub count: Whole,
    /// How many claims that there is no set were proved.
    pub proved_count: usize,
    /// How many of these claims were proved by proof files, if a folder of them was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_proof: Option<usize>,
    /// The faults of the proof files in that folder that prove nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong_proofs: Vec<String>,
    /// The lines, from 1, whose claim that there is no set was not proved.
    pub unproved: Vec<usize>,
    /// The lines, from 1, whose choice among the sets of the board was not proved.
    pub unpicked: Vec<usize>,
    /// How the game ended, as its last line says, if it has one.
    pub end: Option<String>,
    /// Whether an incomplete last line was ignored.
    pub truncated: bool,
}

/// Whether the record of a game was proved to be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RecordVerdict {
    /// Everything that it says was proved.
    Proved,
    /// Nothing in it was found false, but some of it was not proved within the effort.
    Unproved,
    /// A limit ended the work; no line before it was found false.
    Stopped,
}

impl Answered for Verification {
    fn status(&self) -> Status {
        match self.answer {
            RecordVerdict::Proved => Status::Yes,
            RecordVerdict::Unproved | RecordVerdict::Stopped => Status::Stopped,
        }
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }
}

impl Verify {
    /// The most bytes of the first line.
    const MOST_BYTES_FIRST: usize = 1 << 12;
    /// The most bytes of any other line; the line of the largest deal is somewhat shorter.
    const MOST_BYTES: usize = 1 << 29;

    /// Checks the record with proofs from a folder. A claim that the board has no set is proved by
    /// its file; if that is missing or proves nothing, the board is searched.
    #[cfg(feature = "native")]
    fn with_proofs(
        &self,
        folder: &std::path::Path,
        record: impl BufRead,
        session: &Session,
    ) -> Result<Verification, Error> {
        use std::fs::File;
        use std::io::{BufReader, ErrorKind};

        use tercet_proof::Refusal;

        if !folder.is_dir() {
            return Err(error!(File, "there is no such folder: name that of the proofs").of(folder));
        }
        let limit = session.limit(self.timeout);
        let (mut claims, mut by_proof, mut wrong) = (0, 0, Vec::new());
        let claim = |board: &Board| {
            claims += 1;
            let name = crate::file_of_claim(claims);
            let checked = match File::open(folder.join(&name)) {
                Ok(file) => tercet_proof::check(board, BufReader::new(file), &limit),
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
                Err(error) => Err(error.into()),
            };
            match checked {
                Ok(_) => by_proof += 1,
                Err(Refusal::Stopped(stop)) => return Err(stop),
                Err(refusal) => {
                    wrong.push(format!("{name}: {refusal}"));
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let answer = self.check(claim, record, session)?;
        Ok(Verification { by_proof: Some(by_proof), wrong_proofs: wrong, ..answer })
    }

    /// Checks the record line by line, while reading it. `claims` says whether a board is known to
    /// have no set.
    fn check(
        &self,
        claims: impl FnMut(&Board) -> Result<bool, Stop>,
        mut record: impl BufRead,
        session: &Session,
    ) -> Result<Verification, Error> {
        let effort = self.effort.as_ref().map_or(Verifier::EFFORT, |effort| {
            // A larger bound than can be counted is no bound.
            effort.get().unwrap_or(u64::MAX)
        });
        let limit = session.limit(self.timeout);
        let mut verifier = Verifier::new(effort).with_claims(claims);
        let mut line = Vec::new();
        for number in 1.. {
            session.report(|| Progress { what: "lines".into(), done: number as u64 - 1, of: None });
            line.clear();
            let most = if number == 1 { Self::MOST_BYTES_FIRST } else { Self::MOST_BYTES };
            let checked = read_line(&mut record, &mut line, most, number, &mut limit.watch());
            let checked = checked.and_then(|()| {
                if line.is_empty() {
                    return Ok(ControlFlow::Break(()));
                }
                Ok(ControlFlow::Continue(verifier.line(&line, &limit)?))
            });
            match checked {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => break,
                Err(Error { code, message, .. }) if code.is_stop() => {
                    let (so_far, reason) = (verifier.so_far().clone(), Reason { code, message });
                    return Ok(answer(so_far, RecordVerdict::Stopped, Some(reason)));
                }
                Err(error) => return Err(error),
            }
        }
        let verified = verifier.finish()?;
        Ok(if verified.is_proved() {
            answer(verified, RecordVerdict::Proved, None)
        } else {
            let message = "the bound on the effort was reached".into();
            answer(verified, RecordVerdict::Unproved, Some(Reason { code: Code::Effort, message }))
        })
    }
}

fn answer(verified: Verified, answer: RecordVerdict, reason: Option<Reason>) -> Verification {
    Verification {
        answer,
        reason,
        line_count: verified.lines,
        dealt: verified.cards,
        count: verified.sets.into(),
        proved_count: verified.proved,
        by_proof: None,
        wrong_proofs: Vec::new(),
        unproved: verified.unproved,
        unpicked: verified.unpicked,
        end: verified.end,
        truncated: verified.truncated,
    }
}

/// Reads a line with its line feed, in pieces; the limit is checked between them.
fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    most: usize,
    number: usize,
    watch: &mut Watch,
) -> Result<(), Error> {
    const PIECE: u64 = 1 << 14;
    loop {
        watch.tick(PIECE as usize)?;
        let piece = input.by_ref().take(PIECE).read_until(b'\n', line);
        let read = piece.map_err(|error| match error.downcast::<Error>() {
            // A reader with a limit of its own wraps the stop.
            Ok(stop) => stop,
            Err(error) => {
                error!(File, "it cannot be read ({error})").at(Place { line: number, column: 1 })
            }
        })?;
        if line.len() >= most {
            return Err(error!(FalseRecord, "the line is too long for the record of a game")
                .at(Place { line: number, column: 1 }));
        }
        if read == 0 || line.last() == Some(&b'\n') {
            return Ok(());
        }
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        let (code, line, why) = match error {
            RecordError::NotARecord { line, why } => (Code::NotARecord, line, why),
            RecordError::False { line, why } => (Code::FalseRecord, line, why),
            RecordError::Stopped(stop) => return stop.into(),
        };
        Self::new(code, why).at(Place { line, column: 1 })
    }
}

impl Question for Verify {
    type Answer = Verification;

    const IS_QUICK: bool = true;

    fn ask(&self, session: &Session) -> Result<Verification, Error> {
        let record = FileReader::of(self.record.as_bytes(), self.reader.as_ref());
        #[cfg(feature = "native")]
        if let Some(folder) = &self.proofs {
            return self.with_proofs(folder, record, session);
        }
        self.check(|_| Ok(false), record, session)
    }
}
