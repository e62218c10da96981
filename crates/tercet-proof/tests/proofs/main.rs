//! Proofs: which boards have one, what is none, and what they expand to.

mod checkers;
mod common;
mod expand;
mod mutants;
mod search;
