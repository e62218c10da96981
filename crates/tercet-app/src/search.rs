//! The choice of a method, its means, and the method that answered.

use std::fmt;
use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};
use tercet::deck::Unsupported;
use tercet::solver::{Options, Question, Report};
use tercet::{Board, Method, UnknownName};
#[cfg(feature = "native")]
use tercet_models::{Models, SMT, Symmetry};

use crate::{Code, Error, Seconds, Session};

/// All methods, and the default of a limit of memory.
#[cfg(feature = "native")]
pub(crate) use tercet_models::{LEFT_OUT, methods, process::usual_memory};

/// All methods.
#[cfg(not(feature = "native"))]
pub(crate) const fn methods() -> &'static [Method] {
    tercet::solver::METHODS
}

/// No method.
#[cfg(not(feature = "native"))]
const LEFT_OUT: [(&str, &str); 0] = [];

/// The default of a limit of memory, in bytes.
#[cfg(not(feature = "native"))]
pub(crate) fn usual_memory() -> usize {
    Options::default().memory
}

/// The method of a search, with its settings and limits.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// The method; by default `hybrid`.
    pub method: Option<String>,
    #[cfg(feature = "native")]
    /// How a model that gives each card of a set a slot orders the cards.
    pub symmetry: Symmetry,
    #[cfg(feature = "native")]
    /// The command that starts the SMT-LIB 2 solver; by default Tercet looks for z3 or cvc5.
    pub smt_solver: Option<String>,
    /// The maximum number of bytes for remembered partial results and for listed sets; by default 2^30,
    /// or a third of the address space of the process if the system limits it to less.
    pub memory: Option<usize>,
    /// The maximum number of threads at work at once; one for each processor by default.
    pub threads: Option<NonZeroUsize>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// The default method.
#[cfg(feature = "native")]
const USUAL: &str = tercet_models::HYBRID;

/// The default method.
#[cfg(not(feature = "native"))]
const USUAL: &str = Method::AUTO.name;

/// The error of a name that no method has.
impl From<UnknownName> for Error {
    fn from(UnknownName { kind, name, known }: UnknownName) -> Self {
        let message = match LEFT_OUT.iter().find(|method| method.0 == name) {
            Some((_, feature)) => format!("{name} needs a build with the feature {feature}"),
            None => format!("no {kind} is called '{name}'"),
        };
        Self::new(Code::NoSuchMethod, message).about(name).with("methods", known)
    }
}

/// The error of a method that cannot be asked this question.
pub(crate) fn unable(method: &Method, question: Question, why: &Unsupported) -> Error {
    let is_able = method.can(question, why.deck);
    let code = if is_able { Code::MethodMissing } else { Code::MethodUnable };
    Error::new(code, why.to_string()).about(method.name)
}

impl Search {
    /// The name of the method.
    fn name(&self) -> &str {
        self.method.as_deref().unwrap_or(USUAL)
    }

    /// The row of the method, if there is one.
    pub(crate) fn row(&self) -> Option<&'static Method> {
        methods().iter().find(|method| method.name == self.name())
    }

    /// The method to ask, after all names were checked.
    ///
    /// # Errors
    ///
    /// [`Code::NoSuchMethod`] and [`Code::MethodMissing`].
    pub(crate) fn method(&self) -> Result<Method, Error> {
        let known = || methods().iter().map(|method| method.name);
        let asked = self.row();
        let asked = asked.ok_or_else(|| UnknownName::new("method", self.name(), known()))?;
        #[cfg(feature = "native")]
        let asked = &self.configured(asked)?;
        Ok(asked.clone())
    }

    /// The method with the other settings applied. Refuses a missing SMT solver.
    #[cfg(feature = "native")]
    fn configured(&self, asked: &Method) -> Result<Method, Error> {
        let program = self.smt_solver.as_deref().map(std::sync::Arc::from);
        let models = Models { symmetry: self.symmetry, program };
        if models == Models::default() {
            return Ok(asked.clone());
        }
        // A named solver must exist even if the method does not need it.
        if self.smt_solver.is_some()
            && let smt = models.method(SMT)?
            && let Some(missing) = smt.missing()
        {
            let error = error!(MethodMissing, "{} {missing}", smt.name).about(smt.name);
            return Err(error.of_field("smt_solver"));
        }
        Ok(models.method(asked.name)?)
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
        let method = self.method()?;
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
        self.memory.unwrap_or_else(usual_memory)
    }
}

/// The method that gave an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
