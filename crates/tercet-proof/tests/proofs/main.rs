//! Proofs: which boards have one, what is none, and what they expand to.

mod common;
mod expand;
mod mutants;
mod search;
