//! The options of methods, of the library and of this crate.

use std::sync::Arc;

use tercet::solver;

use crate::method::Method;
use crate::symmetry::Symmetry;

/// The options of a method. Each method uses the options that apply to it.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// The threads and the memory, for all methods.
    pub search: solver::Options,
    /// The order of the cards of a set, for methods that assign each card a slot.
    pub symmetry: Symmetry,
    /// The command that starts the external program, for methods that use one. By default they look
    /// for an installed program.
    pub program: Option<Arc<str>>,
    /// The methods that race, for the method that races others. If this is empty, it chooses them
    /// itself.
    pub members: Arc<[&'static Method]>,
}

impl From<solver::Options> for Options {
    fn from(search: solver::Options) -> Self {
        Self { search, ..Self::default() }
    }
}
