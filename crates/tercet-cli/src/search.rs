//! What the arguments say about a search: its options and its limit.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use tercet::solver::{Limit, Options};

use crate::cli::Search;
use crate::interrupt::Interrupt;

impl Search {
    /// What the method may use.
    pub(crate) fn options(&self) -> Options {
        let threads = self.threads.or_else(|| thread::available_parallelism().ok());
        Options {
            threads: threads.unwrap_or(NonZeroUsize::MIN),
            memory: self.memory.unwrap_or(Options::default().memory),
            symmetry: self.symmetry,
            program: self.smt_solver.as_deref().map(Arc::from),
        }
    }

    /// The time it may take from now on, unless Ctrl-C ends it earlier.
    pub(crate) fn limit(&self, interrupt: &Interrupt) -> Limit {
        self.timeout.map_or_else(Limit::none, Limit::timeout).or_flag(interrupt.flag())
    }
}
