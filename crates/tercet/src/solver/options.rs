//! What a method may use.

use std::num::NonZeroUsize;

/// What a method may use. Each method looks at what concerns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The most threads at work at once, for methods that can use more than one. In a race, each
    /// member has one at least.
    pub threads: NonZeroUsize,
    /// The most bytes to hold besides the board, for methods that remember partial sets or write a
    /// formula. One that would need more stops with [`Stop::Memory`](super::Stop::Memory).
    pub memory: usize,
}

impl Default for Options {
    /// One thread, 1 GiB.
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, memory: 1 << 30 }
    }
}
