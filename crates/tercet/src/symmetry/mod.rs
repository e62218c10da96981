//! Hands of cards up to the symmetries of their deck: classes and canonical forms.

mod action;
pub mod canonical;
pub mod classes;
mod geometry;
mod growth;
mod hand;
mod maps;
mod renaming;
mod space;

pub(crate) use action::Form;
pub use action::Symmetry;
pub use canonical::{Canonical, Group, canonical};
pub use classes::{Class, Classes, Kind};
pub(crate) use growth::Growth;
pub(crate) use renaming::sets_through;
pub(crate) use space::Space;
