//! What searches, with what means, and who gave the answer.

use std::fmt;
use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::solver::{Options as SearchOptions, Question, Report};
#[cfg(feature = "models")]
use tercet_models::{Symmetry, portfolio};

#[cfg(feature = "models")]
use crate::Name;
use crate::engine::{self, Options, methods};
use crate::{Code, Error, Seconds};

/// What searches, with what means, and for how long.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// The method; without one `hybrid`, or `portfolio` if `methods` are named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The methods that `portfolio` lets race.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub methods: Vec<String>,
    #[cfg(feature = "models")]
    /// How a model that gives each card of a set a slot orders them.
    pub symmetry: Name<Symmetry>,
    #[cfg(feature = "models")]
    /// The command that starts the SMT-LIB 2 solver; without one z3 or cvc5 is looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smt_solver: Option<String>,
    /// The most bytes for what a method remembers and for what is listed; 2^30 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<usize>,
    /// The most threads at work at once; one for each processor by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<NonZeroUsize>,
    /// The most time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Seconds>,
}

/// The method that is asked if none is named.
const USUAL: &str = if cfg!(feature = "models") { "hybrid" } else { "auto" };

/// The method that lets others race.
const RACE: &str = "portfolio";

#[cfg(feature = "models")]
/// A method that starts the SMT-LIB 2 solver.
const SMT: &str = "smt";

/// The method of this name.
///
/// # Errors
///
/// [`Code::NoSuchMethod`].
pub(crate) fn method(name: &str) -> Result<&'static engine::Method, Error> {
    methods().find(|method| method.name == name).ok_or_else(|| no_such_method(name))
}

/// What is wrong with a name that no method has.
pub(crate) fn no_such_method(name: &str) -> Error {
    let names: Vec<&str> = methods().map(|method| method.name).collect();
    Error::new(Code::NoSuchMethod, format!("no method is called '{name}'"))
        .about(name)
        .with("methods", names)
}

impl Search {
    /// The method to ask, after all that is named was looked at.
    ///
    /// # Errors
    ///
    /// [`Code::NoSuchMethod`], [`Code::MethodUnable`], [`Code::MethodMissing`], or
    /// [`Code::Conflict`] where `methods` are named beside another method than `portfolio`.
    pub(crate) fn method(
        &self,
        question: Question,
        deck: Deck,
    ) -> Result<&'static engine::Method, Error> {
        let usual = if self.methods.is_empty() { USUAL } else { RACE };
        let asked = method(self.method.as_deref().unwrap_or(usual))?;
        if !self.methods.is_empty() && asked.name != RACE {
            let message = format!("the methods named are for {RACE}, not for {}", asked.name);
            return Err(Error::new(Code::Conflict, message).about(asked.name).of_field("methods"));
        }
        #[cfg(feature = "models")]
        self.check_members(question, deck)?;
        #[cfg(not(feature = "models"))]
        let _ = (question, deck);
        Ok(asked)
    }

    /// Refuses methods that cannot race, and an SMT solver that is not there.
    #[cfg(feature = "models")]
    fn check_members(&self, question: Question, deck: Deck) -> Result<(), Error> {
        let options = self.options()?;
        if let Err(no) = portfolio::check(&options.members) {
            return Err(Error::new(Code::Conflict, no.to_string()).of_field("methods"));
        }
        // A solver that is named must be there even where no method needs it.
        if self.smt_solver.is_some() {
            check_present(method(SMT)?, &options).map_err(|error| error.of_field("smt_solver"))?;
        }
        for member in options.members.iter() {
            let (name, decks) = (member.name, &member.decks);
            let unable = |what: String| {
                Err(Error::new(Code::MethodUnable, what).about(name).of_field("methods"))
            };
            if !member.answers(question) {
                return unable(format!("the method {name} cannot {question}"));
            }
            if !decks.contains(deck) {
                return unable(format!("the method {name} is for {decks}, not for {deck}"));
            }
            check_present(member, &options).map_err(|error| error.of_field("methods"))?;
        }
        Ok(())
    }

    /// What the method may use.
    #[cfg_attr(
        not(feature = "models"),
        expect(clippy::unnecessary_wraps, reason = "only models can fail")
    )]
    pub(crate) fn options(&self) -> Result<Options, Error> {
        let search = SearchOptions { threads: threads(self.threads), memory: self.memory() };
        #[cfg(feature = "models")]
        let options = Options {
            search,
            symmetry: self.symmetry.0,
            program: self.smt_solver.as_deref().map(std::sync::Arc::from),
            members: self.methods.iter().map(|name| method(name)).collect::<Result<_, _>>()?,
        };
        #[cfg(not(feature = "models"))]
        let options = search;
        Ok(options)
    }

    /// The most bytes for what a method remembers and for what is listed.
    pub(crate) fn memory(&self) -> usize {
        self.memory.unwrap_or(SearchOptions::default().memory)
    }
}

/// Refuses a method whose outside program is not there.
#[cfg(feature = "models")]
fn check_present(method: &engine::Method, options: &Options) -> Result<(), Error> {
    match method.missing(options) {
        None => Ok(()),
        Some(missing) => {
            let message = format!("{} {missing}", method.name);
            Err(Error::new(Code::MethodMissing, message).about(method.name))
        }
    }
}

/// The threads that were asked for, else one for each processor; one where there are no threads.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    #[cfg(feature = "threads")]
    let asked = asked.or_else(|| std::thread::available_parallelism().ok());
    #[cfg(not(feature = "threads"))]
    let asked = asked.and(None);
    asked.unwrap_or(NonZeroUsize::MIN)
}

/// Who gave an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Method {
    /// The method that answered.
    pub method: String,
    /// The method that chose it, if it was not asked for by its own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_by: Option<String>,
    /// The solvers that failed, in sentences; the method continued without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<String>,
}

impl Method {
    /// Who gave the last answer of a method that was asked.
    pub(crate) fn of(asked: &engine::Method, Report { winner, failures, .. }: &Report) -> Self {
        Self {
            method: winner.unwrap_or(asked.name).into(),
            chosen_by: winner.map(|_| asked.name.into()),
            failures: failures.iter().map(ToString::to_string).collect(),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.method)?;
        self.chosen_by.as_ref().map_or(Ok(()), |by| write!(f, ", chosen by {by}"))
    }
}
