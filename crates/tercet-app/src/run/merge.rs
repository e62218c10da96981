//! The sum of parts, and the questions `make-part` and `merge`: parts as data, for surfaces without files.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::journal::Place;
use super::{Journal, Part, Parted, Run, Sealed, Units, begin, find, resume};
use crate::prelude::*;

/// Calls a macro with all questions that have parts, each with its name: this is their only table.
#[macro_export]
macro_rules! parted_questions {
    ($made:ident) => {
        $made! {
            CapsExtend: "caps-extend",
            CapsSizes: "caps-sizes",
            Classes: "classes",
            Find: "find",
            Odds: "odds",
            Pack: "pack",
            Prove: "prove",
            Race: "race",
            Simulate: "simulate",
        }
    };
}

/// A sum of parts, and the answer as far as they give it.
pub struct Sum<Q: Parted> {
    /// The question.
    pub question: Q,
    /// The units of all parts.
    pub journal: Journal<Q::Work>,
    /// The answer, whose reason names the parts that are missing.
    pub answer: Q::Answer,
    places: Vec<Place>,
}

impl<Q: Parted> Sum<Q> {
    /// The sum of parts, at least one, each with its name for errors.
    ///
    /// # Errors
    ///
    /// As [`Sealed::open`]; [`Code::OtherRun`] if the parts are of different runs, [`Code::Damaged`] if they
    /// contradict each other, and [`Code::Conflict`] if they overlap and cannot be compared.
    pub fn of(parts: Vec<(String, Sealed)>) -> Result<Self, Error> {
        let mut asked = None;
        let mut open = |(name, sealed): (String, Sealed)| match sealed.open::<Q>(&Limit::none()) {
            Ok((question, journal)) => {
                asked.get_or_insert(question);
                Ok((name, journal))
            }
            Err(error) => Err(Error { message: format!("{name}: {error}"), ..error }),
        };
        let parts = parts.into_iter().map(&mut open).collect::<Result<Vec<_>, Error>>()?;
        let most = parts.iter().map(|(_, part)| part.part().of()).max().unwrap_or(1);
        let named: Vec<_> = parts.iter().map(|(name, part)| (&**name, part)).collect();
        let (journal, places) = Journal::merge(&named)?;
        let missing = |parts: String| match most {
            1 => {
                let (done, all) = (journal.done_units(), journal.all_units());
                format!("{done} of {all} units are done")
            }
            _ => format!("the work lacks {parts}"),
        };
        let message = journal.missing(most).map(missing);
        let reason = message.map(|message| Reason { code: Code::Unfinished, message });
        let question = asked.expect("there is a part");
        let answer = question.answer(&journal, Run { reason, ..Run::default() })?;
        Ok(Self { question, journal, answer, places })
    }
}

impl Sum<crate::Prove> {
    /// Writes the proof that the board has no set from the side files of the parts, whose files are at these
    /// paths. Errors name the file of the output. Returns how many bytes the proof has.
    ///
    /// # Errors
    ///
    /// [`Code::File`], and [`Code::Damaged`] if steps are not those that were written.
    pub fn write_proof(
        &self,
        paths: &[PathBuf],
        file: &Path,
        output: &mut dyn Write,
    ) -> Result<u64, Error> {
        find::write_proof(self.journal.work(), &self.places, paths, (file, output))
    }
}

/// Makes what all parted questions have in common from their table.
macro_rules! parted {
    ($($name:ident: $ask:literal,)*) => {
        /// A question that has parts.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[serde(tag = "ask")]
        pub enum PartedRequest {
            $(#[doc = concat!("See [`", stringify!($name), "`](crate::", stringify!($name), ").")]
            #[serde(rename = $ask)]
            $name(crate::$name),)*
        }

        $(impl From<crate::$name> for PartedRequest {
            fn from(question: crate::$name) -> Self {
                Self::$name(question)
            }
        })*

        /// The answer to a question that has parts.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[serde(tag = "to")]
        pub enum Merged {
            $(#[doc = concat!("To [`", stringify!($name), "`](crate::", stringify!($name), ").")]
            #[serde(rename = $ask)]
            $name(<crate::$name as Question>::Answer),)*
        }

        impl PartedRequest {
            pub(super) fn cost(&mut self, means: Means) -> Result<Cost, Error> {
                match self {
                    $(Self::$name(question) => question.cost(means),)*
                }
            }

            fn part(&self, asked: &MakePart, session: &Session) -> Result<MadePart, Error> {
                match self {
                    $(Self::$name(question) => part(question, asked, session),)*
                }
            }

            pub(super) fn estimate(
                &self,
                asked: &super::Estimate,
                session: &Session,
            ) -> Result<super::Estimated, Error> {
                match self {
                    $(Self::$name(question) => asked.about(question, session),)*
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
                $(Some($ask) => answer::<crate::$name>(parts).map(Merged::$name),)*
                Some(other) => Err(error!(NotAPart, "the question {other} has no parts here")),
                None => Err(error!(OutOfRange, "there is nothing to merge")),
            }
        }
    };
}

parted_questions!(parted);

/// The error of parts whose data would be needed, which are not in their texts.
fn has_no_data() -> Error {
    error!(Conflict, "the steps of a proof are in files beside the parts: use the command line")
}

fn answer<Q: Parted>(parts: Vec<(String, Sealed)>) -> Result<Q::Answer, Error> {
    let Sum { journal, answer, .. } = Sum::<Q>::of(parts)?;
    if journal.work().has_data() && !journal.is_answered() {
        return Err(has_no_data());
    }
    Ok(answer)
}

impl Default for PartedRequest {
    fn default() -> Self {
        Self::Simulate(crate::Simulate::default())
    }
}

request! {
    /// The result of one part, as a text for `merge`; incomplete if a limit stopped it.
    pub struct MakePart {
        /// The question.
        pub question: PartedRequest,
        /// Which part; the whole by default.
        pub part: Part,
        /// The text of an earlier answer to the same question, to go on from.
        pub resume: Option<String>,
        threads,
        timeout,
    }
}

/// A part of a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    let ((_, mut journal), session) = session.preparing(asked.timeout, |session| {
        let Some(text) = &asked.resume else { return begin(question, asked.part, session) };
        let earlier = Sealed::from_reader(text.as_bytes())?;
        resume(question, asked.part, &earlier, session)
    })?;
    if journal.work().has_data() {
        return Err(has_no_data());
    }
    let goes_on = &mut |_: &Journal<Q::Work>, _: &[u8]| ControlFlow::Continue(());
    let run = journal.run(&session, asked.threads, asked.timeout, goes_on)?;
    let (units, done) = (journal.all_units().into(), journal.done_units().into());
    Ok(MadePart { units, done, reason: run.reason, text: journal.text() })
}

impl Question for MakePart {
    type Answer = MadePart;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.question.cost(means)?;
        cost::of(self, means)
    }

    fn ask(&self, session: &Session) -> Result<MadePart, Error> {
        self.question.part(self, session)
    }
}

request! {
    /// The answer to a question from its parts, in any order, each once or more often. If some are missing,
    /// it is that of the others, and its reason names them.
    pub struct Merge {
        /// The texts of the parts, at least one.
        pub parts: Vec<String>,
    }
}

impl Question for Merge {
    type Answer = Merged;

    fn ask(&self, _: &Session) -> Result<Merged, Error> {
        let read = |(number, text): (usize, &String)| {
            let sealed = Sealed::from_reader(text.as_bytes());
            sealed.map(|sealed| (format!("text {number}"), sealed))
        };
        merged((1..).zip(&self.parts).map(read).collect::<Result<_, Error>>()?)
    }
}
