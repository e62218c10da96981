//! What the arguments say about a search: its method, its options and its limit.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use anyhow::{Result, bail};
use tercet::Deck;
use tercet::solver::{self, Failure, Limit, Question};
use tercet_app::Name;
use tercet_models::{Method, Options, method, portfolio};

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

impl Search {
    /// The same in a request.
    pub(crate) fn request(&self) -> tercet_app::Search {
        tercet_app::Search {
            method: self.method.clone(),
            methods: self.methods.iter().copied().map(String::from).collect(),
            symmetry: Name(self.means.symmetry),
            smt_solver: self.means.smt_solver.clone(),
            memory: self.means.memory,
            threads: self.threads,
            timeout: self.timeout.map(Into::into),
        }
    }

    /// The method to ask, which can answer this question about boards of this deck if it is a race.
    pub(crate) fn method(&self, question: Question, deck: Deck) -> Result<&'static Method> {
        let usual = if self.methods.is_empty() { USUAL } else { RACE };
        let asked = method(self.method.as_deref().unwrap_or(usual))?;
        if !self.methods.is_empty() && asked.name != RACE {
            bail!("--methods names who races: leave out --method {}", asked.name);
        }
        let options = self.options();
        if let Err(no) = portfolio::check(&options.members) {
            bail!("--methods: {no}");
        }
        // Who names a solver is told that it is none, also where no method needs one.
        if self.means.smt_solver.is_some()
            && let Some(missing) = method(SMT)?.missing(&options)
        {
            bail!("--smt-solver: {SMT} {missing}");
        }
        for member in options.members.iter() {
            let name = member.name;
            if !member.answers(question) {
                bail!("--methods {name}: it cannot {question}: leave it out");
            }
            let decks = &member.decks;
            if !decks.contains(deck) {
                bail!("--methods {name}: it is for {decks}, not for {deck}: leave it out");
            }
            if let Some(missing) = member.missing(&options) {
                bail!("--methods {name}: it {missing}");
            }
        }
        Ok(asked)
    }

    /// What the method may use.
    pub(crate) fn options(&self) -> Options {
        let options = self.means.options();
        let search = solver::Options { threads: threads(self.threads), ..options.search };
        Options { search, members: members(&self.methods), ..options }
    }

    /// The time it may take from now on, unless Ctrl-C ends it earlier.
    pub(crate) fn limit(&self, interrupt: &Interrupt) -> Limit {
        self.timeout.map_or_else(Limit::none, Limit::timeout).or_flag(interrupt.flag())
    }
}

impl Means {
    /// What the methods may use, on one thread.
    pub(crate) fn options(&self) -> Options {
        let usual = solver::Options::default();
        Options {
            search: solver::Options { memory: self.memory.unwrap_or(usual.memory), ..usual },
            symmetry: self.symmetry,
            program: self.smt_solver.as_deref().map(Arc::from),
            ..Options::default()
        }
    }
}

/// The methods of these names, which are those of the table.
pub(crate) fn members(names: &[&'static str]) -> Arc<[&'static Method]> {
    let method = |name: &&str| method(name).expect("the parser takes names of methods only");
    names.iter().map(method).collect()
}

/// The threads that were asked for, else one a core.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}
