//! The arguments of a search as a request, and the options of methods outside of a search.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use tercet::solver::Options;
use tercet_models::Models;

use crate::cli::{Means, Search};

impl Search {
    /// The same options in a request.
    pub(crate) fn request(&self) -> tercet_app::Search {
        tercet_app::Search {
            method: self.method.clone(),
            methods: self.methods.iter().copied().map(String::from).collect(),
            symmetry: self.means.symmetry,
            smt_solver: self.means.smt_solver.clone(),
            memory: self.means.memory,
            threads: self.threads,
            timeout: self.timeout.map(Into::into),
        }
    }
}

impl Means {
    /// The options of the methods, on one thread.
    pub(crate) fn options(&self) -> Options {
        let usual = Options::default();
        Options { memory: self.memory.unwrap_or(usual.memory), ..usual }
    }

    /// The models with their options.
    pub(crate) fn models(&self) -> Models {
        let program = self.smt_solver.as_deref().map(Arc::from);
        Models { symmetry: self.symmetry, program, members: Vec::new() }
    }
}

/// The requested number of threads, else one per core.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}
