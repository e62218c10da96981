//! The order of the cards of a set in a model.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How a model that puts the cards of a set into v slots avoids finding each set in all v! orders
/// (Takeshita, section 3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Symmetry {
    /// No symmetry breaking: any order is a solution.
    None,
    /// In the first property in which the cards differ, their values ascend (constraint 13).
    Relative,
    /// In the first property in which the cards differ, slot i shows value i (constraint 15).
    #[default]
    Rigid,
}

impl Symmetry {
    /// All variants, from the weakest to the strongest.
    pub const ALL: [Self; 3] = [Self::None, Self::Relative, Self::Rigid];

    /// The name in one word.
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

/// No symmetry breaking has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no symmetry breaking is called '{0}': choose one of none, relative, rigid")]
pub struct UnknownSymmetry(pub String);
