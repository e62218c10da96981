//! How a question ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::solver::Stop;

use crate::{Code, Error};

/// How a question ended, as an exit status tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It was answered yes.
    Yes,
    /// It was answered no.
    No,
    /// A limit ended the work before an answer.
    Stopped,
}

/// The answer to a question for something that may not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// There is one; here it is.
    Found,
    /// There is none. This is proved.
    None,
    /// A limit ended the work before an answer.
    Stopped,
}

/// The limit that ended the work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// Which limit.
    pub code: Code,
    /// The same in words.
    pub message: String,
}

impl Reason {
    /// The limit that stopped the work.
    ///
    /// # Errors
    ///
    /// [`Code::SolverFailed`]: a solver that fails is no limit.
    pub fn of(stop: Stop) -> Result<Self, Error> {
        match Error::from(stop) {
            Error { code, message, .. } if code.is_stop() => Ok(Self { code, message }),
            failure => Err(failure),
        }
    }
}

/// The answer with the limit that ended the work, if one did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ending {
    /// The answer.
    pub answer: Verdict,
    /// Which limit ended the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

impl Ending {
    /// Whether something was found.
    pub fn found(found: bool) -> Self {
        let answer = if found { Verdict::Found } else { Verdict::None };
        Self { answer, reason: None }
    }

    /// What came of work that a limit may have ended: found or not, or stopped.
    ///
    /// # Errors
    ///
    /// [`Code::SolverFailed`]: a solver that fails is no limit.
    pub fn of(found: bool, stopped: Option<Stop>) -> Result<Self, Error> {
        let Some(stop) = stopped else { return Ok(Self::found(found)) };
        Ok(Self { answer: Verdict::Stopped, reason: Some(Reason::of(stop)?) })
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
