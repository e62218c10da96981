//! The options of methods.

use std::num::NonZeroUsize;

/// The resources of a method. Each method uses the options that apply to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The maximum number of threads, for methods that can use several. In a race each member has
    /// at least one.
    pub threads: NonZeroUsize,
    /// The maximum memory in bytes, besides the board, for methods that store partial sets or
    /// formulas. A method that would need more stops with [`Stop::Memory`](super::Stop::Memory).
    pub memory: usize,
}

impl Default for Options {
    /// One thread, 1 GiB.
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, memory: 1 << 30 }
    }
}
