//! The choice of a method, its means, and the method that answered.

use std::fmt;
use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::deck::Unsupported;
use tercet::solver::{Options, Question, Report};
use tercet::{Board, Deck, Method, UnknownName};
#[cfg(feature = "native")]
use tercet_models::{Models, Symmetry, portfolio};

use crate::{Code, Error, Seconds, Session};

/// All methods.
#[cfg(feature = "native")]
pub(crate) use tercet_models::methods;

/// All methods.
#[cfg(not(feature = "native"))]
pub(crate) const fn methods() -> &'static [Method] {
    tercet::solver::METHODS
}

/// The method of a search, with its settings and limits.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// The method; by default `hybrid`, or `portfolio` if `methods` are named.
    pub method: Option<String>,
    /// The methods that race in `portfolio`.
    pub methods: Vec<String>,
    #[cfg(feature = "native")]
    /// How a model that gives each card of a set a slot orders the cards.
    pub symmetry: Symmetry,
    #[cfg(feature = "native")]
    /// The command that starts the SMT-LIB 2 solver; by default Tercet looks for z3 or cvc5.
    pub smt_solver: Option<String>,
    /// The maximum number of bytes for remembered partial results and for listed sets; 2^30 by
    /// default.
    pub memory: Option<usize>,
    /// The maximum number of threads at work at once; one for each processor by default.
    pub threads: Option<NonZeroUsize>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// The default method.
const USUAL: &str = if cfg!(feature = "native") { "hybrid" } else { "auto" };

/// The method that lets others race.
const RACE: &str = "portfolio";

#[cfg(feature = "native")]
/// A method that starts the SMT-LIB 2 solver.
const SMT: &str = "smt";

/// The error of a name that no method has.
impl From<UnknownName> for Error {
    fn from(UnknownName { kind, name, known }: UnknownName) -> Self {
        let error = Self::new(Code::NoSuchMethod, format!("no {kind} is called '{name}'"));
        error.about(name).with("methods", known)
    }
}

/// The error of a method that cannot be asked this question.
pub(crate) fn unable(method: &Method, question: Question, why: &Unsupported) -> Error {
    let is_able = method.can(question, why.deck);
    let code = if is_able { Code::MethodMissing } else { Code::MethodUnable };
    Error::new(code, why.to_string()).about(method.name)
}

impl Search {
    /// The method to ask, after all names were checked.
    ///
    /// # Errors
    ///
    /// [`Code::NoSuchMethod`], [`Code::MethodUnable`], [`Code::MethodMissing`], or
    /// [`Code::Conflict`] if `methods` are named with a method other than `portfolio`.
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

    /// The method with the other settings applied. Refuses methods that cannot race, and a missing
    /// SMT solver.
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
        // A named solver must exist even if no method needs it.
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

    /// The method for a question about a board, and the solver that `build` makes, such as
    /// [`Method::solver`].
    ///
    /// # Errors
    ///
    /// As [`method`](Self::method).
    pub(crate) fn build<S: ?Sized>(
        &self,
        session: &Session,
        question: Question,
        board: &Board,
        build: fn(&Method, &Board, &Options) -> Result<Box<S>, Unsupported>,
    ) -> Result<(Method, Box<S>), Error> {
        let method = self.method(question, board.deck())?;
        let built = build(&method, board, &self.options(session));
        let built = built.map_err(|why| unable(&method, question, &why))?;
        Ok((method, built))
    }

    /// The options of the method.
    pub(crate) fn options(&self, session: &Session) -> Options {
        Options { threads: session.threads(self.threads), memory: self.memory() }
    }

    /// The most bytes for the memory of a method and for a list.
    pub(crate) fn memory(&self) -> usize {
        self.memory.unwrap_or(Options::default().memory)
    }
}

/// Refuses a method whose external program is missing.
#[cfg(feature = "native")]
fn check_present(method: &Method) -> Result<(), Error> {
    let Some(missing) = method.missing() else { return Ok(()) };
    Err(error!(MethodMissing, "{} {missing}", method.name).about(method.name))
}

/// The method that gave an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnsweredBy {
    /// The method that answered.
    pub method: String,
    /// The method that chose it, if it was not asked for by its own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_by: Option<String>,
    /// A sentence for each solver that failed; the method continued without it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<String>,
}

impl AnsweredBy {
    /// The method behind the last answer of the method asked.
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
