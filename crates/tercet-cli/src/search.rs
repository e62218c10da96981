//! What the arguments say about a search: its method, its options and its limit.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use anyhow::{Result, bail};
use serde::Serialize;
use tercet::Deck;
use tercet::solver::{Failure, Limit, Method, Options, Question, Update};
use tercet_app::{Name, Seconds};
use tercet_models::{method, portfolio};

use crate::cli::{Means, Search};
use crate::interrupt::Interrupt;
use crate::say;

/// The method that is asked where none is named.
const USUAL: &str = "hybrid";

/// The method that the members of a race are for.
const RACE: &str = "portfolio";

/// A method that starts the solver of --smt-solver.
const SMT: &str = "smt";

/// Says which solvers a method went on without, and why.
pub(crate) fn report(method: &str, failures: Vec<Failure>) {
    for failure in failures {
        say(&format!("{failure}; {method} went on without it"));
    }
}

/// Who gave an answer.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Answered {
    /// The method that answered.
    method: &'static str,
    /// The method that chose it, if it was not asked for by its own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen_by: Option<&'static str>,
}

impl Answered {
    /// Who gave the last answer of a method that was asked. Which solvers it went on without, and
    /// why, is [reported](report).
    pub(crate) fn by(asked: &Method, solver: &dyn Update) -> Self {
        report(asked.name, solver.failures());
        let winner = solver.winner();
        Self { method: winner.unwrap_or(asked.name), chosen_by: winner.map(|_| asked.name) }
    }
}

impl fmt::Display for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.method)?;
        self.chosen_by.map_or(Ok(()), |by| write!(f, ", chosen by {by}"))
    }
}

impl Search {
    /// The method to ask, which can answer this question about boards of this deck if it is a race.
    pub(crate) fn method(&self, question: Question, deck: Deck) -> Result<&'static Method> {
        let usual = if self.methods.is_empty() { USUAL } else { RACE };
        let asked = method(self.method.as_deref().unwrap_or(usual))?;
        if !self.methods.is_empty() && asked.name != RACE {
            bail!("--methods names who races: leave out --method {}", asked.name);
        }
        let options = self.options();
        if let Err(no) = portfolio::check(&options) {
            bail!("--methods: {no}");
        }
        // Who names a solver is told that it is none, also where no method needs one.
        if self.means.smt_solver.is_some()
            && let Some(missing) = (method(SMT)?.missing)(&options)
        {
            bail!("{SMT} {missing}");
        }
        for name in options.members.iter() {
            let member = method(name)?;
            if !member.answers(question) {
                bail!("--methods {name}: it cannot {question}: leave it out");
            }
            if !(member.suits)(deck) {
                let decks = member.decks;
                bail!("--methods {name}: it is for {decks}, not for {deck}: leave it out");
            }
            if let Some(missing) = (member.missing)(&options) {
                bail!("--methods {name}: it {missing}");
            }
        }
        Ok(asked)
    }

    /// The same as a part of a request.
    pub(crate) fn request(&self) -> tercet_app::Search {
        tercet_app::Search {
            method: self.method.clone(),
            methods: self.methods.iter().map(ToString::to_string).collect(),
            symmetry: Name(self.means.symmetry),
            smt_solver: self.means.smt_solver.clone(),
            memory: self.means.memory,
            threads: self.threads,
            timeout: self.timeout.map(Seconds),
        }
    }

    /// What the method may use.
    pub(crate) fn options(&self) -> Options {
        Options {
            threads: threads(self.threads),
            members: self.methods.iter().copied().collect(),
            ..self.means.options()
        }
    }

    /// The time it may take from now on, unless Ctrl-C ends it earlier.
    pub(crate) fn limit(&self, interrupt: &Interrupt) -> Limit {
        self.timeout.map_or_else(Limit::none, Limit::timeout).or_flag(interrupt.flag())
    }
}

impl Means {
    /// What the methods may use, on one thread.
    pub(crate) fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            memory: self.memory.unwrap_or(usual.memory),
            symmetry: self.symmetry,
            program: self.smt_solver.as_deref().map(Arc::from),
            ..usual
        }
    }
}

/// The threads that were asked for, else one a core.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}
