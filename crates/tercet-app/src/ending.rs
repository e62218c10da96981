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

/// The answer to a yes-or-no question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Truth {
    /// Yes.
    Yes,
    /// No.
    No,
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

impl From<Error> for Reason {
    fn from(Error { code, message, .. }: Error) -> Self {
        Self { code, message }
    }
}

impl Reason {
    /// The limit that ended the work.
    ///
    /// # Errors
    ///
    /// The error itself where it is no limit.
    pub fn of(why: impl Into<Error>) -> Result<Self, Error> {
        let why = why.into();
        if why.code.is_stop() { Ok(why.into()) } else { Err(why) }
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
        Self::stopped(stop)
    }

    /// A limit ended the work.
    ///
    /// # Errors
    ///
    /// The error itself where it is no limit.
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

/// The answer to a yes-or-no question, with the limit that ended the work, if one did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// The answer.
    pub answer: Truth,
    /// Which limit ended the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

impl Decision {
    /// Yes or no.
    pub fn of(yes: bool) -> Self {
        Self { answer: if yes { Truth::Yes } else { Truth::No }, reason: None }
    }

    /// A limit ended the work.
    ///
    /// # Errors
    ///
    /// The error itself where it is no limit.
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
