//! Proofs: which boards have one, which files are refused, and how proofs are expanded.

mod checkers;
mod common;
mod expand;
mod mutants;
mod search;
