//! Hands of cards up to the symmetries of their deck: classes and canonical forms.
//!
//! The symmetries of a deck are the permutations of its properties, and of the values in each; for
//! three values they are all affine maps, of which these are some. With two values any two cards are a
//! set, so every permutation of the cards takes sets to sets, and the symmetries are only some of these.

mod action;
pub mod canonical;
pub mod classes;
mod descent;
mod growth;
mod maps;
mod renaming;
mod space;

pub(crate) use action::Form;
pub use action::Symmetry;
pub use canonical::{Canonical, Group, canonical};
pub use classes::{Class, Classes, Kind};
pub(crate) use descent::Grown;
pub(crate) use growth::Growth;
pub(crate) use renaming::sets_through;
pub(crate) use space::Space;
