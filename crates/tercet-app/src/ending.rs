//! How a question ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::solver::Stop;

use crate::{Code, Error};

/// How a question ended, in terms of the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It was answered yes.
    Yes,
    /// It was answered no.
    No,
    /// The work ended without an answer; `reason` says why.
    Stopped,
}

/// The answer to a question for something that may not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It exists.
    Found,
    /// It does not exist. This is proved, unless `checked` is false.
    None,
    /// The work ended without an answer; `reason` says why.
    Stopped,
}

/// The answer to a yes-or-no question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Truth {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The work ended without an answer; `reason` says why.
    Stopped,
}

/// The reason why the work ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// The kind of reason.
    pub code: Code,
    /// The reason in words.
    pub message: String,
}

impl From<Error> for Reason {
    fn from(Error { code, message, .. }: Error) -> Self {
        Self { code, message }
    }
}

impl Reason {
    /// The reason why the work ended without an answer.
    ///
    /// # Errors
    ///
    /// The error itself if it is not a limit.
    pub fn of(why: impl Into<Error>) -> Result<Self, Error> {
        let why = why.into();
        if why.code.is_stop() { Ok(why.into()) } else { Err(why) }
    }
}

/// The answer, with the reason if the work ended without one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ending {
    /// The answer.
    pub answer: Verdict,
    /// Why the work ended without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

impl Ending {
    /// The ending of complete work: found or not.
    pub fn found(found: bool) -> Self {
        let answer = if found { Verdict::Found } else { Verdict::None };
        Self { answer, reason: None }
    }

    /// The ending of work that a limit may have stopped: found, not found, or stopped.
    ///
    /// # Errors
    ///
    /// [`Code::SolverFailed`]: the failure of a solver is not a limit.
    pub fn of(found: bool, stopped: Option<Stop>) -> Result<Self, Error> {
        let Some(stop) = stopped else { return Ok(Self::found(found)) };
        Self::stopped(stop)
    }

    /// The ending of work that a limit stopped.
    ///
    /// # Errors
    ///
    /// The error itself if it is not a limit.
    pub fn stopped(why: impl Into<Error>) -> Result<Self, Error> {
        Ok(Self { answer: Verdict::Stopped, reason: Some(Reason::of(why)?) })
    }

    /// How the question ended.
    pub fn status(&self) -> Status {
        match self.answer {
            Verdict::Found => Status::Yes,
            Verdict::None => Status::No,
            Verdict::Stopped => Status::Stopped,
        }
    }
}

/// The answer to a yes-or-no question, with the reason if the work ended without one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// The answer.
    pub answer: Truth,
    /// Why the work ended without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

impl Decision {
    /// Yes or no.
    pub fn of(yes: bool) -> Self {
        Self { answer: if yes { Truth::Yes } else { Truth::No }, reason: None }
    }

    /// The ending of work that a limit stopped.
    ///
    /// # Errors
    ///
    /// The error itself if it is not a limit.
    pub fn stopped(why: impl Into<Error>) -> Result<Self, Error> {
        let Ending { reason, .. } = Ending::stopped(why)?;
        Ok(Self { answer: Truth::Stopped, reason })
    }

    /// How the question ended.
    pub fn status(&self) -> Status {
        match self.answer {
            Truth::Yes => Status::Yes,
            Truth::No => Status::No,
            Truth::Stopped => Status::Stopped,
        }
    }
}
