//! Packing: as many pairwise disjoint sets of a board as there are.

mod few;

pub use few::{MOST_FEW, most_disjoint};
