//! What a method may use, and how.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

/// What a method may use. Each method looks at what concerns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The most threads at work at once, for methods that can use more than one. In a race, each
    /// member has one at least.
    pub threads: NonZeroUsize,
    /// The most bytes to hold besides the board, for methods that remember partial sets or write a
    /// formula. One that would need more stops with [`Stop::Memory`](super::Stop::Memory).
    pub memory: usize,
    /// The order of the cards of a set, for methods that give each card a slot.
    pub symmetry: Symmetry,
    /// The command that starts the outside program, for methods that talk to one. Without it they
    /// look for one themselves.
    pub program: Option<Arc<str>>,
    /// The names of the methods that race, for a method that lets others race. Without any it
    /// chooses them itself.
    pub members: Arc<[&'static str]>,
}

impl Default for Options {
    /// One thread, 1 GiB, rigid symmetry breaking, whatever program there is, whichever members.
    fn default() -> Self {
        Self {
            threads: NonZeroUsize::MIN,
            memory: 1 << 30,
            symmetry: Symmetry::default(),
            program: None,
            members: Arc::new([]),
        }
    }
}

/// How a model that puts the cards of a set into v slots keeps from finding each set in all v!
/// orders (Takeshita, section 3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Symmetry {
    /// Not at all: any order will do.
    None,
    /// In the first property in which the cards differ, their values ascend (constraint 13).
    Relative,
    /// In the first property in which the cards differ, slot i shows value i (constraint 15).
    #[default]
    Rigid,
}

impl Symmetry {
    /// All ways, from the weakest on.
    pub const ALL: [Self; 3] = [Self::None, Self::Relative, Self::Rigid];

    /// The name, as `--symmetry` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Relative => "relative",
            Self::Rigid => "rigid",
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = UnknownSymmetry;

    fn from_str(name: &str) -> Result<Self, UnknownSymmetry> {
        let named = Self::ALL.into_iter().find(|symmetry| symmetry.name() == name);
        named.ok_or_else(|| UnknownSymmetry(name.into()))
    }
}

/// No way of symmetry breaking has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no symmetry breaking is called '{0}': choose one of none, relative, rigid")]
pub struct UnknownSymmetry(pub String);
