//! Proofs: which boards have one, and what is none.

mod common;
mod mutants;
mod search;
