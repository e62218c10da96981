//! What searches, with what means, and who gave the answer.

use std::fmt;
use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::deck::Unsupported;
use tercet::solver::{Options, Question, Report};
use tercet::{Board, Deck, Method, UnknownName};
#[cfg(feature = "native")]
use tercet_models::{Models, Symmetry, portfolio};

use crate::{Code, Error, Seconds};

/// All methods.
#[cfg(feature = "native")]
pub(crate) use tercet_models::methods;

/// All methods.
#[cfg(not(feature = "native"))]
pub(crate) const fn methods() -> &'static [Method] {
    tercet::solver::METHODS
}

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
    #[cfg(feature = "native")]
    /// How a model that gives each card of a set a slot orders them.
    pub symmetry: Symmetry,
    #[cfg(feature = "native")]
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
const USUAL: &str = if cfg!(feature = "native") { "hybrid" } else { "auto" };

/// The method that lets others race.
const RACE: &str = "portfolio";

#[cfg(feature = "native")]
/// A method that starts the SMT-LIB 2 solver.
const SMT: &str = "smt";

/// What is wrong with a name that no method has.
impl From<UnknownName> for Error {
    fn from(UnknownName { kind, name, known }: UnknownName) -> Self {
        let error = Self::new(Code::NoSuchMethod, format!("no {kind} is called '{name}'"));
        error.about(name).with("methods", known)
    }
}

/// What is wrong with a method that cannot be asked this question.
pub(crate) fn unable(method: &Method, question: Question, why: &Unsupported) -> Error {
    let is_able = method.can(question, why.deck);
    let code = if is_able { Code::MethodMissing } else { Code::MethodUnable };
    Error::new(code, why.to_string()).about(method.name)
}

impl Search {
    /// The method to ask, after all that is named was looked at.
    ///
    /// # Errors
    ///
    /// [`Code::NoSuchMethod`], [`Code::MethodUnable`], [`Code::MethodMissing`], or
    /// [`Code::Conflict`] where `methods` are named beside another method than `portfolio`.
    pub(crate) fn method(&self, question: Question, deck: Deck) -> Result<Method, Error> {
        let usual = if self.methods.is_empty() { USUAL } else { RACE };
        let name = self.method.as_deref().unwrap_or(usual);
        let known = || methods().iter().map(|method| method.name);
        let asked = methods().iter().find(|method| method.name == name);
        let asked = asked.ok_or_else(|| UnknownName::new("method", name, known()))?;
        if !self.methods.is_empty() && name != RACE {
            let message = format!("the methods named are for {RACE}, not for {name}");
            return Err(Error::new(Code::Conflict, message).about(name).of_field("methods"));
        }
        #[cfg(feature = "native")]
        let asked = &self.configured(asked, question, deck)?;
        #[cfg(not(feature = "native"))]
        let _ = (question, deck);
        Ok(asked.clone())
    }

    /// The method with what else is asked for. Refuses methods that cannot race, and an SMT solver
    /// that is missing.
    #[cfg(feature = "native")]
    fn configured(&self, asked: &Method, question: Question, deck: Deck) -> Result<Method, Error> {
        let program = self.smt_solver.as_deref().map(std::sync::Arc::from);
        let models = Models { symmetry: self.symmetry, program, members: Vec::new() };
        if self.methods.is_empty() && models == Models::default() {
            return Ok(asked.clone());
        }
        let members = self.methods.iter().map(|name| models.method(name));
        let members = members.collect::<Result<Vec<Method>, UnknownName>>()?;
        if let Err(no) = portfolio::check(&members) {
            return Err(Error::new(Code::Conflict, no.to_string()).of_field("methods"));
        }
        // A solver that is named must be there even where no method needs it.
        if self.smt_solver.is_some() {
            check_present(&models.method(SMT)?).map_err(|error| error.of_field("smt_solver"))?;
        }
        for member in &members {
            let (name, decks) = (member.name, &member.decks);
            let unable = |what: String| {
                Err(Error::new(Code::MethodUnable, what).about(name).of_field("methods"))
            };
            if !member.answers(question) {
                return unable(format!("the method {name} cannot {}", question.in_words()));
            }
            if !decks.contains(deck) {
                return unable(format!("the method {name} is for {decks}, not for {deck}"));
            }
            check_present(member).map_err(|error| error.of_field("methods"))?;
        }
        Ok(Models { members, ..models }.method(asked.name)?)
    }

    /// The method to ask a question about a board, and what it builds for that, such as
    /// [`Method::solver`].
    ///
    /// # Errors
    ///
    /// As [`method`](Self::method).
    pub(crate) fn build<S: ?Sized>(
        &self,
        question: Question,
        board: &Board,
        build: fn(&Method, &Board, &Options) -> Result<Box<S>, Unsupported>,
    ) -> Result<(Method, Box<S>), Error> {
        let method = self.method(question, board.deck())?;
        let built = build(&method, board, &self.options());
        let built = built.map_err(|why| unable(&method, question, &why))?;
        Ok((method, built))
    }

    /// What the method may use.
    pub(crate) fn options(&self) -> Options {
        Options { threads: threads(self.threads), memory: self.memory() }
    }

    /// The most bytes for what a method remembers and for what is listed.
    pub(crate) fn memory(&self) -> usize {
        self.memory.unwrap_or(Options::default().memory)
    }
}

/// Refuses a method whose outside program is not there.
#[cfg(feature = "native")]
fn check_present(method: &Method) -> Result<(), Error> {
    match method.missing() {
        None => Ok(()),
        Some(missing) => {
            let message = format!("{} {missing}", method.name);
            Err(Error::new(Code::MethodMissing, message).about(method.name))
        }
    }
}

/// The threads that were asked for, else one for each processor; one where there are no threads.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let asked = asked.or_else(|| std::thread::available_parallelism().ok());
    asked.filter(|_| !cfg!(target_family = "wasm")).unwrap_or(NonZeroUsize::MIN)
}

/// Who gave an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnsweredBy {
    /// The method that answered.
    pub method: String,
    /// The method that chose it, if it was not asked for by its own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_by: Option<String>,
    /// The solvers that failed, in sentences; the method continued without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<String>,
}

impl AnsweredBy {
    /// Who gave the last answer of a method that was asked.
    pub(crate) fn of(asked: &Method, Report { winner, failures, .. }: &Report) -> Self {
        Self {
            method: winner.unwrap_or(asked.name).into(),
            chosen_by: winner.map(|_| asked.name.into()),
            failures: failures.iter().map(ToString::to_string).collect(),
        }
    }
}

impl fmt::Display for AnsweredBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.method)?;
        self.chosen_by.as_ref().map_or(Ok(()), |by| write!(f, ", chosen by {by}"))
    }
}
