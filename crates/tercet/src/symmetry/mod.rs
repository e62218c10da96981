//! Hands of cards up to the symmetries of their deck.

pub mod canonical;
pub mod classes;
mod hand;
mod maps;
mod space;

pub use canonical::{Canonical, canonical};
pub use classes::{Class, Classes, Kind};
