//! What the arguments say about a search, and about methods that are started by themselves.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use tercet::solver;
use tercet_app::Name;
use tercet_models::{Method, Options, method};

use crate::cli::{Means, Search};

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
