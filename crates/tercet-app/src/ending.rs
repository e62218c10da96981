//! How a question ended.

use serde::{Deserialize, Serialize};
use tercet::solver::Stop;

use crate::{Answered, Code, Error};

/// How a question ended, in terms of the exit status. It is the answer to a yes-or-no question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The work ended without an answer; `reason` says why.
    Stopped,
}

/// The answer to a question for something that may not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It exists.
    #[default]
    Found,
    /// It does not exist. This is proved, unless `checked` is false.
    None,
    /// The work ended without an answer; `reason` says why.
    Stopped,
}

impl From<Status> for Verdict {
    fn from(status: Status) -> Self {
        match status {
            Status::Yes => Self::Found,
            Status::No => Self::None,
            Status::Stopped => Self::Stopped,
        }
    }
}

impl From<Verdict> for Status {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Found => Self::Yes,
            Verdict::None => Self::No,
            Verdict::Stopped => Self::Stopped,
        }
    }
}

/// The reason why the work ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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

/// How the work ended: the answer, or the reason why there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Ending<V = Verdict, B = ()> {
    /// The method that answered; `()` if the answer does not name it.
    #[serde(flatten)]
    pub by: B,
    /// The answer.
    pub answer: V,
    /// Why the work ended without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

/// The ending of a yes-or-no question.
pub type Decision = Ending<Status>;

impl<V: From<Status>> Ending<V> {
    /// The ending of complete work: yes or no.
    pub fn of(yes: bool) -> Self {
        let answer = if yes { Status::Yes } else { Status::No }.into();
        Self { by: (), answer, reason: None }
    }

    /// The ending of work that may have ended for a reason.
    pub fn unless(reason: Option<Reason>, yes: bool) -> Self {
        match reason {
            None => Self::of(yes),
            reason => Self { by: (), answer: Status::Stopped.into(), reason },
        }
    }

    /// The ending of work that a limit may have stopped.
    ///
    /// # Errors
    ///
    /// [`Code::SolverFailed`]: the failure of a solver is not a limit.
    pub fn within(yes: bool, stopped: Option<Stop>) -> Result<Self, Error> {
        stopped.map_or_else(|| Ok(Self::of(yes)), Self::stopped)
    }

    /// The ending of work that a limit stopped.
    ///
    /// # Errors
    ///
    /// The error itself if it is not a limit.
    pub fn stopped(why: impl Into<Error>) -> Result<Self, Error> {
        Ok(Self::unless(Some(Reason::of(why)?), false))
    }

    /// The ending, with what answered.
    pub fn by<B>(self, by: B) -> Ending<V, B> {
        Ending { by, answer: self.answer, reason: self.reason }
    }
}

impl<V: Copy + Into<Status>, B> Answered for Ending<V, B> {
    fn status(&self) -> Status {
        self.answer.into()
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }
}

/// The ending of work that has only one end.
impl Answered for () {}
