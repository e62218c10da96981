//! The tests of the crate as one program, which is linked once.

mod checkers;
mod checkpoints;
mod commands;
mod common;
mod documents;
mod game;
mod golden;
mod limits;
mod many;
mod overwrite;
mod parts;
mod people;
mod proofs;
mod race;
mod reproduce;
mod serve;
mod simulate;
