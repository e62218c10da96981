//! What a method may use, of the library or of this crate.

use std::sync::Arc;

use tercet::solver;

use crate::method::Method;
use crate::symmetry::Symmetry;

/// What a method may use. Each method looks at what concerns it.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// The threads and the memory, for all methods.
    pub search: solver::Options,
    /// The order of the cards of a set, for methods that give each card a slot.
    pub symmetry: Symmetry,
    /// The command that starts the outside program, for methods that talk to one. Without it they
    /// look for one themselves.
    pub program: Option<Arc<str>>,
    /// The methods that race, for the method that lets others race. Without any it chooses them
    /// itself.
    pub members: Arc<[&'static Method]>,
}

impl From<solver::Options> for Options {
    fn from(search: solver::Options) -> Self {
        Self { search, ..Self::default() }
    }
}
