//! Exact odds: how many hands of a deck hold a set, or none, or so many.

pub mod classes;
mod hand;
mod maps;
mod space;

pub use classes::{Class, Classes, Kind};
