//! The questions `make-part` and `merge`: parts as data, for surfaces without files.

use super::{Part, Parted, Partial, Run, Sealed, Source};
use crate::Bounded;
use crate::prelude::*;

/// A sum of parts, the blocks that it consists of, and the answer as far as they give it.
pub struct Sum<Q: Parted> {
    /// The units of all parts.
    pub partial: Partial<Q>,
    /// The blocks of the sum.
    pub sources: Vec<Source<Q>>,
    /// The answer, whose reason names the parts that are missing.
    pub answer: Q::Answer,
}

impl<Q: Parted> Sum<Q> {
    /// The sum of parts, at least one, each with its name for errors.
    ///
    /// # Errors
    ///
    /// As [`Sealed::open`] and [`Partial::merge`].
    pub fn of(parts: Vec<(String, Sealed)>) -> Result<Self, Error> {
        let open = |(name, sealed): (String, Sealed)| match sealed.open::<Q>() {
            Ok(partial) => Ok((name, partial)),
            Err(error) => Err(Error { message: format!("{name}: {error}"), ..error }),
        };
        let parts = parts.into_iter().map(open).collect::<Result<Vec<_>, Error>>()?;
        let most = parts.iter().map(|(_, part)| part.part().of()).max().unwrap_or(1);
        let (partial, sources) = Partial::merge(parts)?;
        let missing = |parts: String| match most {
            1 => {
                let (done, all) = (partial.done_units(), partial.all_units());
                format!("{done} of {all} units are done")
            }
            _ => format!("the work lacks {parts}"),
        };
        let message = partial.missing(most).map(missing);
        let reason = message.map(|message| Reason { code: Code::Unfinished, message });
        let answer = partial.question().answer(&partial, Run { reason, ..Run::default() })?;
        Ok(Self { partial, sources, answer })
    }
}

/// Makes what all parted questions have in common from their table.
macro_rules! parted {
    ($($name:ident: $ask:literal,)*) => {
        /// A question that has parts.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "ask")]
        pub enum PartedRequest {
            $(#[doc = concat!("See [`", stringify!($name), "`](crate::", stringify!($name), ").")]
            #[serde(rename = $ask)]
            $name(crate::$name),)*
        }

        /// The answer to a question that has parts.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "to")]
        pub enum Merged {
            $(#[doc = concat!("To [`", stringify!($name), "`](crate::", stringify!($name), ").")]
            #[serde(rename = $ask)]
            $name(<crate::$name as Question>::Answer),)*
        }

        impl PartedRequest {
            fn cost(&mut self, means: Means) -> Result<Cost, Error> {
                match self {
                    $(Self::$name(question) => question.cost(means),)*
                }
            }

            fn part(&self, asked: &MakePart, session: &Session) -> Result<MadePart, Error> {
                match self {
                    $(Self::$name(question) => part(question, asked, session),)*
                }
            }
        }

        impl Answered for Merged {
            fn status(&self) -> Status {
                match self {
                    $(Self::$name(answer) => answer.status(),)*
                }
            }

            fn reason(&self) -> Option<&Reason> {
                match self {
                    $(Self::$name(answer) => answer.reason(),)*
                }
            }
        }

        fn merged(parts: Vec<(String, Sealed)>) -> Result<Merged, Error> {
            match parts.first().map(|(_, part)| part.ask()) {
                $(Some($ask) => Sum::<crate::$name>::of(parts).map(|sum| Merged::$name(sum.answer)),)*
                Some(other) => Err(error!(NotAPart, "the question {other} has no parts here")),
                None => Err(error!(OutOfRange, "there is nothing to merge")),
            }
        }
    };
}

parted! {
    CapsSizes: "caps-sizes",
    Classes: "classes",
    Find: "find",
    Odds: "odds",
    Pack: "pack",
    Simulate: "simulate",
}

impl Default for PartedRequest {
    fn default() -> Self {
        Self::Simulate(crate::Simulate::default())
    }
}

/// A part of a question, or as much of it as a limit allows, as a text that `merge` adds up.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MakePart {
    /// The question.
    pub question: PartedRequest,
    /// Which part; the whole by default.
    pub part: Part,
    /// The text of an earlier answer to the same question, to go on from.
    pub resume: Option<String>,
    /// The maximum number of threads at work at once; one for each processor by default.
    pub threads: Option<NonZeroUsize>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// A part of a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MadePart {
    /// How many units the part has.
    pub units: Whole,
    /// How many of them are done.
    pub done: Whole,
    /// Why not all of them are, if some are still needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// What is done: the content of a file of the part.
    pub text: String,
}

impl Answered for MadePart {
    fn status(&self) -> Status {
        if self.reason.is_some() { Status::Stopped } else { Status::Yes }
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }
}

fn part<Q: Parted>(question: &Q, asked: &MakePart, session: &Session) -> Result<MadePart, Error> {
    let read = |text: &String| Sealed::from_reader(text.as_bytes())?.open();
    let earlier = asked.resume.as_ref().map(read).transpose()?;
    let mut partial = Partial::resume(question, asked.part, earlier, session)?;
    let goes_on = &mut |_: &Partial<Q>, _: &[u8]| ControlFlow::Continue(());
    let run = partial.run(session, asked.threads, asked.timeout, goes_on)?;
    let (units, done) = (partial.all_units().into(), partial.done_units().into());
    Ok(MadePart { units, done, reason: run.reason, text: partial.text() })
}

impl Bounded for MakePart {}

impl Question for MakePart {
    type Answer = MadePart;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.question.cost(means)?;
        Ok(Cost { threads: means.threads(&mut self.threads), ..Cost::work(self.timeout) })
    }

    fn ask(&self, session: &Session) -> Result<MadePart, Error> {
        self.question.part(self, session)
    }
}

/// The answer to a question from its parts, in any order, each once or more often. If some are missing,
/// it is that of the others, and its reason names them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Merge {
    /// The texts of the parts, at least one.
    pub parts: Vec<String>,
}

impl Bounded for Merge {}

impl Question for Merge {
    type Answer = Merged;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        // The answer is as short as the request, and so is the work.
        Ok(Cost::work(None))
    }

    fn ask(&self, _: &Session) -> Result<Merged, Error> {
        let read = |(number, text): (usize, &String)| {
            let sealed = Sealed::from_reader(text.as_bytes());
            sealed.map(|sealed| (format!("text {number}"), sealed))
        };
        merged((1..).zip(&self.parts).map(read).collect::<Result<_, Error>>()?)
    }
}
